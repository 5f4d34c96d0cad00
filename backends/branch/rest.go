package branch

import "math/bits"

// If pieces block the lines of others, most constraints are counted constraints. After the blocking
// pieces are placed, only two undecided literals of each such constraint remain: they form a
// conflict, which improves the bounds. So the search continues with a new system of the open
// placements when these are at most fewShare of all placements and there are at least manyCounted
// counted constraints.
const (
	fewShare    = 0.625
	manyCounted = 64
)

// shrunk reports whether making a new system of the level's open placements is worthwhile.
func (s *search) shrunk(l *level) bool {
	if len(s.counted) < s.many {
		return false
	}
	open := 0
	for _, x := range l.open {
		open += bits.OnesCount64(x)
	}
	return open > 0 && float64(open) <= fewShare*float64(s.placements)
}

// solveRest does the same as solve with a new system of the level's open placements.
func (s *search) solveRest(l *level, share float64) total {
	sys, whole := s.rest(l)
	sub, ok := newSearch(sys, s.stop)
	if !ok {
		s.explored += share
		return total{}
	}
	sub.order, sub.many, sub.nodes, sub.limit, sub.explored = s.order, s.many, s.nodes, s.limit, s.explored
	if s.cache != nil && sys.keyWords() <= maxKeyWords {
		sub.cache = newCache(sys.keyWords(), s.cache.bytes/4)
	}
	if s.visit != nil {
		var all []int32
		var unfixed []int
		sub.visit = func(chosen []int32, free []int) bool {
			all, unfixed = append(all[:0], s.chosen...), unfixed[:0]
			for _, p := range chosen {
				all = append(all, whole[p])
			}
			for _, p := range free {
				unfixed = append(unfixed, int(whole[p]))
			}
			return s.visit(all, unfixed)
		}
	}
	sum := sub.solve(0, share)
	s.nodes, s.explored, s.stopped = sub.nodes, sub.explored, sub.stopped
	s.found = s.found.plus(sub.found)
	return sum
}

// rest returns the system of the open placements at a level, and the number of each of its
// placements in the old system.
func (s *state) rest(l *level) (sys *system, whole []int32) {
	renumbered := make([]int32, s.placements)
	projected := 0
	for w, x := range l.open {
		for ; x != 0; x &= x - 1 {
			p := 64*w + bits.TrailingZeros64(x)
			renumbered[p] = int32(len(whole))
			whole = append(whole, int32(p))
			if p < s.projected {
				projected++
			}
		}
	}
	sys = emptySystem(len(whole), projected)
	for p, from := range whole {
		for w, x := range s.conflictsOf(int(from)) {
			for x &= l.open[w]; x != 0; x &= x - 1 {
				q := renumbered[64*w+bits.TrailingZeros64(x)]
				sys.conflicts[p*sys.words+int(q/64)] |= 1 << (q % 64)
			}
		}
	}
	for w, waiting := range l.waiting {
		for ; waiting != 0; waiting &= waiting - 1 {
			var terms []term
			for _, part := range s.covers[64*w+bits.TrailingZeros64(waiting)] {
				for x := part.mask & l.open[part.word]; x != 0; x &= x - 1 {
					terms = append(terms, term{2 * renumbered[int(part.word)*64+bits.TrailingZeros64(x)], 1})
				}
			}
			sys.add(terms, 1)
		}
	}
	var terms []term
	for k, need := range s.need {
		if need <= 0 {
			continue
		}
		terms = terms[:0]
		for _, t := range s.counted[k].terms {
			if p := t.code / 2; l.open[p/64]>>(p%64)&1 == 1 {
				terms = append(terms, term{2*renumbered[p] + t.code&1, t.weight})
			}
		}
		sys.add(terms, need)
	}
	sys.index()
	return sys, whole
}
