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

// TestShorterLease: a part stays with a worker that beats as often as an earlier server wanted, which
// had a longer lease, until it has heard of the shorter one and beats by it.
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
	const short = time.Second // of which a third is far longer than this process is kept waiting
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

// TestTakenFromTheLiving: a part that is handed out again while its worker is there, as where the queue was
// made anew, is nobody's failure.
func TestTakenFromTheLiving(t *testing.T) {
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

// TestLongParts: where parts take many leases, and nobody waits for the others, the queue is left as it is.
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
