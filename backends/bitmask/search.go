package bitmask

import (
	"slices"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
)

// search runs explorers and frontiers for a problem.
type search struct {
	regions []region // each solution is in exactly one region
	stop    *turns.Flag
	threads int
	tally
}

// search returns the search of the whole board.
func (b *board) search(stop *turns.Flag, threads int) *search {
	s := &search{stop: stop, threads: threads}
	for _, slope := range b.slopes() {
		for _, part := range slope.parts() {
			s.regions = append(s.regions, part.region().withDiagonals())
		}
	}
	return s
}

// reducedSearch returns the search of a problem that is too large for a board.
func reducedSearch(p nqueens.Problem, portable bool, stop *turns.Flag, threads int) *search {
	s := &search{stop: stop, threads: threads}
	// Supports has refused problems with an error.
	if r, possible, err := reduce(p); possible && err == nil {
		r.portable = portable
		s.regions = []region{r}
	}
	return s
}

// run enumerates the solutions, or counts them if visit is nil, until visit returns false. It
// visits one solution at a time.
func (s *search) run(visit func(nqueens.Solution) bool) {
	for _, r := range s.regions {
		if s.stopped {
			return
		}
		if r, possible := s.filter(r); possible {
			before := s.found
			s.explore(r.pack(), visit, nil)
			s.found = before + r.weight*(s.found-before)
		}
	}
	s.by = "" // no other backend gives the reason of a complete search
}

// filter returns the filtered region. possible is false if the region has no solution, or if one of
// its blocks has none. The largest block is not searched by itself, because that takes as long as
// searching the whole region.
func (s *search) filter(r region) (left region, possible bool) {
	left, blocks, why := r.filter()
	if why != "" {
		if s.why = why; len(left.open) == len(r.open) {
			s.by = "linear" // only ranks and files were used: the backend linear refutes them as well, with a proof of a few lines
		}
		return left, false
	}
	for _, b := range blocks[:max(1, len(blocks))-1] {
		alone := search{stop: s.stop, threads: 1}
		found := false
		alone.firstIn(b, func(nqueens.Solution) bool { found = true; return false })
		s.nodes += alone.nodes
		s.relaxStats.include(alone.relaxStats)
		switch {
		case found:
		case alone.stopped:
			s.stopped = true
			return left, false
		default:
			s.why = b.name() + " cannot be filled, whatever stands elsewhere"
			return left, false
		}
	}
	return left, true
}

// explore searches the whole board, first on the lines of a cut if there is one.
func (s *search) explore(p *packed, visit func(nqueens.Solution) bool, relaxer *relaxer) {
	cut := p.cut()
	run := func(f *frontier) {
		if cut != nil {
			f.runCut(p, cut)
		} else {
			f.run(p)
		}
	}
	if s.threads > 1 {
		s.share(run, visit, relaxer)
		return
	}
	f := newFrontier(s.stop, visit)
	f.relaxer = relaxer
	run(f)
	s.include(f.tally)
}

// share explores a region with several threads.
func (s *search) share(run func(*frontier), visit func(nqueens.Solution) bool, relaxer *relaxer) {
	var mutex sync.Mutex
	var enough atomic.Bool
	if visit != nil {
		one := visit
		visit = func(found nqueens.Solution) bool {
			mutex.Lock()
			defer mutex.Unlock()
			if !enough.Load() && !one(found) {
				enough.Store(true)
				s.stop.Raise()
			}
			return !enough.Load()
		}
	}
	pool := newPool(s.threads)
	frontiers := make([]*frontier, s.threads)
	var group errgroup.Group
	for i := range frontiers {
		f := newFrontier(s.stop, visit)
		f.pool, f.relaxer = pool, relaxer
		frontiers[i] = f
		group.Go(func() error {
			if i == 0 {
				run(f)
			}
			for !f.stopped {
				taken, ok := pool.take()
				if !ok {
					return nil
				}
				f.begin(taken.packed, taken.pieces, taken.boards)
			}
			pool.close()
			return nil
		})
	}
	_ = group.Wait() // none returns an error
	for _, f := range frontiers {
		s.include(f.tally)
	}
}

// patience is the number of nodes, for each piece, that the explorer spends on finding a first
// solution.
const patience = 64

// first searches for a solution.
func (s *search) first(visit func(nqueens.Solution) bool) {
	for _, r := range s.regions {
		if s.firstIn(r, visit); s.stopped {
			return
		}
	}
}

// firstIn searches for a solution in a region. On most boards that have one, the explorer, which
// orders the squares of a line with care, finds it almost without backtracking. If it does not, the
// frontier searches the filtered region. Boards that the explorer decides are not filtered.
func (s *search) firstIn(r region, visit func(nqueens.Solution) bool) {
	p := r.pack()
	e := newExplorer(p, s.stop, visit)
	e.sparing, e.patience = true, uint64(patience*p.n)
	e.run()
	s.nodes, s.stopped = s.nodes+e.nodes, s.stopped || e.stopped
	if s.stopped || e.nodes < e.patience {
		return
	}
	left, possible := s.filter(r)
	if !possible {
		return
	}
	if len(left.open) < len(r.open) || !slices.Equal(left.lines, r.lines) {
		p = left.pack()
	}
	s.exploreRelaxed(newRelaxer(left, s.stop), p, visit)
}

// exploreRelaxed searches for a solution. It also uses the linear relaxation and restarts, as
// described in the package comment.
func (s *search) exploreRelaxed(x *relaxer, p *packed, visit func(nqueens.Solution) bool) {
	before := s.found
	s.explore(p, visit, x)
	s.relaxStats.include(x.relaxStats)
	s.include(x.restartTally)
	if !x.over.Load() || s.found > before || s.stop.Load() {
		return
	}
	if s.stopped = false; x.why != "" {
		s.why, s.by = x.why, "linear"
		return
	}
	for _, part := range x.parts {
		if left, possible := s.filter(part); possible {
			s.explore(left.pack(), visit, nil)
		}
		if s.stopped {
			return
		}
	}
	if len(x.parts[0].given) > len(x.region.given) {
		s.why, s.by = "", "" // why and by are about one part, and the relaxation excluded other parts too
	}
}

// answer answers the task.
func (s *search) answer(task nqueens.Task, solutions *answer.Solutions) tally {
	switch task {
	case nqueens.FindFirst:
		s.first(solutions.Add)
	case nqueens.FindAll:
		s.run(solutions.Add)
	case nqueens.CountAll:
		s.run(nil)
	}
	if len(s.regions) != 1 {
		s.why, s.by = "", "" // why and by are about one region only
	}
	return s.tally
}
