package network

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nqueens/fleet"
	"nqueens/internal/jsonfile"
)

// A Worker computes parts, one at a time: see [fleet.Worker].
type Worker struct {
	Machine string // the name of the machine
	Threads int
	Build   string // of the program
	// Check returns an error if it cannot compute a part.
	Check func(fleet.Part) error
	// Do computes a part. If ctx ends first, it returns within a second.
	Do func(ctx context.Context, p fleet.Part) (fleet.Result, error)
	// Recorded, if not nil, is called with each result that a server has recorded.
	Recorded func(fleet.Result)
}

// Work takes parts from the servers at the address, one after the other, and delivers the results,
// until all parts of all lists that it can compute are done. It keeps a result until the result is
// on the server's disk, for as long as that takes, while it computes other parts. If ctx ends, Work
// returns its error within a second and returns the part in work to the queue.
//
// It returns an error if all parts are of another version, or if three parts in a row could not be
// computed. The error is an AwayError if no server answered within the address's Patience.
func (w Worker) Work(ctx context.Context, a Address) error {
	user, err := a.user()
	if err != nil {
		return err
	}
	nc, err := Connect(ctx, a)
	if err != nil {
		return err
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		return err
	}
	s := &shift{
		worker: w, address: a, nc: nc, js: js, user: user, name: w.Machine + "-" + strings.ToLower(rand.Text()[:6]),
		lists: map[string]*list{}, leases: map[*lease]bool{}, outbox: make(chan struct{}, maxOutbox), paced: make(chan struct{}, 1),
	}
	return s.run(ctx)
}

const (
	maxOutbox  = 1000                   // the largest number of undelivered results; then the worker waits
	maxInARow  = 3                      // number of parts in a row that could not be computed
	fetchTime  = 2 * time.Second        // time to wait for a part
	helloTime  = 300 * time.Millisecond // time to wait for another server's answer
	answerWait = 3 * time.Second        // time to wait for a result to be on the server's disk
	lastWait   = 600 * time.Millisecond // time to deliver results and return parts when the worker must end
)

// A shift is the state of a Worker that takes parts from servers until it ends.
type shift struct {
	worker  Worker
	address Address
	nc      *nats.Conn
	js      jetstream.JetStream
	name    string // of this process
	user    string // Anybody or the public key

	lists     map[string]*list
	silent    time.Time      // since when no server has answered, or zero
	inARow    int            // number of parts in a row that could not be computed
	lacking   []string       // subjects of parts for which this machine lacks something
	deliverer sync.WaitGroup // of results
	outbox    chan struct{}  // one element for each undelivered result
	paced     chan struct{}  // the lease has changed

	mu     sync.Mutex
	leases map[*lease]bool // parts that are not to be given to others
	now    string          // the subject of the part that is being computed
	beatOn string          // the ID of its list
	fatal  error           // ends the shift
}

// A list is a list of parts that a server offers to this worker.
type list struct {
	id       string
	consumer jetstream.Consumer
	lasts    atomic.Int64    // the length of a lease, in nanoseconds
	over     context.Context // ends when all is done
	end      context.CancelFunc
}

// run works until all is done.
func (s *shift) run(ctx context.Context) error {
	sub, err := s.nc.Subscribe(overSubject+"*", func(m *nats.Msg) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if l := s.lists[strings.TrimPrefix(m.Subject, overSubject)]; l != nil {
			l.end()
		}
	})
	if err != nil {
		return err
	}
	defer sub.Unsubscribe() //nolint:errcheck // the connection ends it too
	// Work under way when ctx ends has a little more time.
	late, end := context.WithCancel(context.WithoutCancel(ctx))
	defer end()
	defer context.AfterFunc(ctx, func() { time.AfterFunc(lastWait, end) })()
	var beating sync.WaitGroup
	beats, quiet := context.WithCancel(late)
	beating.Go(func() { s.beats(beats) })
	err = s.loop(ctx, late)
	s.deliverer.Wait()
	quiet()
	beating.Wait()
	s.nc.SetDisconnectErrHandler(nil) // the server may end before its last worker
	for id := range s.lists {
		s.beat(id, beat{Gone: true})
	}
	s.nc.FlushTimeout(lastWait / 3) //nolint:errcheck // a lost message is only noticed later
	return err
}

// loop takes one part after the other.
func (s *shift) loop(ctx, late context.Context) error {
	for {
		left, err := s.ask(ctx)
		if err != nil || len(left) == 0 {
			return err
		}
		for took := true; took; { // without a part, request the lists again
			took = false
			for _, l := range left {
				msg := s.take(ctx, l, fetchTime/time.Duration(len(left)))
				if msg == nil {
					continue
				}
				took = true
				if err := s.compute(ctx, late, &lease{l, msg}); err != nil {
					return err
				}
			}
			if err := s.ended(ctx); err != nil {
				return err
			}
		}
	}
}

// ended returns the error that ended the shift, or nil.
func (s *shift) ended(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case s.fatal != nil:
		return s.fatal
	case s.nc.IsClosed():
		err := s.nc.LastError()
		return cmp.Or(s.address.final(err), err)
	}
	return nil
}

// ask asks servers for their lists, waits for one if none answers, and returns those that are not
// done. It returns none if all known lists are done.
func (s *shift) ask(ctx context.Context) (left []*list, err error) {
	for {
		answered, err := s.hello(ctx)
		if err == nil {
			err = s.ended(ctx)
		}
		if err != nil {
			return nil, err
		}
		for _, id := range slices.Sorted(maps.Keys(s.lists)) {
			if l := s.lists[id]; l.over.Err() == nil {
				left = append(left, l)
			}
		}
		switch {
		case answered:
			s.silent = time.Time{}
			return left, nil
		case len(s.lists) > 0 && len(left) == 0:
			return nil, nil
		case s.silent.IsZero():
			if s.silent = time.Now(); s.nc.IsConnected() {
				s.address.tell("%s: no server offers a list there; waiting for one", s.address.URL)
			}
		case time.Since(s.silent) > s.address.patience():
			return nil, &AwayError{fmt.Errorf("%s: no server answers", s.address.URL)}
		}
		left = nil
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(500 * time.Millisecond):
		}
	}
}

// hello creates and ends lists according to the answers of servers.
func (s *shift) hello(ctx context.Context) (answered bool, err error) {
	inbox := s.nc.NewInbox()
	sub, err := s.nc.SubscribeSync(inbox)
	if err != nil {
		return false, s.ended(ctx)
	}
	defer sub.Unsubscribe() //nolint:errcheck // the connection ends it too
	if s.nc.PublishRequest(helloSubject, inbox, nil) != nil {
		return false, nil
	}
	var refused error
	for wait := fetchTime; ; wait = helloTime {
		once, cancel := context.WithTimeout(ctx, wait)
		m, err := sub.NextMsgWithContext(once)
		cancel()
		if err != nil || len(m.Data) == 0 { // without a listener NATS replies with an empty message
			break
		}
		var h hello
		if json.Unmarshal(m.Data, &h) != nil || h.Protocol != Protocol {
			return false, fmt.Errorf("the server at %s uses version %d of the protocol, and this program %d: use the same program on both sides", s.address.URL, h.Protocol, Protocol)
		}
		answered = true
		l := s.lists[h.ID]
		if l == nil && h.Left {
			if err := s.worker.Check(h.First); err != nil && !fleet.Unable(err) {
				refused = err
				continue
			}
			if err := s.join(ctx, h.ID); err != nil {
				return false, nil // the server is just starting
			}
		}
		if l != nil && !h.Left {
			l.end()
		}
	}
	if refused != nil && len(s.lists) == 0 {
		return false, refused
	}
	return answered, nil
}

// join adds a list from which parts are taken.
func (s *shift) join(ctx context.Context, id string) error {
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	consumer, err := s.js.Consumer(ctx, streamPrefix+id, consumerName)
	if err != nil {
		return err
	}
	l := &list{id: id, consumer: consumer}
	l.lasts.Store(int64(consumer.CachedInfo().Config.AckWait))
	l.over, l.end = context.WithCancel(context.Background())
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lists[id] = l
	s.repace()
	return nil
}

// take returns a part of the list, or nil if there is none now.
func (s *shift) take(ctx context.Context, l *list, wait time.Duration) jetstream.Msg {
	if l.over.Err() != nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	defer context.AfterFunc(l.over, cancel)()
	msg, err := l.consumer.Next(jetstream.FetchContext(ctx))
	if err != nil {
		if !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) {
			<-ctx.Done() // the server does not respond: pause before the next request
		}
		return nil
	}
	return msg
}

// compute computes a part and delivers the result. late ends a little later than ctx.
func (s *shift) compute(ctx, late context.Context, l *lease) error {
	var p fleet.Part
	err := jsonfile.Unmarshal(l.msg.Data(), &p)
	if err == nil {
		err = s.worker.Check(p)
	}
	if fleet.Unable(err) {
		s.leave(l, err)
		return nil
	}
	if err != nil {
		l.msg.Nak() //nolint:errcheck // it is given to others in any case
		return err
	}
	s.hold(l)
	if !s.may(ctx, l, p) {
		s.release(l)
		l.passOn()
		return nil
	}
	while, stop := context.WithCancel(ctx)
	defer stop()
	defer context.AfterFunc(l.list.over, stop)()
	r, err := s.worker.Do(while, p)
	g := delivery{Worker: s.name, Subject: l.msg.Subject(), Result: &r}
	switch {
	case err != nil && while.Err() != nil:
		s.release(l)
		l.msg.Nak() //nolint:errcheck // it is given to others in any case
		return ctx.Err()
	case err != nil:
		g.Result, g.Failure = nil, &fleet.Failure{Part: p.Number, Machine: s.worker.Machine, Reason: err.Error()}
		if s.inARow++; s.inARow >= maxInARow {
			s.deliver(late, l, g)
			return fmt.Errorf("%d parts in a row could not be computed; the last: %w", s.inARow, err)
		}
	default:
		s.inARow = 0
	}
	select {
	case <-late.Done():
		return ctx.Err()
	case s.outbox <- struct{}{}:
	}
	s.deliverer.Go(func() {
		defer func() { <-s.outbox }()
		s.deliver(late, l, g)
	})
	return ctx.Err()
}

// leave returns a part for which this machine lacks something, and reports that to the user once.
func (s *shift) leave(l *lease, lacks error) {
	l.passOn()
	s.beat(l.list.id, beat{Lacks: lacks.Error()})
	if subject := l.msg.Subject(); !slices.Contains(s.lacking, subject) {
		s.lacking = append(s.lacking, subject)
		s.address.tell("left to others: %v", lacks)
	}
}

// deliver sends a result or a failure until the server has it, and then ends the lease.
func (s *shift) deliver(ctx context.Context, l *lease, g delivery) {
	defer s.release(l)
	text, err := json.Marshal(g)
	if err != nil {
		s.fail(err)
		return
	}
	begun := time.Now()
	for pause := 100 * time.Millisecond; l.list.over.Err() == nil; pause = min(2*pause, 5*time.Second) {
		once, cancel := context.WithTimeout(ctx, answerWait)
		m, err := s.nc.RequestWithContext(once, giveSubject+l.list.id+"."+s.user, text)
		cancel()
		if errors.Is(err, nats.ErrMaxPayload) {
			s.fail(fmt.Errorf("%s does not take a result of %d bytes: its max_payload is smaller", s.address.URL, len(text)))
			l.msg.Nak() //nolint:errcheck // it is given to others in any case
			return
		}
		var a answer
		if err == nil && json.Unmarshal(m.Data, &a) == nil {
			s.delivered(ctx, l, g, a)
			return
		}
		if time.Since(begun) > s.address.patience() {
			s.fail(&AwayError{fmt.Errorf("%s: no server accepts the result of %s, which is lost", s.address.URL, l.msg.Subject())})
			l.msg.Nak() //nolint:errcheck // it is given to others in any case
			return
		}
		select {
		case <-ctx.Done():
			l.msg.Nak() //nolint:errcheck // it is given to others in any case
			return
		case <-l.list.over.Done():
		case <-time.After(pause):
		}
	}
}

// delivered ends a lease according to the server's answer.
func (s *shift) delivered(ctx context.Context, l *lease, g delivery, a answer) {
	switch {
	case a.Refused != "":
		s.fail(fmt.Errorf("%s does not take a result: %s", s.address.URL, a.Refused))
		l.msg.Nak() //nolint:errcheck // it is given to others in any case
		return
	case g.Failure != nil:
		// Another worker may compute the part successfully.
		l.giveBack()
		return
	}
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	defer context.AfterFunc(l.list.over, cancel)()
	l.msg.DoubleAck(ctx) //nolint:errcheck // the server knows that the part is done
	if s.worker.Recorded != nil {
		s.worker.Recorded(*g.Result)
	}
}

// fail ends the shift with an error.
func (s *shift) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fatal = cmp.Or(s.fatal, err)
}
