package network_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"nqueens/fleet/network"
)

// TestShorterLease checks that a worker keeps its part when a new server has a shorter lease, until
// it learns of that lease and adapts its beats.
func TestShorterLease(t *testing.T) {
	t.Parallel()
	const long = 4 * time.Second
	b := broker(t, network.Listen{})
	dir, l := newList(t, 1, "")
	c := serve(t, b, dir, network.Settings{Lease: long})
	w, taken, letGo := held("a")
	var g errgroup.Group
	g.Go(func() error { return orLate(w.Work(t.Context(), to(b))) })
	<-taken
	c.stop()
	<-c.done
	const short = time.Second // a third of it is far longer than any delay of this process
	c = serve(t, b, dir, network.Settings{Lease: short})
	other, alsoTaken, _ := held("b")
	ctx, stop := context.WithCancel(t.Context())
	g.Go(func() error { other.Work(ctx, to(b)); return nil }) //nolint:errcheck // it is stopped
	consumer := func() time.Duration {
		info, err := jetStream(t, b).Consumer(t.Context(), streams(t, b)[0], "nqueens")
		if err != nil {
			t.Fatal(err)
		}
		return info.CachedInfo().Config.AckWait
	}
	ran := calm(t, short, long)
	waitFor(t, func() bool { return consumer() == short })
	if calm(t, short, 3*short) && ran && len(alsoTaken) > 0 {
		t.Error("it was handed out to another")
	}
	stop()
	close(letGo)
	c.wait(t, l)
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}

// TestRedeliveredWhilePresent checks that a second delivery of a part does not count as a failure if its
// worker is present. Such deliveries follow after the queue was made anew.
func TestRedeliveredWhilePresent(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, _ := newList(t, 3, "")
	c := serve(t, b, dir, network.Settings{Lease: time.Minute})
	waitFor(t, func() bool { return c.Status().Queued == 3 })
	id := strings.TrimPrefix(streams(t, b)[0], "NQUEENS_")
	for _, name := range []string{"a", "b"} {
		text, err := json.Marshal(map[string]any{"worker": name, "machine": name, "part": "nqueens.part." + id + ".first.2", "taken": true})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.nc.Request("nqueens.beat."+id+".any", text, 5*time.Second); err != nil {
			t.Fatal(err)
		}
	}
	if st := c.Status(); st.Losses != 0 || len(st.Count.Failures) != 0 || st.Workers[1].Part != 2 {
		t.Errorf("%+v", st)
	}
}

// TestLongParts checks that the queue is left alone if parts take many leases and no worker waits.
func TestLongParts(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 3, "")
	const lease = time.Second
	c := serve(t, b, dir, network.Settings{Lease: lease})
	w, taken, letGo := held("a")
	var g errgroup.Group
	g.Go(func() error { return orLate(w.Work(t.Context(), to(b))) })
	<-taken
	made := func() time.Time {
		stream, err := jetStream(t, b).Stream(t.Context(), streams(t, b)[0])
		if err != nil {
			t.Fatal(err)
		}
		return stream.CachedInfo().Created
	}
	before := made()
	if ran, after := calm(t, lease, 5*lease), made(); ran && !after.Equal(before) {
		t.Error("the queue was made anew")
	}
	close(letGo)
	c.wait(t, l)
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}
