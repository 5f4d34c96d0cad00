package network

import (
	"context"
	"encoding/json"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// failing is the parts of a server, to ask for which fails.
type failing struct {
	jetstream.Consumer
	err error
}

func (f failing) Next(...jetstream.FetchOpt) (jetstream.Msg, error) { return nil, f.err }

// TestAwayIsNotAskedAgainAtOnce: by a clock that only waiting moves on.
func TestAwayIsNotAskedAgainAtOnce(t *testing.T) {
	for err, pause := range map[error]time.Duration{
		nats.ErrTimeout: 0, context.DeadlineExceeded: 0, // they come when the time is over
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

// among is a shift with these lists, whose parts last a moment, and a connection to play its servers.
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

// TestMissedTheEnd: who did not hear that a list is done learns it when it asks again.
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
		m.Respond(nil) //nolint:errcheck // nobody else is there
	})
	if err != nil || servers.Flush() != nil {
		t.Fatal(err)
	}
	defer sub.Unsubscribe() //nolint:errcheck // a test's
	if answered, err := s.hello(t.Context()); !answered || err != nil {
		t.Fatal(answered, err)
	}
	if s.lists["done"].over.Err() == nil || s.lists["left"].over.Err() != nil || len(s.lists) != 2 {
		t.Errorf("%d lists; over: %v, and %v", len(s.lists), s.lists["done"].over.Err(), s.lists["left"].over.Err())
	}
}

// TestLeaseAsTold: a server may say at each beat how long its lease is, and one that does not leaves it as it was.
func TestLeaseAsTold(t *testing.T) {
	t.Parallel()
	s, servers := among(t, "silent", "says")
	asked := make(chan string, 100)
	sub, err := servers.Subscribe(beatSubject+">", func(m *nats.Msg) { asked <- m.Reply })
	if err != nil || servers.Flush() != nil {
		t.Fatal(err)
	}
	defer sub.Unsubscribe() //nolint:errcheck // a test's
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
		<-asked // they go on as the shortest lease asks
	}
	if lasts := s.lists["silent"].lease(); lasts != 30*time.Millisecond {
		t.Errorf("who says nothing has a lease of %v", lasts)
	}
	end()
	<-ended
}
