package sat

import (
	"context"
	"errors"
	"time"

	"nqueens"
	"nqueens/backends/internal/await"
)

// Run implements backends.Backend. Its stats are the largest formula loaded
// (variables, clauses, literals), the cubes, the calls of the solver (solves), and,
// of gophersat only, conflicts, decisions and restarts; gini tells none of these.
func (b Backend) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	watch := nqueens.NewStopwatch()
	s, err := b.prepare(ctx, r)
	switch {
	case err != nil && ctx.Err() != nil:
		return nqueens.Stopped(ctx, 0)
	case err != nil:
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	encoded := watch.Lap()

	var found uint64
	var solution nqueens.Solution
	var decode time.Duration
	most, small := s.board.splitting()
	if r.Task == nqueens.FindFirst {
		most = 1
	}
	all, err := s.solutions(ctx, most, small, func(chosen []bool) bool {
		found++
		if r.Task == nqueens.CountAll {
			return true
		}
		start := time.Now()
		solution = solution[:0]
		for i, placement := range s.board.model.Placements[:s.board.counting] {
			if chosen[i] {
				solution = append(solution, placement)
			}
		}
		decode += time.Since(start)
		return r.Task == nqueens.FindAll && visit(solution)
	})
	var out nqueens.Outcome
	switch {
	case err != nil:
		out = failed(ctx, err, found)
	case r.Task == nqueens.FindFirst && found > 0:
		solution.Sort()
		out.Status, out.Solution = nqueens.Solved, solution
	case r.Task == nqueens.FindFirst:
		out.Status = nqueens.Unsatisfiable
	case all:
		out.Status, out.Count = nqueens.Solved, nqueens.NewCount(found)
	default:
		out.Status, out.Partial = nqueens.Cancelled, nqueens.NewCount(found)
	}
	out.Stats = s.stats
	out.Phases = nqueens.Phases{Encode: encoded + s.encode.Seconds(), Decode: decode.Seconds()}
	out.Phases.Solve = max(0, watch.Lap()-s.encode.Seconds()-out.Phases.Decode)
	return out
}

// prepare propagates what the problem forces by itself.
func (b Backend) prepare(ctx context.Context, r nqueens.Request) (*search, error) {
	e, err := b.encoding(r)
	if err != nil {
		return nil, err
	}
	s := &search{load: func(m *nqueens.Model) engine { return b.load(m, e) }, stats: stats{}}
	s.board, err = await.Try(ctx, func() (*propagation, error) {
		m, err := r.Problem.Model()
		if err != nil {
			return nil, err
		}
		return propagate(m), nil
	})
	return s, err
}

// failed is the Outcome of a search that ended with an error.
func failed(ctx context.Context, err error, found uint64) nqueens.Outcome {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		out := nqueens.Stopped(ctx, found)
		if err != ctx.Err() {
			out.Reason = err.Error()
		}
		return out
	}
	out := nqueens.Fail(nqueens.Crashed, err.Error())
	out.Partial = nqueens.NewCount(found)
	return out
}
