package branch

import (
	"math/bits"
	"slices"
)

// state is a partial choice on a path of the search tree. The open placements and the waiting
// covers are stored for each level; the counted constraints are shared by all levels and restored
// from the trail.
type state struct {
	*system
	levels []*level
	chosen []int32 // placements in the order in which they were chosen
	trail  []int32 // codes of true literals that occur in counted constraints
	slack  []int64 // by counted constraint: the weight that may still become false
	need   []int64 // by counted constraint: the weight that must still become true
	dirty  []int32 // counted constraints that may force something
}

type level struct {
	open       []uint64 // placements that are not decided
	waiting    []uint64 // covers without a chosen placement
	chosen     int      // lengths of state.chosen and state.trail at the start of the level
	trail      int
	tightest   int           // a waiting cover with the fewest open placements, or −1
	fewest     int           // number of its open placements
	clique     []uint64      // open placements of which a demand needs at least one
	cliqueSize int           // number of placements in clique; 0 if there is no clique
	group      []permutation // permutations that map the constraints and the open placements of the level to themselves; nil if trivial
	set        []uint64      // placements to branch on
	key        []uint64      // the cache key of the level
}

// newState returns the initial state, with the system's units propagated. It returns false if that
// gives a contradiction.
func newState(sys *system) (s *state, ok bool) {
	s = &state{system: sys, slack: make([]int64, len(sys.counted)), need: make([]int64, len(sys.counted))}
	for k, l := range sys.counted {
		s.slack[k], s.need[k] = l.weights-l.min, l.min
		if s.slack[k] < l.heavy {
			s.dirty = append(s.dirty, int32(k))
		}
	}
	l := s.at(0)
	for p := range sys.placements {
		l.open[p/64] |= 1 << (p % 64)
	}
	for c := range sys.covers {
		l.waiting[c/64] |= 1 << (c % 64)
	}
	for _, unit := range sys.units {
		if p := int(unit / 2); l.open[p/64]>>(p%64)&1 == 1 {
			s.assert(l, unit)
		} else if unit&1 == 0 != slices.Contains(s.chosen, unit/2) {
			return s, false
		}
	}
	return s, !sys.refuted && s.propagate(l)
}

// at returns a level, which is allocated when it is first reached.
func (s *state) at(depth int) *level {
	if depth == len(s.levels) {
		sets := make([]uint64, 3*s.words+s.coverWords())
		s.levels = append(s.levels, &level{open: sets[:s.words], clique: sets[s.words : 2*s.words], set: sets[2*s.words : 3*s.words], waiting: sets[3*s.words:]})
	}
	return s.levels[depth]
}

// descend makes the next level a copy of this one and returns it.
func (s *state) descend(depth int) *level {
	from, to := s.levels[depth], s.at(depth+1)
	copy(to.open, from.open)
	copy(to.waiting, from.waiting)
	to.chosen, to.trail, to.group = len(s.chosen), len(s.trail), nil
	return to
}

// undo undoes the decisions since the given lengths of the lists.
func (s *state) undo(chosen, trail int) {
	s.chosen = s.chosen[:chosen]
	for _, code := range s.trail[trail:] {
		for _, u := range s.uses[code] {
			s.need[u.constraint] += u.weight
		}
		for _, u := range s.uses[code^1] {
			s.slack[u.constraint] += u.weight
		}
	}
	s.trail = s.trail[:trail]
}

// assert makes a literal of an open placement true.
func (s *state) assert(l *level, code int32) {
	if code&1 == 0 {
		s.choose(l, int(code/2))
	} else {
		s.close(l, int(code/2))
	}
}

func (s *state) choose(l *level, p int) {
	s.chosen = append(s.chosen, int32(p))
	l.open[p/64] &^= 1 << (p % 64)
	for w, satisfied := range s.satisfiedBy(p) {
		l.waiting[w] &^= satisfied
	}
	row := s.conflictsOf(p)
	if len(s.counted) == 0 {
		for w, x := range row {
			l.open[w] &^= x
		}
		return
	}
	s.becameTrue(int32(2 * p))
	for w, x := range row {
		x &= l.open[w]
		l.open[w] &^= x
		for ; x != 0; x &= x - 1 {
			s.becameTrue(int32(2*(64*w+bits.TrailingZeros64(x)) + 1))
		}
	}
}

func (s *state) close(l *level, p int) {
	l.open[p/64] &^= 1 << (p % 64)
	s.becameTrue(int32(2*p + 1))
}

// becameTrue updates the counted constraints for a literal that has become true.
func (s *state) becameTrue(code int32) {
	gained, lost := s.uses[code], s.uses[code^1]
	if len(gained)+len(lost) == 0 {
		return
	}
	s.trail = append(s.trail, code)
	for _, u := range gained {
		s.need[u.constraint] -= u.weight
	}
	for _, u := range lost {
		s.slack[u.constraint] -= u.weight
		if s.slack[u.constraint] < s.counted[u.constraint].heavy {
			s.dirty = append(s.dirty, u.constraint)
		}
	}
}

// propagate assigns what single constraints force until nothing more is forced. It returns false on
// a conflict. It also stores in l the unfulfilled constraint with the fewest open squares, which the
// search branches on.
func (s *state) propagate(l *level) bool {
	for {
		if !s.enforce(l) {
			return false
		}
		l.tightest, l.fewest = -1, 1<<30
		forced := false
		for w := range l.waiting {
			for rest := l.waiting[w]; rest != 0; {
				c := 64*w + bits.TrailingZeros64(rest)
				rest &= rest - 1
				n, last := 0, 0
				for _, p := range s.covers[c] {
					if x := p.mask & l.open[p.word]; x != 0 {
						n += bits.OnesCount64(x)
						last = 64*int(p.word) + bits.TrailingZeros64(x)
					}
				}
				switch {
				case n == 0:
					s.dirty = s.dirty[:0]
					return false
				case n == 1:
					s.choose(l, last)
					rest &= l.waiting[w]
					forced = true
				case n < l.fewest:
					l.tightest, l.fewest = c, n
				}
			}
		}
		if !forced && !s.lookAhead(l) {
			return true
		}
	}
}

// enforce assigns the literals that the counted constraints force. It returns false on a conflict.
func (s *state) enforce(l *level) bool {
	for len(s.dirty) > 0 {
		c := s.dirty[len(s.dirty)-1]
		s.dirty = s.dirty[:len(s.dirty)-1]
		slack := s.slack[c]
		if slack < 0 {
			s.dirty = s.dirty[:0]
			return false
		}
		if s.need[c] <= 0 || slack >= s.counted[c].heavy {
			continue
		}
		for _, t := range s.counted[c].terms {
			if p := t.code / 2; t.weight > slack && l.open[p/64]>>(p%64)&1 == 1 {
				s.assert(l, t.code)
			}
		}
		if s.slack[c] < 0 {
			s.dirty = s.dirty[:0]
			return false
		}
	}
	return true
}
