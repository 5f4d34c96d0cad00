package network

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"nqueens/fleet"
	"nqueens/internal/jsonfile"
)

// collect records in the journal what workers deliver, and answers when it is on the disk, until
// done is closed.
func (s *Server) collect(ctx context.Context, done <-chan struct{}) error {
	const many = 1024 // the largest number of messages that share one sync of the disk
	for {
		var batch []*nats.Msg
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-done:
			return nil
		case m := <-s.gives:
			batch = append(batch, m)
		}
		for len(batch) < many && len(s.gives) > 0 {
			batch = append(batch, <-s.gives)
		}
		if err := s.keep(batch); err != nil {
			return err
		}
	}
}

// keep records the messages and then answers them.
func (s *Server) keep(batch []*nats.Msg) error {
	var (
		records []any
		kept    []delivery
		answers = make([]answer, len(batch))
	)
	s.journal.View(func(t *fleet.Tally) {
		for i, m := range batch {
			var g delivery
			err := jsonfile.Unmarshal(m.Data, &g)
			switch {
			case err != nil:
			case g.Result != nil && g.Failure == nil:
				s.bind(m, &g.Result.Machine, &g.Worker)
				// A check that comes late, or before parts are drawn, changes nothing.
				if err = cmp.Or(t.Accept(*g.Result), t.Trusts(g.Result.Machine)); err == nil && t.Requested(*g.Result) {
					records, kept = append(records, *g.Result), append(kept, g)
				}
			case g.Failure != nil && g.Result == nil && s.isOf(g.Subject, g.Failure.Part):
				s.bind(m, &g.Failure.Machine, &g.Worker)
				records, kept = append(records, *g.Failure), append(kept, g)
			default:
				err = errors.New("it is neither a result nor a failure of the list")
			}
			if err != nil {
				answers[i].Refused = err.Error()
			}
		}
	})
	if err := s.journal.Add(records...); err != nil {
		return err
	}
	for i, m := range batch {
		text, err := json.Marshal(answers[i])
		if err != nil {
			return err
		}
		respond(m, text)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, a := range answers {
		if a.Refused != "" {
			s.counts.refused++
		}
	}
	for _, g := range kept {
		s.note(g)
	}
	if s.stale || s.hungry() {
		s.hurry()
	}
	return nil
}

// bind sets the names of a worker whose user is bound to a machine.
func (s *Server) bind(m *nats.Msg, machine, process *string) {
	user := m.Subject[strings.LastIndexByte(m.Subject, '.')+1:]
	if name, bound := s.settings.Machines[user]; bound && name != *machine {
		*machine, *process = name, name+"-"+*process
	}
}

// note updates the state of the worker and of the queue after a delivery. s.mu is held.
func (s *Server) note(g delivery) {
	s.moved = time.Now()
	w := s.worker(g.Worker)
	if w.subject == g.Subject {
		w.subject, w.Part = "", 0
	}
	if g.Failure != nil {
		s.counts.failures++
		w.Failures++
		s.tried(g.Subject).failures++
		s.stale = s.stale || s.tries[g.Subject].enough()
		return
	}
	s.counts.results++
	if w.Parts++; w.Machine == "" {
		w.Machine, w.Threads, w.Build = g.Result.Machine, g.Result.Threads, g.Result.Build
	}
	delete(s.queued, subjectOf(s.id, fleet.Part{Number: g.Result.Part, Check: g.Result.Check != nil}))
}

// tried returns the failed attempts at the part of a subject. s.mu is held.
func (s *Server) tried(subject string) *tries {
	if s.tries[subject] == nil {
		s.tries[subject] = new(tries)
	}
	return s.tries[subject]
}
