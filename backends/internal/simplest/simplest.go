// Package simplest is the worked example of a backend in docs/extending.md.
package simplest

import (
	"context"
	"errors"
	"slices"

	"nqueens"
)

type Backend struct{}

func (Backend) Describe() nqueens.Description {
	return nqueens.Description{Name: "simplest", About: "tries every rank in every file",
		Version: "1", Engine: "simplest", Tasks: []nqueens.Task{nqueens.CountAll}}
}

func (b Backend) Supports(r nqueens.Request) error {
	if err := errors.Join(b.Describe().Accepts(r), r.Problem.Validate()); err != nil {
		return err
	}
	if r.Problem.N > 12 || !r.Problem.Rule().Permutes() {
		return errors.New("simplest takes boards of up to 12 squares a side with one piece in each file and rank")
	}
	return nil
}

func (b Backend) Run(ctx context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	p, found := r.Problem, uint64(0)
	var place func(s nqueens.Solution)
	place = func(s nqueens.Solution) {
		if len(s) == p.N && p.Check(s) == nil {
			found++
		}
		for rank := 0; len(s) < p.N && rank < p.N && ctx.Err() == nil; rank++ {
			to := nqueens.On(len(s), rank)
			if !slices.ContainsFunc(s, func(q nqueens.Placement) bool { return p.Rule().Forbids(p.Board(), q.Square, to.Square) }) {
				place(append(s, to))
			}
		}
	}
	if place(nil); ctx.Err() != nil {
		return nqueens.Stopped(ctx, found)
	}
	return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(found)}
}
