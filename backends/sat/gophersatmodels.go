package sat

import (
	"context"
	"errors"
	"fmt"

	"github.com/crillab/gophersat/solver"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/await"
	"nqueens/encode"
)

// GophersatModels is the backend gophersat-models: gophersat's own functions for counting and
// enumerating, used as documented. Its answers are wrong; the backend exists so that a harness can
// detect this.
//
// It cannot be stopped: CountModels has no means, and Enumerate never reads the channel for it.
// When the context ends or the visitor returns false, Run abandons the search, which runs to its
// end.
type GophersatModels struct{}

// Describe implements backends.Backend.
func (GophersatModels) Describe() nqueens.Description {
	return nqueens.Description{
		Name:      "gophersat-models",
		About:     "gophersat's own CountModels and Enumerate, as documented",
		Version:   answer.ModuleVersion(gophersatModule),
		Engine:    "gophersat",
		Unreduced: true,
		Tasks:     []nqueens.Task{nqueens.CountAll, nqueens.FindAll},
		Encodings: []string{"pairwise"}, // with others it would count auxiliary variables, too
		Caution:   "gophersat's CountModels and Enumerate repeat solutions: for 7 queens, which have 40, they found 40 to 55 when the clauses came in 300 random orders",
	}
}

// Supports implements backends.Backend.
func (b GophersatModels) Supports(r nqueens.Request) error {
	if err := b.Describe().Accepts(r); err != nil {
		return err
	}
	if r.Problem.Goal() != nqueens.NoGoal {
		return errors.New("gophersat-models finds no single solution, so it cannot optimise")
	}
	if err := Gophersat().Supports(nqueens.Request{Problem: r.Problem, Task: r.Task, Encoding: "pairwise"}); err != nil {
		return err
	}
	pairwise, err := encode.EncodingNamed("pairwise")
	if err != nil {
		return err
	}
	if o, err := r.Problem.Outline(); err != nil {
		return err
	} else if pairwise.SizeOf(o).Auxiliaries > 0 || o.Auxiliaries > 0 {
		return fmt.Errorf("gophersat-models counts auxiliary variables, so it takes boards with at most one piece on each line and formulas without a projection, not %v", r.Problem.Short())
	}
	return nil
}

// Run implements backends.Backend. The statistics are those of gophersat.
func (b GophersatModels) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	watch := nqueens.NewStopwatch()
	m, e, err := answer.Encode(ctx, r, func(m *nqueens.Model) (*gophersatEngine, error) {
		pairwise, err := encode.EncodingNamed("pairwise")
		if err != nil {
			return nil, err
		}
		return loadClauses(encode.FromModel(m, pairwise)), nil
	})
	if err != nil {
		return answer.Unencoded(ctx, err)
	}
	encoded := watch.Lap()

	solutions, d := answer.To(r.Task, visit).Of(m), newDecoder(m)
	if r.Task == nqueens.CountAll {
		solutions.Found, err = countModels(ctx, e.solver)
	} else {
		err = enumerate(ctx, e.solver, func(model []bool) bool { return solutions.Add(d.decode(model)) })
	}
	out := solutions.Outcome(ctx, err)
	s := stats{}
	s.loaded(e)
	if out.Status == nqueens.Solved {
		e.effort(s)
	}
	out.Stats = s
	out.Phases = nqueens.Phases{Encode: encoded, Decode: d.spent.Seconds()}
	out.Phases.Solve = max(0, watch.Lap()-out.Phases.Decode)
	return out
}

func countModels(ctx context.Context, s *solver.Solver) (uint64, error) {
	if err := lockGophersat(ctx); err != nil {
		return 0, err
	}
	return await.Always(ctx, func() uint64 {
		defer unlockGophersat()
		return uint64(s.CountModels())
	})
}

// enumerate calls visit with each model that Enumerate sends, until visit returns false.
func enumerate(ctx context.Context, s *solver.Solver, visit func([]bool) bool) error {
	if err := lockGophersat(ctx); err != nil {
		return err
	}
	models := make(chan []bool)
	ended := make(chan error, 1)
	go func() {
		defer unlockGophersat()
		// Enumerate closes models, even when it panics.
		_, err := await.Contain(func() int { return s.Enumerate(models, nil) })
		ended <- err
	}()
	for {
		select {
		case model, more := <-models:
			if !more {
				return <-ended
			}
			if !visit(model) {
				go drain(models)
				return nil
			}
		case <-ctx.Done():
			go drain(models)
			return ctx.Err()
		}
	}
}

// drain receives and discards messages until the channel is closed, so that an abandoned search can
// end.
func drain[T any](messages <-chan T) {
	for range messages {
	}
}
