package network

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nqueens"
	"nqueens/fleet"
)

// queue is a NATS with one stream and one consumer, and with fixed errors.
type queue struct {
	jetstream.JetStream

	subjects                               []string // of the parts in it
	waiting                                int      // number of workers
	wait                                   time.Duration
	made, told, asked, put, purged, delete error
	publish                                func(subject string, text []byte) error
	looked                                 func()       // called when the outcome of a part is requested, if not nil
	asks                                   func() error // called when its content is requested, if not nil
	gone                                   int          // number of deletions
	wants                                  jetstream.ConsumerConfig
	cleared                                []string
}

func (q *queue) CreateOrUpdateStream(context.Context, jetstream.StreamConfig) (jetstream.Stream, error) {
	return stream{q: q}, q.made
}
func (q *queue) DeleteStream(context.Context, string) error { q.gone++; return q.delete }
func (q *queue) PublishAsync(subject string, text []byte, _ ...jetstream.PublishOpt) (jetstream.PubAckFuture, error) {
	err := q.publish(subject, text)
	if refused, ok := errors.AsType[*jetstream.APIError](err); ok || err == nil {
		return future{errs: refused, looked: q.looked}, nil
	}
	return nil, err
}

type stream struct {
	jetstream.Stream
	q *queue
}

func (q stream) Consumer(context.Context, string) (jetstream.Consumer, error) {
	return consumer{q: q.q}, q.q.asked
}
func (q stream) CreateOrUpdateConsumer(_ context.Context, c jetstream.ConsumerConfig) (jetstream.Consumer, error) {
	q.q.wants = c
	q.q.wait = c.AckWait
	return consumer{q: q.q}, q.q.put
}
func (q stream) Info(context.Context, ...jetstream.StreamInfoOpt) (*jetstream.StreamInfo, error) {
	info := &jetstream.StreamInfo{State: jetstream.StreamState{Subjects: map[string]uint64{}}}
	for _, s := range q.q.subjects {
		info.State.Subjects[s] = 1
	}
	if q.q.asks != nil {
		return info, q.q.asks()
	}
	return info, q.q.told
}
func (q stream) Purge(_ context.Context, options ...jetstream.StreamPurgeOpt) error {
	var r jetstream.StreamPurgeRequest
	for _, o := range options {
		if err := o(&r); err != nil {
			return err
		}
	}
	q.q.cleared = append(q.q.cleared, r.Subject)
	return q.q.purged
}

type consumer struct {
	jetstream.Consumer
	q *queue
}

func (q consumer) CachedInfo() *jetstream.ConsumerInfo {
	return &jetstream.ConsumerInfo{Config: jetstream.ConsumerConfig{AckWait: q.q.wait}, NumWaiting: 99}
}
func (q consumer) Info(context.Context) (*jetstream.ConsumerInfo, error) {
	return &jetstream.ConsumerInfo{NumWaiting: q.q.waiting}, q.q.asked
}

// never is the code of a part for which NATS does not answer.
const never jetstream.ErrorCode = 1<<16 - 1

// future is the outcome of adding a part to the queue.
type future struct {
	jetstream.PubAckFuture
	errs   *jetstream.APIError
	looked func() // called when the outcome is requested, if not nil
}

func (f future) Ok() <-chan *jetstream.PubAck {
	if f.looked != nil {
		f.looked()
	}
	if f.errs != nil {
		return nil
	}
	c := make(chan *jetstream.PubAck, 1)
	c <- new(jetstream.PubAck)
	return c
}
func (f future) Err() <-chan error {
	c := make(chan error, 1)
	if f.errs != nil && f.errs.ErrorCode != never {
		c <- f.errs
	}
	return c
}

const minute = time.Minute // the length of a lease

// over returns a server with this many parts over a queue.
func over(t *testing.T, parts int, q *queue) (*Server, *fleet.Journal) {
	t.Helper()
	l := &fleet.List{Problem: "queens(8)", Task: nqueens.CountAll, Engine: "fake", Version: "1"}
	for k := range parts + 1 {
		l.Cuts = append(l.Cuts, k)
	}
	j, err := fleet.OpenJournal(t.TempDir(), l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { j.Close() }) //nolint:errcheck // ends with the test
	return &Server{
		id: "x", list: l, journal: j, js: q, settings: Settings{Lease: minute, Window: DefaultWindow}, started: time.Now(), moved: time.Now(),
		wake: make(chan struct{}, 1), turns: make(chan struct{}, 1), tries: map[string]*tries{}, workers: map[string]*Process{},
	}, j
}

func does(t *testing.T, j *fleet.Journal, parts ...int) {
	t.Helper()
	for _, k := range parts {
		var key string
		j.View(func(tally *fleet.Tally) { key = tally.List.Part(k).Key })
		if err := j.Add(fleet.Result{Part: k, Key: key, Found: nqueens.NewCount(1), Machine: "m"}); err != nil {
			t.Fatal(err)
		}
	}
}

func first(k int) string { return fmt.Sprintf("nqueens.part.x.first.%d", k) }

// TestPassing checks which errors are retried.
func TestPassing(t *testing.T) {
	for _, err := range []error{
		errAnew, nats.ErrTimeout, context.DeadlineExceeded, nats.ErrNoResponders, nats.ErrDisconnected, nats.ErrReconnectBufExceeded, nats.ErrConnectionReconnecting,
		jetstream.ErrNoStreamResponse, jetstream.ErrAsyncPublishTimeout, jetstream.ErrStreamNotFound, jetstream.ErrConsumerNotFound,
	} {
		if !passing(fmt.Errorf("so: %w", err)) {
			t.Errorf("%v is for ever", err)
		}
	}
	for _, err := range []error{nats.ErrConnectionClosed, nats.ErrMaxPayload, syscall.ENOSPC} {
		if passing(err) {
			t.Errorf("%v is tried again", err)
		}
	}
}

// TestReconcile checks that unfinished parts stay in the queue and others are removed; a part that
// was just completed is left once to its worker to acknowledge.
func TestReconcile(t *testing.T) {
	q := &queue{subjects: []string{first(1), first(2), first(3), "nqueens.part.x.check.4", "nqueens.part.x.first.6", "nqueens.part.x.first.0", "nqueens.part.y.first.1", "nqueens.part.x.else.1"}}
	s, j := over(t, 5, q)
	s.tries[first(3)] = &tries{failures: maxFailures}
	s.tries[first(2)] = &tries{failures: maxFailures - 1, losses: maxLosses - 1}
	s.whole, s.stale = true, true
	step := func(cleared ...string) {
		t.Helper()
		q.cleared = nil
		if err := s.reconcile(t.Context()); err != nil {
			t.Fatal(err)
		}
		if slices.Sort(q.cleared); !slices.Equal(q.cleared, slices.Sorted(slices.Values(cleared))) {
			t.Errorf("cleared %q, want %q", q.cleared, cleared)
		}
	}
	step(q.subjects[2:]...)
	if want := map[string]bool{first(1): true, first(2): true}; !maps.Equal(s.queued, want) || s.whole || s.stale {
		t.Errorf("queued %v, whole %v, stale %v", s.queued, s.whole, s.stale)
	}
	q.subjects = []string{first(1), first(2)}
	does(t, j, 1)
	step()
	if len(s.queued) != 1 || !s.finished[first(1)] {
		t.Errorf("queued %v, finished %v", s.queued, s.finished)
	}
	step(first(1))
	if len(s.finished) != 0 {
		t.Errorf("finished %v", s.finished)
	}
	// Parts that were in the queue when the server started are acknowledged by no worker of it.
	s.queued = nil
	step(first(1))
	s.queued, q.purged = nil, errors.New("purge")
	if err := s.reconcile(t.Context()); !errors.Is(err, q.purged) {
		t.Error(err)
	}
	q.told = errors.New("what is there")
	if err := s.reconcile(t.Context()); !errors.Is(err, q.told) {
		t.Error(err)
	}
	q.put = errors.New("no consumer")
	if err := s.reconcile(t.Context()); !errors.Is(err, q.put) {
		t.Error(err)
	}
	q.made = errors.New("no stream")
	if err := s.reconcile(t.Context()); !errors.Is(err, q.made) || q.gone != 0 {
		t.Error(err)
	}
}

// TestQueueAnew checks that a queue that NATS cannot update is made anew, except if its disk is
// full, it has no leader, or it does not allow the deletion.
func TestQueueAnew(t *testing.T) {
	for _, c := range []struct {
		made, gone error
		anew       bool
		tries      int
	}{
		{&jetstream.APIError{Code: 500, Description: "stream configuration update can not change persist mode"}, nil, true, 1},
		{&jetstream.APIError{Code: 500, Description: "it is spoilt"}, errors.New("not allowed"), false, 1},
		{&jetstream.APIError{Code: 503, Description: "no leader"}, nil, false, 0},
		{&jetstream.APIError{Code: 500, Description: "write: no space left on device"}, nil, false, 0},
		{nats.ErrTimeout, nil, false, 0},
	} {
		q := &queue{made: c.made, delete: c.gone}
		s, _ := over(t, 1, q)
		err := s.reconcile(t.Context())
		if !errors.Is(err, c.made) || errors.Is(err, errAnew) != c.anew || q.gone != c.tries {
			t.Errorf("%v: %v, taken away %d times", c.made, err, q.gone)
		}
	}
}

// TestStuck checks that a queue that delivers nothing although workers wait is made anew, and no
// other queue.
func TestStuck(t *testing.T) {
	other := errors.New("cannot say")
	for what, c := range map[string]struct {
		change func(s *Server, q *queue, j *fleet.Journal)
		stuck  bool
		err    error
	}{
		"nobody takes it": {nil, true, nil},
		"not for long":    {func(s *Server, _ *queue, _ *fleet.Journal) { s.moved = time.Now().Add(-2*minute + time.Second) }, false, nil},
		"nobody waits":    {func(_ *Server, q *queue, _ *fleet.Journal) { q.waiting = 0 }, false, nil},
		"it is done":      {func(_ *Server, _ *queue, j *fleet.Journal) { does(t, j, 1) }, false, nil},
		"set aside":       {func(s *Server, _ *queue, _ *fleet.Journal) { s.tries[first(1)] = &tries{losses: maxLosses} }, false, nil},
		"a worker is at it": {func(s *Server, _ *queue, _ *fleet.Journal) {
			s.workers["a"] = &Process{Heard: time.Now(), subject: first(1)}
		}, false, nil},
		"one was at it": {func(s *Server, _ *queue, _ *fleet.Journal) {
			s.workers["a"] = &Process{Heard: time.Now(), subject: first(1), Gone: true}
		}, true, nil},
		"another's":       {func(_ *Server, q *queue, _ *fleet.Journal) { q.subjects = []string{"nqueens.part.y.first.1"} }, false, nil},
		"NATS cannot say": {func(_ *Server, q *queue, _ *fleet.Journal) { q.asked = other }, false, other},
	} {
		q := &queue{subjects: []string{first(1)}, waiting: 1}
		s, j := over(t, 3, q)
		s.moved = time.Now().Add(-2*minute - time.Second)
		if c.change != nil {
			c.change(s, q, j)
		}
		err := s.reconcile(t.Context())
		if c.stuck != errors.Is(err, errAnew) || c.stuck != (q.gone == 1) || c.err != nil && !errors.Is(err, c.err) || c.err == nil && !c.stuck && err != nil {
			t.Errorf("%s: %v, taken away %d times", what, err, q.gone)
		}
		if c.stuck && !strings.HasPrefix(err.Error(), "NATS delivers no parts although workers wait") {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestLongerLease checks that the longer lease of the previous server holds until workers had time
// to learn of the shorter one.
func TestLongerLease(t *testing.T) {
	for _, c := range []struct {
		before, since, want time.Duration
		asked               error
	}{
		{3 * minute, 0, 3 * minute, nil}, {3 * minute, 2 * minute, 3 * minute, nil}, {3 * minute, 3*minute + time.Second, minute, nil},
		{minute / 2, 0, minute, nil}, {3 * minute, 0, minute, jetstream.ErrConsumerNotFound},
	} {
		q := &queue{wait: c.before, asked: c.asked}
		s, _ := over(t, 1, q)
		s.started = time.Now().Add(-c.since)
		if _, _, err := s.open(t.Context()); err != nil || q.wants.AckWait != c.want {
			t.Errorf("%v before, since %v: %v, %v", c.before, c.since, q.wants.AckWait, err)
		}
		if w := q.wants; w.Durable != "nqueens" || w.AckPolicy != jetstream.AckExplicitPolicy || w.MaxDeliver != -1 || w.MaxAckPending != -1 || w.MaxWaiting != 65536 {
			t.Errorf("%+v", w)
		}
	}
}

// TestPublish checks that a part that is in the queue already is not an error, and that other
// errors are returned.
func TestPublish(t *testing.T) {
	broken := errors.New("closed")
	for _, c := range []struct {
		err  error
		want string
	}{
		{nil, ""}, {&jetstream.APIError{ErrorCode: jetstream.JSErrCodeStreamWrongLastSequence}, ""}, {&jetstream.APIError{ErrorCode: jetstream.JSErrCodeStreamWrongLastSequenceConstant}, ""},
		{&jetstream.APIError{ErrorCode: 1, Description: "no room"}, "nats: API error: code=0 err_code=1 description=no room"}, {broken, "closed"},
	} {
		puts := []string{}
		q := &queue{publish: func(subject string, _ []byte) error {
			if puts = append(puts, subject); len(puts) == 2 {
				return c.err
			}
			return nil
		}}
		s, j := over(t, 4, q)
		does(t, j, 3)
		s.queued, s.settings.Window = map[string]bool{first(1): true}, 3
		s.moved = time.Time{}
		if s.hurry(); len(s.wake) != 1 {
			t.Error("it does not look after the queue")
		}
		err := s.fill(t.Context())
		if fmt.Sprint(err) != c.want && (err != nil || c.want != "") {
			t.Errorf("%v: %v", c.err, err)
		}
		if want := []string{first(2), first(4)}; !slices.Equal(puts, want) {
			t.Errorf("%q were put in, want %q", puts, want)
		}
		if there := maps.Equal(s.queued, map[string]bool{first(1): true, first(2): true, first(4): true}); there != (c.want == "") || s.moved.IsZero() == (c.want == "") || !s.whole {
			t.Errorf("%v: queued %v, moved %v, whole %v", c.err, s.queued, s.moved, s.whole)
		}
	}
}

// TestPublishMany checks that at most 256 parts are published at once, and that the server does not
// wait for NATS when it ends.
func TestPublishMany(t *testing.T) {
	under, most := 0, 0
	q := &queue{publish: func(string, []byte) error { under++; most = max(most, under); return nil }, looked: func() { under = 0 }}
	s, _ := over(t, 600, q)
	s.queued = map[string]bool{}
	if err := s.fill(t.Context()); err != nil || most != 256 || len(s.queued) != 600 {
		t.Errorf("%d at once, %d in all, %v", most, len(s.queued), err)
	}
	q.publish = func(string, []byte) error { return &jetstream.APIError{ErrorCode: never} }
	s.queued = map[string]bool{}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := s.fill(ctx); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// TestFillWhenHungry checks that the queue is filled up to its window when it is half empty.
func TestFillWhenHungry(t *testing.T) {
	for _, c := range []struct {
		queued, window int
		whole          bool
		put            int
		then           bool // the new value of whole
	}{
		{0, 4, false, 4, false}, {0, 4, true, 4, false}, {2, 4, false, 2, false}, {3, 4, false, 0, false}, {2, 4, true, 0, true}, {1, 10, false, 8, true}, {0, 9, false, 9, true}, {0, 8, false, 8, false},
	} {
		n := 0
		s, _ := over(t, 9, &queue{publish: func(string, []byte) error { n++; return nil }})
		s.queued, s.settings.Window, s.whole = map[string]bool{}, c.window, c.whole
		for k := range c.queued {
			s.queued[first(k+1)] = true
		}
		if err := s.fill(t.Context()); err != nil || n != c.put || s.whole != c.then {
			t.Errorf("%+v: %d put in, whole %v, %v", c, n, s.whole, err)
		}
	}
}

// TestLeftAside checks that nothing is left when all is done, and that parts set aside are an error
// that names them.
func TestLeftAside(t *testing.T) {
	s, j := over(t, 9, nil)
	said := func() string {
		t.Helper()
		done, err := s.done()
		return fmt.Sprint(done, " ", err)
	}
	if got := said(); got != "false <nil>" {
		t.Error(got)
	}
	does(t, j, 1, 4)
	for k := 5; k <= 9; k++ {
		s.tries[first(k)] = &tries{losses: maxLosses}
	}
	s.tries[first(2)], s.tries[first(3)] = &tries{failures: maxFailures}, &tries{failures: 1}
	if got := said(); got != "false <nil>" {
		t.Error(got)
	}
	if st := s.Status(); !slices.Equal(st.SetAside, []int{2, 5, 6, 7, 8, 9}) {
		t.Errorf("set aside: %v", st.SetAside)
	}
	s.tries[first(3)] = &tries{losses: maxLosses}
	if got := said(); got != "false parts are set aside, because workers could not compute them: parts 2, 3, 5-9; all others are done. Restart the server to hand them out again" {
		t.Error(got)
	}
	if st := s.Status(); !slices.Equal(st.SetAside, []int{2, 3, 5, 6, 7, 8, 9}) || st.Count.Done != 2 {
		t.Errorf("%+v", st)
	}
	does(t, j, 2, 3, 5, 6, 7, 8, 9)
	if got := said(); got != "true <nil>" {
		t.Error(got)
	}
	if st := s.Status(); len(st.SetAside) != 0 || !st.Count.Unheard {
		t.Errorf("%+v", st)
	}
	s, j = over(t, 1, nil)
	does(t, j, 1)
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if got := said(); !strings.HasPrefix(got, "false writing results: ") { // the checks cannot be drawn
		t.Error(got)
	}
}
