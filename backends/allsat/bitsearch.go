package allsat

import (
	"math/bits"

	"nqueens/backends/internal/turns"
)

// bitSearch enumerates the models of a bitFormula by chronological backtracking. It can be paused,
// and does not store the models it found.
type bitSearch struct {
	f      *bitFormula
	levels []level
	states []uint64 // one state for each level
	lists  []int32  // the unsatisfied clauses of each level, one list after the other
	depth  int      // the current level; −1 when the search has ended

	// decided is the first level from which on only auxiliary variables are open, so that one model
	// is enough; −1 if there is no such level.
	decided int

	tally
	weight float64 // the fraction of the whole tree that this search covers, if the branches of each level were equally large
	visit  visitor
	values []truth
	free   []uint64
	ended  bool // visit returned false

	_ [guard]byte // keeps the data of other threads off its cache lines
}

// level is a node of the search tree. Its state is in states. The remaining branches are either
// each free literal of a clause in turn, with the earlier ones false, or an assignment and its
// negation.
type level struct {
	clause   int32 // or −1
	next     int32 // an assignment, or −1
	branches int32 // the initial number of branches
	list     int   // start of its unsatisfied clauses in lists
	left     int   // number of its unsatisfied clauses
}

func newBitSearch(f *bitFormula, visit visitor) *bitSearch {
	s := &bitSearch{f: f, weight: 1, visit: visit, free: apart[uint64](f.words), values: make([]truth, f.variables), depth: -1, decided: -1}
	s.reserve(0, f.clauses())
	for i := range s.lists {
		s.lists[i] = int32(i)
	}
	s.levels[0].left = f.clauses()
	s.enter(0, 0, -1)
	return s
}

func (s *bitSearch) state(depth int) []uint64 {
	return s.states[depth*2*s.f.words:][:2*s.f.words]
}

// reserve makes room for a level and for the lists.
func (s *bitSearch) reserve(depth, lists int) {
	for len(s.levels) <= depth {
		s.levels = append(s.levels, level{})
		s.states = append(s.states, make([]uint64, 2*s.f.words)...)
	}
	if len(s.lists) < lists {
		s.lists = append(s.lists, make([]int32, lists-len(s.lists))...)
	}
}

// run searches until the search has ended, the effort is spent or stop is set. It reports whether
// the search has ended.
func (s *bitSearch) run(effort int64, stop *turns.Flag) bool {
	for s.depth >= 0 && !s.ended {
		if s.effort >= effort || stop.Load() {
			return false
		}
		s.step()
	}
	return true
}

// step tries the next branch of the current level, or leaves the level if there is none.
func (s *bitSearch) step() {
	d := s.depth
	at := &s.levels[d]
	if len(s.levels) < d+2 || len(s.lists) < at.list+2*at.left {
		s.reserve(d+1, at.list+2*at.left)
		at = &s.levels[d]
	}
	switch {
	case at.clause >= 0:
		assignment, last := s.f.branch(s.state(d), at.clause)
		if last {
			at.clause = -1
		}
		s.enter(d, d+1, assignment)
		// In the other branches this literal is false. If that is inconsistent, there are no other
		// branches.
		if !last && !assume(s.state(d), s.f.row(assignment^1)) {
			at.clause = -1
		}
	case at.next >= 0:
		assignment := at.next
		if at.next ^= 1; at.next&1 == 0 {
			at.next = -1
		}
		s.enter(d, d+1, assignment)
	default:
		s.depth--
		if s.depth < s.decided {
			s.decided = -1
		}
	}
}

// branch returns the next literal of an unsatisfied clause to try in a state, and whether it is the
// last, so that it must be true. If the clause has become true or false it returns −1.
func (f *bitFormula) branch(state []uint64, clause int32) (assignment int32, last bool) {
	assignment, last = -1, true
	for _, p := range f.parts[f.starts[clause]:f.starts[clause+1]] {
		if p.mask&state[p.word] != 0 {
			return -1, true
		}
		x := p.mask &^ state[f.words+int(p.word)]
		if x == 0 {
			continue
		}
		if assignment >= 0 {
			return assignment, false
		}
		assignment = 2 * (p.word*64 + int32(bits.TrailingZeros64(x)))
		last = x&(x-1) == 0
		if !last {
			return assignment, false
		}
	}
	return assignment, last
}

// enter goes from a level to the one below by an assignment, −1 for none, unless the result is a
// dead end or a model.
func (s *bitSearch) enter(from, d int, assignment int32) {
	at := s.levels[from]
	to := at.list
	if d > from {
		to += at.left
		s.stats.Decisions++
	}
	row := s.f.emptyRow
	if assignment >= 0 {
		row = s.f.row(assignment)
	}
	state := s.state(d)
	r := s.f.advance(s.state(from), row, state, s.lists[at.list:at.list+at.left], s.lists[to:])
	s.stats.Propagations += int64(r.forced)
	s.effort += s.f.cost(r.looks)
	if r.dead {
		s.stats.Conflicts++
		return
	}
	next := level{clause: int32(r.best), next: -1, branches: int32(r.best >> 32), list: to, left: r.left}
	if s.decided < 0 {
		if assignment := s.choose(state, r.left, s.lists[to:to+r.left]); assignment >= 0 {
			next.clause, next.next, next.branches = -1, assignment, 2
		} else if r.left == 0 {
			s.model(state)
			return
		} else if s.f.auxiliary {
			s.decided = d
		}
	} else if r.left == 0 {
		s.depth = s.decided - 1
		s.model(s.state(s.decided))
		s.decided = -1
		return
	}
	s.levels[d] = next
	s.depth = d
}

// choose returns a projected variable to branch on, a free one with consequences, or −1 if there is
// none. It is used when branching on a clause is not possible: when all clauses are true, or when
// auxiliary variables must not be decided yet.
func (s *bitSearch) choose(state []uint64, left int, list []int32) int32 {
	f := s.f
	if left > 0 && !f.auxiliary {
		return -1
	}
	best, fewest := int32(-1), 1<<30
	for _, clause := range list {
		n, first := 0, int32(-1)
		for _, p := range f.parts[f.starts[clause]:f.starts[clause+1]] {
			x := p.mask &^ state[f.words+int(p.word)]
			n += bits.OnesCount64(x)
			if y := x & f.projectedBits[p.word]; y != 0 && first < 0 {
				first = 2 * (p.word*64 + int32(bits.TrailingZeros64(y)))
			}
		}
		if first >= 0 && n < fewest {
			best, fewest = first, n
		}
	}
	if best >= 0 {
		return best
	}
	for w := range s.free {
		s.free[w] = f.projected[w] &^ (state[w] | state[f.words+w])
		if left > 0 { // auxiliary variables still matter
			s.free[w] |= ^(f.projectedBits[w] | state[w] | state[f.words+w])
		}
	}
	for w, dependent := range f.dependent {
		for x := dependent & s.free[w]; x != 0; x &= x - 1 {
			bit := int32(64*w + bits.TrailingZeros64(x))
			for sign := range int32(2) {
				row := f.row(2*bit + sign)
				for i, free := range s.free {
					if i == w {
						free &^= x & -x
					}
					if (row[i]|row[f.words+i])&free != 0 {
						return 2 * bit
					}
				}
			}
		}
	}
	return -1
}

// model counts the models of a state in which every clause is true, or can be made true by
// auxiliary variables.
func (s *bitSearch) model(state []uint64) {
	k := 0
	for w := range s.free {
		s.free[w] = s.f.projected[w] &^ (state[w] | state[s.f.words+w])
		k += bits.OnesCount64(s.free[w])
	}
	s.events++
	s.found.add(k)
	if s.visit == nil {
		return
	}
	for bit, l := range s.f.literal {
		w, m := bit/64, uint64(1)<<(bit%64)
		v := unknown
		if state[w]&m != 0 {
			v = l.polarity()
		} else if state[s.f.words+w]&m != 0 {
			v = l.not().polarity()
		}
		s.values[l.variable()] = v
	}
	s.ended = !s.visit(s.values)
}
