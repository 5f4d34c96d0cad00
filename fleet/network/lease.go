package network

import (
	"context"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nqueens/fleet"
)

// lease returns the time without a message after which a worker loses its part.
func (l *list) lease() time.Duration { return time.Duration(l.lasts.Load()) }

// A lease is a part that this worker holds.
type lease struct {
	list *list
	msg  jetstream.Msg
}

// giveBack returns the part to the queue after a failure. Another worker may succeed later.
func (l *lease) giveBack() { l.offered(l.list.lease() / 3) }

// passOn returns the part to the queue because this worker may not compute it. Others may be
// waiting, so it is offered again soon, with a delay that grows with the number of deliveries.
func (l *lease) passOn() {
	most := l.list.lease() / 3
	if m, err := l.msg.Metadata(); err == nil && m.NumDelivered < 10 {
		most = min(most, 100*time.Millisecond<<m.NumDelivered)
	}
	l.offered(most)
}

// offered returns the part to the queue. NATS offers it again, to any worker, after a random delay
// below within. If the delay were fixed, two workers could be offered forever the parts that only
// the other worker may compute.
func (l *lease) offered(within time.Duration) {
	l.msg.NakWithDelay(rand.N(within)) //nolint:errcheck // it is given to others in any case
}

func (s *shift) hold(l *lease) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.leases[l] = true
	s.now, s.beatOn = l.msg.Subject(), l.list.id
}

func (s *shift) release(l *lease) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.leases, l)
	if s.now == l.msg.Subject() {
		s.now = ""
	}
}

// may tells the server that this worker has the part, and reports whether it may compute it. A
// check must be computed by another machine than the first result.
func (s *shift) may(ctx context.Context, l *lease, p fleet.Part) bool {
	b := beat{Part: l.msg.Subject(), Taken: true}
	if !p.Check {
		s.beat(l.list.id, b)
		return true
	}
	ctx, cancel := context.WithTimeout(ctx, answerWait)
	defer cancel()
	m, err := s.nc.RequestWithContext(ctx, beatSubject+l.list.id+"."+s.user, s.signed(b))
	var may permit
	return err == nil && json.Unmarshal(m.Data, &may) == nil && !may.Elsewhere
}

// beats sends messages from time to time that the worker is present and works on its parts. Servers
// answer with the length of their lease, which may change when a server is restarted.
func (s *shift) beats(ctx context.Context) {
	answers := s.nc.NewInbox() + "."
	sub, err := s.nc.Subscribe(answers+"*", func(m *nats.Msg) {
		var says permit
		if json.Unmarshal(m.Data, &says) != nil || says.Lease <= 0 {
			return // no server answered, or its answer has no lease
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if l := s.lists[strings.TrimPrefix(m.Subject, answers)]; l != nil && l.lasts.Swap(int64(says.Lease)) != int64(says.Lease) {
			s.repace()
		}
	})
	if err != nil {
		return // the connection is closed
	}
	defer sub.Unsubscribe() //nolint:errcheck // the connection ends it too
	for {
		s.mu.Lock()
		pause := DefaultLease
		for _, l := range s.lists {
			pause = min(pause, l.lease())
		}
		s.mu.Unlock()
		select {
		case <-ctx.Done():
			return
		case <-s.paced:
			continue
		case <-time.After(pause / 3):
		}
		s.mu.Lock()
		for l := range s.leases {
			l.msg.InProgress() //nolint:errcheck // without a connection the lease ends anyway
		}
		now, on := s.now, s.beatOn
		ids := slices.Collect(maps.Keys(s.lists))
		s.mu.Unlock()
		for _, id := range ids {
			b := beat{}
			if id == on {
				b.Part = now
			}
			s.nc.PublishRequest(beatSubject+id+"."+s.user, answers+id, s.signed(b)) //nolint:errcheck // it only informs
		}
	}
}

// repace adapts the interval of the beats to the shortest lease.
func (s *shift) repace() { signal(s.paced) }

// beat sends a beat of this worker to the server of a list.
func (s *shift) beat(id string, b beat) {
	s.nc.Publish(beatSubject+id+"."+s.user, s.signed(b)) //nolint:errcheck // it only informs
}

// signed returns the beat with this worker's identity, as JSON.
func (s *shift) signed(b beat) []byte {
	b.Worker, b.Machine, b.Threads, b.Build = s.name, s.worker.Machine, s.worker.Threads, s.worker.Build
	text, err := json.Marshal(b)
	if err != nil {
		panic(err) // strings and numbers can always be marshalled
	}
	return text
}
