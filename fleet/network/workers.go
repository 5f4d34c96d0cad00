package network

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"nqueens/fleet"
	"nqueens/internal/atomicfile"
	"nqueens/internal/jsonfile"
	"nqueens/internal/printable"
	"nqueens/internal/table"
)

// A Process is a worker process known to the server.
type Process struct {
	Name     string    `json:"name"`
	Machine  string    `json:"machine"`
	Threads  int       `json:"threads"`
	Build    string    `json:"build,omitempty"`
	Part     int       `json:"part,omitempty"` // the part that it computes
	Parts    int       `json:"parts"`          // number of delivered results
	Failures int       `json:"failures,omitempty"`
	Gone     bool      `json:"gone,omitempty"`  // it has ended
	Lacks    string    `json:"lacks,omitempty"` // what is missing there for a part that other workers must take
	Heard    time.Time `json:"heard"`           // time of the last message, by the server's clock

	subject string // of its part
}

// maxWorkers is the largest number of processes that are remembered.
const maxWorkers = 20_000

// worker returns the state of a process, and records that it was heard of now. s.mu is held.
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

// silent reports whether the worker has ended, or has sent nothing for so long that it lost its
// part.
func (s *Server) silent(w *Process) bool {
	return w.Gone || time.Since(w.Heard) > s.settings.Lease
}

// left returns the number of workers that have not yet been told that all is done.
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

// hello answers a worker that asks for work.
func (s *Server) hello(m *nats.Msg) {
	s.mu.Lock()
	h := hello{Protocol: Protocol, ID: s.id, First: s.list.Part(1), Left: !s.over}
	s.mu.Unlock()
	if text, err := json.Marshal(h); err == nil {
		respond(m, text)
	}
}

// beat processes a beat of a worker.
func (s *Server) beat(m *nats.Msg) {
	var b beat
	if json.Unmarshal(m.Data, &b) != nil || b.Worker == "" {
		return
	}
	s.bind(m, &b.Machine, &b.Worker)
	may := permit{Lease: s.settings.Lease}
	var lost *fleet.Failure
	var lacks bool // reported once for each worker
	s.view(func(t *fleet.Tally) {
		if b.Taken || b.Lacks != "" {
			s.moved = time.Now()
		}
		if may.Elsewhere = b.Taken && s.elsewhere(t, b); may.Elsewhere {
			b.Part, b.Taken = "", false
		}
		lacks = b.Lacks != "" && s.worker(b.Worker).Lacks == ""
		lost = s.heard(b)
	})
	if b.Taken || b.Gone {
		signal(s.turns)
	}
	if lacks {
		s.tell("%s leaves parts to others: %s", b.Worker, b.Lacks)
	}
	if text, err := json.Marshal(may); err == nil {
		respond(m, text)
	}
	if lost != nil {
		if err := s.journal.Add(*lost); err != nil {
			s.tell("%v", err) // the next result will fail too
		}
	}
}

// elsewhere reports whether a part must be computed again by another machine than the beat's,
// because that one computed it first and another machine is present that has not tried it yet. s.mu
// is held.
func (s *Server) elsewhere(t *fleet.Tally, b beat) bool {
	part, again, ok := s.parse(b.Part)
	if !ok || !again || s.tries[b.Part] != nil {
		return false
	}
	if first := t.Done(part); first == nil || first.Machine != b.Machine {
		return false
	}
	for _, w := range s.workers {
		if w.Machine != "" && w.Machine != b.Machine && !s.silent(w) && t.Trusts(w.Machine) == nil {
			return true
		}
	}
	return false
}

// heard processes a beat. If the beat is about a part that another worker took and did not return,
// heard returns a failure of the other worker. There is no failure if the other worker sent a
// message recently: both may work on the part after the queue was made again. s.mu is held.
func (s *Server) heard(b beat) (lost *fleet.Failure) {
	part, _, ok := s.parse(b.Part)
	if !ok {
		part, b.Part = 0, ""
	}
	if b.Taken && ok {
		for _, w := range s.workers {
			if w.Name != b.Worker && w.subject == b.Part {
				w.subject, w.Part = "", 0
				if time.Since(w.Heard) < s.settings.Lease/2 { // a present worker beats every third of a lease
					continue
				}
				w.Failures++
				s.counts.losses++
				s.tried(b.Part).losses++
				s.stale = s.stale || s.tries[b.Part].enough()
				lost = &fleet.Failure{Part: part, Machine: w.Machine, Reason: fmt.Sprintf("%s took it and sent no message for %v", w.Name, s.settings.Lease)}
			}
		}
	}
	w := s.worker(b.Worker)
	w.Machine, w.Threads, w.Build = b.Machine, b.Threads, b.Build
	w.Part, w.subject, w.Gone, w.Lacks = part, b.Part, b.Gone, cmp.Or(b.Lacks, w.Lacks)
	return lost
}

// A Status is the progress of the count, with the workers.
type Status struct {
	Count    fleet.Status `json:"count"`
	Workers  []Process    `json:"workers"` // present workers and those that were present recently
	SetAside []int        `json:"setAside,omitempty"`
	Queued   int          `json:"queued"`   // parts in NATS, including those that workers hold
	Results  int          `json:"results"`  // since the server started
	Refused  int          `json:"refused"`  // messages that do not belong to the list
	Losses   int          `json:"losses"`   // parts whose worker sent no more messages
	Failures int          `json:"failures"` // parts that workers failed to compute
	Started  time.Time    `json:"started"`
	Now      time.Time    `json:"now"`
}

// Status returns the progress of the count.
func (s *Server) Status() (st Status) {
	s.view(func(t *fleet.Tally) {
		st = Status{
			Queued: len(s.queued), Results: s.counts.results, Refused: s.counts.refused,
			Losses: s.counts.losses, Failures: s.counts.failures, Started: s.started, Now: time.Now(),
		}
		there := s.present()
		st.Workers = there.Workers
		open := unfinished(t)
		for subject, tries := range s.tries {
			if part, again, ok := s.parse(subject); ok && tries.enough() && open(part, again) {
				st.SetAside = append(st.SetAside, part)
			}
		}
		st.Count = t.Status(there.Working)
		st.Count.Unheard = len(there.Workers) == 0
	})
	slices.Sort(st.SetAside)
	return st
}

// Present lists the present workers.
type Present struct {
	Now     time.Time `json:"now"`     // by the server's clock
	Working int       `json:"working"` // number of workers that compute a part
	Workers []Process `json:"workers"`
}

// present returns the present workers. s.mu is held.
func (s *Server) present() Present {
	p := Present{Now: time.Now()}
	for _, w := range s.workers {
		if !s.silent(w) && w.Part > 0 {
			p.Working++
		}
		if time.Since(w.Heard) < 10*time.Minute {
			p.Workers = append(p.Workers, *w)
		}
	}
	slices.SortFunc(p.Workers, func(a, b Process) int {
		return cmp.Or(cmp.Compare(a.Machine, b.Machine), cmp.Compare(a.Name, b.Name))
	})
	return p
}

// presentFile is the file in which a list's server records the present workers.
const presentFile = "workers.json"

// ReadPresent reads the recently present workers, as recorded by the server that has the list in
// the folder.
func ReadPresent(dir string) (p Present, err error) {
	err = jsonfile.Read(filepath.Join(dir, presentFile), &p)
	return p, err
}

// WriteText writes the present workers as text, and the age of the record.
func (p Present) WriteText(w io.Writer, now time.Time) error {
	age := now.Sub(p.Now)
	which := "ago"
	if age < -sayTime { // clocks of two machines always differ a little
		which = "from now"
	}
	fmt.Fprintf(w, "over the network, by the server's report of %s, %s %s", p.Now.Format(time.TimeOnly), table.Rough(age.Abs().Seconds()), which)
	if age.Abs() > 4*sayTime {
		fmt.Fprintf(w, ", although it reports every %v: the server hangs, or the two clocks differ", sayTime)
	}
	if len(p.Workers) == 0 {
		_, err := fmt.Fprintln(w, ": no message from a worker yet")
		return err
	}
	fmt.Fprintln(w, ":")
	rows := [][]string{{"WORKER", "MACHINE", "THREADS", "PART", "LAST MESSAGE"}}
	for _, m := range p.Workers {
		part, heard := "", table.Rough(p.Now.Sub(m.Heard).Seconds())+" before"
		if m.Part > 0 {
			part = strconv.Itoa(m.Part)
		}
		if m.Gone {
			heard = "gone"
		}
		rows = append(rows, []string{m.Name, m.Machine, strconv.Itoa(m.Threads), part, heard})
	}
	_, err := io.WriteString(w, table.Listing(rows))
	for _, m := range p.Workers {
		if m.Lacks != "" && !m.Gone && err == nil {
			_, err = fmt.Fprintf(w, "left to others by %s: %s\n", printable.Text(m.Name), printable.Text(m.Lacks))
		}
	}
	return err
}

// say writes the present workers every few seconds, and sooner when a worker takes a part or ends,
// until done is closed.
func (s *Server) say(ctx context.Context, done <-chan struct{}) error {
	if s.settings.Dir == "" {
		return nil
	}
	name := filepath.Join(s.settings.Dir, presentFile)
	defer os.Remove(name) //nolint:errcheck // the next server writes it again
	for {
		s.mu.Lock()
		text, err := json.Marshal(s.present())
		s.mu.Unlock()
		if err == nil {
			err = atomicfile.WriteFile(name, text)
		}
		if err != nil {
			s.tell("%v", err) // the file is only for information
		}
		select {
		case <-ctx.Done():
			return nil
		case <-done:
			return nil
		case <-time.After(sayPause):
		}
		select {
		case <-ctx.Done():
			return nil
		case <-done:
			return nil
		case <-s.turns:
		case <-time.After(sayTime - sayPause):
		}
	}
}

const (
	sayTime  = 5 * time.Second
	sayPause = time.Second // shortest interval, for any number of workers
)
