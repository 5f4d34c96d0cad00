package network

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"

	"nqueens/fleet"
)

// Process is a worker that was heard of.
type Process struct {
	Name     string    `json:"name"`
	Machine  string    `json:"machine"`
	Threads  int       `json:"threads"`
	Build    string    `json:"build,omitempty"`
	Part     int       `json:"part,omitempty"` // that it computes
	Parts    int       `json:"parts"`          // that it gave results of
	Failures int       `json:"failures,omitempty"`
	Gone     bool      `json:"gone,omitempty"` // it ended
	Heard    time.Time `json:"heard"`          // when last, by the server's clock

	subject string // of its part
}

// maxWorkers is how many processes are remembered.
const maxWorkers = 20_000

// worker is what is known of a process, which is heard of now. s.mu is held.
func (s *Server) worker(process string) *Process {
	w := s.workers[process]
	if w == nil {
		if len(s.workers) >= maxWorkers {
			for name, w := range s.workers {
				if s.silent(w) {
					delete(s.workers, name)
				}
			}
		}
		w = &Process{Name: process}
		if len(s.workers) < maxWorkers {
			s.workers[process] = w
		}
	}
	w.Heard = time.Now()
	return w
}

// silent reports whether the worker was not heard of for so long that it lost its part.
func (s *Server) silent(w *Process) bool {
	return w.Gone || time.Since(w.Heard) > s.settings.Lease
}

// left is how many workers did not hear yet that all is done.
func (s *Server) left() (n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, w := range s.workers {
		if !w.Gone && time.Since(w.Heard) < max(s.settings.Lease, dismissTime) {
			n++
		}
	}
	return n
}

// hello answers a worker that asks what there is to do.
func (s *Server) hello(m *nats.Msg) {
	s.mu.Lock()
	h := hello{Protocol: Protocol, ID: s.id, First: s.list.Part(1), Left: !s.over}
	s.mu.Unlock()
	if text, err := json.Marshal(h); err == nil {
		respond(m, text)
	}
}

// beat takes in what a worker says of itself.
func (s *Server) beat(m *nats.Msg) {
	var b beat
	if json.Unmarshal(m.Data, &b) != nil || b.Worker == "" {
		return
	}
	if lost := s.heard(b); lost != nil {
		if err := s.journal.Add(*lost); err != nil {
			s.tell("%v", err) // the next result fails too
		}
	}
}

// heard takes a beat in. If it is of a part that another worker took and did not give back,
// that is a failure.
func (s *Server) heard(b beat) (lost *fleet.Failure) {
	s.mu.Lock()
	defer s.mu.Unlock()
	part, _, ok := s.parse(b.Part)
	if !ok {
		part, b.Part = 0, ""
	}
	if b.Taken && ok {
		for _, w := range s.workers {
			if w.Name != b.Worker && w.subject == b.Part {
				w.subject, w.Part = "", 0
				w.Failures++
				s.counts.losses++
				s.tried(b.Part).losses++
				s.stale = s.stale || s.tries[b.Part].enough()
				lost = &fleet.Failure{Part: part, Machine: w.Machine, Reason: fmt.Sprintf("%s took it and was not heard of for %v", w.Name, s.settings.Lease)}
			}
		}
	}
	w := s.worker(b.Worker)
	w.Machine, w.Threads, w.Build = b.Machine, b.Threads, b.Build
	w.Part, w.subject, w.Gone = part, b.Part, b.Gone
	return lost
}

// Status is how far the count is, and who is at it.
type Status struct {
	Count    fleet.Status `json:"count"`
	Workers  []Process    `json:"workers"` // those that are there, and those that were not long ago
	SetAside []int        `json:"setAside,omitempty"`
	Queued   int          `json:"queued"`   // parts in NATS, those that workers have among them
	Results  int          `json:"results"`  // since the server was started
	Refused  int          `json:"refused"`  // what was given and is nothing of the list
	Losses   int          `json:"losses"`   // parts whose worker was not heard of any more
	Failures int          `json:"failures"` // parts that workers said they could not compute
	Started  time.Time    `json:"started"`
	Now      time.Time    `json:"now"`
}

// Status tells how far the count is.
func (s *Server) Status() (st Status) {
	s.view(func(t *fleet.Tally) {
		st = Status{
			Queued: len(s.queued), Results: s.counts.results, Refused: s.counts.refused,
			Losses: s.counts.losses, Failures: s.counts.failures, Started: s.started, Now: time.Now(),
		}
		working := 0
		for _, w := range s.workers {
			if !s.silent(w) && w.Part > 0 {
				working++
			}
			if time.Since(w.Heard) < 10*time.Minute {
				st.Workers = append(st.Workers, *w)
			}
		}
		for subject, tries := range s.tries {
			if part, _, ok := s.parse(subject); ok && tries.enough() && t.Done(part) == nil {
				st.SetAside = append(st.SetAside, part)
			}
		}
		st.Count = t.Status(working)
	})
	slices.Sort(st.SetAside)
	slices.SortFunc(st.Workers, func(a, b Process) int {
		return cmp.Or(cmp.Compare(a.Machine, b.Machine), cmp.Compare(a.Name, b.Name))
	})
	return st
}
