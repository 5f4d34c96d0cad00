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

// offer keeps the queue filled and consistent with the journal until all is done.
func (s *Server) offer(ctx context.Context) error {
	var reconciled time.Time
	for {
		done, err := s.done()
		if done || errors.Is(err, ErrSetAside) {
			s.dismiss(ctx)
		}
		if done || err != nil { // workers wait for a server that cannot continue
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

// passing reports whether the error may be temporary, such as a lost connection.
func passing(err error) bool {
	return slices.ContainsFunc([]error{
		errAnew, nats.ErrTimeout, context.DeadlineExceeded, nats.ErrNoResponders, nats.ErrDisconnected,
		nats.ErrReconnectBufExceeded, nats.ErrConnectionReconnecting, // what cannot be sent now
		jetstream.ErrNoStreamResponse, jetstream.ErrAsyncPublishTimeout, jetstream.ErrStreamNotFound, jetstream.ErrConsumerNotFound,
	}, func(e error) bool { return errors.Is(err, e) })
}

// ErrSetAside is the error of a Server that has only parts left that workers could not compute.
var ErrSetAside = errors.New("parts are set aside, because workers could not compute them")

// done reports whether all is done. It draws the parts to be computed again when the others are
// done. If all remaining parts are set aside, it returns an error.
func (s *Server) done() (bool, error) {
	if _, err := s.journal.DrawChecks(); err != nil {
		return false, err
	}
	left, aside := false, []int(nil)
	s.view(func(t *fleet.Tally) {
		left = t.Draw == nil // the last part may have been completed meanwhile
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
	return false, fmt.Errorf("%w: parts %s; all others are done. Restart the server to hand them out again", ErrSetAside, table.Ranges(aside, "-"))
}

// view calls look with the tally of the journal, with s.mu held.
func (s *Server) view(look func(*fleet.Tally)) {
	s.journal.View(func(t *fleet.Tally) {
		s.mu.Lock()
		defer s.mu.Unlock()
		look(t)
	})
}

// reconcile makes the queue in NATS consistent with the journal. The queue may have been emptied or
// deleted, contain completed parts, or contain parts that NATS does not deliver.
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
		return s.anew(ctx, errors.New("NATS delivers no parts although workers wait"))
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
				finished[subject] = true // its worker is about to acknowledge it, which costs NATS less
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

// queue returns the list's stream and its consumer. If they exist but cannot be updated, because an
// earlier program made them or they are damaged on the disk, they are made anew; not if the disk is
// full, which would fail again.
func (s *Server) queue(ctx context.Context) (jetstream.Stream, jetstream.Consumer, error) {
	stream, consumer, err := s.open(ctx)
	refused, ok := errors.AsType[*jetstream.APIError](err)
	full := ok && strings.Contains(refused.Description, syscall.ENOSPC.Error())
	if !ok || full || refused.Code == http.StatusServiceUnavailable { // for example while a cluster has no leader
		return stream, consumer, err
	}
	return nil, nil, s.anew(ctx, err)
}

// errAnew means that the queue was deleted and will be made again.
var errAnew = errors.New("it is made anew")

// anew deletes the queue, which is made again at the next attempt. NATS may still be deleting files
// until then.
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

// lease returns the time for which workers now hold a part. If the previous server had a longer lease,
// that lease stays in force for its own length. In this time workers learn the new one from the answers to
// their beats.
func (s *Server) lease(ctx context.Context, stream jetstream.Stream) time.Duration {
	if before, err := stream.Consumer(ctx, consumerName); err == nil {
		if lease := before.CachedInfo().Config.AckWait; time.Since(s.started) < lease {
			return max(lease, s.settings.Lease)
		}
	}
	return s.settings.Lease
}

// stuck reports whether NATS delivered nothing for two leases although workers wait and some of the
// subjects are parts that no worker holds. This happens if a worker and NATS are killed at about
// the same time, or if the delivery state of NATS is damaged.
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

// moves records that a part was added to the queue or delivered, or that this was impossible. stuck
// measures the time since then.
func (s *Server) moves() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.moved = time.Now()
}

// unfinished returns a function that reports whether a part must still be computed or, if again is
// set, computed again.
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

// parse parses a subject in the form that subjectOf returns.
func (s *Server) parse(subject string) (part int, again, ok bool) {
	rest, ours := strings.CutPrefix(subject, partSubject+s.id+".")
	kind, number, _ := strings.Cut(rest, ".")
	k, err := strconv.Atoi(number)
	return k, kind == "check", ours && err == nil && 1 <= k && k <= s.list.Parts() && (kind == "first" || kind == "check")
}

// isOf reports whether the subject belongs to the part.
func (s *Server) isOf(subject string, part int) bool {
	k, _, ok := s.parse(subject)
	return ok && k == part
}

func (s *Server) isStale() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stale
}

// hungry reports whether the server must look at the queue: it has too few parts, or all parts may
// be done. s.mu is held.
func (s *Server) hungry() bool {
	return len(s.queued) == 0 || !s.whole && len(s.queued) <= s.settings.Window/2
}

// fill adds parts to the queue if it is hungry.
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

// maxAsync is the largest number of parts that are being published at once.
const maxAsync = 256

// publish adds parts to the queue that are not in it. The stream detects duplicates by their
// subjects; detection by message IDs would need memory for minutes.
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

// dismiss deletes the queue and tells workers that all is done.
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

// dismissTime is how long the server waits for workers when all is done.
const dismissTime = 5 * time.Second
