package network

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nqueens/fleet"
)

// failing is a consumer whose requests for parts fail.
type failing struct {
	jetstream.Consumer
	err error
}

func (f failing) Next(...jetstream.FetchOpt) (jetstream.Msg, error) { return nil, f.err }

// TestPauseAfterErrors checks the pause after each error, in a synctest bubble.
func TestPauseAfterErrors(t *testing.T) {
	for err, pause := range map[error]time.Duration{
		nats.ErrTimeout: 0, context.DeadlineExceeded: 0, // these errors come at the end of the waiting time
		nats.ErrNoResponders: fetchTime, errors.New("closed"): fetchTime,
	} {
		synctest.Test(t, func(t *testing.T) {
			l := &list{consumer: failing{err: err}}
			l.over, l.end = context.WithCancel(t.Context())
			begun := time.Now()
			if msg := (&shift{}).take(t.Context(), l, fetchTime); msg != nil || time.Since(begun) != pause {
				t.Errorf("%v: asked again after %v, not %v", err, time.Since(begun), pause)
			}
			l.end()
			begun = time.Now()
			if msg := (&shift{}).take(t.Context(), l, fetchTime); msg != nil || time.Since(begun) != 0 {
				t.Errorf("%v: of what is done it waits %v for a part", err, time.Since(begun))
			}
		})
	}
}

// TestOverMeanwhile checks that a worker that waits for a part, or for an acknowledgement, stops
// waiting when the list is done.
func TestOverMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := &list{consumer: failing{err: nats.ErrNoResponders}}
		over := func() {
			l.over, l.end = context.WithCancel(t.Context())
			time.AfterFunc(time.Second, l.end)
		}
		for what, wait := range map[string]func(){
			"a part": func() { (&shift{}).take(t.Context(), l, fetchTime) },
			"an answer": func() {
				(&shift{}).delivered(t.Context(), &lease{l, &part{waits: true}}, delivery{Result: &fleet.Result{}}, answer{})
			},
		} {
			over()
			begun := time.Now()
			if wait(); time.Since(begun) != time.Second {
				t.Errorf("it waits %v for %s of what is over after 1s", time.Since(begun), what)
			}
		}
	})
}

// among returns a shift with these lists, whose leases are short, and a connection for playing its
// servers.
func among(t *testing.T, lists ...string) (s *shift, servers *nats.Conn) {
	t.Helper()
	b, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true, DontListen: true})
	if err != nil {
		t.Fatal(err)
	}
	b.Start()
	t.Cleanup(b.Shutdown)
	connect := func() *nats.Conn {
		nc, err := nats.Connect("", nats.InProcessServer(b))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(nc.Close)
		return nc
	}
	s = &shift{nc: connect(), user: Anybody, lists: map[string]*list{}, leases: map[*lease]bool{}, paced: make(chan struct{}, 1)}
	for _, id := range lists {
		l := &list{id: id}
		l.lasts.Store(int64(30 * time.Millisecond))
		l.over, l.end = context.WithCancel(t.Context())
		s.lists[id] = l
	}
	return s, connect()
}

// TestMissedTheEnd checks that a worker that missed the end of a list learns it when it asks again.
func TestMissedTheEnd(t *testing.T) {
	t.Parallel()
	s, servers := among(t, "done", "left")
	sub, err := servers.Subscribe(helloSubject, func(m *nats.Msg) {
		for _, h := range []hello{{Protocol: Protocol, ID: "done"}, {Protocol: Protocol, ID: "left", Left: true}, {Protocol: Protocol, ID: "unknown"}} {
			text, err := json.Marshal(h)
			if err != nil || m.Respond(text) != nil {
				t.Error(err)
			}
		}
		m.Respond(nil) //nolint:errcheck // no other waits for it
	})
	if err != nil || servers.Flush() != nil {
		t.Fatal(err)
	}
	defer sub.Unsubscribe() //nolint:errcheck // ends with the test
	if answered, err := s.hello(t.Context()); !answered || err != nil {
		t.Fatal(answered, err)
	}
	if s.lists["done"].over.Err() == nil || s.lists["left"].over.Err() != nil || len(s.lists) != 2 {
		t.Errorf("%d lists; over: %v, and %v", len(s.lists), s.lists["done"].over.Err(), s.lists["left"].over.Err())
	}
}

// TestLeaseAsTold checks that the answer to a beat can change the lease, and that an answer without
// one does not.
func TestLeaseAsTold(t *testing.T) {
	t.Parallel()
	s, servers := among(t, "silent", "says")
	asked := make(chan string, 100)
	sub, err := servers.Subscribe(beatSubject+">", func(m *nats.Msg) { asked <- m.Reply })
	if err != nil || servers.Flush() != nil {
		t.Fatal(err)
	}
	defer sub.Unsubscribe() //nolint:errcheck // ends with the test
	ctx, end := context.WithCancel(t.Context())
	ended := make(chan struct{})
	go func() { defer close(ended); s.beats(ctx) }()
	reply := <-asked
	answers := reply[:len(reply)-len("says")]
	if id := "silent"; reply[len(reply)-len(id):] == id {
		answers = reply[:len(reply)-len(id)]
	}
	for _, says := range [][2]string{{"silent", "{}"}, {"silent", `{"lease":-1}`}, {"silent", "no JSON"}, {"nobody", `{"lease":5}`}, {"says", `{"lease":3600000000000}`}} {
		if err := servers.Publish(answers+says[0], []byte(says[1])); err != nil {
			t.Fatal(err)
		}
	}
	for s.lists["says"].lease() != time.Hour {
		<-asked // beats continue at the interval of the shortest lease
	}
	if lasts := s.lists["silent"].lease(); lasts != 30*time.Millisecond {
		t.Errorf("who says nothing has a lease of %v", lasts)
	}
	end()
	<-ended
}

// part is a message that records the calls on it.
type part struct {
	jetstream.Msg
	data, subject string
	delivered     uint64
	said          []string
	waits         bool            // its acknowledgement is not answered
	later         time.Duration   // the largest delay of the next delivery
	slow          time.Duration   // the time that InProgress takes
	during        context.Context // the context of waiting for the acknowledgement
}

func (p *part) Data() []byte    { return []byte(p.data) }
func (p *part) Subject() string { return p.subject }
func (p *part) Nak() error      { p.said = append(p.said, "given back"); return nil }
func (p *part) DoubleAck(ctx context.Context) error {
	p.during = ctx
	if p.said = append(p.said, "done"); p.waits {
		<-ctx.Done()
	}
	return nil
}
func (p *part) InProgress() error {
	time.Sleep(p.slow)
	p.said = append(p.said, "at it")
	return nil
}
func (p *part) NakWithDelay(d time.Duration) error {
	p.said, p.later = append(p.said, "left"), max(p.later, d)
	return nil
}
func (p *part) Metadata() (*jetstream.MsgMetadata, error) {
	return &jetstream.MsgMetadata{NumDelivered: p.delivered}, nil
}

// TestOnePart checks the messages of a worker about a part and its lease, for every outcome, and
// whether the shift ends.
func TestOnePart(t *testing.T) {
	t.Parallel()
	const away = "no answer"
	broken, lacks := errors.New("broken"), &fleet.UnableError{Lacks: "no cadical"}
	for name, test := range map[string]struct {
		data                string
		check, do           error
		inARow              int
		permit, answer      string
		patience            time.Duration
		said, given         string // to NATS about the part, and to the server
		err, fatal, told    string
		inARowThen, lacking int
	}{
		"result":       {said: "done", given: "result 7", told: "result 7 is taken"},
		"after others": {inARow: 2, said: "done", given: "result 7", told: "result 7 is taken"},
		"refused":      {answer: `{"refused":"not yours"}`, said: "given back", given: "result 7", fatal: "nats://h does not take a result: not yours"},
		"no part":      {data: "7", said: "given back", err: "it holds a number where an object, in braces, is expected"},
		"another's":    {check: broken, said: "given back", err: "broken"},
		"unable":       {check: lacks, said: "left", given: "lacks no cadical", told: "left to others: no cadical", lacking: 1},
		"failure":      {do: broken, said: "left", given: "failure of 7 on m: broken", inARowThen: 1},
		"third":        {do: broken, inARow: 2, said: "left", given: "failure of 7 on m: broken", err: "3 parts in a row could not be computed; the last: broken", inARowThen: 3},
		"again":        {data: `{"part":7,"check":true}`, permit: "{}", said: "done", given: "result 7", told: "result 7 is taken"},
		"no sense":     {data: `{"part":7,"check":true}`, permit: "no JSON", said: "left"},
		"no server":    {data: `{"part":7,"check":true}`, permit: away, said: "left"},
		"elsewhere":    {data: `{"part":7,"check":true}`, permit: `{"elsewhere":true}`, said: "left"},
		"nobody":       {answer: away, patience: 1, said: "given back", given: "result 7", fatal: "nats://h: no server accepts the result of nqueens.part.a.7, which is lost"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, servers := among(t, "a")
			var told, gave []string
			during := context.Context(nil)
			s.address = Address{URL: "nats://h", Patience: test.patience, Notify: func(text string) { told = append(told, text) }}
			s.outbox, s.inARow = make(chan struct{}, 1), test.inARow
			s.worker = Worker{
				Machine: "m", Check: func(fleet.Part) error { return test.check },
				Do: func(ctx context.Context, p fleet.Part) (fleet.Result, error) {
					during = ctx
					if s.now != "nqueens.part.a.7" || s.beatOn != "a" || len(s.leases) != 1 {
						t.Errorf("it says that it is at %q of %q, with %d leases", s.now, s.beatOn, len(s.leases))
					}
					return fleet.Result{Part: p.Number}, test.do
				},
				Recorded: func(r fleet.Result) { told = append(told, fmt.Sprintf("result %d is taken", r.Part)) },
			}
			heard := make(chan string, 10)
			for subject, answer := range map[string]string{giveSubject: test.answer, beatSubject: test.permit} {
				if subject == beatSubject && answer == away {
					continue
				}
				if _, err := servers.Subscribe(subject+"a."+Anybody, func(m *nats.Msg) {
					var g delivery
					var b beat
					switch {
					case subject == beatSubject && json.Unmarshal(m.Data, &b) == nil:
						if b.Lacks != "" {
							heard <- "lacks " + b.Lacks
						}
					case json.Unmarshal(m.Data, &g) != nil || g.Subject != "nqueens.part.a.7":
						t.Errorf("%s", m.Data)
					case g.Failure != nil:
						heard <- fmt.Sprintf("failure of %d on %s: %s", g.Failure.Part, g.Failure.Machine, g.Failure.Reason)
					default:
						heard <- fmt.Sprint("result ", g.Result.Part)
					}
					if m.Reply != "" {
						m.Respond([]byte(cmp.Or(answer, "{}"))) //nolint:errcheck // then it fails
					}
				}); err != nil {
					t.Fatal(err)
				}
			}
			if err := servers.Flush(); err != nil {
				t.Fatal(err)
			}
			p := &part{data: cmp.Or(test.data, `{"part":7}`), subject: "nqueens.part.a.7"}
			err := s.compute(t.Context(), t.Context(), &lease{s.lists["a"], p})
			s.deliverer.Wait()
			if err := errors.Join(s.nc.Flush(), servers.Flush()); err != nil {
				t.Fatal(err)
			}
			if test.given != "" {
				gave = append(gave, <-heard)
			}
			for what, is := range map[string][2]string{
				"of the part": {strings.Join(p.said, ", "), test.said}, "to the server": {strings.Join(gave, ", "), test.given},
				"to people": {strings.Join(told, ", "), test.told}, "as an error": {fmt.Sprint(err), cmp.Or(test.err, "<nil>")},
				"at the end": {fmt.Sprint(s.fatal), cmp.Or(test.fatal, "<nil>")},
			} {
				if is[0] != is[1] {
					t.Errorf("%s: %q, want %q", what, is[0], is[1])
				}
			}
			if len(s.leases) != 0 || s.now != "" || s.inARow != test.inARowThen || len(s.lacking) != test.lacking || len(heard) != 0 || len(s.outbox) != 0 {
				t.Errorf("%d leases, at %q, %d in a row, %d lacking, %d more heard", len(s.leases), s.now, s.inARow, len(s.lacking), len(heard))
			}
			for _, ctx := range []context.Context{during, p.during} {
				if ctx != nil && ctx.Err() == nil {
					t.Error("a context is left that nobody ends")
				}
			}
			if failed := s.ended(t.Context()); fmt.Sprint(failed) != cmp.Or(test.fatal, "<nil>") {
				t.Errorf("the shift ends with %v", failed)
			}
		})
	}
}

// TestPassOn checks that a part which this worker may not compute is offered again after a delay
// that grows with the deliveries up to a third of the lease, and that a failed part is offered
// within that time.
func TestPassOn(t *testing.T) {
	t.Parallel()
	l := &list{}
	l.lasts.Store(int64(3 * time.Minute))
	for delivered, most := range map[uint64]time.Duration{0: 100 * time.Millisecond, 1: 200 * time.Millisecond, 9: 51200 * time.Millisecond, 10: time.Minute, 100: time.Minute} {
		p := &part{delivered: delivered}
		for range 200 {
			(&lease{l, p}).passOn()
		}
		if p.later >= most || p.later < most*3/4 { // fails by chance once in 10^24 runs
			t.Errorf("delivered %d times, it is offered within %v, not %v", delivered, p.later, most)
		}
	}
	long := &list{}
	long.lasts.Store(int64(time.Hour))
	for delivered, most := range map[uint64]time.Duration{9: 51200 * time.Millisecond, 10: 20 * time.Minute} {
		p := &part{delivered: delivered}
		for range 200 {
			(&lease{long, p}).passOn()
		}
		if p.later >= most || p.later < most*3/4 {
			t.Errorf("delivered %d times, of an hour it is offered within %v, not %v", delivered, p.later, most)
		}
	}
	p := &part{}
	for range 200 {
		(&lease{l, p}).giveBack()
	}
	if p.later >= time.Minute || p.later < 45*time.Second {
		t.Errorf("given back, it is offered within %v", p.later)
	}
}

// TestLeftToOthers checks that what a part lacks is reported once.
func TestLeftToOthers(t *testing.T) {
	t.Parallel()
	s, _ := among(t, "a")
	var told []string
	s.address.Notify = func(text string) { told = append(told, text) }
	for _, subject := range []string{"x", "x", "y", "x"} {
		p := &part{subject: subject}
		s.leave(&lease{s.lists["a"], p}, errors.New("no "+subject))
		if len(p.said) != 1 || p.said[0] != "left" {
			t.Errorf("%s: %q", subject, p.said)
		}
	}
	if got := strings.Join(told, ", "); got != "left to others: no x, left to others: no y" {
		t.Error(got)
	}
}

// TestHelloRefused checks that a server with another protocol ends the shift, and so does a list
// that this worker cannot compute, if there is no other.
func TestHelloRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		says  hello
		check error
		lists []string
		want  string
	}{
		{hello{Protocol: 1}, nil, []string{"a"}, "the server at nats://h uses version 1 of the protocol, and this program 2: use the same program on both sides"},
		{hello{Protocol: 2, ID: "b", Left: true}, errors.New("another version"), nil, "another version"},
		{hello{Protocol: 2, ID: "b", Left: true}, errors.New("another version"), []string{"a"}, ""},
		{hello{Protocol: 2, ID: "b"}, errors.New("another version"), nil, ""},
	} {
		s, servers := among(t, test.lists...)
		s.address.URL = "nats://h"
		s.worker.Check = func(fleet.Part) error { return test.check }
		if _, err := servers.Subscribe(helloSubject, func(m *nats.Msg) {
			text, err := json.Marshal(test.says)
			if err != nil || m.Respond(text) != nil {
				t.Error(err)
			}
			m.Respond(nil) //nolint:errcheck // no other waits for it
		}); err != nil || servers.Flush() != nil {
			t.Fatal(err)
		}
		answered, err := s.hello(t.Context())
		if answered != (test.want == "") || err == nil && test.want != "" || err != nil && err.Error() != test.want {
			t.Errorf("%+v: answered %v, %v, want %q", test.says, answered, err, test.want)
		}
	}
}

// TestNotLetInAgain checks that a worker ends if NATS rejects its credentials when it reconnects.
func TestNotLetInAgain(t *testing.T) {
	t.Parallel()
	start := func(token string, port int) *server.Server {
		b, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: port, NoLog: true, NoSigs: true, Authorization: token})
		if err != nil {
			t.Fatal(err)
		}
		b.Start()
		t.Cleanup(b.Shutdown)
		if !b.ReadyForConnections(10 * time.Second) {
			t.Fatal("it does not start")
		}
		return b
	}
	one := start("one", server.RANDOM_PORT)
	port := one.Addr().(*net.TCPAddr).Port
	closed := make(chan struct{})
	nc, err := nats.Connect(one.ClientURL(), nats.Token("one"), nats.MaxReconnects(-1), nats.ReconnectWait(10*time.Millisecond), nats.ReconnectJitter(0, 0),
		nats.ClosedHandler(func(*nats.Conn) { close(closed) }))
	if err != nil {
		t.Fatal(err)
	}
	s := &shift{nc: nc, address: Address{URL: "U"}, lists: map[string]*list{"a": {over: t.Context()}}}
	if err := s.ended(t.Context()); err != nil {
		t.Error(err)
	}
	one.Shutdown()
	start("two", port)
	<-closed
	const want = "U accepts only a valid token or key"
	if left, err := s.ask(t.Context()); len(left) != 0 || err == nil || err.Error() != want {
		t.Errorf("%v, %v", left, err)
	}
	if _, err := s.hello(t.Context()); err == nil || err.Error() != want {
		t.Error(err)
	}
}

// TestHelloOfSeveral checks that a worker joins the list that it can compute although another
// server offers one that it cannot, and joins none without a queue.
func TestHelloOfSeveral(t *testing.T) {
	t.Parallel()
	s, servers := among(t)
	of := &offers{lease: time.Minute}
	s.js = of
	s.worker.Check = func(p fleet.Part) error {
		if p.Number == 1 {
			return errors.New("another version")
		}
		return nil
	}
	if _, err := servers.Subscribe(helloSubject, func(m *nats.Msg) {
		for _, h := range []hello{{Protocol: Protocol, ID: "b", First: fleet.Part{Number: 1}, Left: true}, {Protocol: Protocol, ID: "c", First: fleet.Part{Number: 2}, Left: true}} {
			text, err := json.Marshal(h)
			if err != nil || m.Respond(text) != nil {
				t.Error(err)
			}
		}
		m.Respond(nil) //nolint:errcheck // no other waits for it
	}); err != nil || servers.Flush() != nil {
		t.Fatal(err)
	}
	of.never = jetstream.ErrConsumerNotFound
	if answered, err := s.hello(t.Context()); answered || err != nil || len(s.lists) != 0 {
		t.Errorf("%v, %v, %d lists", answered, err, len(s.lists))
	}
	of.never = nil
	if answered, err := s.hello(t.Context()); !answered || err != nil || len(s.lists) != 1 || s.lists["c"] == nil || s.lists["c"].lease() != time.Minute {
		t.Errorf("%v, %v, %d lists", answered, err, len(s.lists))
	}
	if of.asked.Err() == nil {
		t.Error("a context is left that nobody ends")
	}
}

// TestAskDisconnected checks that while the connection is lost no server is asked, and that a
// missing server is not reported.
func TestAskDisconnected(t *testing.T) {
	t.Parallel()
	b, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: server.RANDOM_PORT, NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	b.Start()
	lost := make(chan struct{})
	nc, err := nats.Connect("", nats.InProcessServer(b), nats.MaxReconnects(-1), nats.ReconnectWait(time.Hour), nats.ReconnectBufSize(-1),
		nats.DisconnectErrHandler(func(*nats.Conn, error) { close(lost) }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	b.Shutdown()
	<-lost
	s := &shift{nc: nc, lists: map[string]*list{"a": {over: t.Context()}}, address: Address{Notify: func(text string) { t.Error(text) }}}
	if answered, err := s.hello(t.Context()); answered || err != nil {
		t.Errorf("%v, %v", answered, err)
	}
	ctx, end := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer end()
	if left, err := s.ask(ctx); len(left) != 0 || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%d lists, %v", len(left), err)
	}
	nc.Close()
	if err := s.run(t.Context()); err != nats.ErrConnectionClosed { //nolint:errorlint // nothing else was tried
		t.Error(err)
	}
}
