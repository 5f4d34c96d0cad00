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

// Settings are the options of a Server. The zero value is the default.
type Settings struct {
	Lease time.Duration // the time without a message after which a worker loses its part; 0 means DefaultLease
	// Window is the largest number of parts in the queue, including those that workers hold. It
	// limits the memory and disk space of NATS. 0 means DefaultWindow.
	Window int
	// Machines are the machine names of users, by their public keys. They override the names that
	// these workers send.
	Machines map[string]string
	// Dir, if not "", is the folder of the file with the present workers: see ReadPresent.
	Dir string
	// Broken, if not nil, returns the error that made NATS stop working.
	Broken func() error
	Warn   func(string) // called with errors that may be temporary, if not nil
}

// The default Settings.
const (
	DefaultLease  = 30 * time.Second
	DefaultWindow = 4096
)

// A part is set aside after this many workers failed to compute it, or stopped sending messages
// after taking it.
const (
	maxFailures = 3
	maxLosses   = 10
)

// A Server distributes the parts of one list and records the results. Several Servers, of different
// lists, can use the same NATS.
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
	queued   map[string]bool     // subjects of parts in the stream, as far as known; nil at first
	finished map[string]bool     // parts that are done but still in the stream
	whole    bool                // no further parts remain
	stale    bool                // queued contains parts that are set aside
	over     bool                // all is done
	moved    time.Time           // the last time a part was added to the queue or taken by a worker
	tries    map[string]*tries   // of parts whose first attempt failed
	workers  map[string]*Process // by the name of the process
	counts   counters
}

// tries counts the failed attempts at a part since the server started.
type tries struct{ failures, losses int }

func (t *tries) enough() bool {
	return t != nil && (t.failures >= maxFailures || t.losses >= maxLosses)
}

// counters count events since the server started.
type counters struct{ results, refused, failures, losses int }

// storeTime is the time limit for NATS to store something on its disk.
const storeTime = 10 * time.Second

// NewServer returns a Server for the journal's list. The connection needs permission to use
// JetStream. NewServer starts nothing.
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

// Run distributes the parts of the list to workers until all parts are done and those drawn at
// random for a check (see fleet.Tally.Drawn) were computed a second time. If ctx ends first, Run
// returns its error. If a result cannot be recorded, for example because the disk is full, Run
// returns an error, and the worker keeps the result until a server is available again.
func (s *Server) Run(ctx context.Context) error {
	asked, answered := context.WithTimeout(ctx, 2*time.Second) // a user without permission gets no answer
	_, err := s.js.AccountInfo(asked)
	answered()
	switch {
	case errors.Is(err, jetstream.ErrJetStreamNotEnabled), errors.Is(err, jetstream.ErrJetStreamNotEnabledForAccount):
		return errors.New("this NATS server has no queues: it must have JetStream, for this user too")
	case err != nil && mayNot(s.nc, "$JS.API.INFO"):
		return errors.New("this user may not create queues on this NATS server (the server inside another nqueens serve allows it to no user): run serve without --server, or name a NATS server on which the user may use JetStream")
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

// mayNot reports whether the last error of NATS is that this user may not use a subject. It may
// have reported other subjects before.
func mayNot(nc *nats.Conn, subject string) bool {
	said := nc.LastError()
	return errors.Is(said, nats.ErrPermissionViolation) && strings.Contains(said.Error(), strconv.Quote(subject))
}

// respond answers a worker, which repeats its request if the answer is lost. It answers only to inboxes: a
// sender could name any reply subject, including some on which only this server may publish.
func respond(m *nats.Msg, text []byte) {
	if strings.HasPrefix(m.Reply, nats.InboxPrefix) {
		m.Respond(text) //nolint:errcheck // the worker repeats its request
	}
}

func (s *Server) tell(format string, args ...any) {
	if s.settings.Warn != nil {
		s.settings.Warn(fmt.Sprintf(format, args...))
	}
}

// hurry makes the server check the queue now.
func (s *Server) hurry() { signal(s.wake) }

// signal sends on a channel with a buffer of one, unless the buffer is full.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default: // a signal is pending already
	}
}
