package network

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nqueens/fleet"
)

// TestOffer checks that the queue is examined after each lease, when the server is woken and parts
// were set aside, and every second while NATS cannot be reached, which is reported. Any other error
// ends the server.
func TestOffer(t *testing.T) {
	const second = time.Second
	gone := errors.New("it broke")
	for name, c := range map[string]struct {
		fails  error         // the first error of NATS
		heals  time.Duration // the end of that error
		broken func() error
		fill   error // the error of adding a part
		events map[time.Duration]func(*Server)
		asked  string // when the content of the queue was requested
		told   string
		err    string
	}{
		"all is well":         {asked: "0s 1m0s 2m0s"},
		"it is woken":         {events: map[time.Duration]func(*Server){5 * second: (*Server).hurry}, asked: "0s 1m5s 2m5s"},
		"one is set aside":    {events: map[time.Duration]func(*Server){5 * second: func(s *Server) { s.stale = true; s.hurry() }}, asked: "0s 5s 1m5s 2m5s"},
		"it is away":          {fails: nats.ErrTimeout, heals: 3*second - 1, asked: "0s 1s 2s 3s 1m3s 2m3s", told: strings.Repeat("the queue of parts: nats: timeout; trying again;", 3)},
		"it is refused":       {fails: nats.ErrConnectionClosed, heals: second, asked: "0s", err: "the queue of parts: nats: connection closed"},
		"it is broken":        {fails: nats.ErrTimeout, heals: second, broken: func() error { return gone }, asked: "0s", err: "the queue of parts: it broke"},
		"it is away, but is":  {fails: nats.ErrTimeout, heals: 1, broken: func() error { return nil }, asked: "0s 1s 1m1s 2m1s", told: "the queue of parts: nats: timeout; trying again;"},
		"it cannot be filled": {events: map[time.Duration]func(*Server){5 * second: func(s *Server) { s.queued = nil; s.hurry() }}, fill: nats.ErrTimeout, asked: "0s 6s 1m6s 2m6s", told: "the queue of parts: nats: timeout; trying again;"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				begun := time.Now()
				var asked []string
				q := &queue{publish: func(string, []byte) error { return c.fill }, subjects: []string{first(1), first(2)}}
				q.asks = func() error {
					asked = append(asked, time.Since(begun).String())
					if time.Since(begun) < c.heals {
						return c.fails
					}
					return nil
				}
				s, _ := over(t, 2, q)
				var told strings.Builder
				s.settings.Broken, s.settings.Warn = c.broken, func(text string) { told.WriteString(text + ";") }
				s.moved = time.Time{}
				for after, do := range c.events {
					time.AfterFunc(after, func() { do(s) })
				}
				ctx, end := context.WithTimeout(t.Context(), 150*second)
				defer end()
				err := s.offer(ctx)
				if strings.Join(asked, " ") != c.asked || told.String() != c.told {
					t.Errorf("asked at %q, told %q", asked, told.String())
				}
				if c.err == "" && !errors.Is(err, context.DeadlineExceeded) || c.err != "" && fmt.Sprint(err) != c.err {
					t.Error(err)
				}
				if c.fails != nil && c.err == "" && s.moved.IsZero() {
					t.Error("it may be taken for stuck")
				}
			})
		})
	}
}

// TestDismiss checks that workers are dismissed repeatedly until each has gone or is silent, for at
// most 5 s.
func TestDismiss(t *testing.T) {
	const second = time.Second
	for name, c := range map[string]struct {
		delete error
		stays  time.Duration // of one worker
		ctx    time.Duration
		closed bool
		said   int // how often they were dismissed
		ends   time.Duration
		told   string
	}{
		"nobody is there":     {delete: jetstream.ErrStreamNotFound, said: 1},
		"one hears it":        {stays: 950 * time.Millisecond, said: 11, ends: second},
		"one never does":      {stays: time.Hour, said: 50, ends: 5 * second},
		"the server ends":     {stays: time.Hour, ctx: 1950 * time.Millisecond, said: 20, ends: 2 * second},
		"NATS has gone":       {stays: time.Hour, closed: true},
		"the queue is not to": {delete: errors.New("no leader"), said: 1, told: "the queue of parts: no leader"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T) {
				among, servers := among(t)
				q := &queue{delete: c.delete}
				s, _ := over(t, 1, q)
				told := ""
				s.nc, s.settings.Warn = servers, func(text string) { told += text }
				heard := hear(t, among.nc, overSubject+"x", nothing)
				if c.stays > 0 {
					s.workers["w"] = &Process{Heard: time.Now()}
					s.settings.Lease = time.Hour
					time.AfterFunc(c.stays, func() { s.mu.Lock(); defer s.mu.Unlock(); s.workers["w"].Gone = true })
				}
				ctx := t.Context()
				if c.ctx > 0 {
					limited, end := context.WithTimeout(ctx, c.ctx)
					defer end()
					ctx = limited
				}
				if c.closed {
					servers.Close()
				}
				begun := time.Now()
				s.dismiss(ctx)
				took := time.Since(begun)
				synctest.Wait()
				if len(*heard) != c.said || took != c.ends || q.gone != 1 || !s.over || told != c.told {
					t.Errorf("said %d times until %v, %d queues taken away, over %v, told %q", len(*heard), took, q.gone, s.over, told)
				}
			})
		})
	}
}

// TestSay checks that the file with the present workers is written every 5 s, and after a worker
// takes a part or ends, but at most once a second, and that it is removed when the server ends.
func TestSay(t *testing.T) {
	for name, ends := range map[string][2]bool{"all is done": {true, false}, "it is stopped": {false, true}} {
		for _, after := range []time.Duration{500 * time.Millisecond, 1500 * time.Millisecond, 20 * time.Second} {
			synctest.Test(t, func(t *testing.T) {
				s, _ := over(t, 1, nil)
				s.settings.Dir = t.TempDir()
				s.workers["w"] = &Process{Name: "w", Lacks: "memory", Heard: time.Now()}
				done := make(chan struct{})
				ctx, stop := context.WithCancel(t.Context())
				defer stop()
				begun := time.Now()
				var ended time.Duration
				go func() {
					if err := s.say(ctx, done); err != nil {
						t.Error(err)
					}
					ended = time.Since(begun)
				}()
				synctest.Wait()
				written := func(want time.Duration) {
					t.Helper()
					if p, err := ReadPresent(s.settings.Dir); err != nil || !p.Now.Equal(begun.Add(want)) || len(p.Workers) != 1 || p.Workers[0].Lacks != "memory" {
						t.Errorf("%s after %v: %+v written at %v, not %v, %v", name, after, p.Workers, p.Now.Sub(begun), want, err)
					}
				}
				written(0)
				if after == 20*time.Second {
					for _, step := range []struct {
						wait    time.Duration
						turn    bool
						written time.Duration
					}{{time.Second, false, 0}, {time.Second / 2, true, 1500 * time.Millisecond}, {time.Second / 2, true, 1500 * time.Millisecond}, {time.Second / 2, false, 2500 * time.Millisecond}, {4900 * time.Millisecond, false, 2500 * time.Millisecond}, {time.Second / 10, false, 7500 * time.Millisecond}} {
						if time.Sleep(step.wait); step.turn {
							signal(s.turns)
						}
						synctest.Wait()
						written(step.written)
					}
				}
				time.Sleep(time.Until(begun.Add(after)))
				if ends[0] {
					close(done)
				}
				if ends[1] {
					stop()
				}
				synctest.Wait()
				if _, err := os.Stat(filepath.Join(s.settings.Dir, presentFile)); ended != after || !errors.Is(err, os.ErrNotExist) {
					t.Errorf("%s: it ends after %v, %v", name, ended, err)
				}
			})
		}
	}
	s, _ := over(t, 1, nil)
	if err := s.say(t.Context(), nil); err != nil { // without a folder there is no file
		t.Error(err)
	}
	told := ""
	s.settings.Dir, s.settings.Warn = filepath.Join(t.TempDir(), "gone"), func(text string) { told = text }
	done := make(chan struct{})
	close(done)
	if err := s.say(t.Context(), done); err != nil || !strings.Contains(told, "gone") {
		t.Errorf("%v, told %q", err, told)
	}
}

// TestBeatsTakenIn checks what each beat changes, and what it wakes.
func TestBeatsTakenIn(t *testing.T) {
	check := strings.Replace(first(2), "first", "check", 1)
	for name, c := range map[string]struct {
		text         string
		user         string
		had          *Process // the worker "w" before the beat
		moved, turns bool
		part         int
		who, told    string
		lost         int
	}{
		"no beat":        {text: "no JSON"},
		"half a beat":    {text: `{"worker":"w","threads":"many"}`},
		"nobody's":       {text: `{"machine":"m","taken":true}`},
		"it is there":    {text: `{"worker":"w","machine":"n"}`, who: "w"},
		"it took one":    {text: `{"worker":"w","machine":"n","taken":true,"part":"` + first(1) + `"}`, who: "w", moved: true, turns: true, part: 1},
		"it is at one":   {text: `{"worker":"w","machine":"n","part":"` + first(1) + `"}`, who: "w", part: 1},
		"it is gone":     {text: `{"worker":"w","machine":"n","gone":true}`, who: "w", turns: true},
		"it lacks":       {text: `{"worker":"w","machine":"n","lacks":"memory"}`, who: "w", moved: true, told: "w leaves parts to others: memory"},
		"it lacks still": {text: `{"worker":"w","machine":"n","lacks":"memory"}`, who: "w", moved: true, had: &Process{Name: "w", Lacks: "cadical"}},
		"elsewhere":      {text: `{"worker":"w","machine":"m","taken":true,"part":"` + check + `"}`, who: "w", moved: true},
		"bound":          {text: `{"worker":"w","machine":"x"}`, user: "key", who: "bound-w"},
		"bound already":  {text: `{"worker":"w","machine":"bound"}`, user: "key", who: "w"},
		"lost":           {text: `{"worker":"w","machine":"n","taken":true,"part":"` + first(3) + `"}`, who: "w", moved: true, turns: true, part: 3, lost: 1},
	} {
		s, j := over(t, 3, nil)
		does(t, j, 2)
		told := ""
		s.settings.Warn, s.settings.Machines = func(text string) { told += text }, map[string]string{"key": "bound"}
		s.workers["other"] = &Process{Name: "other", Machine: "o", Heard: time.Now()}
		s.workers["lost"] = &Process{Name: "lost", Machine: "l", subject: first(3), Part: 3}
		if c.had != nil {
			s.workers["w"] = c.had
		}
		s.moved = time.Time{}
		user := c.user
		if user == "" {
			user = Anybody
		}
		s.beat(&nats.Msg{Subject: beatSubject + "x." + user, Data: []byte(c.text)})
		if w := s.workers[c.who]; (w == nil) != (c.who == "") || len(s.workers) > 2 != (c.who != "") || w != nil && w.Part != c.part {
			t.Errorf("%s: %+v of %d", name, w, len(s.workers))
		}
		if s.moved.IsZero() == c.moved || len(s.turns) == 1 != c.turns || told != c.told {
			t.Errorf("%s: moved %v, turns %d, told %q", name, s.moved, len(s.turns), told)
		}
		j.View(func(tally *fleet.Tally) {
			if len(tally.Failures) != c.lost {
				t.Errorf("%s: %v", name, tally.Failures)
			}
		})
	}
	s, j := over(t, 3, nil)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	told := ""
	s.settings.Warn = func(text string) { told += text }
	s.workers["lost"] = &Process{Name: "lost", subject: first(3)}
	if s.beat(&nats.Msg{Subject: "any", Data: []byte(`{"worker":"w","taken":true,"part":"` + first(3) + `"}`)}); !strings.HasPrefix(told, "writing results: ") {
		t.Errorf("that a loss cannot be kept is told as %q", told)
	}
}

// TestBatch checks that a limited number of messages share one sync of the disk, and that after an
// error the rest is left.
func TestBatch(t *testing.T) {
	s, j := over(t, 1, nil)
	s.gives = make(chan *nats.Msg, 2000)
	text := ""
	j.View(func(tally *fleet.Tally) {
		text = fmt.Sprintf(`{"worker":"w","result":{"part":1,"key":%q,"found":"1","machine":"m"}}`, tally.List.Part(1).Key)
	})
	for range 1030 {
		s.gives <- &nats.Msg{Subject: "any", Data: []byte(text)}
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if err := s.collect(t.Context(), nil); err == nil || len(s.gives) != 6 {
		t.Errorf("%v, %d are left", err, len(s.gives))
	}
	s.gives = make(chan *nats.Msg)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := s.collect(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	done := make(chan struct{})
	close(done)
	if err := s.collect(t.Context(), done); err != nil {
		t.Error(err)
	}
}

// TestServeClosed checks that a server on a closed connection returns an error.
func TestServeClosed(t *testing.T) {
	among, _ := among(t)
	among.nc.Close()
	_, j := over(t, 1, nil)
	s, err := NewServer(among.nc, j, Settings{})
	if err != nil {
		t.Fatal(err)
	}
	if s.settings.Lease != 30*time.Second || s.settings.Window != 4096 || s.js.Options().DefaultTimeout != 10*time.Second || len(s.id) != 16 || s.id != listID(s.list) {
		t.Errorf("%+v, %s", s.settings, s.id)
	}
	ctx := &lender{Context: t.Context(), end: make(chan struct{})}
	if err := s.Run(ctx); err != nats.ErrConnectionClosed || ctx.out != 0 { //nolint:errorlint // nothing else was tried
		t.Errorf("%v, %d still wait for the end of who called", err, ctx.out)
	}
}

// TestHello checks that a server sends its list and whether work is left.
func TestHello(t *testing.T) {
	bubble(t, func(t *testing.T) {
		among, servers := among(t)
		s, _ := over(t, 2, nil)
		if _, err := servers.Subscribe(helloSubject, s.hello); err != nil || servers.Flush() != nil {
			t.Fatal(err)
		}
		for _, over := range []bool{false, true} {
			s.over = over
			m, err := among.nc.Request(helloSubject, nil, time.Second)
			if err != nil {
				t.Fatal(err)
			}
			var h hello
			if err := json.Unmarshal(m.Data, &h); err != nil || h.Protocol != Protocol || h.ID != "x" || h.First.Number != 1 || h.Left == over {
				t.Errorf("%s, %v", m.Data, err)
			}
		}
	})
}
