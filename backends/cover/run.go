package cover

import (
	"context"
	"time"

	"nqueens"
	"nqueens/dlx"
)

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
			return nqueens.Outcome{Status: nqueens.Solved, Solution: r.decode(nil, first[0], p)}
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
