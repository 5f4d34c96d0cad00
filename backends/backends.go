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

// Streamer is a Backend that can write a solution of any size without holding
// it in memory.
type Streamer interface {
	Backend
	// Stream answers a request for the first solution by writing it: a number a
	// line, the rank, from 1, of the piece in each file. Its outcome has no
	// Solution. An error of w ends it with the status crashed.
	Stream(ctx context.Context, r nqueens.Request, w io.Writer) nqueens.Outcome
}
