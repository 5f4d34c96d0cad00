package branch

import (
	"math"
	"math/bits"
)

// order is the rule by which a search chooses placements to branch on. Which is better depends on
// the problem by orders of magnitude, and is known only after trying both.
type order int

const (
	// tightest chooses a cover, or a clique that a demand needs one of, with the fewest open
	// placements (minimum remaining values).
	tightest order = iota
	// frontier chooses the first open placement on the board, so that many nodes have the same
	// remaining board below them, and the cache can be used.
	frontier
)

// pick sets l.set to the open placements below limit to branch on. It returns false if no remaining
// constraint depends on an open placement.
func (s *search) pick(l *level, limit int) bool {
	clear(l.set)
	switch {
	case limit < s.placements || s.order == frontier:
	case l.cliqueSize > 0 && (l.tightest < 0 || l.cliqueSize < l.fewest) && first(l.clique, l.open) >= 0:
		copy(l.set, l.clique)
		return true
	case l.tightest >= 0:
		s.coverSet(l, l.tightest)
		return true
	}
	if limit < s.placements && l.tightest >= 0 && s.order == tightest {
		s.coverSet(l, l.tightest)
		if p := first(l.set, l.open); p < limit {
			s.only(l, p)
			return true
		}
	}
	if s.order == tightest && len(s.demands) > 1 && len(s.counted) < s.many && limit == s.placements {
		if p := s.mostOpenConflicts(l); p >= 0 {
			s.only(l, p)
			return true
		}
	}
	next := s.inOrder
	if s.order == tightest {
		next = s.busiest
	}
	for _, p := range next {
		p := int(p)
		if p >= limit || l.open[p/64]>>(p%64)&1 == 0 {
			continue
		}
		if c := s.tightestOf(l, p); c >= 0 && limit == s.placements {
			s.coverSet(l, c)
			return true
		} else if c >= 0 || s.matters(l, p) {
			s.only(l, p)
			return true
		}
	}
	return false
}

// mostOpenConflicts returns the open placement that would close the most others, or −1. It is used
// with several demands, for which it leaves the fewest choices.
func (s *search) mostOpenConflicts(l *level) int {
	best, most := -1, 0
	for w, x := range l.open {
		for ; x != 0; x &= x - 1 {
			p, n := 64*w+bits.TrailingZeros64(x), 0
			for v, y := range s.conflictsOf(p) {
				n += bits.OnesCount64(y & l.open[v])
			}
			if n > most {
				best, most = p, n
			}
		}
	}
	return best
}

func (s *search) only(l *level, p int) {
	clear(l.set)
	l.set[p/64] = 1 << (p % 64)
}

func (s *search) coverSet(l *level, cover int) {
	clear(l.set)
	for _, part := range s.covers[cover] {
		l.set[part.word] = part.mask & l.open[part.word]
	}
}

// tightestOf returns the waiting cover of a placement with the fewest open placements, or −1.
func (s *search) tightestOf(l *level, p int) int {
	tightest, fewest := -1, s.placements+1
	for w, x := range s.satisfiedBy(p) {
		for x &= l.waiting[w]; x != 0; x &= x - 1 {
			c, n := 64*w+bits.TrailingZeros64(x), 0
			for _, part := range s.covers[c] {
				n += bits.OnesCount64(part.mask & l.open[part.word])
			}
			if n < fewest {
				tightest, fewest = c, n
			}
		}
	}
	return tightest
}

// matters reports whether any constraint except a cover depends on an open placement.
func (s *search) matters(l *level, p int) bool {
	for w, x := range s.conflictsOf(p) {
		if x&l.open[w] != 0 {
			return true
		}
	}
	for code := 2 * p; code <= 2*p+1; code++ {
		for _, u := range s.uses[code] {
			if s.need[u.constraint] > 0 {
				return true
			}
		}
	}
	return false
}

// Turns of a race between the two orders: the number of nodes of the first turn, and of the last
// turn before one order continues alone.
const (
	firstTurn = 1 << 14
	lastTurn  = 1 << 20
)

// count returns the number of solutions. With a cache both orders take turns. Each turn starts at
// the root, has four times as many nodes as before, and uses the cached results of the other. The
// race ends when one search has ended or is far ahead, or after some seconds, and then the better
// one continues.
func (s *search) count() total {
	if s.cache == nil {
		return s.fromRoot()
	}
	for turn := int64(firstTurn); turn <= lastTurn; turn *= 4 {
		var explored [2]float64
		for _, s.order = range []order{frontier, tightest} {
			s.limit = s.nodes + turn
			if sum := s.fromRoot(); !s.stopped || s.stop.Load() {
				return sum
			}
			explored[s.order] = s.explored
		}
		if explored[frontier] > explored[tightest] {
			s.order = frontier
		}
		if farAhead(explored[s.order], explored[1-s.order]) {
			break
		}
	}
	s.limit = math.MaxInt64
	return s.fromRoot()
}

// farAhead reports whether a search that has explored a fraction of its tree is certain to stay
// ahead of another: it has hardly anything left, or the other has hardly begun.
func farAhead(ahead, behind float64) bool { return 8*(1-ahead) < 1-behind || ahead > 1000*behind }

// fromRoot searches the whole tree, up to the limit, and returns the number of solutions found.
func (s *search) fromRoot() total {
	s.stopped, s.explored, s.found = false, 0, total{}
	root := s.descend(0)
	root.group = s.group
	defer s.undo(root.chosen, root.trail)
	alive := s.propagate(root)
	if s.steps != nil {
		s.steps.descend(s, 0)
	}
	if !alive {
		if s.steps != nil {
			s.steps.failed(s, 1)
		}
		return total{}
	}
	if d := s.fewExactly(); d != nil {
		return s.solveEach(d)
	}
	return s.solve(1, 1)
}
