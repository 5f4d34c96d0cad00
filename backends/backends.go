package backends

import (
	"context"
	"io"

	"nqueens"
	"nqueens/backends/trace"
	"nqueens/encode"
)

// Backend answers requests with one engine.
type Backend interface {
	// Describe returns the backend's name, abilities and properties.
	Describe() nqueens.Description
	// Supports returns an error that says why the backend cannot serve the request, or nil. It is
	// cheap: it builds a Model only to find out how much of a large board is left to decide.
	Supports(nqueens.Request) error
	// Run answers the request. For the task all it calls visit with each solution. Solutions, and
	// the squares of each, come in any order. The slice belongs to the backend: it is valid only
	// during the call and must not be changed. When visit returns false the run stops with the
	// status cancelled. For the other tasks visit is not called. Run returns within 100 ms after
	// the context ends, even if it must leave a goroutine running that cannot be stopped; the
	// backend's package comment then says so. A request that Supports refuses gets the status
	// unsupported.
	Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome
}

// Prover is a Backend that can write a proof that there is no solution.
type Prover interface {
	Backend
	// ProofEncoding returns the name of the encoding of the formula that the proof refutes.
	// encode.FromProblem makes that formula: the reduced problem as clauses in this encoding.
	// ProofEncoding returns an error if the backend cannot write a proof for the request.
	ProofEncoding(nqueens.Request) (string, error)
	// Prove answers a request for the first solution as Run does. If the outcome is unsatisfiable,
	// it has written a refutation of the formula to proof, as DRAT in text or binary. The caller
	// has to check the proof.
	Prove(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome
}

// CoreFinder is a Backend that decides formulas under assumptions, and names the assumptions that
// contradict the formula (an unsatisfiable core).
type CoreFinder interface {
	Backend
	// FindsCores returns an error that says why Core cannot be called, or nil.
	FindsCores() error
	// Core decides the formula under the assumptions that these variables are true. If there is no
	// solution, the formula and the assumptions in core have none. The caller has to check that.
	Core(ctx context.Context, f *encode.CNF, assumptions []int32) (satisfiable bool, core []int32, err error)
}

// Preferring is a Backend that is known from measurements to be the fastest on some requests.
type Preferring interface {
	Backend
	// Preference returns how well the backend suits a request, whether it supports the request or
	// not. If no backend is named, the one with the highest preference is tried first. A backend
	// without this method has preference 0.
	Preference(nqueens.Request) int
}

// Portfolio is a Backend that lets other backends answer.
type Portfolio interface {
	Backend
	// Races reports whether several backends would answer the request. If not, the caller may use
	// the only one directly. Races is cheap.
	Races(nqueens.Request) bool
}

// Tracer is a backend that can report its search step by step.
type Tracer interface {
	Backend
	// Traces returns an error for a request whose search the backend cannot report.
	Traces(r nqueens.Request) error
	// Trace answers the request, of the task first, count or all, on one thread, and adds each step
	// of its search to the recorder. It ends early when the recorder is full. The first events, of
	// the kind Force at depth 0, are the placements that a reduction decided before the search. A
	// request that Trace does not support gets the status unsupported.
	Trace(ctx context.Context, r nqueens.Request, to *trace.Recorder) nqueens.Outcome
}

// Versioned is a Backend whose version is expensive to find, such as an external program. Describe
// leaves the version out.
type Versioned interface {
	Backend
	Version() string
}

// Version returns the backend's version, or "" if it is not known.
func Version(b Backend) string {
	if v, ok := b.(Versioned); ok {
		return v.Version()
	}
	return b.Describe().Version
}

// Resumable is a Backend that counts in tasks: independent pieces of a count, numbered from 0. The
// pieces are the same on every machine, and their counts add up to the whole count. Tasks can be
// distributed, stored and resumed; package checkpoint does so.
type Resumable interface {
	Backend
	// Tasks returns how many tasks the count is divided into, and a function that returns the
	// relative cost of each. The tasks are always the same for one version of the backend. Tasks is
	// quick: it searches nothing.
	Tasks(r nqueens.Request) (n int, cost func(task int) float64, err error)
	// CountTasks counts the given tasks, several at a time if the request has threads. It calls
	// done with the outcome of each task, one call at a time, in the order in which the tasks
	// finish. Tasks with neighbouring numbers may share work. If the context ends first, CountTasks
	// returns the context's error within 100 ms; the outcomes already passed to done are valid.
	CountTasks(ctx context.Context, r nqueens.Request, tasks []int, done func(task int, o nqueens.Outcome)) error
}

// Recountable is a Resumable whose tasks other engines can count too, so that its results can be
// checked without relying on its engine or on the way it divides a count.
type Recountable interface {
	Resumable
	// TaskProblems returns problems with coefficients. The sum of their solution counts, each
	// multiplied by its coefficient, is the count of the task.
	TaskProblems(r nqueens.Request, task int) ([]nqueens.Summand, error)
	// TasksWith returns the tasks whose problems may have solutions that contain the given pieces.
	TasksWith(r nqueens.Request, given []nqueens.Square) (tasks []int, err error)
}

// Streamer is a Backend that can write a solution of any size without holding it in memory.
type Streamer interface {
	Backend
	// Stream answers a request for the first solution by writing it to w: one number a line, the
	// rank, from 1, of the piece in each file. The outcome has no Solution. If a write fails, the
	// status is crashed.
	Stream(ctx context.Context, r nqueens.Request, w io.Writer) nqueens.Outcome
}
