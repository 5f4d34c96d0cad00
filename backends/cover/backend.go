package cover

import (
	"context"
	"fmt"
	"slices"
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
		Name:      "dlx",
		About:     "exact cover by dancing links or by words of bits, secondary items for diagonals",
		Version:   "2",
		Engine:    "dlx",
		Tasks:     nqueens.Tasks(),
		Encodings: variantNames(),
	}
}

// maxEntries is how many items all options of a board may have together, so that
// they fit in memory: those of superqueens of 1024 squares a side.
const maxEntries = 12 << 20

// Supports implements backends.Backend.
func (b Backend) Supports(r nqueens.Request) error {
	if err := b.Describe().Accepts(r); err != nil {
		return err
	}
	if n := r.Problem.N; r.Problem.Formula == nil && n > nqueens.MaxModelSize {
		return fmt.Errorf("dlx takes boards of up to %d squares a side, not %d", nqueens.MaxModelSize, n)
	}
	o, err := r.Problem.Outline()
	if err != nil {
		return err
	}
	if entries := o.Entries(); r.Problem.Formula == nil && entries > maxEntries {
		return fmt.Errorf("a board of %d squares a side would become %d million items in options, more than the %d million that dlx takes",
			r.Problem.N, entries>>20, maxEntries>>20)
	}
	return encode.CheckCover(r.Problem)
}

// Preference is for exact covers, and for whole trees on boards where the bitmask
// search ends.
func (Backend) Preference(r nqueens.Request) int {
	switch {
	case r.Problem.Formula != nil && r.Problem.Formula.Format == encode.ExactCover:
		return 50
	case r.Problem.Formula == nil && r.Task != nqueens.FindFirst:
		return 30
	}
	return 0
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

// A run answers one request by searching the parts of a problem in turn.
type run struct {
	parts    []part
	model    *nqueens.Model
	n        int
	config   dlx.Config
	decoding time.Duration
	stats    map[string]int64
}

// A part is an exact cover whose solutions stand for themselves, or for their
// mirror images too.
type part struct {
	cover   *dlx.Problem
	options []int // what its options are in the whole cover, nil for the same
	weight  uint64
}

// add adds a search's work to the statistics. The engine of bits has no updates.
func (r *run) add(s *dlx.Search) {
	stats := s.Stats()
	if r.stats == nil {
		r.stats = map[string]int64{"nodes": 0}
	}
	r.stats["nodes"] += int64(stats.Nodes)
	if s.Engine() == dlx.Dancing {
		r.stats["updates"] += int64(stats.Updates)
	}
}

func (r *run) count(ctx context.Context) nqueens.Outcome {
	total := uint64(0)
	for _, p := range r.parts {
		search := p.cover.NewSearch(r.config)
		found, err := search.Count(ctx)
		r.add(search)
		total += p.weight * found
		if err != nil {
			return nqueens.Stopped(ctx, total)
		}
	}
	return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(total)}
}

func (r *run) first(ctx context.Context) nqueens.Outcome {
	config := r.config
	config.Threads = 1 // so that it is always the same one
	for _, p := range r.parts {
		search := p.cover.NewSearch(config)
		first, err := search.First(ctx, 1)
		r.add(search)
		switch {
		case err != nil:
			return nqueens.Stopped(ctx, 0)
		case len(first) > 0:
			solution := r.decode(nil, first[0], p)
			solution.Sort()
			return nqueens.Outcome{Status: nqueens.Solved, Solution: solution}
		}
	}
	return nqueens.Outcome{Status: nqueens.Unsatisfiable}
}

func (r *run) enumerate(ctx context.Context, visit func(nqueens.Solution) bool) nqueens.Outcome {
	found := uint64(0)
	var solution nqueens.Solution
	for _, p := range r.parts {
		search := p.cover.NewSearch(r.config)
		wanted := true
		for options := range search.Solutions(ctx) {
			start := time.Now()
			solution = r.decode(solution[:0], options, p)
			r.decoding += time.Since(start)
			found++
			wanted = visit(solution)
			if wanted && p.weight == 2 {
				for i, s := range solution {
					solution[i] = nqueens.MirrorFiles.Apply(r.n, s)
				}
				found++
				wanted = visit(solution)
			}
			if !wanted {
				break
			}
		}
		r.add(search)
		switch {
		case !wanted:
			return nqueens.Outcome{Status: nqueens.Cancelled, Partial: nqueens.NewCount(found)}
		case search.Err() != nil:
			return nqueens.Stopped(ctx, found)
		}
	}
	return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(found)}
}

// decode appends the squares of a part's options to s. Options beyond the
// placements are slack: they say that a placement is not chosen.
func (r *run) decode(s nqueens.Solution, options []int, p part) nqueens.Solution {
	for _, option := range options {
		if p.options != nil {
			option = p.options[option]
		}
		if option < len(r.model.Placements) {
			s = append(s, r.model.Placements[option])
		}
	}
	return s
}
