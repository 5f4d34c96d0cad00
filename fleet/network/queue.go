package network

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"nqueens/bench/table"
	"nqueens/fleet"
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
	for _, e := range []error{
		nats.ErrTimeout, context.DeadlineExceeded, nats.ErrNoResponders, nats.ErrDisconnected,
		nats.ErrReconnectBufExceeded, nats.ErrConnectionReconnecting, // what cannot be sent now
		jetstream.ErrNoStreamResponse, jetstream.ErrAsyncPublishTimeout, jetstream.ErrStreamNotFound, jetstream.ErrConsumerNotFound,
	} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
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
	stream, err := s.queue(ctx)
	if err != nil {
		return err
	}
	consumer, err := stream.CreateOrUpdateConsumer(ctx, consumerOf(s.settings.Lease))
	if err != nil {
		return err
	}
	passed, err := passedOver(ctx, stream, consumer)
	if err != nil {
		return err
	}
	if passed {
		s.tell("the queue of parts: NATS has parts that it would hand out to nobody any more; all are queued again")
		if err := stream.Purge(ctx); err != nil {
			return err
		}
	}
	info, err := stream.Info(ctx, jetstream.WithSubjectFilter(partSubject+s.id+".>"))
	if err != nil {
		return err
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

// queue is the list's stream. One that is there and cannot be as it should, as an earlier program
// made it, is made anew.
func (s *Server) queue(ctx context.Context) (jetstream.Stream, error) {
	const invalid = 10052 // NATS's code of settings that a stream cannot have, or cannot have any more
	stream, err := s.js.CreateOrUpdateStream(ctx, streamOf(s.id))
	if refused, ok := errors.AsType[*jetstream.APIError](err); !ok || refused.ErrorCode != invalid {
		return stream, err
	}
	if s.js.DeleteStream(ctx, streamPrefix+s.id) != nil {
		return nil, err
	}
	return s.js.CreateStream(ctx, streamOf(s.id))
}

// passedOver reports whether the queue has messages that are neither to be delivered nor
// delivered and not acknowledged, as when a worker and the server are killed at about the same
// time. Which ones NATS does not say. What is just being acknowledged is gone at the second look.
func passedOver(ctx context.Context, stream jetstream.Stream, consumer jetstream.Consumer) (bool, error) {
	for look := range 2 {
		if look > 0 {
			select {
			case <-ctx.Done():
				return false, ctx.Err()
			case <-time.After(100 * time.Millisecond):
			}
		}
		of, err := consumer.Info(ctx) // first: what is acknowledged after it is in neither
		if err != nil {
			return false, err
		}
		in, err := stream.Info(ctx)
		if err != nil {
			return false, err
		}
		if in.State.Msgs <= of.NumPending+uint64(of.NumAckPending) {
			return false, nil
		}
	}
	return true, nil
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
		s.counts.queued += len(parts)
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
