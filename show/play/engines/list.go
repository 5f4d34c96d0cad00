package engines

import (
	"context"

	"nqueens"
	"nqueens/backends/allsat"
	"nqueens/backends/bitmask"
	"nqueens/backends/branch"
	"nqueens/backends/cover"
	"nqueens/backends/sat"
)

// backend is the part of backends.Backend that the page uses. Package backends itself also contains
// the external programs, which a browser cannot start.
type backend interface {
	Describe() nqueens.Description
	Supports(nqueens.Request) error
	Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome
}

// list returns the engines of the page; those that are usually faster come first.
func list() []backend {
	return []backend{bitmask.New(), cover.Backend{}, branch.Backend{}, allsat.Backend{}, sat.Gini()}
}

// fastest returns the first engine that supports the request, or nil.
func fastest(r nqueens.Request) backend {
	for _, b := range list() {
		if b.Supports(r) == nil {
			return b
		}
	}
	return nil
}

// first returns a solution of the problem, the best one if it has an objective.
// The status is unsupported if no engine supports it.
func first(p nqueens.Problem) nqueens.Outcome {
	r := nqueens.Request{Problem: p, Task: nqueens.FindFirst}
	b := fastest(r)
	if b == nil {
		return nqueens.Fail(nqueens.Unsupported, "no engine of the page supports this problem")
	}
	return b.Run(context.Background(), r, nil)
}
