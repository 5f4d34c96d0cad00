package fleet

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"nqueens"
	"nqueens/internal/printable"
	"nqueens/internal/table"
)

// A Status is the progress of a count.
type Status struct {
	Problem     string         `json:"problem"`
	Engine      string         `json:"engine"` // with its version
	Parts       int            `json:"parts"`
	Done        int            `json:"done"`
	ToCheck     int            `json:"toCheck"`           // parts drawn to be computed again; known when all are done
	Checked     int            `json:"checked"`           // the number of these that were
	SameMachine []int          `json:"alone,omitempty"`   // the parts computed again only by the machine that computed them first
	Working     int            `json:"working"`           // parts that are being computed now
	Unheard     bool           `json:"unheard,omitempty"` // no worker has reported yet, for example to a server that has just started; there may be some
	Rate        float64        `json:"rate,omitempty"`    // parts an hour, by the present workers
	Left        *Expected      `json:"left,omitempty"`    // seconds for one worker; nil if unknown
	Finish      *Expected      `json:"finish,omitempty"`
	Sum         *nqueens.Count `json:"sum,omitempty"` // over the parts that are done
	Workers     []WorkerStatus `json:"workers,omitempty"`
	Failures    []Failure      `json:"failures,omitempty"`
	Conflict    []string       `json:"conflicts,omitempty"`
	Doubtful    []int          `json:"doubtful,omitempty"`
}

// An Expected is a time in seconds with its 95 % interval, under the assumption that the remaining
// parts are like the completed ones.
type Expected struct{ Seconds, Low, High float64 }

// A WorkerStatus is the work of one machine.
type WorkerStatus struct {
	Machine  string  `json:"machine"`
	Parts    int     `json:"parts"`
	Checks   int     `json:"checks,omitempty"`
	Seconds  float64 `json:"seconds"` // of all its parts
	Failures int     `json:"failures,omitempty"`
}

// Status returns the progress of the count. The clocks of workers only determine how long each part
// took.
func (t *Tally) Status(working int) Status {
	l := t.List
	s := Status{
		Problem: l.Problem, Engine: l.Engine + " " + l.Version, Parts: l.Parts(), Working: working,
		ToCheck: len(t.Drawn()), Sum: t.Sum(), Failures: t.Failures, Doubtful: t.Doubtful(), SameMachine: t.CheckedBySameMachine(),
	}
	s.Checked = s.ToCheck - len(t.Unchecked())
	for _, c := range t.Conflicts() {
		s.Conflict = append(s.Conflict, c.String())
	}
	workers := map[string]*WorkerStatus{}
	at := func(machine string) *WorkerStatus {
		if workers[machine] == nil {
			workers[machine] = &WorkerStatus{Machine: machine}
		}
		return workers[machine]
	}
	var seconds []float64 // of each completed part
	for k := 1; k <= l.Parts(); k++ {
		if r := t.Done(k); r != nil {
			s.Done++
			seconds = append(seconds, r.Seconds)
		}
		for _, r := range t.trusted(k) {
			w := at(r.Machine)
			w.Seconds += r.Seconds
			if w.Parts++; r.Check != nil {
				w.Parts--
				w.Checks++
			}
		}
	}
	for _, f := range t.Failures {
		at(f.Machine).Failures++
	}
	for _, w := range workers {
		s.Workers = append(s.Workers, *w)
	}
	slices.SortFunc(s.Workers, func(a, b WorkerStatus) int { return cmp.Compare(a.Machine, b.Machine) })
	left := s.Parts - s.Done
	if left == 0 || len(seconds) < 2 {
		return s
	}
	s.Left = expected(seconds, left)
	if working > 0 {
		s.Rate = 3600 * float64(working) * float64(left) / s.Left.Seconds
		w := float64(working)
		s.Finish = &Expected{s.Left.Seconds / w, s.Left.Low / w, s.Left.High / w}
	}
	return s
}

// expected returns the time of the remaining parts. The interval includes their own spread and that
// of the mean.
func expected(seconds []float64, left int) *Expected {
	var sum, squares float64
	n, m := float64(len(seconds)), float64(left)
	for _, s := range seconds {
		sum += s
	}
	mean := sum / n
	for _, s := range seconds {
		squares += (s - mean) * (s - mean)
	}
	spread := 1.96 * math.Sqrt(squares/(n-1)*(m+m*m/n))
	return &Expected{mean * m, max(0, mean*m-spread), mean*m + spread}
}

// Status returns the progress of the folder's count.
func (f *Folder) Status() Status { return f.Tally.Status(f.Claimed()) }

// InWork returns as text how many parts are being computed.
func (s Status) InWork() string {
	if s.Unheard && s.Working == 0 {
		return "no message from a worker yet"
	}
	return fmt.Sprintf("%d in work", s.Working)
}

// WriteText writes the status as text.
func (s Status) WriteText(w io.Writer) error {
	fmt.Fprintf(w, "%s by %s: %d of %s done, %s\n", s.Problem, s.Engine, s.Done, table.Plural(s.Parts, "part"), s.InWork())
	if s.ToCheck > 0 {
		fmt.Fprintf(w, "computed again: %d of %d\n", s.Checked, s.ToCheck)
	}
	if len(s.SameMachine) > 0 {
		fmt.Fprintf(w, "of these by the same machine as before, because no other was available: parts %s\n", table.Ranges(s.SameMachine, "-"))
	}
	if s.Left != nil {
		fmt.Fprintf(w, "left: %s of one worker [%s, %s]\n", table.Rough(s.Left.Seconds), table.Rough(s.Left.Low), table.Rough(s.Left.High))
	}
	if s.Finish != nil {
		fmt.Fprintf(w, "finished in %s [%s, %s], at %s parts an hour\n",
			table.Rough(s.Finish.Seconds), table.Rough(s.Finish.Low), table.Rough(s.Finish.High), table.Count(math.Round(s.Rate)))
	}
	if s.Sum != nil {
		fmt.Fprintf(w, "found so far: %v\n", s.Sum)
	}
	if len(s.Workers) > 0 {
		rows := [][]string{{"MACHINE", "PARTS", "AGAIN", "TIME", "FAILED"}}
		for _, m := range s.Workers {
			rows = append(rows, []string{m.Machine, strconv.Itoa(m.Parts), strconv.Itoa(m.Checks), table.Rough(m.Seconds), strconv.Itoa(m.Failures)})
		}
		if _, err := io.WriteString(w, table.Listing(rows)); err != nil {
			return err
		}
	}
	if err := writeFirst(w, "conflict", s.Conflict); err != nil {
		return err
	}
	if len(s.Doubtful) > 0 {
		fmt.Fprintln(w, "doubtful: parts", table.Ranges(s.Doubtful, "-"))
	}
	var failed []string
	for _, f := range s.Failures {
		failed = append(failed, fmt.Sprintf("part %d on %s: %s", f.Part, f.Machine, f.Reason))
	}
	return writeFirst(w, "failed", failed)
}

// readable is the largest number of lines of one kind in the text.
const readable = 10

// writeFirst writes the first texts of a kind, and the number of others.
func writeFirst(w io.Writer, kind string, told []string) error {
	for i, text := range told {
		if i == readable {
			_, err := fmt.Fprintf(w, "%s: and %s more (--json names all)\n", kind, table.Count(len(told)-readable))
			return err
		}
		if _, err := fmt.Fprintf(w, "%s: %s\n", kind, printable.Text(text)); err != nil {
			return err
		}
	}
	return nil
}
