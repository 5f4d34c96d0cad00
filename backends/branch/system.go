package branch

import (
	"cmp"
	"math/bits"
	"slices"

	"nqueens"
)

// system is a Model in the form that is searched. It has three kinds of constraints: two placements
// that exclude each other (one row of bits for each placement), a cover, of which at least one
// placement is chosen (a mask), and all others, which are counted: the weights of true literals
// must reach a minimum.
type system struct {
	placements int
	projected  int // number of projected placements, which come first; the others are auxiliary
	words      int // number of words of a set of placements

	conflicts []uint64 // by placement: the placements that exclude it
	covers    []cover
	satisfies []uint64 // by placement: the covers that contain it
	counted   []linear
	uses      [][]use // by code of a literal: the counted constraints that contain it

	refuted bool
	units   []int32 // codes of literals that must be true

	inOrder []int32 // all placements
	busiest []int32 // all placements, those in the most counted constraints first

	mostConflicts int // the largest number of conflicts of a placement
	demands       []wide
	budgets       []wide
}

// cover is a set of placements of which at least one is chosen, as a list of its non-zero words.
type cover []part

// placements returns the cover's placements, in order.
func (c cover) placements() (all []int32) {
	for _, part := range c {
		for x := part.mask; x != 0; x &= x - 1 {
			all = append(all, 64*part.word+int32(bits.TrailingZeros64(x)))
		}
	}
	return all
}

type part struct {
	word int32
	mask uint64
}

// linear is a counted constraint: the weights of its true literals add up to min or more. A literal
// is a code: twice its placement, plus one if negated.
type linear struct {
	terms   []term
	min     int64
	heavy   int64 // its largest weight
	weights int64 // the sum of all weights
}

type term struct {
	code   int32
	weight int64
}

type use struct {
	constraint int32
	weight     int64
}

// wide is a counted constraint on the number of chosen placements of a large set: a demand for at
// least a number, or a budget of at most a number. Bounds are computed for these only.
type wide struct {
	constraint int
	mask       []uint64
	within     []uint64 // the covers that are subsets of the set
}

func newSystem(m *nqueens.Model) *system {
	s := emptySystem(len(m.Placements), len(m.Placements)-m.Auxiliaries)
	for _, l := range m.Lines {
		unit := func(sign int32, least int) {
			terms := make([]term, len(l.Placements))
			for i, p := range l.Placements {
				terms[i] = term{2*int32(p) + sign, 1}
			}
			s.add(terms, int64(least))
		}
		unit(0, l.Min)
		unit(1, len(l.Placements)-l.Max)
	}
	for _, c := range m.Clauses {
		terms := make([]term, len(c.Literals))
		for i, l := range c.Literals {
			terms[i] = term{code(l), 1}
		}
		s.add(terms, 1)
	}
	for _, sum := range m.Sums {
		terms := make([]term, len(sum.Terms))
		for i, t := range sum.Terms {
			terms[i] = term{code(t.Literal), t.Weight}
		}
		s.add(terms, sum.Min)
	}
	s.index()
	return s
}

func emptySystem(placements, projected int) *system {
	words := (placements + 63) / 64
	return &system{
		placements: placements, projected: projected, words: words,
		conflicts: make([]uint64, placements*words), uses: make([][]use, 2*placements),
	}
}

func code(l nqueens.Literal) int32 {
	if l.Positive() {
		return 2 * int32(l.Placement())
	}
	return 2*int32(l.Placement()) + 1
}

// add adds a constraint in the simplest form.
func (s *system) add(terms []term, least int64) {
	terms, least = normal(terms, least)
	if least <= 0 {
		return
	}
	l := linear{min: least}
	positive, negative, clause, unit := true, true, true, true
	for i := range terms {
		t := &terms[i]
		t.weight = min(t.weight, least)
		l.weights += t.weight
		l.heavy = max(l.heavy, t.weight)
		positive, negative = positive && t.code&1 == 0, negative && t.code&1 == 1
		clause, unit = clause && t.weight == least, unit && t.weight == 1
	}
	switch slack := l.weights - least; {
	case slack < 0:
		s.refuted = true
	case !slices.ContainsFunc(terms, func(t term) bool { return t.weight <= slack }): // all are needed
		for _, t := range terms {
			s.units = append(s.units, t.code)
		}
	case negative && (unit && slack == 1 || clause && len(terms) == 2):
		for i, t := range terms {
			for _, u := range terms[:i] {
				s.conflict(int(t.code/2), int(u.code/2))
			}
		}
	case positive && clause:
		s.covers = append(s.covers, coverOf(terms))
	default:
		l.terms = slices.Clone(terms)
		s.counted = append(s.counted, l)
	}
}

// normal returns the terms with each placement only once, as one of its two literals, and the
// adjusted minimum.
func normal(terms []term, least int64) ([]term, int64) {
	slices.SortFunc(terms, func(a, b term) int { return cmp.Compare(a.code, b.code) })
	out := terms[:0]
	for _, t := range terms {
		last := len(out) - 1
		switch {
		case last < 0 || out[last].code/2 != t.code/2:
			out = append(out, t)
		case out[last].code == t.code:
			out[last].weight += t.weight
		default: // one of the two is true
			both := min(out[last].weight, t.weight)
			least -= both
			if out[last].weight -= both; out[last].weight == 0 {
				out = out[:last]
			}
			if t.weight -= both; t.weight > 0 {
				out = append(out, t)
			}
		}
	}
	return out, least
}

func (s *system) conflict(p, q int) {
	s.conflicts[p*s.words+q/64] |= 1 << (q % 64)
	s.conflicts[q*s.words+p/64] |= 1 << (p % 64)
}

func (s *system) conflictsOf(p int) []uint64 { return s.conflicts[p*s.words : (p+1)*s.words] }

func coverOf(terms []term) (c cover) {
	for _, t := range terms { // in ascending order
		p := t.code / 2
		if len(c) == 0 || c[len(c)-1].word != p/64 {
			c = append(c, part{word: p / 64})
		}
		c[len(c)-1].mask |= 1 << (p % 64)
	}
	return c
}

// index builds the tables that the search looks up.
func (s *system) index() {
	words := s.coverWords()
	s.satisfies = make([]uint64, s.placements*words)
	for k, c := range s.covers {
		for _, p := range c.placements() {
			s.satisfies[int(p)*words+k/64] |= 1 << (k % 64)
		}
	}
	for k, l := range s.counted {
		var mask []uint64
		sign := l.terms[0].code & 1
		alike := 4*len(l.terms) >= s.projected
		for _, t := range l.terms {
			s.uses[t.code] = append(s.uses[t.code], use{int32(k), t.weight})
			alike = alike && t.weight == 1 && t.code&1 == sign
		}
		if !alike {
			continue
		}
		mask = make([]uint64, s.words)
		for _, t := range l.terms {
			mask[t.code/128] |= 1 << (t.code / 2 % 64)
		}
		w := wide{constraint: k, mask: mask, within: make([]uint64, words)}
		for c, cover := range s.covers {
			if !slices.ContainsFunc(cover, func(p part) bool { return p.mask&^mask[p.word] != 0 }) {
				w.within[c/64] |= 1 << (c % 64)
			}
		}
		if sign == 0 {
			s.demands = append(s.demands, w)
		} else {
			s.budgets = append(s.budgets, w)
		}
	}
	for p := range s.placements {
		s.inOrder = append(s.inOrder, int32(p))
		n := 0
		for _, x := range s.conflictsOf(p) {
			n += bits.OnesCount64(x)
		}
		s.mostConflicts = max(s.mostConflicts, n)
	}
	s.busiest = slices.Clone(s.inOrder)
	used := func(p int32) int { return len(s.uses[2*p]) + len(s.uses[2*p+1]) }
	slices.SortStableFunc(s.busiest, func(p, q int32) int { return cmp.Compare(used(q), used(p)) })
}

func (s *system) coverWords() int { return (len(s.covers) + 63) / 64 }

func (s *system) satisfiedBy(p int) []uint64 {
	words := s.coverWords()
	return s.satisfies[p*words : (p+1)*words]
}
