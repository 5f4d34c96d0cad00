package network

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/errgroup"

	"nqueens/fleet"
)

// Settings say how a Server goes about it. The zero value is what is usual.
type Settings struct {
	Lease time.Duration // after which a worker that is not heard of loses its part; 0 is DefaultLease
	// Window is how many parts are in the queue at most, including those that workers
	// have: the memory and the disk that NATS needs. 0 is DefaultWindow.
	Window int
	// Machines are the names of the machines to which users are bound, by their public keys:
	// whatever such a worker calls itself. Others are called as they say.
	Machines map[string]string
	// Dir, if not "", is where a file says who is there: see ReadPresent.
	Dir string
	// Broken, if not nil, says that NATS works no more, and why.
	Broken func() error
	Told   func(string) // hears what goes wrong and may pass, if not nil
}

// The usual Settings.
const (
	DefaultLease  = 30 * time.Second
	DefaultWindow = 4096
)

// A part is set aside when so many workers said that they cannot compute it, or were not
// heard of again after they took it.
const (
	maxFailures = 3
	maxLosses   = 10
)

// Server hands out the parts of one list and keeps what is found. Several Servers, of
// different lists, can use the same NATS.
type Server struct {
	id       string
	list     *fleet.List
	journal  *fleet.Journal
	nc       *nats.Conn
	js       jetstream.JetStream
	settings Settings
	started  time.Time

	gives chan *nats.Msg
	wake  chan struct{} // there is room in the queue, or all is done
	turns chan struct{} // a worker took a part or ended

	mu       sync.Mutex
	queued   map[string]bool     // subjects of parts in the stream, as far as is known; nil at first
	finished map[string]bool     // of parts that were done and in the stream all the same
	whole    bool                // there is nothing beside them to do
	stale    bool                // queued has parts that are set aside
	over     bool                // all is done
	moved    time.Time           // when a part was last put into the queue or offered to a worker
	tries    map[string]*tries   // of parts that were not computed at first
	workers  map[string]*Process // by the name of the process
	counts   counters
}

// tries is what went wrong with a part since the server was started.
type tries struct{ failures, losses int }

func (t *tries) enough() bool {
	return t != nil && (t.failures >= maxFailures || t.losses >= maxLosses)
}

// counters are of what happened since the server was started.
type counters struct{ results, refused, failures, losses int }

// storeTime is how long NATS may take to have something on its disk.
const storeTime = 10 * time.Second

// NewServer is a Server for the journal's list, over the connection, which may do all that
// concerns JetStream. It does nothing yet.
func NewServer(nc *nats.Conn, j *fleet.Journal, settings Settings) (*Server, error) {
	js, err := jetstream.New(nc, jetstream.WithPublishAsyncMaxPending(maxAsync), jetstream.WithPublishAsyncTimeout(storeTime), jetstream.WithDefaultTimeout(storeTime))
	if err != nil {
		return nil, err
	}
	settings.Lease = cmp.Or(settings.Lease, DefaultLease)
	settings.Window = cmp.Or(settings.Window, DefaultWindow)
	s := &Server{
		journal: j, nc: nc, js: js, settings: settings, started: time.Now(), moved: time.Now(),
		gives: make(chan *nats.Msg, 4096), wake: make(chan struct{}, 1), turns: make(chan struct{}, 1),
		tries: map[string]*tries{}, workers: map[string]*Process{},
	}
	j.View(func(t *fleet.Tally) { s.list = t.List })
	s.id = listID(s.list)
	return s, nil
}

// Run hands out parts until all are done and those that were drawn were computed again, or
// ctx ends, which is its error then. A result that cannot be kept, as on a full disk, is an
// error: the worker that gave it keeps it until there is a server again.
func (s *Server) Run(ctx context.Context) error {
	asked, answered := context.WithTimeout(ctx, 2*time.Second) // who may not ask gets no answer
	_, err := s.js.AccountInfo(asked)
	answered()
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return errors.New("this NATS server keeps no queues: it has to have JetStream, for this user too")
	case err != nil && mayNot(s.nc, "$JS.API.INFO"):
		return errors.New("this NATS server lets this user keep no queues, as the one inside another nqueens serve does: serve by itself, or on a NATS server whose user may use JetStream")
	}
	subscriptions := map[string]nats.MsgHandler{
		helloSubject:              s.hello,
		beatSubject + s.id + ".*": s.beat,
		giveSubject + s.id + ".*": func(m *nats.Msg) { s.gives <- m },
	}
	for subject, handle := range subscriptions {
		sub, err := s.nc.Subscribe(subject, handle)
		if err != nil {
			return err
		}
		defer sub.Unsubscribe() //nolint:errcheck // the connection ends it too
	}
	g, ctx := errgroup.WithContext(ctx)
	done := make(chan struct{})
	g.Go(func() error { return s.collect(ctx, done) })
	g.Go(func() error { return s.say(ctx, done) })
	g.Go(func() error {
		defer close(done)
		return s.offer(ctx)
	})
	return g.Wait()
}

// mayNot reports whether NATS last said that this user may not use a subject. It may have said so of others
// before.
func mayNot(nc *nats.Conn, subject string) bool {
	said := nc.LastError()
	return errors.Is(said, nats.ErrPermissionViolation) && strings.Contains(said.Error(), strconv.Quote(subject))
}

// respond answers one who waits for it, and asks again if it is lost. Whoever sends a message
// may have it answered to any subject, to some of which only this server may publish.
func respond(m *nats.Msg, text []byte) {
	if strings.HasPrefix(m.Reply, nats.InboxPrefix) {
		m.Respond(text) //nolint:errcheck // it asks again
	}
}

func (s *Server) tell(format string, args ...any) {
	if s.settings.Told != nil {
		s.settings.Told(fmt.Sprintf(format, args...))
	}
}

// hurry has the queue be looked after now.
func (s *Server) hurry() { signal(s.wake) }

// signal sends on a channel with room for one, if there is none.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // it is heard soon
	}
}
