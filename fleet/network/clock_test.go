package network

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nqueens/fleet"
)

// bubble runs a test with a worker or server and its NATS in a synctest bubble, where the clock
// advances only while all goroutines wait. NATS's client shares timers between connections in a
// sync.Pool; they must not come from another bubble, so the pool is cleared.
func bubble(t *testing.T, test func(*testing.T)) {
	t.Helper()
	letGo := func() { runtime.GC(); runtime.GC() }
	letGo()
	defer letGo()
	synctest.Test(t, test)
}

// hear subscribes to a subject, answers with the result of answer ("" means no answer), and records
// the time and content of each message.
func hear(t *testing.T, nc *nats.Conn, subject string, answer func(*nats.Msg) string) *[]string {
	t.Helper()
	begun, heard := time.Now(), new([]string)
	if _, err := nc.Subscribe(subject, func(m *nats.Msg) {
		*heard = append(*heard, fmt.Sprint(time.Since(begun), " ", m.Subject, " ", string(m.Data)))
		if text := answer(m); text != "" && m.Respond([]byte(text)) != nil {
			t.Error("it cannot be answered")
		}
	}); err != nil || nc.Flush() != nil {
		t.Fatal(err)
	}
	return heard
}

func nothing(*nats.Msg) string { return "" }

// whens returns the times of the recorded messages.
func whens(heard []string) (times []string) {
	for _, h := range heard {
		when, _, _ := strings.Cut(h, " ")
		times = append(times, when)
	}
	return times
}

// TestBeats checks that a worker sends three beats a lease for each list, with its current part, at
// the interval of the shortest lease and at least at that of the default one.
func TestBeats(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s, servers := among(t, "a", "b")
		s.name, s.worker = "w", Worker{Machine: "m", Threads: 3, Build: "new"}
		s.lists["a"].lasts.Store(int64(15 * time.Second))
		s.lists["b"].lasts.Store(int64(time.Minute))
		says, replies := "15000000000", []string{}
		heard := hear(t, servers, beatSubject+">", func(m *nats.Msg) string {
			replies = append(replies, m.Reply)
			if strings.Contains(m.Subject, ".b.") {
				return ""
			}
			return `{"lease":` + says + `}`
		})
		p := &part{subject: "nqueens.part.a.7"}
		s.hold(&lease{s.lists["a"], p})
		ctx, end := context.WithCancel(t.Context())
		defer end()
		go s.beats(ctx)
		next := func(after time.Duration) {
			t.Helper()
			time.Sleep(after - 1)
			synctest.Wait()
			if len(*heard) != 0 {
				t.Errorf("too early: %q", *heard)
			}
			time.Sleep(time.Nanosecond)
			synctest.Wait()
			if len(*heard) != 2 {
				t.Errorf("after %v: %q", after, *heard)
			}
		}
		next(5 * time.Second)
		slices.Sort(*heard)
		want := []string{
			`5s nqueens.beat.a.any {"worker":"w","machine":"m","threads":3,"build":"new","part":"nqueens.part.a.7"}`,
			`5s nqueens.beat.b.any {"worker":"w","machine":"m","threads":3,"build":"new"}`,
		}
		if !slices.Equal(*heard, want) || !slices.Equal(p.said, []string{"at it"}) || replies[0] == replies[1] {
			t.Errorf("%q, %q, answered to %q", *heard, p.said, replies)
		}
		for _, c := range []struct {
			says  string // the length of a lease
			after time.Duration
		}{{"3000000000", 5 * time.Second}, {"3000000000", time.Second}, {"3600000000000", time.Second}, {"3600000000000", 10 * time.Second}, {"0", 10 * time.Second}} {
			says, *heard = c.says, nil
			next(c.after)
		}
	})
}

// TestBeatsJoined checks that a worker learns the lease of a list that it joins, and adapts its
// beats.
func TestBeatsJoined(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s, servers := among(t)
		s.js = &offers{lease: 3 * time.Second}
		heard := hear(t, servers, beatSubject+">", nothing)
		ctx, end := context.WithCancel(t.Context())
		defer end()
		go s.beats(ctx)
		time.Sleep(time.Second / 2)
		if err := s.join(t.Context(), "c"); err != nil {
			t.Fatal(err)
		}
		time.Sleep(2100 * time.Millisecond)
		synctest.Wait()
		if got := strings.Join(whens(*heard), " "); got != "1.5s 2.5s" {
			t.Errorf("heard at %q", got)
		}
	})
}

// TestTurns checks that with several lists a worker waits for a part of each for its share of the
// time, and then asks for lists again.
func TestTurns(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s, servers := among(t, "a", "b")
		for _, l := range s.lists {
			l.consumer = failing{err: nats.ErrNoResponders}
		}
		asked := hear(t, servers, helloSubject, func(*nats.Msg) string { return `{"protocol":2,"id":"a","left":true}` })
		ctx, end := context.WithTimeout(t.Context(), 6*time.Second)
		defer end()
		if err := s.loop(ctx, ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Error(err)
		}
		synctest.Wait()
		if got := strings.Join(whens(*asked), " "); got != "0s 2.3s 4.6s" {
			t.Errorf("asked at %q", got)
		}
	})
}

// TestBeatsClosed checks that on a closed connection no beats are sent and nothing waits.
func TestBeatsClosed(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s, _ := among(t, "a")
		s.nc.Close()
		begun := time.Now()
		ctx, end := context.WithTimeout(t.Context(), time.Hour)
		defer end()
		if s.beats(ctx); time.Since(begun) != 0 {
			t.Errorf("it ends after %v", time.Since(begun))
		}
	})
}

// TestDeliver checks that a result is sent repeatedly, first after a tenth of a second and then at
// doubling intervals up to 5 s.
func TestDeliver(t *testing.T) {
	const away, second = "is lost", time.Second
	failed := delivery{Failure: &fleet.Failure{Reason: strings.Repeat("x", 2<<20)}}
	for name, c := range map[string]struct {
		silent         bool // the server does not answer; otherwise it answers nonsense
		patience       time.Duration
		ctx, over, yes time.Duration // when the worker must end, when the list is over, and when the result is accepted
		given          delivery
		times          string // when it was sent
		ends           time.Duration
		said, fatal    string
	}{
		"until one's patience ends": {patience: 11300 * time.Millisecond, times: "0s 100ms 300ms 700ms 1.5s 3.1s 6.3s 11.3s 16.3s", ends: 16300 * time.Millisecond, said: "given back", fatal: "no server accepts the result of p, which is lost"},
		"to one that is silent":     {silent: true, patience: 9 * second, times: "0s 3.1s 6.3s", ends: 9300 * time.Millisecond, said: "given back", fatal: "which is lost"},
		"until it is taken":         {patience: time.Hour, yes: 3 * second, times: "0s 100ms 300ms 700ms 1.5s 3.1s", ends: 3100 * time.Millisecond, said: "done"},
		"until the worker ends":     {patience: time.Hour, ctx: 2 * second, times: "0s 100ms 300ms 700ms 1.5s", ends: 2 * second, said: "given back"},
		"until the list is over":    {patience: time.Hour, over: 2 * second, times: "0s 100ms 300ms 700ms 1.5s", ends: 2 * second},
		"too large":                 {patience: time.Hour, given: failed, said: "given back", fatal: " bytes: its max_payload is smaller"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				s, servers := among(t, "a")
				s.address = Address{URL: "U", Patience: c.patience}
				begun := time.Now()
				heard := hear(t, servers, giveSubject+"a."+Anybody, func(*nats.Msg) string {
					switch {
					case c.silent:
						return ""
					case c.yes > 0 && time.Since(begun) >= c.yes:
						return "{}"
					}
					return "no JSON"
				})
				ctx := t.Context()
				if c.ctx > 0 {
					limited, end := context.WithTimeout(ctx, c.ctx)
					defer end()
					ctx = limited
				}
				if c.over > 0 {
					time.AfterFunc(c.over, s.lists["a"].end)
				}
				g := c.given
				if g.Failure == nil {
					g.Result = &fleet.Result{Part: 7}
				}
				p := &part{subject: "p"}
				l := &lease{s.lists["a"], p}
				s.hold(l)
				s.deliver(ctx, l, g)
				took := time.Since(begun)
				if synctest.Wait(); took != c.ends || strings.Join(whens(*heard), " ") != c.times {
					t.Errorf("given at %q, until %v", whens(*heard), took)
				}
				if strings.Join(p.said, ", ") != c.said || len(s.leases) != 0 || (s.fatal == nil) != (c.fatal == "") || s.fatal != nil && !strings.HasSuffix(s.fatal.Error(), c.fatal) {
					t.Errorf("said %q, %d leases, ends with %v", p.said, len(s.leases), s.fatal)
				}
				if _, is := errors.AsType[*AwayError](s.fatal); is != strings.HasSuffix(c.fatal, away) {
					t.Errorf("%T", s.fatal)
				}
			})
		})
	}
}

// TestFullOutbox checks that a worker with the largest number of undelivered results waits until
// one is accepted or it must end.
func TestFullOutbox(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s, servers := among(t, "a")
		heard := hear(t, servers, giveSubject+">", func(*nats.Msg) string { return "{}" })
		s.outbox = make(chan struct{}, 1)
		s.worker = Worker{Check: func(fleet.Part) error { return nil }, Do: func(_ context.Context, p fleet.Part) (fleet.Result, error) { return fleet.Result{Part: p.Number}, nil }}
		s.outbox <- struct{}{}
		time.AfterFunc(time.Second, func() { <-s.outbox })
		begun := time.Now()
		if err := s.compute(t.Context(), t.Context(), &lease{s.lists["a"], &part{data: `{"part":7}`}}); err != nil || time.Since(begun) != time.Second {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
		s.deliverer.Wait()
		if synctest.Wait(); len(*heard) != 1 || len(s.outbox) != 0 {
			t.Errorf("%q, %d are under way", *heard, len(s.outbox))
		}
		s.outbox <- struct{}{}
		late, end := context.WithCancel(t.Context())
		ctx, stop := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, stop)
		time.AfterFunc(2*time.Second, end)
		begun = time.Now()
		if err := s.compute(ctx, late, &lease{s.lists["a"], &part{data: `{"part":7}`}}); !errors.Is(err, context.Canceled) || time.Since(begun) != 2*time.Second || len(*heard) != 1 {
			t.Errorf("%v after %v, %q", err, time.Since(begun), *heard)
		}
	})
}

// TestAsk checks that a worker asks for lists until one is offered, all known ones are done, its
// patience ends, or it must end.
func TestAsk(t *testing.T) {
	const served, second = `{"protocol":2,"id":"a","left":true}`, time.Second
	for name, c := range map[string]struct {
		lists    string
		over     bool          // all lists are over
		ctx      time.Duration // when it must end
		answered time.Duration // when the server starts to answer
		silent   bool          // no notice that nobody listens before that
		left     int
		ends     time.Duration
		err      string
		told     int
	}{
		"nobody is there":       {ends: 10500 * time.Millisecond, err: "U: no server answers", told: 1},
		"nobody answers":        {silent: true, ends: 12500*time.Millisecond + 2*second, err: "U: no server answers", told: 1},
		"one is there":          {lists: "a", answered: 1, left: 1, ends: 800 * time.Millisecond, told: 1},
		"one comes late":        {lists: "a", answered: 3900 * time.Millisecond, left: 1, ends: 4300 * time.Millisecond, told: 1},
		"all are done":          {lists: "a", over: true},
		"it has to end":         {lists: "a", ctx: 700 * time.Millisecond, ends: 700 * time.Millisecond, err: "context deadline exceeded", told: 1},
		"it has to end at once": {lists: "a", ctx: 1, answered: -1, ends: 1, err: "context deadline exceeded"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				s, servers := among(t, strings.Fields(c.lists)...)
				told := 0
				s.address = Address{URL: "U", Patience: 10 * second, Notify: func(text string) {
					if told++; text != "U: no server offers a list there; waiting for one" {
						t.Error(text)
					}
				}}
				if c.over {
					s.lists["a"].end()
				}
				if c.silent || c.answered < 0 {
					hear(t, servers, helloSubject, nothing)
				}
				if c.answered > 0 {
					time.AfterFunc(c.answered, func() { hear(t, servers, helloSubject, func(*nats.Msg) string { return served }) })
				}
				ctx := t.Context()
				if c.ctx > 0 {
					limited, end := context.WithTimeout(ctx, c.ctx)
					defer end()
					ctx = limited
				}
				begun, before := time.Now(), s.nc.NumSubscriptions()
				left, err := s.ask(ctx)
				if len(left) != c.left || time.Since(begun) != c.ends || told != c.told || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
					t.Errorf("%d lists, %v after %v, told %d times", len(left), err, time.Since(begun), told)
				}
				if _, is := errors.AsType[*AwayError](err); is != strings.HasPrefix(c.err, "U: ") {
					t.Errorf("%T", err)
				}
				if c.answered > 0 && !s.silent.IsZero() {
					t.Error("who has answered is still silent")
				}
				if n := s.nc.NumSubscriptions(); n != before {
					t.Errorf("%d subscriptions are left", n-before)
				}
			})
		})
	}
}

// TestHelloNonsense checks that an invalid answer of the right version is ignored, and that nothing
// waits on a closed connection.
func TestHelloNonsense(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s, servers := among(t)
		s.address.URL = "U"
		hear(t, servers, helloSubject, func(*nats.Msg) string { return `{"protocol":2,"id":7}` })
		if _, err := s.hello(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "the server at U uses version 2 of the protocol") {
			t.Error(err)
		}
	})
}

// offers delivers parts, and then none.
type offers struct {
	jetstream.JetStream
	parts []*part
	lease time.Duration
	never error           // the error for a consumer
	asked context.Context // the context of the request for a consumer
}

func (o *offers) Consumer(ctx context.Context, _, _ string) (jetstream.Consumer, error) {
	o.asked = ctx
	return handing{o: o}, o.never
}

type handing struct {
	jetstream.Consumer
	o *offers
}

func (h handing) CachedInfo() *jetstream.ConsumerInfo {
	return &jetstream.ConsumerInfo{Config: jetstream.ConsumerConfig{AckWait: h.o.lease}}
}

func (h handing) Next(...jetstream.FetchOpt) (jetstream.Msg, error) {
	if len(h.o.parts) == 0 {
		time.Sleep(fetchTime)
		return nil, nats.ErrTimeout
	}
	p := h.o.parts[0]
	h.o.parts = h.o.parts[1:]
	return p, nil
}

// TestLastWord checks that the last message of a worker is that it is gone, even if it was sending
// a beat.
func TestLastWord(t *testing.T) {
	bubble(t, func(t *testing.T) {
		s, servers := among(t, "a")
		s.lists["a"].lasts.Store(int64(3 * time.Second))
		s.hold(&lease{s.lists["a"], &part{slow: 2 * time.Second}}) // from 1s on
		hear(t, servers, helloSubject, func(*nats.Msg) string { time.Sleep(1500 * time.Millisecond); return `{"protocol":99}` })
		beats := hear(t, servers, beatSubject+">", nothing)
		if err := s.run(t.Context()); err == nil || !strings.Contains(err.Error(), "uses version 99") {
			t.Error(err)
		}
		time.Sleep(5 * time.Second)
		if synctest.Wait(); len(*beats) != 2 || !strings.Contains((*beats)[1], `"gone":true`) {
			t.Errorf("%q", *beats)
		}
	})
}

// TestEndsAlone checks that a worker that must end while NATS is away waits briefly to send that it
// is gone.
func TestEndsAlone(t *testing.T) {
	bubble(t, func(t *testing.T) {
		b, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true, DontListen: true})
		if err != nil {
			t.Fatal(err)
		}
		b.Start()
		nc, err := nats.Connect("", nats.InProcessServer(b), nats.MaxReconnects(-1), nats.ReconnectWait(time.Hour))
		if err != nil {
			t.Fatal(err)
		}
		defer nc.Close()
		b.Shutdown()
		synctest.Wait()
		ctx, stop := context.WithCancel(t.Context())
		stop()
		begun := time.Now()
		if err := (&shift{nc: nc}).run(ctx); !errors.Is(err, context.Canceled) || time.Since(begun) != 200*time.Millisecond {
			t.Errorf("%v after %v", err, time.Since(begun))
		}
	})
}

// lender is a context that counts how many others wait for its end.
type lender struct {
	context.Context
	end chan struct{}
	out int
}

func (l *lender) Done() <-chan struct{} { return l.end }
func (l *lender) Err() error            { return nil }
func (l *lender) AfterFunc(func()) (stop func() bool) {
	l.out++
	back := sync.OnceFunc(func() { l.out-- })
	return func() bool { back(); return true }
}

// TestShift checks a shift from the first request to the last message.
func TestShift(t *testing.T) {
	const second = time.Second
	for name, c := range map[string]struct {
		takes       time.Duration // to compute a part
		stop        time.Duration // when the worker must end
		over        time.Duration // when the list is over
		deaf        time.Duration // until when the server accepts nothing
		gave, gone  string        // when results were sent, and when it sent that it was gone
		err         string
		first, next string // the fate of the two parts
	}{
		"all is done":            {takes: second, over: 10 * second, gave: "1.3s 2.3s", gone: "11.5s", first: "done", next: "done"},
		"it is stopped":          {takes: second, stop: 1800 * time.Millisecond, gave: "1.3s", gone: "1.8s", err: "context canceled", first: "done", next: "given back"},
		"the list is over early": {takes: second, over: 1800 * time.Millisecond, gave: "1.3s", gone: "2.1s", first: "done", next: "given back"},
		"what is found is taken": {takes: second, stop: 1800 * time.Millisecond, deaf: 2 * second, gave: "1.3s 1.4s 1.6s 2s", gone: "2s", err: "context canceled", first: "done", next: "given back"},
		"or given back":          {takes: second, stop: 1800 * time.Millisecond, deaf: time.Hour, gave: "1.3s 1.4s 1.6s 2s", gone: "2.4s", err: "context canceled", first: "given back", next: "given back"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				s, servers := among(t)
				var told []string
				s.nc.SetDisconnectErrHandler(func(_ *nats.Conn, err error) { told = append(told, err.Error()) })
				first, next := &part{data: `{"part":1}`, subject: "nqueens.part.a.1"}, &part{data: `{"part":2,"check":true}`, subject: "nqueens.part.a.2"}
				s.name, s.address.Patience, s.outbox, s.js = "w", time.Minute, make(chan struct{}, 2), &offers{parts: []*part{first, next}, lease: 33 * second}
				s.worker = Worker{Machine: "m", Check: func(fleet.Part) error { return nil }, Do: func(ctx context.Context, p fleet.Part) (fleet.Result, error) {
					select {
					case <-ctx.Done():
						return fleet.Result{}, ctx.Err()
					case <-time.After(c.takes):
						return fleet.Result{Part: p.Number}, nil
					}
				}}
				begun := time.Now()
				hear(t, servers, helloSubject, func(*nats.Msg) string {
					text, err := json.Marshal(hello{Protocol: Protocol, ID: "a", Left: c.over == 0 || time.Since(begun) < c.over})
					if err != nil {
						t.Error(err)
					}
					return string(text)
				})
				gave := hear(t, servers, giveSubject+">", func(*nats.Msg) string {
					if time.Since(begun) < c.deaf {
						return "no JSON"
					}
					return "{}"
				})
				beats := hear(t, servers, beatSubject+">", func(m *nats.Msg) string {
					if m.Reply == "" {
						return ""
					}
					return "{}"
				})
				if _, err := s.nc.Request("nobody", nil, second); !errors.Is(err, nats.ErrNoResponders) { // from here on it receives answers
					t.Fatal(err)
				}
				before := s.nc.NumSubscriptions()
				lent := &lender{Context: t.Context(), end: make(chan struct{})}
				ctx := context.Context(lent)
				if c.stop > 0 {
					stopped, stop := context.WithCancel(t.Context())
					defer stop()
					time.AfterFunc(c.stop, stop)
					ctx = stopped
				}
				if c.over > 0 {
					time.AfterFunc(c.over, func() { servers.Publish(overSubject+"a", nil) }) //nolint:errcheck // then it does not end
				}
				err := s.run(ctx)
				if fmt.Sprint(err) != c.err && (err != nil || c.err != "") {
					t.Error(err)
				}
				synctest.Wait()
				var gone, taken []string
				for _, b := range *beats {
					if strings.Contains(b, `"gone":true`) {
						gone = append(gone, b)
					}
					if strings.Contains(b, `"taken":true`) {
						taken = append(taken, b)
					}
				}
				if got := strings.Join(whens(gone), " "); got != c.gone {
					t.Errorf("gone at %q", got)
				}
				if len(taken) != 2 || !strings.Contains(taken[1], `"part":"nqueens.part.a.2","taken":true`) {
					t.Errorf("taken: %q", taken)
				}
				if got := strings.Join(whens(*gave), " "); got != c.gave {
					t.Errorf("given at %q", got)
				}
				if strings.Join(first.said, ", ") != c.first || strings.Join(next.said, ", ") != c.next {
					t.Errorf("%q, %q", first.said, next.said)
				}
				if lent.out != 0 {
					t.Errorf("%d still wait for the end of who called", lent.out)
				}
				if len(s.leases) != 0 || s.now != "" {
					t.Errorf("%d leases are left, of %q", len(s.leases), s.now)
				}
				if s.lists["a"].lease() != 33*second || s.nc.NumSubscriptions() != before {
					t.Errorf("a lease of %v, %d subscriptions are left", s.lists["a"].lease(), s.nc.NumSubscriptions()-before)
				}
				servers.Close()
				s.nc.Close()
				if synctest.Wait(); len(told) != 0 {
					t.Errorf("who has nothing more to do is told %q", told)
				}
			})
		})
	}
}
