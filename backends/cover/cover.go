package cover

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nqueens"
	"nqueens/backends/internal/await"
	"nqueens/dlx"
	"nqueens/encode"
)

// Backend is the backend "dlx".
type Backend struct{}

// Describe implements backends.Backend.
func (Backend) Describe() nqueens.Description {
	return nqueens.Description{
		Name:    "dlx",
		About:   "dancing links over the exact-cover encoding, secondary items for diagonals",
		Version: "1",
		Engine:  "dlx",
		Tasks:   nqueens.Tasks(),
	}
}

// maxSize bounds the board: an option of four items for each square must fit
// in memory.
const maxSize = 1024

// Supports implements backends.Backend.
func (b Backend) Supports(r nqueens.Request) error {
	if err := b.Describe().Accepts(r); err != nil {
		return err
	}
	if r.Problem.N > maxSize {
		return fmt.Errorf("dlx takes boards of up to %d squares a side, not %d", maxSize, r.Problem.N)
	}
	return r.Problem.Validate()
}

// Run implements backends.Backend. Its stats are Knuth's nodes and updates,
// and the sizes of the exact cover.
func (b Backend) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	watch := nqueens.NewStopwatch()
	model, cover, err := write(ctx, r.Problem)
	switch {
	case err != nil && ctx.Err() != nil:
		return nqueens.Stopped(ctx, 0)
	case err != nil:
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	search := cover.NewSearch(dlx.Config{})
	encoded := watch.Lap()

	var out nqueens.Outcome
	var decoding time.Duration
	switch r.Task {
	case nqueens.CountAll:
		found, err := search.Count(ctx)
		out = finished(ctx, found, err)
	case nqueens.FindAll:
		out, decoding = enumerate(ctx, search, model, visit)
	case nqueens.FindFirst:
		first, err := search.First(ctx, 1)
		switch {
		case err != nil:
			out = nqueens.Stopped(ctx, 0)
		case len(first) == 0:
			out.Status = nqueens.Unsatisfiable
		default:
			out.Status, out.Solution = nqueens.Solved, decode(nil, first[0], model)
		}
	}
	out.Phases = nqueens.Phases{Encode: encoded, Decode: decoding.Seconds()}
	out.Phases.Solve = watch.Lap() - out.Phases.Decode
	stats := search.Stats()
	out.Stats = map[string]int64{
		"nodes":   int64(stats.Nodes),
		"updates": int64(stats.Updates),
		"items":   int64(cover.NumItems()),
		"options": int64(cover.NumOptions()),
	}
	return out
}

// write writes the problem as an exact cover, which takes seconds for the
// largest boards.
func write(ctx context.Context, p nqueens.Problem) (*nqueens.Model, *dlx.Problem, error) {
	type written struct {
		model *nqueens.Model
		cover *dlx.Problem
		err   error
	}
	w, err := await.Result(ctx, func() (w written) {
		if w.model, w.err = p.Model(); w.err == nil {
			w.cover, w.err = encode.CoverFromModel(w.model)
		}
		return w
	})
	return w.model, w.cover, errors.Join(w.err, err)
}

func enumerate(ctx context.Context, search *dlx.Search, model *nqueens.Model, visit func(nqueens.Solution) bool) (nqueens.Outcome, time.Duration) {
	var found uint64
	var decoding time.Duration
	var solution nqueens.Solution
	for options := range search.Solutions(ctx) {
		found++
		start := time.Now()
		solution = decode(solution[:0], options, model)
		decoding += time.Since(start)
		if !visit(solution) {
			return nqueens.Outcome{Status: nqueens.Cancelled, Partial: nqueens.NewCount(found)}, decoding
		}
	}
	return finished(ctx, found, search.Err()), decoding
}

// decode appends the squares of the chosen options to s. Options beyond the
// placements are slack: they say that a placement is not chosen.
func decode(s nqueens.Solution, options []int, m *nqueens.Model) nqueens.Solution {
	for _, option := range options {
		if option < len(m.Placements) {
			s = append(s, m.Placements[option])
		}
	}
	return s
}

func finished(ctx context.Context, found uint64, err error) nqueens.Outcome {
	if err != nil {
		return nqueens.Stopped(ctx, found)
	}
	return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(found)}
}
