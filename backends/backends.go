package backends

import (
	"context"
	"io"

	"nqueens"
)

// Backend answers requests with one engine.
type Backend interface {
	// Describe says what the backend is and does.
	Describe() nqueens.Description
	// Supports says why the backend cannot serve the request, or nil. It is
	// cheap: it does not build a Model.
	Supports(nqueens.Request) error
	// Run answers the request. For the task all it calls visit with each
	// solution, in any order, the squares in any order; the slice is the
	// backend's, valid only during the call and not to be changed. When visit
	// returns false the run stops and its status is cancelled. For the other
	// tasks visit is not called. Run returns within 100 ms of the context's end,
	// even if it has to leave behind a goroutine that nothing can stop; the
	// backend's package comment then says so. A request that Supports refuses
	// has the status unsupported.
	Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome
}

// Prover is a Backend that can write down why there is no solution.
type Prover interface {
	Backend
	// ProofEncoding names the encoding of the formula that a proof for the
	// request is about: encode.FromProblem, what the problem leaves open as clauses in
	// that encoding. An error says why the backend can
	// prove nothing about the request.
	ProofEncoding(nqueens.Request) (string, error)
	// Prove answers a request for the first solution as Run does. When it says
	// unsatisfiable it has written to proof, as DRAT in text or binary, why that
	// formula is. Nothing written is believed before it is checked.
	Prove(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome
}

// Preferring is a Backend that measurements have shown to be the quickest, of
// those that can, on some requests.
type Preferring interface {
	Backend
	// Preference says how well the backend suits a request, whether it can serve it
	// or not: the highest is asked first where none is named. Others have 0.
	Preference(nqueens.Request) int
}

// Portfolio is a Backend that has others answer.
type Portfolio interface {
	Backend
	// Races reports whether several would answer the request, and is cheap. If not, the one
	// that is asked may as well be asked itself.
	Races(nqueens.Request) bool
}

// Versioned is a Backend that must look for its version, so that Describe
// leaves it out: another program's.
type Versioned interface {
	Backend
	Version() string
}

// Version is the backend's, as far as it can be told.
func Version(b Backend) string {
	if v, ok := b.(Versioned); ok {
		return v.Version()
	}
	return b.Describe().Version
}

// Resumable is a Backend that counts in tasks: independent pieces of a count,
// numbered from 0, that are the same on every machine and whose solutions add up
// to it. They can be shared out, kept and gone on with; package checkpoint does so.
type Resumable interface {
	Backend
	// Tasks is how many tasks the requested count is cut in, for one version of
	// the backend always the same ones, and what each is likely to take, in
	// proportion to the others. It is quick: nothing is searched.
	Tasks(r nqueens.Request) (n int, cost func(task int) float64, err error)
	// CountTasks does the tasks, several at a time if the request has threads,
	// and calls done with the outcome of each, one call at a time, in the order
	// in which they finish. Neighbours in the list of a count's tasks may share
	// work. Where the context ends first CountTasks returns its error, within
	// 100 ms; what was passed to done is valid all the same.
	CountTasks(ctx context.Context, r nqueens.Request, tasks []int, done func(task int, o nqueens.Outcome)) error
}

// Restater is a Resumable whose tasks others can count too, so that neither its engine nor
// how it cuts a count need be believed.
type Restater interface {
	Resumable
	// Restate tells a task as problems whose numbers of solutions, as often as each summand
	// says, add up to what CountTasks finds for it.
	Restate(r nqueens.Request, task int) ([]nqueens.Summand, error)
	// Holding are the tasks whose problems may have solutions with these pieces.
	Holding(r nqueens.Request, given []nqueens.Square) (tasks []int, err error)
}

// Streamer is a Backend that can write a solution of any size without holding
// it in memory.
type Streamer interface {
	Backend
	// Stream answers a request for the first solution by writing it: a number a
	// line, the rank, from 1, of the piece in each file. Its outcome has no
	// Solution. An error of w ends it with the status crashed.
	Stream(ctx context.Context, r nqueens.Request, w io.Writer) nqueens.Outcome
}
