package nqueens

import (
	"context"
	"errors"
	"time"
)

// Status says how a run ended.
type Status string

const (
	Solved        Status = "solved"        // the question is answered
	Unsatisfiable Status = "unsatisfiable" // task first: there is no solution
	Timeout       Status = "timeout"       // the deadline came first
	MemoryLimit   Status = "memory-limit"  // the run took more memory than it was allowed
	Crashed       Status = "crashed"       // the engine failed, or its answer made no sense
	Unsupported   Status = "unsupported"   // the backend cannot do this at all
	Cancelled     Status = "cancelled"     // whoever asked wanted no more
)

// Valid reports whether the status is one of those above.
func (s Status) Valid() bool {
	switch s {
	case Solved, Unsatisfiable, Timeout, MemoryLimit, Crashed, Unsupported, Cancelled:
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
	// Count is the number of solutions, for the tasks count and all.
	Count *Count `json:"count,omitempty"`
	// Note says in a line how the answer was found, where that is worth telling:
	// which formula gave it.
	Note string `json:"note,omitempty"`
	// Partial is the number found by a run that stopped early. It is no count.
	Partial *Count `json:"partial,omitempty"`
	// Solution is the answer to the task first, in file order.
	Solution Solution `json:"solution,omitempty"`
	// Phases says how the time was spent.
	Phases Phases `json:"phases"`
	// Stats is the work done in the backend's own units: nodes, updates,
	// conflicts, propagations; and sizes: variables, clauses, options.
	Stats map[string]int64 `json:"stats,omitempty"`
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
