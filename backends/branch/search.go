package branch

import (
	"math/bits"
	"sync/atomic"
)

// search counts the solutions of a system, or visits them.
type search struct {
	*state
	stop  *atomic.Bool
	nodes int64
	cache *cache // nil where none is kept

	visit   func(chosen []int32, free []int) bool // nil to count only
	stopped bool                                  // by the flag or by visit
	found   total                                 // so far, of a search that was stopped

	room []uint64 // for bounds
	best []int
}

func newSearch(sys *system, stop *atomic.Bool) (s *search, ok bool) {
	state, ok := newState(sys)
	return &search{state: state, stop: stop, room: make([]uint64, 2*sys.words+sys.coverWords())}, ok
}

// solve is the number of solutions below a level that is closed under propagation.
// The caller takes back what it has decided.
func (s *search) solve(depth int) (sum total) {
	s.nodes++
	if s.stop.Load() {
		s.stopped = true
		return sum
	}
	l := s.levels[depth]
	if !s.promising(l) {
		return sum
	}
	began, cached := s.nodes, s.cache != nil
	if cached {
		l.key = s.appendKey(l.key[:0], l)
		if e, found := s.cache.find(l.key); found {
			return e.solutions
		}
	}
	for {
		p, cover := s.pick(l, s.projected)
		if p < 0 {
			sum = sum.plus(s.leaf(depth))
			break
		}
		if !s.branch(depth, p, cover, &sum) || !s.propagate(l) || !s.promising(l) {
			break
		}
	}
	if cached && !s.stopped {
		s.cache.put(l.key, entry{sum, s.nodes - began + 1})
	}
	return sum
}

// branch searches below the choice of p, and then closes it; if p is of a cover, so it does
// with the others of that in turn. It reports whether anything is left.
func (s *search) branch(depth, p, cover int, sum *total) bool {
	l := s.levels[depth]
	for {
		child := s.descend(depth)
		s.choose(child, p)
		if s.propagate(child) {
			*sum = sum.plus(s.solve(depth + 1))
		}
		s.undo(child.chosen, child.trail)
		if s.stopped {
			return false
		}
		s.close(l, p)
		if !s.enforce(l) {
			return false
		}
		if cover < 0 || l.waiting[cover/64]>>(cover%64)&1 == 0 {
			return true
		}
		if p = s.firstOpen(l, cover, s.projected); p < 0 {
			return false
		}
	}
}

// firstOpen is the first of the cover's placements below limit that is open, or −1.
func (s *search) firstOpen(l *level, cover, limit int) int {
	for _, part := range s.covers[cover] {
		if x := part.mask & l.open[part.word]; x != 0 {
			if p := 64*int(part.word) + bits.TrailingZeros64(x); p < limit {
				return p
			}
			return -1
		}
	}
	return -1
}

// pick is an open placement below limit to branch on, and the cover that it is of if all of
// that are; −1 if none matters any more.
func (s *search) pick(l *level, limit int) (p, cover int) {
	if l.tightest >= 0 {
		if limit == s.placements {
			return s.firstOpen(l, l.tightest, limit), l.tightest
		}
		if p := s.firstOpen(l, l.tightest, limit); p >= 0 {
			return p, -1
		}
	}
	for w := range l.open {
		for x := l.open[w]; x != 0; x &= x - 1 {
			p := 64*w + bits.TrailingZeros64(x)
			if p >= limit {
				return -1, -1
			}
			if s.matters(l, p) {
				return p, -1
			}
		}
	}
	return -1, -1
}

// matters reports whether anything depends on an open placement.
func (s *search) matters(l *level, p int) bool {
	for w, x := range s.conflictsOf(p) {
		if x&l.open[w] != 0 {
			return true
		}
	}
	for w, x := range s.satisfiedBy(p) {
		if x&l.waiting[w] != 0 {
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

// leaf is the number of solutions where no projected placement matters any more.
func (s *search) leaf(depth int) total {
	l := s.levels[depth]
	var free []int
	for w, x := range l.open {
		for ; x != 0; x &= x - 1 {
			if p := 64*w + bits.TrailingZeros64(x); p < s.projected {
				free = append(free, p)
			}
		}
	}
	if s.projected < s.placements && !s.extends(depth) {
		return total{}
	}
	if s.visit != nil && !s.stopped && !s.visit(s.chosen, free) {
		s.stopped = true
	}
	sum := powerOfTwo(len(free))
	s.found = s.found.plus(sum)
	return sum
}

// extends reports whether auxiliary placements can be chosen so that everything holds.
func (s *search) extends(depth int) bool {
	l := s.levels[depth]
	for {
		s.nodes++
		if s.stop.Load() {
			s.stopped = true
			return false
		}
		p, _ := s.pick(l, s.placements)
		if p < 0 {
			return true
		}
		child := s.descend(depth)
		s.choose(child, p)
		if s.propagate(child) && s.extends(depth+1) {
			return true
		}
		s.undo(child.chosen, child.trail)
		s.close(l, p)
		if s.stopped || !s.propagate(l) {
			return false
		}
	}
}

// appendKey writes all that the number of solutions below a level depends on.
func (s *search) appendKey(key []uint64, l *level) []uint64 {
	key = append(append(key, l.open...), l.waiting...)
	for _, need := range s.need {
		key = append(key, uint64(max(0, need)))
	}
	return key
}

// maxKeyWords bounds what looking up one key takes.
const maxKeyWords = 64

func (s *system) keyWords() int { return s.words + s.coverWords() + len(s.counted) }
