package classic

import (
	"context"
	"sync/atomic"

	"nqueens"
)

// search is what a method's loop shares with the run around it.
type search struct {
	n    int
	stop atomic.Bool // the context has ended: to be looked at every so often
	// solution is called with each solution, for the tasks that need to see
	// them; when it returns false the search ends.
	solution func(ranks []uint8) bool

	found      uint64
	nodes      uint64 // partial placements without conflict; see the package's comment
	placements uint64 // squares examined
	pairs      uint64 // pairs of queens compared, where that is counted
}

// squares has room for as many squares as an index of one byte can tell apart.
// An array so indexed needs no check of its bounds, and a difference below 0
// wraps round to its far end, where no other is.
type squares [256]uint8

// marked says of each column, sum or difference whether it is marked.
type marked [256]bool

// before is the square before the first: one more is 0.
const before = 255

// solved takes a solution, the rank of the queen in each file, and reports
// whether the search goes on.
func (s *search) solved(ranks *squares) bool {
	s.found++
	return s.solution == nil || s.solution(ranks[:s.n])
}

// answer runs a search and says how it ended.
func answer(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool, run func(*search)) nqueens.Outcome {
	if ctx.Err() != nil {
		return nqueens.Stopped(ctx, 0)
	}
	watch := nqueens.NewStopwatch()
	s := &search{n: r.Problem.N}
	defer context.AfterFunc(ctx, func() { s.stop.Store(true) })()

	solution, refused := make(nqueens.Solution, s.n), false
	see := func(ranks []uint8) {
		for file, rank := range ranks {
			solution[file] = nqueens.Square{File: file, Rank: int(rank)}
		}
	}
	switch r.Task {
	case nqueens.FindFirst:
		s.solution = func(ranks []uint8) bool { see(ranks); return false }
	case nqueens.FindAll:
		s.solution = func(ranks []uint8) bool {
			see(ranks)
			refused = !visit(solution)
			return !refused && !s.stop.Load()
		}
	}
	run(s)

	o := nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(s.found)}
	switch {
	case r.Task == nqueens.FindFirst && s.found > 0:
		o = nqueens.Outcome{Status: nqueens.Solved, Solution: solution}
	case refused:
		o = nqueens.Outcome{Status: nqueens.Cancelled, Partial: nqueens.NewCount(s.found)}
	case s.stop.Load():
		o = nqueens.Stopped(ctx, s.found)
	case r.Task == nqueens.FindFirst:
		o = nqueens.Outcome{Status: nqueens.Unsatisfiable}
	}
	if o.Status.Answered() {
		o.Stats = s.stats()
	}
	o.Phases.Solve = watch.Lap()
	return o
}

func (s *search) stats() map[string]int64 {
	stats := map[string]int64{}
	for name, n := range map[string]uint64{"nodes": s.nodes, "placements": s.placements, "pairs": s.pairs} {
		if n > 0 {
			stats[name] = int64(n)
		}
	}
	return stats
}
