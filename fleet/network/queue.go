package network

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nqueens/fleet"
	"nqueens/internal/table"
)

// offer keeps the queue filled, and as it should be, until nothing is left to do.
func (s *Server) offer(ctx context.Context) error {
	var reconciled time.Time
	for {
		done, err := s.done()
		if done || errors.Is(err, ErrSetAside) {
			s.dismiss(ctx)
		}
		if done || err != nil { // workers wait for a server that cannot go on
			return err
		}
		if time.Since(reconciled) >= s.settings.Lease || s.isStale() {
			if err = s.reconcile(ctx); err == nil {
				reconciled = time.Now()
			}
		}
		if err == nil {
			err = s.fill(ctx)
		}
		wait := s.settings.Lease
		if err != nil && ctx.Err() == nil {
			if s.settings.Broken != nil {
				err = cmp.Or(s.settings.Broken(), err)
			}
			if !passing(err) {
				return fmt.Errorf("the queue of parts: %w", err)
			}
			s.tell("the queue of parts: %v; trying again", err)
			s.moves()
			wait, reconciled = time.Second, time.Time{}
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.wake:
		case <-time.After(wait):
		}
	}
}

// passing reports whether the error may be over soon: the connection was lost.
func passing(err error) bool {
	return slices.ContainsFunc([]error{
		errAnew, nats.ErrTimeout, context.DeadlineExceeded, nats.ErrNoResponders, nats.ErrDisconnected,
		nats.ErrReconnectBufExceeded, nats.ErrConnectionReconnecting, // what cannot be sent now
		jetstream.ErrNoStreamResponse, jetstream.ErrAsyncPublishTimeout, jetstream.ErrStreamNotFound, jetstream.ErrConsumerNotFound,
	}, func(e error) bool { return errors.Is(err, e) })
}

// ErrSetAside is the error of a Server that has only parts left that workers could not
// compute.
var ErrSetAside = errors.New("parts are set aside, as workers could not compute them")

// done reports whether there is nothing left to do. Parts to be computed again are drawn
// when it is time. That all parts left are set aside is an error.
func (s *Server) done() (bool, error) {
	if _, err := s.journal.DrawChecks(); err != nil {
		return false, err
	}
	left, aside := false, []int(nil)
	s.view(func(t *fleet.Tally) {
		left = t.Draw == nil // the last part may have been done since
		for p := range t.Todo() {
			if left = !s.tries[subjectOf(s.id, p)].enough(); left {
				return
			}
			aside = append(aside, p.Number)
		}
	})
	if left || len(aside) == 0 {
		return !left, nil
	}
	return false, fmt.Errorf("%w: parts %s; all others are done. Started again the server hands them out again", ErrSetAside, table.Ranges(aside, "-"))
}

// view calls look with what is known, by the journal and otherwise.
func (s *Server) view(look func(*fleet.Tally)) {
	s.journal.View(func(t *fleet.Tally) {
		s.mu.Lock()
		defer s.mu.Unlock()
		look(t)
	})
}

// reconcile makes the queue in NATS what it should be by the journal: it may have been
// emptied, or gone, or hold parts that are done, or that NATS hands out to nobody.
func (s *Server) reconcile(ctx context.Context) error {
	stream, consumer, err := s.queue(ctx)
	if err != nil {
		return err
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(partSubject+s.id+".>"))
	if err != nil {
		return err
	}
	if stuck, err := s.stuck(ctx, consumer, info.State.Subjects); err != nil {
		return err
	} else if stuck {
		return s.anew(ctx, errors.New("NATS hands out none of what it has, though workers wait"))
	}
	var unwanted []string
	s.view(func(t *fleet.Tally) {
		first, finished := s.queued == nil, map[string]bool{}
		s.queued = map[string]bool{}
		open := unfinished(t)
		for subject := range info.State.Subjects {
			k, again, ok := s.parse(subject)
			switch {
			case ok && open(k, again) && !s.tries[subject].enough():
				s.queued[subject] = true
			case ok && !open(k, again) && !first && !s.finished[subject]:
				finished[subject] = true // its worker is about to say so, which costs NATS less
			default:
				unwanted = append(unwanted, subject)
			}
		}
		s.finished = finished
		s.whole, s.stale = false, false
	})
	for _, subject := range unwanted {
		if err := stream.Purge(ctx, jetstream.WithPurgeSubject(subject)); err != nil {
			return err
		}
	}
	return nil
}

// queue is the list's stream and its consumer. What is there and cannot be as it should, as an earlier
// program made it or it was damaged on the disk, is made anew; but not where the disk is full, which that would meet again.
func (s *Server) queue(ctx context.Context) (jetstream.Stream, jetstream.Consumer, error) {
	stream, consumer, err := s.open(ctx)
	refused, ok := errors.AsType[*jetstream.APIError](err)
	full := ok && strings.Contains(refused.Description, syscall.ENOSPC.Error())
	if !ok || full || refused.Code == http.StatusServiceUnavailable { // as where a cluster has no leader yet
		return stream, consumer, err
	}
	return nil, nil, s.anew(ctx, err)
}

// errAnew says that the queue was taken away, and is made again.
var errAnew = errors.New("it is made anew")

// anew takes the queue away, which next time is made again; until then NATS may be taking files away.
func (s *Server) anew(ctx context.Context, why error) error {
	if s.js.DeleteStream(ctx, streamPrefix+s.id) != nil {
		return why
	}
	return fmt.Errorf("%w: %w", why, errAnew)
}

func (s *Server) open(ctx context.Context) (jetstream.Stream, jetstream.Consumer, error) {
	stream, err := s.js.CreateOrUpdateStream(ctx, streamOf(s.id))
	if err != nil {
		return nil, nil, err
	}
	consumer, err := stream.CreateOrUpdateConsumer(ctx, consumerOf(s.lease(ctx, stream)))
	return stream, consumer, err
}

// lease is how long workers keep their parts now. A shorter one than the server before had begins when
// they had time to hear of it, in the answers to their beats.
func (s *Server) lease(ctx context.Context, stream jetstream.Stream) time.Duration {
	if before, err := stream.Consumer(ctx, consumerName); err == nil {
		if lease := before.CachedInfo().Config.AckWait; time.Since(s.started) < lease {
			return max(lease, s.settings.Lease)
		}
	}
	return s.settings.Lease
}

// stuck reports whether nothing was handed out for two leases though workers wait and there are parts, of
// these subjects, that no worker is at: as when a worker and NATS are killed at about the same time, or what
// NATS remembers of its deliveries is damaged.
func (s *Server) stuck(ctx context.Context, consumer jetstream.Consumer, subjects map[string]uint64) (free bool, err error) {
	s.mu.Lock()
	still := time.Since(s.moved)
	s.mu.Unlock()
	if still < 2*consumer.CachedInfo().Config.AckWait {
		return false, nil
	}
	of, err := consumer.Info(ctx)
	if err != nil || of.NumWaiting == 0 {
		return false, err
	}
	s.view(func(t *fleet.Tally) {
		held := map[string]bool{}
		for _, w := range s.workers {
			if !s.silent(w) {
				held[w.subject] = true
			}
		}
		open := unfinished(t)
		for subject := range subjects {
			k, again, ok := s.parse(subject)
			free = free || ok && open(k, again) && !s.tries[subject].enough() && !held[subject]
		}
	})
	return free, nil
}

// moves remembers that parts are put into the queue or taken from it, or cannot be.
func (s *Server) moves() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.moved = time.Now()
}

// unfinished tells of a part whether it is to be computed, or to be computed again.
func unfinished(t *fleet.Tally) func(part int, again bool) bool {
	unchecked := t.Unchecked()
	return func(part int, again bool) bool {
		if again {
			_, there := slices.BinarySearch(unchecked, part)
			return there
		}
		return t.Done(part) == nil
	}
}

// parse reads a subject as subjectOf writes it.
func (s *Server) parse(subject string) (part int, again, ok bool) {
	rest, ours := strings.CutPrefix(subject, partSubject+s.id+".")
	kind, number, _ := strings.Cut(rest, ".")
	k, err := strconv.Atoi(number)
	return k, kind == "check", ours && err == nil && 1 <= k && k <= s.list.Parts() && (kind == "first" || kind == "check")
}

// isOf reports whether the subject is the part's.
func (s *Server) isOf(subject string, part int) bool {
	k, _, ok := s.parse(subject)
	return ok && k == part
}

func (s *Server) isStale() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stale
}

// hungry reports whether it is time to fill the queue, or to see whether all is done.
// s.mu is held.
func (s *Server) hungry() bool {
	return len(s.queued) == 0 || !s.whole && len(s.queued) <= s.settings.Window/2
}

// fill puts parts into the queue if it is time.
func (s *Server) fill(ctx context.Context) error {
	var parts []fleet.Part
	s.view(func(t *fleet.Tally) {
		if !s.hungry() {
			return
		}
		room := s.settings.Window - len(s.queued)
		s.whole = true
		for p := range t.Todo() {
			if subject := subjectOf(s.id, p); s.queued[subject] || s.tries[subject].enough() {
				continue
			}
			if len(parts) == room {
				s.whole = false
				return
			}
			parts = append(parts, p)
		}
	})
	for some := range slices.Chunk(parts, maxAsync) {
		if err := s.publish(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

// maxAsync is how many parts are on their way into the queue at once.
const maxAsync = 256

// publish puts parts into the queue that are not there. Whether they are the stream says by
// their subjects: identifiers of messages, by which it can too, take memory for minutes.
func (s *Server) publish(ctx context.Context, parts []fleet.Part) error {
	var futures []jetstream.PubAckFuture
	for _, p := range parts {
		text, err := json.Marshal(p)
		if err != nil {
			return err
		}
		future, err := s.js.PublishAsync(subjectOf(s.id, p), text, jetstream.WithExpectLastSequencePerSubject(0))
		if errors.Is(err, nats.ErrMaxPayload) {
			err = fmt.Errorf("part %d is of %d bytes, and this NATS server takes %d in a message: its max_payload has to be larger", p.Number, len(text), s.nc.MaxPayload())
		}
		if err != nil {
			return err
		}
		futures = append(futures, future)
	}
	for _, future := range futures {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-future.Ok():
		case err := <-future.Err():
			if there, ok := errors.AsType[*jetstream.APIError](err); !ok ||
				there.ErrorCode != jetstream.JSErrCodeStreamWrongLastSequence && there.ErrorCode != jetstream.JSErrCodeStreamWrongLastSequenceConstant {
				return err
			}
		}
	}
	s.view(func(t *fleet.Tally) {
		open := unfinished(t)
		for _, p := range parts { // some may be done by now
			if open(p.Number, p.Check) {
				s.queued[subjectOf(s.id, p)] = true
			}
		}
		s.moved = time.Now()
	})
	return nil
}

// dismiss takes the queue away and lets workers go.
func (s *Server) dismiss(ctx context.Context) {
	if err := s.js.DeleteStream(ctx, streamPrefix+s.id); err != nil && !errors.Is(err, jetstream.ErrStreamNotFound) {
		s.tell("the queue of parts: %v", err)
	}
	s.mu.Lock()
	s.over = true
	s.mu.Unlock()
	for begun := time.Now(); time.Since(begun) < dismissTime && ctx.Err() == nil; time.Sleep(100 * time.Millisecond) {
		if err := s.nc.Publish(overSubject+s.id, nil); err != nil || s.left() == 0 {
			return
		}
	}
}

// dismissTime is how long workers are waited for when all is done.
const dismissTime = 5 * time.Second
