package network_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"golang.org/x/sync/errgroup"

	"nqueens"
	"nqueens/fleet"
	"nqueens/fleet/network"
	"nqueens/fleet/network/embedded"
)

// lease is short, so that tests need not wait.
const lease = 300 * time.Millisecond

// newList writes a list with parts of one task. The result of a part by fake is its number, plus
// seed.
func newList(t testing.TB, parts int, seed string) (dir string, l *fleet.List) {
	t.Helper()
	l = &fleet.List{Problem: "queens(8)", Task: nqueens.CountAll, Engine: "fake", Version: "1", Build: seed, Recheck: 0.1}
	for k := range parts + 1 {
		l.Cuts = append(l.Cuts, k)
	}
	dir = t.TempDir()
	if err := l.Write(dir); err != nil {
		t.Fatal(err)
	}
	return dir, l
}

// fake returns a worker that computes parts in no time.
func fake(name string) network.Worker {
	return network.Worker{
		Machine: name, Threads: 1,
		Check: func(p fleet.Part) error {
			if p.Version != "1" {
				return errors.New("it is of version " + p.Version)
			}
			return nil
		},
		Do: func(ctx context.Context, p fleet.Part) (fleet.Result, error) { return found(p, name), ctx.Err() },
	}
}

func found(p fleet.Part, machine string) fleet.Result {
	r := fleet.Result{Part: p.Number, Key: p.Key, Found: nqueens.NewCount(uint64(p.Number)), Seconds: rand.Float64(), Threads: 1, Machine: machine}
	if p.Check {
		r.Check = &fleet.Check{}
	}
	return r
}

// broker starts a NATS server.
func broker(t testing.TB, o network.Listen) *embedded.Server {
	t.Helper()
	if o.Dir == "" {
		o.Dir = filepath.Join(t.TempDir(), "nats")
	}
	if o.Address == "" {
		o.Address = "127.0.0.1:0"
	}
	s, err := embedded.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// counting is a running server of a list's folder.
type counting struct {
	*network.Server
	nc      *nats.Conn
	journal *fleet.Journal
	done    chan error
	stop    context.CancelFunc
}

func serve(t testing.TB, s *embedded.Server, dir string, settings network.Settings) *counting {
	t.Helper()
	nc, err := s.Connect()
	if err != nil {
		t.Fatal(err)
	}
	return serveOver(t, nc, dir, settings)
}

func serveOver(t testing.TB, nc *nats.Conn, dir string, settings network.Settings) *counting {
	t.Helper()
	l, err := fleet.ReadList(dir)
	if err != nil {
		t.Fatal(err)
	}
	j, err := fleet.OpenJournal(dir, l)
	if err != nil {
		t.Fatal(err)
	}
	if settings.Lease == 0 {
		settings.Lease = lease
	}
	told := settings.Warn
	settings.Warn = func(text string) {
		if t.Log(text); strings.Contains(text, "nil>") {
			t.Errorf("people are told of no error: %s", text)
		}
		if told != nil {
			told(text)
		}
	}
	ns, err := network.NewServer(nc, j, settings)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	c := &counting{Server: ns, nc: nc, journal: j, done: make(chan error, 1), stop: stop}
	go func() {
		err := ns.Run(ctx)
		nc.Close()
		c.done <- errors.Join(err, j.Close())
	}()
	t.Cleanup(stop)
	return c
}

// wait waits for the end and checks the sum.
func (c *counting) wait(t testing.TB, l *fleet.List) {
	t.Helper()
	select {
	case err := <-c.done:
		if err != nil {
			t.Fatal(err)
		}
	case <-time.After(60 * time.Second):
		t.Fatalf("not done after a minute: %+v", c.Status())
	}
	checkSum(t, c.journal, l)
}

func checkSum(t testing.TB, j *fleet.Journal, l *fleet.List) {
	t.Helper()
	n := uint64(l.Parts())
	j.View(func(tally *fleet.Tally) {
		if got, want := tally.Sum(), nqueens.NewCount(n*(n+1)/2); got.Cmp(want) != 0 || len(tally.Missing()) > 0 || len(tally.Unchecked()) > 0 || len(tally.Conflicts()) > 0 {
			t.Errorf("sum %v, want %v; missing %v, unchecked %v, conflicts %v", got, want, tally.Missing(), tally.Unchecked(), tally.Conflicts())
		}
	})
}

// to returns the address of a server for a worker. Its patience is short: on a busy machine the
// worker may start after all is done and the server is gone.
func to(s *embedded.Server) network.Address {
	return network.Address{URL: s.URL(), Patience: time.Minute}
}

// orLate returns the error of a worker, or nil if it started after the server was gone.
func orLate(err error) error {
	if _, late := errors.AsType[*network.AwayError](err); late {
		return nil
	}
	return err
}

func TestCount(t *testing.T) {
	t.Parallel()
	s := broker(t, network.Listen{})
	dir, l := newList(t, 300, "")
	c := serve(t, s, dir, network.Settings{Window: 64})
	var told atomic.Int64
	var g errgroup.Group
	for _, name := range []string{"a", "b", "c"} {
		w := fake(name)
		w.Recorded = func(fleet.Result) { told.Add(1) }
		g.Go(func() error { return orLate(w.Work(t.Context(), to(s))) })
	}
	c.wait(t, l)
	if err := g.Wait(); err != nil {
		t.Error(err)
	}
	if told.Load() < 330 { // more on a machine so busy that a lease ends
		t.Errorf("%d results were given, want 330", told.Load())
	}
	st := c.Status()
	if len(st.Workers) != 3 || st.Results < 330 || !strings.HasPrefix(st.Workers[0].Name, "a-") || len(st.Workers[0].Name) != 8 {
		t.Errorf("%+v", st)
	}
}
