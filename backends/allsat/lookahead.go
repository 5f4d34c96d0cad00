package allsat

import (
	"slices"

	"nqueens/backends/internal/turns"
)

// lookahead enumerates the models of a formula by backtracking. At each node it tries many
// variables before it branches on one: a value that fails at once is refuted, and of the others it
// takes a variable of which both values give many short clauses. It learns nothing. For random
// formulas near the threshold it has far fewer nodes than learning has conflicts (Heule and van
// Maaren, "Look-ahead based SAT solvers", in the Handbook of Satisfiability, 2009; Knuth, The Art
// of Computer Programming 7.2.2.2, algorithms L and X).
type lookahead struct {
	f      *formula
	pairs  []pair  // the other two literals of ternary clauses of which one literal is false
	starts []int32 // start in pairs by literal, for the clauses that contain its negation
	value  *[maxLookahead]known
	trail  []lit
	levels []fork
	share  float64 // the fraction of the whole tree that is below here, if both branches were equally large

	weight     []float32 // by open literal; see weigh
	spare      []float32
	weights    [][]float32 // by depth
	candidates []candidate
	gain       []float32 // by literal, the result of trying it; see try
	stamps     []uint32  // by literal, the stamp of the last assumption that implied it
	stamp      uint32
	common     []lit // common consequences of both values of a variable

	tally
	visit  visitor
	values []truth
	ended  bool

	_ [guard]byte // keeps the data of other threads off its cache lines
}

// maxLookahead is the maximum number of literals: pair has 16 bits for one.
const maxLookahead = 1 << 16

type pair struct{ a, b uint16 }

// known is the known value of a literal.
type known uint8

const (
	open      known = 0
	satisfied known = 1
	falsified known = 2
)

// fork is a decision whose negation is still to be searched.
type fork struct {
	start    int // its index in trail
	decision lit
	share    float64 // of its negation
	weight   []float32
}

// fitsLookahead reports whether a formula can be searched by lookahead: no clause has more than
// three literals, and all variables are projected.
func fitsLookahead(f *formula) bool {
	return 2*f.variables <= maxLookahead && f.auxiliary == 0 &&
		!slices.ContainsFunc(f.long, func(c []lit) bool { return len(c) > 3 })
}

// newLookahead returns a lookahead. It takes over the formula's implications, which it does not
// change.
func newLookahead(f *formula) *lookahead {
	s := &lookahead{f: f, share: 1}
	lists := make([][]pair, 2*f.variables)
	for _, c := range f.long {
		for i, l := range c {
			lists[l.not()] = append(lists[l.not()], pair{uint16(c[(i+1)%3]), uint16(c[(i+2)%3])})
		}
	}
	for _, list := range lists {
		s.starts = append(s.starts, int32(len(s.pairs)))
		s.pairs = append(s.pairs, list...)
	}
	s.starts = append(s.starts, int32(len(s.pairs)))
	s.begin()
	for l := range s.weight {
		s.weight[l] = 1
	}
	for range rootRounds {
		s.weigh()
	}
	return s
}

// begin allocates the memory that a search changes.
func (s *lookahead) begin() {
	n := s.f.variables
	s.value = new([maxLookahead]known)
	s.trail = apart[lit](n)[:0]
	s.gain, s.stamps, s.values = apart[float32](2*n), apart[uint32](2*n), apart[truth](n)
	s.weight, s.spare = apart[float32](2*n), apart[float32](2*n)
	s.weights = [][]float32{s.weight}
}

// left returns the other two literals of ternary clauses that contain the negation of l.
func (s *lookahead) left(l lit) []pair { return s.pairs[s.starts[l]:s.starts[l+1]] }

// run searches until the search has ended, the effort is spent or stop is set. It reports whether
// the search has ended.
func (s *lookahead) run(effort int64, stop *turns.Flag) bool {
	for !s.ended {
		if s.effort >= effort || stop.Load() {
			return false
		}
		s.step()
	}
	return true
}

// step processes a node: it branches or backtracks.
func (s *lookahead) step() {
	if !s.weigh() {
		s.model()
		s.flip()
		return
	}
	l, found, ok := s.look()
	if !ok {
		s.flip()
		return
	}
	if !found { // all variables tried have a value now
		return
	}
	s.stats.Decisions++
	s.share /= 2
	s.levels = append(s.levels, fork{len(s.trail), l, s.share, s.weight})
	if _, ok := s.assume(l); !ok {
		s.flip()
	}
}

// flip goes to the negation of the last decision. If that fails, it goes to the negation of the
// decision before it, and so on.
func (s *lookahead) flip() {
	for {
		s.searched += s.share
		if len(s.levels) == 0 {
			s.ended = true
			return
		}
		last := s.levels[len(s.levels)-1]
		s.levels = s.levels[:len(s.levels)-1]
		s.undo(last.start)
		s.share, s.weight = last.share, last.weight
		if _, ok := s.assume(last.decision.not()); ok {
			return
		}
	}
}

// model counts a state in which no clause is open.
func (s *lookahead) model() {
	k := 0
	for v := range s.values {
		s.values[v] = unknown
		switch s.value[2*v] {
		case satisfied:
			s.values[v] = isTrue
		case falsified:
			s.values[v] = isFalse
		default:
			k++
		}
	}
	s.events++
	s.found.add(k)
	if s.visit != nil && !s.visit(s.values) {
		s.ended = true
	}
}

func (s *lookahead) set(l lit) {
	s.value[uint16(l)], s.value[uint16(l.not())] = satisfied, falsified
	s.trail = append(s.trail, l)
}

func (s *lookahead) undo(to int) {
	for _, l := range s.trail[to:] {
		s.value[uint16(l)], s.value[uint16(l.not())] = open, open
	}
	s.trail = s.trail[:to]
}

// assume makes an open literal true with all its consequences. It reports whether that is
// consistent, and the gain: the sum, over clauses that were reduced to two literals, of the product
// of their weights.
func (s *lookahead) assume(l lit) (gain float32, ok bool) {
	start := len(s.trail)
	s.set(l)
	value, weight := s.value, s.weight
	looks := 0
	ok = true
follow:
	for head := start; head < len(s.trail); head++ {
		l := s.trail[head]
		for _, m := range s.f.implied[l] {
			switch value[uint16(m)] {
			case open:
				s.set(m)
			case falsified:
				ok = false
				break follow
			}
		}
		list := s.left(l)
		looks += len(list) + 2
		for _, p := range list {
			a, b := value[p.a], value[p.b]
			switch {
			case (a|b)&satisfied != 0:
			case a|b == open:
				gain += float32(weight[p.a] * weight[p.b])
			case a == open:
				s.set(lit(p.a))
			case b == open:
				s.set(lit(p.b))
			default:
				ok = false
				break follow
			}
		}
	}
	s.effort += int64(7 * looks)
	s.stats.Propagations += int64(len(s.trail) - start - 1)
	if !ok {
		s.stats.Conflicts++
	}
	return gain, ok
}

// split assigns the lowest decision permanently and returns a search with the negation of that
// decision, or nil if there is no decision left.
func (s *lookahead) split() member {
	if s.ended || len(s.levels) == 0 {
		return nil
	}
	first := s.levels[0]
	c := &lookahead{f: s.f, pairs: s.pairs, starts: s.starts, share: first.share}
	c.begin()
	for _, l := range s.trail[:first.start] {
		c.set(l)
	}
	copy(c.weight, first.weight)
	s.levels = slices.Delete(s.levels, 0, 1)
	s.weights = append(s.weights[1:], s.weights[0])
	s.effort += int64(50 * len(s.starts))
	if _, ok := c.assume(first.decision.not()); !ok {
		s.searched += first.share
		return nil
	}
	c.tally = tally{}
	return c
}
