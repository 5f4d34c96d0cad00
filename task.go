package nqueens

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"nqueens/internal/suggest"
)

// Task is what is asked about a problem. Of one with an objective the solutions are the
// best ones, whatever the task.
type Task string

const (
	FindFirst Task = "first" // one solution, or that there is none
	CountAll  Task = "count" // how many solutions there are
	FindAll   Task = "all"   // every solution, once each
	// Optimise asks for one solution of a problem with an objective, and how many
	// pieces the best have.
	Optimise Task = "optimise"
)

// FindsOne reports whether the task's answer is one solution.
func (t Task) FindsOne() bool { return t == FindFirst || t == Optimise }

// Tasks lists every task.
func Tasks() []Task { return []Task{FindFirst, CountAll, FindAll, Optimise} }

// Request is what a backend is asked to do.
type Request struct {
	Problem Problem
	Task    Task
	// Encoding is how lines become clauses, or which formula is used, for
	// backends that have a choice; "" is the backend's own.
	Encoding string
	Threads  int    // how many to use at most; 0 is 1
	Memory   int64  // bytes to take at most, for backends that can choose; 0 is not said
	Seed     uint64 // for backends that make random choices
	// Unreduced has the engine search the problem as it stands, without the reduction that
	// engines share: see Problem.Reducible.
	Unreduced bool
}

// Description says what a backend is.
type Description struct {
	Name    string `json:"name"`
	About   string `json:"about"`   // one line
	Version string `json:"version"` // of the engine, as far as it can be told
	// Engine names the code that does the searching. Answers of backends that
	// share an engine do not confirm each other.
	Engine string `json:"engine"`
	Tasks  []Task `json:"tasks"`
	// Encodings are what Request.Encoding may be; empty if the backend has no
	// choice; the first is the default, "" where that goes without a name.
	Encodings []string `json:"encodings,omitempty"`
	// Refinements are what the name of an encoding can go on with: "+totalizer@hilbert",
	// how more than one is counted and in which order.
	Refinements []string `json:"-"`
	// Defaults are those tasks for which another encoding is the default.
	Defaults map[Task]string `json:"defaults,omitempty"`
	// External names the program that does the searching, where it is not this
	// one: "cadical". A backend that has one takes part only when asked for by
	// name, since what it answers depends on what is installed.
	External string `json:"external,omitempty"`
	// Caution says what is known to be wrong with the backend. One that has a
	// caution takes part only when asked for by name.
	Caution string `json:"caution,omitempty"`
	// Portfolio says that the backend has others answer, so that what it says confirms
	// nothing that they say. It takes part only when asked for by name.
	Portfolio bool `json:"portfolio,omitempty"`
	// Around names code of ours around the engine that other engines have around them too. Answers
	// of engines with the same code around them do not confirm each other.
	Around string `json:"around,omitempty"`
	// Unreduced says that the backend does what Request.Unreduced asks, so that its answer can
	// confirm what others found on the reduced problem.
	Unreduced bool `json:"unreduced,omitempty"`
	// Weighs reports whether the backend sums the weights of a formula's solutions.
	Weighs bool `json:"weighs,omitempty"`
}

// Ordinary reports whether the backend is among those meant by "all": it searches
// itself, has no caution and needs no other program.
func (d Description) Ordinary() bool { return d.Caution == "" && d.External == "" && !d.Portfolio }

// Does reports whether the backend does the task at all.
func (d Description) Does(t Task) bool { return slices.Contains(d.Tasks, t) }

// Accepts refuses a task or an encoding that the backend does not have, and a task that
// has no meaning for the problem.
func (d Description) Accepts(r Request) error {
	if !d.Does(r.Task) {
		return fmt.Errorf("%s does not do the task %q (it does %s)", d.Name, r.Task, joined(d.Tasks))
	}
	if r.Unreduced && !d.Unreduced && r.Problem.Reducible() {
		return fmt.Errorf("%s searches only what the reduction leaves of a problem, and cannot do without it", d.Name)
	}
	if r.Task == CountAll && r.Problem.Formula != nil && r.Problem.Formula.Weighted() && !d.Weighs {
		return fmt.Errorf("%s counts solutions, and %s gives them weights to sum", d.Name, r.Problem.Formula.Name)
	}
	if r.Encoding == "" || d.Encodes(r.Encoding) {
		return r.meant()
	}
	if len(d.Encodings) == 0 {
		return fmt.Errorf("%s takes no encoding, so %q has no meaning for it", d.Name, r.Encoding)
	}
	return fmt.Errorf("%s has no encoding %q %s", d.Name, r.Encoding, suggest.Among(r.Encoding, d.EncodingNames()))
}

// ProblemError says that a backend does not take a problem, whatever else is asked of it: of how many threads, in
// how much memory.
type ProblemError struct {
	Problem Problem
	Err     error
}

func (e *ProblemError) Error() string { return e.Err.Error() }
func (e *ProblemError) Unwrap() error { return e.Err }

// Encodes reports whether the backend has the encoding, refined or not.
func (d Description) Encodes(encoding string) bool {
	if i := strings.IndexAny(encoding, "+@"); i > 0 && slices.Contains(d.Refinements, encoding[i:]) {
		encoding = encoding[:i]
	}
	return slices.Contains(d.Encodings, encoding)
}

// DefaultEncoding is the backend's own for the task, "" if it takes none; for no
// task the first.
func (d Description) DefaultEncoding(t Task) string {
	if len(d.Encodings) == 0 {
		return ""
	}
	return cmp.Or(d.Defaults[t], d.Encodings[0])
}

// EncodingNames are the encodings that have a name.
func (d Description) EncodingNames() []string {
	return slices.DeleteFunc(slices.Clone(d.Encodings), func(name string) bool { return name == "" })
}

func joined(tasks []Task) string {
	var names []string
	for _, t := range tasks {
		names = append(names, string(t))
	}
	return strings.Join(names, ", ")
}

// Status says how a run ended.
type Status string

const (
	Solved        Status = "solved"        // the question is answered
	Unsatisfiable Status = "unsatisfiable" // task first: there is no solution
	Timeout       Status = "timeout"       // the deadline came first
	MemoryLimit   Status = "memory-limit"  // the run took more memory than it was allowed
	Unknown       Status = "unknown"       // the engine ended by itself and says that it does not know
	Crashed       Status = "crashed"       // the engine failed, or its answer made no sense
	Unsupported   Status = "unsupported"   // the backend cannot do this at all
	Cancelled     Status = "cancelled"     // whoever asked wanted no more
	Void          Status = "void"          // the run was starved, stopped or slept through: its time means nothing
)

// Valid reports whether the status is one of those above.
func (s Status) Valid() bool {
	switch s {
	case Solved, Unsatisfiable, Timeout, MemoryLimit, Unknown, Crashed, Unsupported, Cancelled, Void:
		return true
	}
	return false
}

// Answered reports whether the question was answered.
func (s Status) Answered() bool { return s == Solved || s == Unsatisfiable }

// Outcome is a backend's answer to a Request. What is absent is not known; it
// is never zero.
type Outcome struct {
	Status Status `json:"status"`
	// Reason says, where the question was not answered, why.
	Reason string `json:"reason,omitempty"`
	// Void says, where a backend knows of it, why the run's time means nothing: the
	// program that it started was stopped, or the machine slept.
	Void string `json:"void,omitempty"`
	// Count is the number of solutions, for the tasks count and all.
	Count *Count `json:"count,omitempty"`
	// Note says in a line how the answer was found, where that is worth telling:
	// which formula gave it.
	Note string `json:"note,omitempty"`
	// By is who answered, of a backend that has others answer or does as another would: "gini", "gini/product".
	By string `json:"by,omitempty"`
	// Against is, of such a backend, that two answered differently, and what each says.
	Against string `json:"against,omitempty"`
	// Partial is the number found by a run that stopped early. It is no count.
	Partial *Count `json:"partial,omitempty"`
	// Optimum is how many pieces are counted in the solutions of a problem with an
	// objective.
	Optimum *int `json:"optimum,omitempty"`
	// Solution is the answer to the tasks first and optimise, in file order.
	Solution Solution `json:"solution,omitempty"`
	// Phases says how the time was spent.
	Phases Phases `json:"phases"`
	// Stats is the work done in the backend's own units: nodes, updates,
	// conflicts, propagations; and sizes: variables, clauses, options.
	Stats map[string]int64 `json:"stats,omitempty"`
	// ProgramCPU is the processor time, in seconds, of the program that the backend started and
	// of that one's descendants; 0 of a backend that starts none.
	ProgramCPU float64 `json:"-"`
}

// Phases are the times, in seconds, that the parts of a run took. A phase that
// a backend does not have is zero.
type Phases struct {
	Encode float64 `json:"encode,omitempty"` // from the Problem to the engine's own form
	Solve  float64 `json:"solve,omitempty"`  // the search
	Decode float64 `json:"decode,omitempty"` // from the engine's answers to Solutions
	Check  float64 `json:"check,omitempty"`  // checking solutions; not the backend's time
}

// Fail is an Outcome without an answer.
func Fail(s Status, reason string) Outcome { return Outcome{Status: s, Reason: reason} }

// Stopped is the Outcome of a run that ended because its context did, with the
// number of solutions found by then.
func Stopped(ctx context.Context, found uint64) Outcome {
	o := Outcome{Status: Cancelled, Partial: NewCount(found)}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		o.Status = Timeout
	}
	return o
}

// Stopwatch splits a run's time into consecutive phases.
type Stopwatch struct{ last time.Time }

// NewStopwatch starts one.
func NewStopwatch() *Stopwatch { return &Stopwatch{time.Now()} }

// Lap returns the seconds since the start or the last lap.
func (w *Stopwatch) Lap() float64 {
	now := time.Now()
	d := now.Sub(w.last).Seconds()
	w.last = now
	return d
}

// AddStats adds statistics to others. A sum that does not fit is the largest number there is:
// the pairs of half-boards that 28 queens take are more.
func AddStats(to, more map[string]int64) {
	for unit, n := range more {
		if to[unit] > math.MaxInt64-max(n, 0) {
			to[unit] = math.MaxInt64
			continue
		}
		to[unit] += n
	}
}
