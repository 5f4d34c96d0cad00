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

// Task is the question about a problem. For a problem with an objective the solutions are the best
// ones, whatever the task.
type Task string

const (
	FindFirst Task = "first" // one solution, or the answer that there is none
	CountAll  Task = "count" // the number of solutions
	FindAll   Task = "all"   // every solution, each once
	// Optimise requires one solution of a problem with an objective, and the number of pieces in
	// the best solutions.
	Optimise Task = "optimise"
)

// FindsOne reports whether the task's answer is one solution.
func (t Task) FindsOne() bool { return t == FindFirst || t == Optimise }

// Tasks returns all tasks.
func Tasks() []Task { return []Task{FindFirst, CountAll, FindAll, Optimise} }

// Request is a request to a backend.
type Request struct {
	Problem Problem
	Task    Task
	// Encoding selects how lines become clauses, or which formula is used, in backends with a
	// choice; "" is the backend's default.
	Encoding string
	Threads  int    // maximum number of threads; 0 means 1
	Memory   int64  // maximum memory in bytes, for backends that can choose; 0 means unspecified
	Seed     uint64 // for backends that make random choices
	// Unreduced requires the engine to search the problem without the reduction that engines share:
	// see Problem.Reducible.
	Unreduced bool
}

// Description describes a backend.
type Description struct {
	Name    string `json:"name"`
	About   string `json:"about"`   // one line
	Version string `json:"version"` // of the engine, as far as it is known
	// Engine is the name of the code that searches. Answers of backends with the same engine do not
	// confirm each other.
	Engine string `json:"engine"`
	Tasks  []Task `json:"tasks"`
	// Encodings are the possible values of Request.Encoding; empty if the backend has no choice.
	// The first is the default; it is "" if the default has no name.
	Encodings []string `json:"encodings,omitempty"`
	// Refinements are the possible suffixes of an encoding's name, which select how sums are
	// encoded and in which order: "+totalizer@hilbert".
	Refinements []string `json:"-"`
	// Defaults are the tasks with another default encoding.
	Defaults map[Task]string `json:"defaults,omitempty"`
	// External is the name of the external program that searches, if there is one: "cadical". Such
	// a backend is only used if it is selected by name, since its answers depend on what is
	// installed.
	External string `json:"external,omitempty"`
	// Caution describes a known fault of the backend. A backend with a caution is only used if it
	// is selected by name.
	Caution string `json:"caution,omitempty"`
	// Portfolio is set if other backends find the backend's answers, so that its answers do not
	// confirm theirs. It is only used if it is selected by name.
	Portfolio bool `json:"portfolio,omitempty"`
	// Around is the name of our code around the engine, if other engines share it. Answers of
	// engines with the same code around them do not confirm each other.
	Around string `json:"around,omitempty"`
	// Unreduced is set if the backend supports Request.Unreduced, so that its answer can confirm
	// those of others on the reduced problem.
	Unreduced bool `json:"unreduced,omitempty"`
	// Weighs is set if the backend sums the weights of a formula's solutions.
	Weighs bool `json:"weighs,omitempty"`
}

// Ordinary reports whether "all" includes the backend: it searches itself, has no caution and needs
// no other program.
func (d Description) Ordinary() bool { return d.Caution == "" && d.External == "" && !d.Portfolio }

// Does reports whether the backend supports the task.
func (d Description) Does(t Task) bool { return slices.Contains(d.Tasks, t) }

// Accepts returns an error for a task or an encoding that the backend does not have, and for a task
// that has no meaning for the problem.
func (d Description) Accepts(r Request) error {
	if !d.Does(r.Task) {
		return fmt.Errorf("%s does not do the task %q (it does %s)", d.Name, r.Task, joined(d.Tasks))
	}
	if r.Unreduced && !d.Unreduced && r.Problem.Reducible() {
		return fmt.Errorf("%s searches only reduced problems, and cannot search the unreduced one", d.Name)
	}
	if r.Task == CountAll && r.Problem.Formula != nil && r.Problem.Formula.Weighted() && !d.Weighs {
		return fmt.Errorf("%s counts solutions without weights, and %s has weights", d.Name, r.Problem.Formula.Name)
	}
	if r.Encoding == "" || d.Encodes(r.Encoding) {
		return r.meant()
	}
	if len(d.Encodings) == 0 {
		return fmt.Errorf("%s takes no encoding, so %q has no meaning for it", d.Name, r.Encoding)
	}
	return fmt.Errorf("%s has no encoding %q %s", d.Name, r.Encoding, suggest.Among(r.Encoding, d.EncodingNames()))
}

// ProblemError is the error for a problem that a backend does not accept, independently of the rest
// of the request, such as threads and memory.
type ProblemError struct {
	Problem Problem
	Err     error
}

func (e *ProblemError) Error() string { return e.Err.Error() }
func (e *ProblemError) Unwrap() error { return e.Err }

// Encodes reports whether the backend has the encoding, with or without a refinement.
func (d Description) Encodes(encoding string) bool {
	if i := strings.IndexAny(encoding, "+@"); i > 0 && slices.Contains(d.Refinements, encoding[i:]) {
		encoding = encoding[:i]
	}
	return slices.Contains(d.Encodings, encoding)
}

// DefaultEncoding returns the backend's default for the task, or "" if it takes no encoding.
// Without a task it returns the first.
func (d Description) DefaultEncoding(t Task) string {
	if len(d.Encodings) == 0 {
		return ""
	}
	return cmp.Or(d.Defaults[t], d.Encodings[0])
}

// EncodingNames returns the encodings that have a name.
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

// Status is how a run ended.
type Status string

const (
	Solved        Status = "solved"        // there is an answer
	Unsatisfiable Status = "unsatisfiable" // task first: the answer is that there is no solution
	Timeout       Status = "timeout"       // the time limit was reached first
	MemoryLimit   Status = "memory-limit"  // the run used more memory than its limit
	Unknown       Status = "unknown"       // the engine ended normally without an answer
	Crashed       Status = "crashed"       // the engine failed, or its answer made no sense
	Unsupported   Status = "unsupported"   // the backend does not support the request
	Cancelled     Status = "cancelled"     // the caller cancelled the run
	Void          Status = "void"          // the run got too little CPU time, was stopped, or was interrupted by sleep: its time is meaningless
)

// Valid reports whether the status is one of the constants.
func (s Status) Valid() bool {
	switch s {
	case Solved, Unsatisfiable, Timeout, MemoryLimit, Unknown, Crashed, Unsupported, Cancelled, Void:
		return true
	}
	return false
}

// Answered reports whether there is an answer.
func (s Status) Answered() bool { return s == Solved || s == Unsatisfiable }

// Outcome is a backend's answer to a Request. A missing value means that it is not known, never
// zero.
type Outcome struct {
	Status Status `json:"status"`
	// Reason is the reason why there is no answer.
	Reason string `json:"reason,omitempty"`
	// Void is the reason why the run's time is meaningless, if the backend knows of one: the
	// program that it started was stopped, or the machine slept.
	Void string `json:"void,omitempty"`
	// Count is the number of solutions, for the tasks count and all.
	Count *Count `json:"count,omitempty"`
	// Estimate is an approximate number of solutions, for the task count. The status is then unknown,
	// because an estimate is no answer.
	Estimate *Estimate `json:"estimate,omitempty"`
	// Note is an optional line about how the answer was found, such as the formula that gave it.
	Note string `json:"note,omitempty"`
	// By is the backend that answered, for a backend that uses others: "gini", "gini/product".
	By string `json:"by,omitempty"`
	// Against is set by such a backend if two others answered differently. It has the answer of
	// each.
	Against string `json:"against,omitempty"`
	// Partial is the number of solutions found by a run that stopped early. It is not a count of
	// all solutions.
	Partial *Count `json:"partial,omitempty"`
	// Optimum is the number of counted pieces in the solutions of a problem with an objective.
	Optimum *int `json:"optimum,omitempty"`
	// Cost is the value of a formula's objective in the best solutions, in place of Optimum, if its
	// text has another scale than its Model: see Scale.
	Cost *Count `json:"cost,omitempty"`
	// Solution is the answer to the tasks first and optimise, in file order.
	Solution Solution `json:"solution,omitempty"`
	// Phases states how the time was spent.
	Phases Phases `json:"phases"`
	// Stats has the amount of work in the backend's own units: nodes, updates, conflicts,
	// propagations; and sizes: variables, clauses, options.
	Stats map[string]int64 `json:"stats,omitempty"`
	// ProgramCPU is the CPU time, in seconds, of the external program that the backend started and
	// of its descendants; 0 for a backend that starts none.
	ProgramCPU float64 `json:"-"`
}

// Phases are the times, in seconds, of the parts of a run. A phase that a backend does not have is
// zero.
type Phases struct {
	Encode float64 `json:"encode,omitempty"` // from the Problem to the engine's form
	Solve  float64 `json:"solve,omitempty"`  // the search
	Decode float64 `json:"decode,omitempty"` // from the engine's answers to Solutions
	Check  float64 `json:"check,omitempty"`  // checking solutions, which is not part of the backend's time
}

// Fail returns an Outcome without an answer.
func Fail(s Status, reason string) Outcome { return Outcome{Status: s, Reason: reason} }

// Stopped returns the Outcome of a run that ended because its context ended, with the number of
// solutions found until then.
func Stopped(ctx context.Context, found uint64) Outcome {
	o := Outcome{Status: Cancelled, Partial: NewCount(found)}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		o.Status = Timeout
	}
	return o
}

// Stopwatch divides a run's time into consecutive phases.
type Stopwatch struct{ last time.Time }

// NewStopwatch returns a started Stopwatch.
func NewStopwatch() *Stopwatch { return &Stopwatch{time.Now()} }

// Lap returns the seconds since the start or the previous lap.
func (w *Stopwatch) Lap() float64 {
	now := time.Now()
	d := now.Sub(w.last).Seconds()
	w.last = now
	return d
}

// AddStats adds statistics to others. A sum that is too large becomes the largest number; the pairs
// of half-boards for 28 queens are an example.
func AddStats(to, more map[string]int64) {
	for unit, n := range more {
		if to[unit] > math.MaxInt64-max(n, 0) {
			to[unit] = math.MaxInt64
			continue
		}
		to[unit] += n
	}
}
