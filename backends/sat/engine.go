package sat

import (
	"context"

	"nqueens"
)

// engine is an incremental solver loaded with a model.
type engine interface {
	// solve reports whether the model has a solution in which the assumptions
	// are true; the next call forgets them. It gives up with the context's error
	// when the context ends; the engine is then of no further use.
	solve(ctx context.Context, assumptions []nqueens.Literal) (bool, error)
	// chosen reports whether the placement is chosen in the solution that
	// solve has just found.
	chosen(placement int) bool
	// size is the formula's when it was loaded: variables, clauses (or
	// constraints) and their literals.
	size() (variables, clauses, literals int)
	// effort adds what the engine says it has done. It is not called while a
	// search that was given up may still be running.
	effort(stats)
}

// stats are an Outcome's.
type stats map[string]int64

func (s stats) add(name string, n int) { s[name] += int64(n) }

// atLeast keeps the largest of several sizes.
func (s stats) atLeast(name string, n int) { s[name] = max(s[name], int64(n)) }
