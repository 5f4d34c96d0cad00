package branch

import (
	"context"
	"time"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/await"
	"nqueens/backends/internal/turns"
	"nqueens/backends/trace"
)

// run answers one request, with one search or several.
type run struct {
	ctx           context.Context
	model         *nqueens.Model
	stop          *turns.Flag
	cacheBytes    int64
	nodes, saved  int64
	steps         int64 // number of searches to find the optimum
	encode        time.Duration
	trace         *trace.Recorder // nil if the searches are not traced
	found, latest total           // found: solutions of a search that was stopped; latest: solutions of the latest search that ended
}

// search searches the run's model with one more line, if it is not nil, and reports whether it was
// stopped, by the context or by visit. It uses no cache if lists is set.
func (r *run) search(more *nqueens.Line, lists bool, visit func(chosen []int32, free []int) bool) (stopped bool, err error) {
	began, ways := time.Now(), total{low: 1}
	s, err := await.Result(r.ctx, func() *search {
		m := *r.model
		if more != nil {
			m.Lines = append(m.Lines[:len(m.Lines):len(m.Lines)], *more)
		}
		sys := newSystem(&m)
		if !lists && r.trace == nil {
			var chosen []int32
			chosen, ways = sys.interchange(&m)
			for _, p := range chosen {
				sys.units = append(sys.units, 2*p)
			}
		}
		s, ok := newSearch(sys, r.stop)
		if r.trace != nil {
			s.begin(r.trace, &m, more, r.steps == 0, ok).single = visit != nil && !lists
		}
		if !ok {
			return nil
		}
		if s.visit = visit; r.trace != nil {
			return s
		}
		s.group = sys.symmetries(&m)
		if words := sys.keyWords(); !lists && words <= maxKeyWords {
			s.cache = newCache(words, r.cacheBytes)
		}
		return s
	})
	r.encode += time.Since(began)
	r.steps++
	r.latest = total{}
	if s == nil || err != nil {
		return false, err
	}
	r.latest = s.count().times(ways)
	r.found = s.found.times(ways)
	r.nodes += s.nodes
	if s.cache != nil {
		r.saved += s.cache.saved
	}
	if s.stopped {
		err = r.ctx.Err()
		if err == nil && r.trace != nil && r.stop.Load() {
			err = r.trace.Err()
		}
	}
	return s.stopped, err
}

// peace returns the answer for a model of two armies: see armies and peace.
func (r *run) peace(a *armies, task nqueens.Task, solutions *answer.Solutions) (out nqueens.Outcome) {
	a.share()
	best, list := a.best, lister(r.model, solutions)
	visit := func(chosen []int32) bool { return list(chosen, nil) }
	switch {
	case a.stopped:
	case task == nqueens.CountAll:
		r.latest = a.every(best, nil)
		r.found = r.latest
	case task == nqueens.FindAll:
		a.every(best, visit)
	default:
		visit(a.witness)
	}
	r.nodes, r.steps = r.nodes+a.nodes, r.steps+1
	var err error
	if a.stopped {
		err = r.ctx.Err()
	}
	if out = solutions.Outcome(r.ctx, err); out.Status == nqueens.Solved {
		out.Optimum = &best
	}
	return r.counted(task, out, err)
}

// optimum returns the largest, or the smallest, number of the given placements in a solution, if
// there is one. A first solution gives a bound from one side. From the other side it starts at a
// bound that no solution exceeds: each step searches for a solution with that value, and the first
// one found is the optimum.
func (r *run) optimum(over []int, most bool) (best int, exists bool, err error) {
	visit := func(chosen []int32, _ []int) bool {
		is := make([]bool, len(r.model.Placements))
		for _, p := range chosen {
			is[p] = true
		}
		best = 0
		for _, p := range over {
			if is[p] {
				best++
			}
		}
		return false
	}
	if exists, err = r.search(nil, false, visit); !exists || err != nil {
		return 0, false, err
	}
	first, k := best, 0
	if most {
		k = r.upperBound(over)
	}
	for k != first {
		line := asGood(over, most, k)
		if found, err := r.search(&line, false, visit); found || err != nil {
			return k, true, err
		}
		if k++; most {
			k -= 2
		}
	}
	return first, true, nil
}

// asGood returns the line for an objective value at least as good as k: at least k of the given placements
// if most is set, otherwise at most k.
func asGood(over []int, most bool, k int) nqueens.Line {
	if most {
		return nqueens.Line{Name: "objective", Min: k, Max: len(over), Placements: over}
	}
	return nqueens.Line{Name: "objective", Max: k, Placements: over}
}

// upperBound returns an upper bound on the number of the given placements in one solution.
func (r *run) upperBound(over []int) int {
	s, ok := newSearch(newSystem(r.model), r.stop)
	if !ok {
		return 0
	}
	mask := make([]uint64, s.words)
	for _, p := range over {
		mask[p/64] |= 1 << (p % 64)
	}
	cliques, _ := s.partition(s.levels[0], mask)
	for _, p := range s.chosen {
		cliques += int(mask[p/64] >> (p % 64) & 1)
	}
	return cliques
}
