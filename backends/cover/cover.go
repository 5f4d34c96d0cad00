package cover

import (
	"context"
	"fmt"
	"slices"

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
		Name:      "dlx",
		About:     "exact cover by dancing links or by words of bits, secondary items for diagonals",
		Version:   "2",
		Engine:    "dlx",
		Tasks:     nqueens.Tasks(),
		Encodings: variantNames(),
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
	if r.Problem.Formula != nil {
		m, err := r.Problem.Model()
		if err != nil {
			return err
		}
		return encode.CheckCover(m)
	}
	if r.Problem.N > maxSize {
		return fmt.Errorf("dlx takes boards of up to %d squares a side, not %d", maxSize, r.Problem.N)
	}
	return r.Problem.Validate()
}

// Run implements backends.Backend. Its stats are Knuth's nodes and updates, the
// latter where links dance, and the sizes of the exact cover.
func (b Backend) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	watch := nqueens.NewStopwatch()
	v := variantNamed(r.Encoding)
	model, cover, err := write(ctx, r.Problem, v)
	switch {
	case err != nil && ctx.Err() != nil:
		return nqueens.Stopped(ctx, 0)
	case err != nil:
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	run := run{model: model, n: r.Problem.N, config: v.config}
	run.config.Threads = r.Threads
	run.parts = []part{{cover: cover, weight: 1}}
	if v.mirror && slices.Contains(r.Problem.Symmetries(), nqueens.MirrorFiles) {
		if run.parts, err = halves(cover, model, r.Problem.N); err != nil {
			return nqueens.Fail(nqueens.Crashed, err.Error())
		}
	}
	encoded := watch.Lap()

	var out nqueens.Outcome
	switch r.Task {
	case nqueens.CountAll:
		out = run.count(ctx)
	case nqueens.FindAll:
		out = run.enumerate(ctx, visit)
	case nqueens.FindFirst:
		out = run.first(ctx)
	}
	out.Phases = nqueens.Phases{Encode: encoded, Decode: run.decoding.Seconds()}
	out.Phases.Solve = watch.Lap() - out.Phases.Decode
	out.Stats = run.stats
	out.Stats["items"] = int64(cover.NumItems())
	out.Stats["options"] = int64(cover.NumOptions())
	return out
}

// write writes the problem as an exact cover, which takes seconds for the
// largest boards.
func write(ctx context.Context, p nqueens.Problem, v variant) (*nqueens.Model, *dlx.Problem, error) {
	type encoded struct {
		model *nqueens.Model
		cover *dlx.Problem
	}
	out, err := await.Try(ctx, func() (encoded, error) {
		m, err := p.Model()
		if err != nil {
			return encoded{}, err
		}
		if v.natural {
			inNaturalOrder(m)
		}
		c, err := encode.CoverFromModel(m)
		return encoded{m, c}, err
	})
	return out.model, out.cover, err
}
