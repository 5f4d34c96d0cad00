package network_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"nqueens/fleet"
	"nqueens/fleet/network"
	"nqueens/fleet/network/embedded"
)

func waitFor(t testing.TB, is func() bool) {
	t.Helper()
	for begun := time.Now(); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Since(begun) > 30*time.Second {
			t.Fatal("it does not come about")
		}
	}
}

// calm waits for a time and reports whether this process ran throughout. If it was delayed by a
// third of a lease, as on a busy machine, the test shows nothing about leases.
func calm(t testing.TB, lease, pass time.Duration) bool {
	t.Helper()
	ran := true
	for begun := time.Now(); time.Since(begun) < pass; {
		before := time.Now()
		time.Sleep(lease / 100)
		if still := time.Since(before); still > lease/3 {
			t.Logf("it stood still for %v", still)
			ran = false
		}
	}
	return ran
}

// jetStream returns NATS's JetStream, for tests that disturb it.
func jetStream(t testing.TB, b *embedded.Server) jetstream.JetStream {
	t.Helper()
	nc, err := b.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(nc.Close)
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// held returns a worker that computes nothing until it is released.
func held(name string) (w network.Worker, taken chan fleet.Part, letGo chan struct{}) {
	w, taken, letGo = fake(name), make(chan fleet.Part, 1000), make(chan struct{})
	w.Do = func(ctx context.Context, p fleet.Part) (fleet.Result, error) {
		taken <- p
		select {
		case <-ctx.Done():
			return fleet.Result{}, ctx.Err()
		case <-letGo:
			return found(p, name), nil
		}
	}
	return w, taken, letGo
}

// TestAtNoPart checks that a worker that delivered a result has no part, and that one that took a
// part has.
func TestAtNoPart(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 3, "")
	c := serve(t, b, dir, network.Settings{})
	waitFor(t, func() bool { return c.Status().Queued == 3 })
	id := strings.TrimPrefix(streams(t, b)[0], "NQUEENS_")
	nc, err := b.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	say := func(subject string, what any) {
		t.Helper()
		text, err := json.Marshal(what)
		if err == nil {
			_, err = nc.Request(subject+id+".any", text, 5*time.Second)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	part := "nqueens.part." + id + ".first.2"
	say("nqueens.beat.", map[string]any{"worker": "a", "machine": "a", "part": part, "taken": true})
	if st := c.Status(); st.Count.Working != 1 || st.Workers[0].Part != 2 {
		t.Errorf("%+v", st)
	}
	say("nqueens.give.", map[string]any{"worker": "a", "subject": part, "result": found(l.Part(2), "a")})
	waitFor(t, func() bool { st := c.Status(); return st.Results == 1 })
	if st := c.Status(); st.Count.Working != 0 || st.Workers[0].Part != 0 || st.Workers[0].Parts != 1 {
		t.Errorf("%+v", st)
	}
}

// TestNotHeardYet checks that a server that has just started does not claim that there are no
// workers.
func TestNotHeardYet(t *testing.T) {
	t.Parallel()
	dir, _ := newList(t, 3, "")
	c := serve(t, broker(t, network.Listen{}), dir, network.Settings{Dir: dir})
	waitFor(t, func() bool { return c.Status().Queued == 3 })
	var text strings.Builder
	if err := c.Status().Count.WriteText(&text); err != nil || !strings.HasPrefix(text.String(), "queens(8) by fake 1: 0 of 3 parts done, no message from a worker yet\n") {
		t.Errorf("%q, %v", text.String(), err)
	}
	text.Reset()
	waitFor(t, func() bool { _, err := os.Stat(filepath.Join(dir, "workers.json")); return err == nil })
	if there, err := network.ReadPresent(dir); err != nil || there.WriteText(&text, there.Now) != nil || !strings.HasSuffix(text.String(), ": no message from a worker yet\n") {
		t.Errorf("%q, %v", text.String(), err)
	}
}

// TestOldPresentWorkers checks the note on an old record of the present workers, or one with a clock that
// is a day off.
func TestOldPresentWorkers(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	const doubt = ", although it reports every 5s: the server hangs, or the two clocks differ"
	for age, want := range map[time.Duration]string{
		2 * time.Second: "2.0 s ago: no", -2 * time.Second: "2.0 s ago: no", 20 * time.Second: "20 s ago: no", 21 * time.Second: "21 s ago" + doubt,
		-5 * time.Second: "5.0 s ago: no", -6 * time.Second: "6.0 s from now: no", 24 * time.Hour: "24 h ago" + doubt, -24 * time.Hour: "24 h from now" + doubt,
	} {
		var text strings.Builder
		err := network.Present{Now: now}.WriteText(&text, now.Add(age))
		if err != nil || !strings.HasPrefix(text.String(), "over the network, by the server's report of 03:04:05, "+want) {
			t.Errorf("%v: %q, %v", age, text.String(), err)
		}
	}
}

// TestHeartbeat checks that a worker that sends beats keeps its part for any time, and that NATS
// counts no further delivery (nats-server #5346).
func TestHeartbeat(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 1, "")
	const lease = 2 * time.Second // a third of it is far longer than any delay of this process
	c := serve(t, b, dir, network.Settings{Lease: lease})
	w, taken, letGo := held("slow")
	var g errgroup.Group
	g.Go(func() error { return orLate(w.Work(t.Context(), to(b))) })
	<-taken
	consumer, err := jetStream(t, b).Consumer(t.Context(), streams(t, b)[0], "nqueens")
	if err != nil {
		t.Fatal(err)
	}
	nc, err := b.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	acks, err := nc.SubscribeSync("$JS.ACK.>")
	if err != nil {
		t.Fatal(err)
	}
	ran := calm(t, lease, 2*lease)
	for range 3 { // even if this process was delayed
		if m, err := acks.NextMsg(30 * time.Second); err != nil || string(m.Data) != "+WPI" {
			t.Fatalf("%v, %v", m, err)
		}
	}
	info, err := consumer.Info(t.Context())
	if err != nil || ran && (info.NumRedelivered != 0 || info.NumAckPending != 1) || info.Config.MaxAckPending != -1 || info.Config.MaxDeliver != -1 {
		t.Errorf("%+v, %v", info, err)
	}
	close(letGo)
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
	c.wait(t, l)
	if ran && len(taken) > 1 { // the second time is the check
		t.Errorf("it was taken %d times more", len(taken))
	}
}

// TestStop checks that a stopped worker returns its part at once.
func TestStop(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 1, "")
	c := serve(t, b, dir, network.Settings{Lease: time.Minute})
	w, taken, _ := held("stopped")
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	connections := func() float64 { return b.Metrics()["connections"] }
	before := connections()
	go func() { ended <- w.Work(ctx, to(b)) }()
	<-taken
	stop()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	waitFor(t, func() bool { return connections() == before })
	if err := fake("next").Work(t.Context(), to(b)); err != nil { // long before the lease ends
		t.Error(err)
	}
	c.wait(t, l)
	if st := c.Status(); st.Losses != 0 {
		t.Errorf("%+v", st)
	}
}

// TestIdle checks that a worker without a part after its result sends no part in its beats.
func TestIdle(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 2, "")
	c := serve(t, b, dir, network.Settings{Lease: time.Second})
	w, taken, letGo := held("busy")
	var g errgroup.Group
	g.Go(func() error { return orLate(w.Work(t.Context(), to(b))) })
	given := 3 - (<-taken).Number
	g.Go(func() error { return orLate(fake("idle").Work(t.Context(), to(b))) })
	idle := func() (heard time.Time, part int) {
		for _, w := range c.Status().Workers {
			if strings.HasPrefix(w.Name, "idle-") {
				return w.Heard, w.Part
			}
		}
		return heard, 0
	}
	waitFor(t, func() bool { return c.Status().Results == 1 })
	last, free := time.Time{}, 0
	waitFor(t, func() bool { // a beat sent before the result may arrive after it
		heard, part := idle()
		switch {
		case !heard.After(last):
		case part == given:
			last, free = heard, 0
		default:
			last, free = heard, free+1
		}
		return free == 3
	})
	close(letGo)
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
	c.wait(t, l)
}

// TestListOver checks that the computation of a part ends with its list, which others have
// completed.
func TestListOver(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, _ := newList(t, 2, "")
	serve(t, b, dir, network.Settings{Lease: time.Minute})
	w, taken, _ := held("held")
	ended := make(chan error, 1)
	go func() { ended <- w.Work(t.Context(), to(b)) }()
	<-taken
	nc, err := b.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	if err := errors.Join(nc.Publish("nqueens.over."+strings.TrimPrefix(streams(t, b)[0], "NQUEENS_"), nil), nc.Flush()); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { return len(ended) > 0 })
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// TestKeptResult checks that a result is kept while there is not a server, and is not computed again.
func TestKeptResult(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 1, "")
	first := serve(t, b, dir, network.Settings{Lease: time.Minute})
	w, taken, letGo := held("a")
	var g errgroup.Group
	g.Go(func() error { return orLate(w.Work(t.Context(), to(b))) })
	<-taken
	first.stop()
	<-first.done
	close(letGo)
	time.Sleep(lease)
	second := serve(t, b, dir, network.Settings{Lease: time.Minute})
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
	second.wait(t, l)
	if p := <-taken; !p.Check || len(taken) > 0 {
		t.Errorf("it was computed again: %+v", p)
	}
}

// TestLacking checks that a worker that lacks something for all parts reports that to the server,
// which reports it to the user.
func TestLacking(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 3, "")
	var left atomic.Int64 // number of reports
	// The lease never ends, and others need not wait for its end.
	c := serve(t, b, dir, network.Settings{Lease: time.Hour, Warn: func(text string) {
		if strings.Contains(text, " leaves parts to others: ") {
			left.Add(1)
		}
	}})
	lacking := fake("lacking")
	ctx, stop := context.WithCancel(t.Context())
	var enough atomic.Bool
	lacking.Check = func(p fleet.Part) error {
		if enough.Load() {
			stop() // now, because a part on its way to a worker that ends is not available for a lease
		}
		return &fleet.UnableError{Lacks: fmt.Sprintf("part %d: no backend is called %q", p.Number, "plain")}
	}
	var g errgroup.Group
	g.Go(func() error { lacking.Work(ctx, to(b)); return nil }) //nolint:errcheck // it is stopped
	lacks := func() bool {
		st := c.Status()
		return len(st.Workers) == 1 && strings.HasSuffix(st.Workers[0].Lacks, `: no backend is called "plain"`)
	}
	waitFor(t, lacks)
	enough.Store(true)
	if err := errors.Join(g.Wait(), fake("able").Work(t.Context(), to(b))); err != nil {
		t.Error(err)
	}
	c.wait(t, l)
	if n := left.Load(); n != 1 {
		t.Errorf("people are told %d times what it lacks", n)
	}
}

// TestTooLarge checks the error for a part that is too large for the NATS server.
func TestTooLarge(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	l, err := fleet.NewMeasured("bench", "large", "a build", nil, []any{strings.Repeat("x", 9<<20)})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := l.Write(dir); err != nil {
		t.Fatal(err)
	}
	if err := <-serve(t, b, dir, network.Settings{}).done; err == nil || !strings.Contains(err.Error(), "part 1 is of 9437") || !strings.Contains(err.Error(), "max_payload") {
		t.Errorf("%v", err)
	}
}

// TestImpatient checks that a worker with a result that no server accepts waits for no longer than
// its patience.
func TestImpatient(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, _ := newList(t, 1, "")
	c := serve(t, b, dir, network.Settings{Lease: time.Minute})
	waitFor(t, func() bool { return c.Status().Queued == 1 })
	w, taken, letGo := held("a")
	ended := make(chan error, 1)
	a := to(b)
	a.Patience = 3 * time.Second
	go func() { ended <- w.Work(t.Context(), a) }()
	<-taken
	c.stop()
	<-c.done
	close(letGo)
	select {
	case err := <-ended:
		if _, away := errors.AsType[*network.AwayError](err); !away {
			t.Errorf("%v", err)
		}
	case <-time.After(time.Minute):
		t.Error("it waits for ever")
	}
}

// TestLostStore deletes everything that NATS has stored while workers hold parts, or its last
// writes, as after a power failure, and damages its files while it runs.
func TestLostStore(t *testing.T) {
	t.Parallel()
	testLostStore(t, func(store, _ string) error { return os.RemoveAll(store) })
	testLostStore(t, func(store, before string) error {
		err := errors.Join(os.RemoveAll(store), os.CopyFS(store, os.DirFS(before)))
		blocks, _ := filepath.Glob(filepath.Join(store, "jetstream", "*", "streams", "*", "msgs", "*.blk"))
		if len(blocks) == 0 {
			t.Error("nothing was stored")
		}
		for _, block := range blocks {
			info, missing := os.Stat(block)
			if err = errors.Join(err, missing); err == nil {
				err = os.Truncate(block, info.Size()/2+1) // in the middle of a write
			}
		}
		return err
	})
}

func testLostStore(t *testing.T, lose func(store, before string) error) {
	address := freeAddress(t)
	dir, l := newList(t, 40, "")
	store := filepath.Join(dir, "nats")
	start := func() (*embedded.Server, *counting) {
		b := broker(t, network.Listen{Address: address, Dir: store})
		return b, serve(t, b, dir, network.Settings{Window: 16})
	}
	b, c := start()
	waitFor(t, func() bool { return c.Status().Queued > 0 })
	before := filepath.Join(t.TempDir(), "before")
	waitFor(t, func() bool { // while NATS writes, a file may disappear
		return os.RemoveAll(before) == nil && os.CopyFS(before, os.DirFS(store)) == nil
	})
	var letGo atomic.Bool
	var g errgroup.Group
	for _, name := range []string{"a", "b"} {
		w := fake(name)
		w.Do = func(ctx context.Context, p fleet.Part) (fleet.Result, error) {
			for (p.Number == 5 || p.Number == 6) && !letGo.Load() && ctx.Err() == nil {
				time.Sleep(10 * time.Millisecond)
			}
			return found(p, name), ctx.Err()
		}
		g.Go(func() error { return orLate(w.Work(t.Context(), to(b))) })
	}
	waitFor(t, func() bool { return c.Status().Results >= 4 && c.Status().Count.Working == 2 })
	c.stop()
	<-c.done
	b.Close()
	if err := lose(store, before); err != nil {
		t.Fatal(err)
	}
	b, c = start()
	js := jetStream(t, b)
	waitFor(t, func() bool { return c.Status().Queued > 0 })
	stream := streams(t, b)[0]
	letGo.Store(true) // acknowledgements of messages of the old store arrive at the new one
	// A completed part is delivered again, as in nats-server #6036, and so is a message that is not
	// a part.
	for _, subject := range []string{"first.1", "first.99", "nonsense"} {
		if _, err := js.Publish(t.Context(), "nqueens.part."+strings.TrimPrefix(stream, "NQUEENS_")+"."+subject, []byte(`{}`)); err != nil {
			t.Log(err) // all may be done by now
		}
	}
	js.DeleteConsumer(t.Context(), stream, "nqueens") //nolint:errcheck // all may be done by now
	js.DeleteStream(t.Context(), stream)              //nolint:errcheck // all may be done by now
	c.wait(t, l)
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}

// TestQueuedOnce checks that a restarted server does not add parts twice that are in the queue
// already, without message IDs, which NATS would keep in memory (#8485).
func TestQueuedOnce(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 50, "")
	for range 2 {
		c := serve(t, b, dir, network.Settings{})
		waitFor(t, func() bool { return c.Status().Queued == 50 })
		c.stop()
		<-c.done
	}
	stream, err := jetStream(t, b).Stream(t.Context(), streams(t, b)[0])
	if err != nil {
		t.Fatal(err)
	}
	if info := stream.CachedInfo(); info.State.Msgs != 50 || info.State.NumSubjects != 50 {
		t.Errorf("%+v", info.State)
	}
	if m, err := stream.GetMsg(t.Context(), 1); err != nil || m.Header.Get("Nats-Msg-Id") != "" {
		t.Errorf("%v, %v", m, err)
	}
	c := serve(t, b, dir, network.Settings{})
	if err := fake("a").Work(t.Context(), to(b)); err != nil {
		t.Error(err)
	}
	c.wait(t, l)
}

// TestAwayNATS checks that the server waits for an external NATS that goes away and returns without
// its stored data.
func TestAwayNATS(t *testing.T) {
	t.Parallel()
	dir, l := newList(t, 60, "")
	address := freeAddress(t)
	_, port, _ := net.SplitHostPort(address)
	number, err := strconv.Atoi(port)
	if err != nil {
		t.Fatal(err)
	}
	start := func() *server.Server {
		s, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: number, NoSigs: true, JetStream: true, StoreDir: t.TempDir()})
		if err != nil {
			t.Fatal(err)
		}
		s.Start()
		if !s.ReadyForConnections(10 * time.Second) {
			t.Fatal("it does not start")
		}
		t.Cleanup(s.Shutdown)
		return s
	}
	there := start()
	nc, err := network.Connect(t.Context(), network.Address{URL: "nats://" + address})
	if err != nil {
		t.Fatal(err)
	}
	c := serveOver(t, nc, dir, network.Settings{Window: 16})
	var slow atomic.Bool
	slow.Store(true)
	w := fake("a")
	w.Do = func(ctx context.Context, p fleet.Part) (fleet.Result, error) {
		for p.Number > 20 && slow.Load() && ctx.Err() == nil {
			time.Sleep(10 * time.Millisecond)
		}
		return found(p, "a"), ctx.Err()
	}
	var g errgroup.Group
	g.Go(func() error {
		return orLate(w.Work(t.Context(), network.Address{URL: "nats://" + address, Patience: time.Minute}))
	})
	waitFor(t, func() bool { return c.Status().Results >= 20 })
	there.Shutdown()
	there.WaitForShutdown()
	time.Sleep(3 * lease) // the server examines its queue in this time
	start()
	slow.Store(false)
	c.wait(t, l)
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}

// TestBrokenJournal checks that a server that cannot continue does not dismiss workers, which keep
// results for the next one.
func TestBrokenJournal(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 1, "")
	j, err := fleet.OpenJournal(dir, l)
	if err != nil {
		t.Fatal(err)
	}
	nc, err := b.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	over, err := nc.SubscribeSync("nqueens.over.*")
	if err != nil {
		t.Fatal(err)
	}
	s, err := network.NewServer(nc, j, network.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	nc.Request("nobody", nil, time.Second) //nolint:errcheck // from here on it hears answers
	before := nc.NumSubscriptions()
	// All is done, and the checks cannot be drawn.
	if err := errors.Join(j.Add(found(l.Part(1), "a")), j.Close()); err != nil {
		t.Fatal(err)
	}
	if err := s.Run(t.Context()); err == nil || !strings.Contains(err.Error(), "writing results") {
		t.Errorf("%v", err)
	}
	if err := nc.Flush(); err != nil {
		t.Fatal(err)
	}
	if n, _, err := over.Pending(); n != 0 || err != nil {
		t.Errorf("%d workers were sent home, %v", n, err)
	}
	if n := nc.NumSubscriptions(); n != before {
		t.Errorf("%d subscriptions are left", n-before)
	}
}

// TestOtherQueue checks that a queue made by an earlier program, which syncs each write and cannot
// be updated, is made anew.
func TestOtherQueue(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 5, "")
	c := serve(t, b, dir, network.Settings{})
	waitFor(t, func() bool { return c.Status().Queued == 5 })
	c.stop()
	<-c.done
	js, name := jetStream(t, b), streams(t, b)[0]
	stream, err := js.Stream(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	before := stream.CachedInfo().Config
	if before.PersistMode != jetstream.AsyncPersistMode {
		t.Errorf("a part waits for the disk: %+v", before)
	}
	before.PersistMode = jetstream.DefaultPersistMode
	if err := js.DeleteStream(t.Context(), name); err != nil {
		t.Fatal(err)
	}
	if _, err := js.CreateStream(t.Context(), before); err != nil {
		t.Fatal(err)
	}
	c = serve(t, b, dir, network.Settings{})
	if err := fake("a").Work(t.Context(), to(b)); err != nil {
		t.Error(err)
	}
	c.wait(t, l)
}

// TestPassedOver checks that parts in the queue that NATS takes for acknowledged are queued again.
// This happens if NATS and a worker are killed at the same moment (#6888).
func TestPassedOver(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 20, "")
	c := serve(t, b, dir, network.Settings{})
	waitFor(t, func() bool { return c.Status().Queued == 20 })
	c.stop()
	<-c.done
	js := jetStream(t, b)
	stream := streams(t, b)[0]
	consumer, err := js.Consumer(t.Context(), stream, "nqueens")
	if err != nil {
		t.Fatal(err)
	}
	once := consumer.CachedInfo().Config
	once.MaxDeliver, once.AckWait = 1, 10*time.Millisecond // then NATS gives up a message
	if consumer, err = js.UpdateConsumer(t.Context(), stream, once); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool {
		_, failed := consumer.FetchNoWait(3)
		info, err := consumer.Info(t.Context())
		return errors.Join(failed, err) == nil && info.NumPending == 0 && info.NumAckPending == 0
	})
	c = serve(t, b, dir, network.Settings{})
	if err := fake("a").Work(t.Context(), to(b)); err != nil {
		t.Error(err)
	}
	c.wait(t, l)
}

// TestTwoCounts checks that workers take parts of all lists that are served.
func TestTwoCounts(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir1, l1 := newList(t, 30, "")
	dir2, l2 := newList(t, 31, "")
	c1, c2 := serve(t, b, dir1, network.Settings{}), serve(t, b, dir2, network.Settings{})
	waitFor(t, func() bool { return c1.Status().Queued == 30 && c2.Status().Queued == 31 })
	var g errgroup.Group
	for _, name := range []string{"a", "b"} {
		g.Go(func() error { return orLate(fake(name).Work(t.Context(), to(b))) })
	}
	c1.wait(t, l1)
	c2.wait(t, l2)
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
}

// TestFailingPart checks that a part that no worker can compute is set aside with the reasons, and
// is offered again after a restart of the server.
func TestFailingPart(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 20, "")
	c := serve(t, b, dir, network.Settings{})
	w := fake("a")
	w.Do = func(_ context.Context, p fleet.Part) (fleet.Result, error) {
		if p.Number == 7 {
			return fleet.Result{}, errors.New("too little memory")
		}
		return found(p, "a"), nil
	}
	var g errgroup.Group
	for range 2 {
		g.Go(func() error { return orLate(w.Work(t.Context(), to(b))) })
	}
	if err := <-c.done; !errors.Is(err, network.ErrSetAside) || !strings.Contains(err.Error(), ": parts 7; all others are done") {
		t.Error(err)
	}
	if err := g.Wait(); err != nil && !strings.Contains(err.Error(), "too little memory") {
		t.Error(err)
	}
	if st := c.Status(); st.Failures < 3 || len(st.SetAside) != 1 || st.Count.Failures[0].Reason != "too little memory" {
		t.Errorf("%+v", st)
	}
	c = serve(t, b, dir, network.Settings{})
	if err := fake("b").Work(t.Context(), to(b)); err != nil {
		t.Error(err)
	}
	c.wait(t, l)
}

// TestThreeInARow checks that a worker that fails at every part ends after three, and that the
// server knows of all three.
func TestThreeInARow(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, _ := newList(t, 5, "")
	c := serve(t, b, dir, network.Settings{})
	w := fake("a")
	w.Do = func(context.Context, fleet.Part) (fleet.Result, error) {
		return fleet.Result{}, errors.New("too little memory")
	}
	if err := w.Work(t.Context(), to(b)); err == nil || err.Error() != "3 parts in a row could not be computed; the last: too little memory" {
		t.Error(err)
	}
	waitFor(t, func() bool { return c.Status().Failures == 3 })
}

// A proxy forwards connections until they are cut.
type proxy struct {
	net.Listener
	to string

	mu    sync.Mutex
	conns []net.Conn
	off   bool
}

func newProxy(t *testing.T, to string) *proxy {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{Listener: l, to: to}
	t.Cleanup(func() { p.cut(true); l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			p.pass(c)
		}
	}()
	return p
}

func (p *proxy) pass(c net.Conn) {
	p.mu.Lock()
	defer p.mu.Unlock()
	far, err := net.Dial("tcp", p.to)
	if err != nil || p.off {
		c.Close()
		return
	}
	p.conns = append(p.conns, c, far)
	go io.Copy(c, far) //nolint:errcheck // it is cut
	go io.Copy(far, c) //nolint:errcheck // it is cut
}

// cut closes all connections, and accepts no new ones while off is set.
func (p *proxy) cut(off bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		c.Close()
	}
	p.conns, p.off = nil, off
}

// TestCutNetwork cuts the network between a worker and the server repeatedly.
func TestCutNetwork(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 60, "")
	c := serve(t, b, dir, network.Settings{})
	p := newProxy(t, strings.TrimPrefix(b.URL(), "nats://"))
	var cuts atomic.Int32
	w := fake("far")
	w.Do = func(ctx context.Context, part fleet.Part) (fleet.Result, error) {
		if part.Number%20 == 0 && cuts.Add(1) <= 3 { // the result has to wait
			p.cut(true)
			time.AfterFunc(50*time.Millisecond, func() { p.cut(false) })
		}
		return found(part, "far"), ctx.Err()
	}
	if err := w.Work(t.Context(), network.Address{URL: "nats://" + p.Addr().String()}); err != nil {
		t.Error(err)
	}
	c.wait(t, l)
	if cuts.Load() < 3 {
		t.Errorf("%d cuts", cuts.Load())
	}
}

// freeAddress returns an address of this machine at which a killed server can be restarted.
func freeAddress(t *testing.T) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

// TestLateAcks checks that the message of a completed part is left to its worker to acknowledge,
// which costs least, and is purged if it stays for long or was there at the start. The queue never
// holds more parts than the window.
func TestLateAcks(t *testing.T) {
	t.Parallel()
	b := broker(t, network.Listen{})
	dir, l := newList(t, 100_000, "")
	j, err := fleet.OpenJournal(dir, l)
	if err != nil {
		t.Fatal(err)
	}
	defer j.Close()
	nc, err := b.Connect()
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	const window = 8
	newServer := func() *network.Server {
		s, err := network.NewServer(nc, j, network.Settings{Window: window})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := newServer()
	step := func(what string, do func(context.Context) error, want int) {
		t.Helper()
		if err := do(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := b.Metrics()["jetstream_messages"]; n != float64(want) {
			t.Errorf("%s: %v parts in the queue, want %d", what, n, want)
		}
	}
	step("made", s.Reconcile, 0)
	step("filled", s.Fill, window)
	step("filled again", s.Fill, window)
	done := func(k int) {
		t.Helper()
		if err := j.Add(found(l.Part(k), "a")); err != nil {
			t.Fatal(err)
		}
	}
	done(1)
	step("one is done", s.Reconcile, window)
	step("and its worker silent", s.Reconcile, window-1)
	done(2)
	s = newServer()
	step("a server that begins", s.Reconcile, window-2)
}
