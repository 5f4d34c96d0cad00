package fuzz

import (
	"context"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
)

// An Answer is the inspected answer of a backend.
type Answer struct {
	bench.Observation
	// Listed are the solutions of the task all, sorted, if there are few.
	Listed []nqueens.Solution `json:"listed,omitempty"`
}

// An Asker runs backends.
type Asker interface {
	// Ask returns the answer of the backend to the request, whose problem is that of the form. It returns
	// after the time limit, even if the backend does not stop.
	Ask(ctx context.Context, b backends.Backend, f Form, r nqueens.Request, limit time.Duration) Answer
}

// Here is an Asker that runs backends in this process.
type Here struct{}

const (
	mostListed = 200_000 // solutions after which a list is stopped
	mostKept   = 4096    // solutions up to which a list is kept
)

// Ask implements Asker. A backend that does not stop is left behind.
func (Here) Ask(ctx context.Context, b backends.Backend, _ Form, r nqueens.Request, limit time.Duration) (a Answer) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	in, listed := bench.NewInspection(r), 0
	var visit func(nqueens.Solution) bool
	if r.Task == nqueens.FindAll {
		visit = func(s nqueens.Solution) bool {
			in.Visit(s)
			if listed++; listed <= mostKept {
				a.Listed = append(a.Listed, append(nqueens.Solution{}, s...))
			}
			return listed < mostListed
		}
	}
	begun := time.Now()
	a.Outcome = backends.Guarded(ctx, b, r, visit)
	a.Solution.Sort()
	in.Conclude(a.Outcome)
	in.Report(&a.Observation)
	if listed > mostKept {
		a.Listed = nil
	}
	for _, s := range a.Listed {
		s.Sort()
	}
	if a.Status.Answered() {
		a.Seconds = time.Since(begun).Seconds()
	}
	return a
}
