package branch

import (
	"math"
	"math/bits"

	"nqueens/backends/internal/turns"
)

// search counts the solutions of a system, or visits them.
type search struct {
	*state
	stop  *turns.Flag
	group []permutation // of the system's symmetries, nil if trivial
	order order
	many  int // minimum number of counted constraints for making a new system: see shrunk
	nodes int64
	limit int64  // number of nodes after which the search pauses
	cache *cache // nil if none is used
	steps *steps // reports the steps of the search; nil if they are not traced

	visit    func(chosen []int32, free []int) bool // nil to only count
	stopped  bool                                  // by the flag, the limit or by visit
	found    total                                 // number of solutions so far, if the search was stopped
	explored float64                               // fraction of the tree, if the branches of each node are equal

	room []uint64 // reused memory for computing bounds
	best []int
}

func newSearch(sys *system, stop *turns.Flag) (s *search, ok bool) {
	state, ok := newState(sys)
	return &search{state: state, stop: stop, many: manyCounted, limit: math.MaxInt64, room: make([]uint64, 4*sys.words+sys.coverWords())}, ok
}

// solve returns the number of solutions below a level that is closed under propagation and covers
// the given share of the whole tree. The caller undoes its decisions.
func (s *search) solve(depth int, share float64) (sum total) {
	l := s.levels[depth]
	if !s.promising(l) {
		if s.steps != nil {
			s.steps.failed(s, depth)
		}
		s.explored += share
		return sum
	}
	if s.steps != nil {
		s.steps.sync(s, depth)
	}
	began, cached := s.nodes, s.cache != nil
	if cached {
		l.key = s.appendKey(l.key[:0], l)
		if e, found := s.cache.find(l.key); found {
			s.explored += share
			return e.solutions
		}
	}
	rest := s.shrunk(l)
	if rest {
		sum, share = s.solveRest(l, share), 0
	}
	for !rest {
		if !s.pick(l, s.projected) {
			sum = sum.plus(s.leaf(depth))
			break
		}
		if s.steps != nil {
			s.steps.branch(s, depth)
		}
		if !s.branch(depth, &share, &sum) || !s.propagate(l) || !s.promising(l) {
			if s.steps != nil && !s.stopped {
				s.steps.failed(s, depth)
			}
			break
		}
		if s.steps != nil {
			s.steps.sync(s, depth)
		}
	}
	if s.stopped {
		return sum
	}
	s.explored += share
	if cached {
		s.cache.put(l.key, entry{sum, s.nodes - began + 1})
	}
	return sum
}

// branch searches with each placement of the level's set chosen in turn, and closes it afterwards.
// It reports whether the level may have more solutions.
func (s *search) branch(depth int, share *float64, sum *total) bool {
	l := s.levels[depth]
	ways := 1 // the remaining choices and the choice of none of them
	for w, x := range l.set {
		ways += bits.OnesCount64(x & l.open[w])
	}
	for ; ; ways-- {
		p := first(l.set, l.open)
		if p < 0 {
			return true
		}
		if s.nodes++; s.stop.Load() || s.nodes > s.limit {
			s.stopped = true
			return false
		}
		child, part := s.descend(depth), *share/float64(ways)
		*share -= part
		child.group = stabilizer(l.group, p)
		s.choose(child, p)
		var found total
		alive := s.propagate(child)
		if s.steps != nil {
			s.steps.descend(s, depth)
			s.steps.decide(s, depth+1, p)
		}
		if alive {
			found = s.solve(depth+1, part)
		} else {
			if s.steps != nil {
				s.steps.failed(s, depth+1)
			}
			s.explored += part
		}
		s.undo(child.chosen, child.trail)
		if s.stopped {
			return false
		}
		*sum = sum.plus(s.retire(l, p, found))
		if s.steps != nil {
			s.steps.searched(depth, p)
		}
		if !s.enforce(l) {
			return false
		}
	}
}

// first returns the first placement that is in both sets, or −1.
func first(a, b []uint64) int {
	for w, x := range a {
		if x &= b[w]; x != 0 {
			return 64*w + bits.TrailingZeros64(x)
		}
	}
	return -1
}

// leaf returns the number of solutions when no projected placement is constrained any more.
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
	if s.steps != nil {
		s.steps.found(depthOf(depth), free)
	}
	if s.visit != nil && !s.stopped && !s.visit(s.chosen, free) {
		s.stopped = true
	}
	sum := powerOfTwo(len(free))
	s.found = s.found.plus(sum)
	return sum
}

// extends reports whether auxiliary placements can be chosen so that all constraints hold.
func (s *search) extends(depth int) bool {
	l := s.levels[depth]
	for {
		s.nodes++
		if s.stop.Load() {
			s.stopped = true
			return false
		}
		if !s.pick(l, s.placements) {
			return true
		}
		p := first(l.set, l.open)
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

// appendKey appends the cache key of a level: everything that the number of solutions below the
// level depends on.
func (s *search) appendKey(key []uint64, l *level) []uint64 {
	key = append(append(key, l.open...), l.waiting...)
	for _, need := range s.need {
		key = append(key, uint64(max(0, need)))
	}
	return key
}

// maxKeyWords limits the time to look up one key.
const maxKeyWords = 64

func (s *system) keyWords() int { return s.words + s.coverWords() + len(s.counted) }
