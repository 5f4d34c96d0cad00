package sharp

import (
	"slices"

	"nqueens"
)

// A sum is a linear constraint: the weights of its true terms add up to at least the bound. The
// literals belong to different variables, and the weights are positive.
type sum struct {
	terms []term
	bound int64
}

// A term is a literal of a sum, and its weight.
type term struct {
	literal lit
	weight  int64
}

// sumOf converts a sum. Terms of the same variable become one: 3x + 2¬x is x + 2.
func sumOf(from nqueens.Sum) sum {
	out := sum{bound: from.Min}
	at := make(map[int32]int, len(from.Terms))
	for _, t := range from.Terms {
		l := literalOf(int32(t.Literal))
		i, known := at[l.variable()]
		if !known {
			at[l.variable()] = len(out.terms)
			out.terms = append(out.terms, term{l, t.Weight})
			continue
		}
		first := &out.terms[i]
		if first.literal == l {
			first.weight += t.Weight
			continue
		}
		both := min(first.weight, t.Weight) // one of the two literals is true
		out.bound -= both
		if first.weight -= both; first.weight == 0 {
			*first = term{l, t.Weight - both}
		}
	}
	out.terms = slices.DeleteFunc(out.terms, func(t term) bool { return t.weight == 0 })
	return out
}

// reduceSums removes the literals with known values from the sums, finds literals that sums imply, and
// replaces sums by clauses where possible. It reports whether it found literals or clauses.
func (p *simplifier) reduceSums() (changed bool) {
	for again := true; again && !p.done(); {
		again = false
		kept := p.sums[:0]
		for _, s := range p.sums {
			before := len(p.clauses)
			fixed, keep := p.reduceSum(&s)
			if keep {
				kept = append(kept, s)
			}
			again = again || fixed
			changed = changed || fixed || len(p.clauses) > before
		}
		p.sums = kept
		p.settle()
	}
	clear(p.inSum)
	for _, s := range p.sums {
		for _, t := range s.terms {
			p.inSum[t.literal.variable()] = true
		}
	}
	return changed
}

// reduceSum reduces a sum. It reports whether it found the values of literals, and whether the sum is
// still needed.
func (p *simplifier) reduceSum(s *sum) (fixed, keep bool) {
	left, total := s.terms[:0], int64(0)
	for _, t := range s.terms {
		switch p.value[t.literal] {
		case isTrue:
			s.bound -= t.weight
		case open:
			left = append(left, t)
			total += t.weight
		}
	}
	s.terms = left
	switch {
	case s.bound <= 0:
		return false, false
	case total < s.bound:
		p.contradiction = true
		return false, false
	}
	least := s.bound
	for _, t := range s.terms {
		if t.weight > total-s.bound {
			p.fix(t.literal)
			fixed = true
		}
		least = min(least, t.weight)
	}
	switch {
	case fixed:
		return true, true
	case least == s.bound: // each literal alone is enough
		c := make([]lit, len(s.terms))
		for i, t := range s.terms {
			c[i] = t.literal
		}
		p.replace(c)
		return false, false
	}
	for i := range s.terms {
		s.terms[i].weight = min(s.terms[i].weight, s.bound)
	}
	return false, true
}

// A sumState is a sum during the search. It counts the literals that propagate has processed.
type sumState struct {
	sum
	key     key
	largest int64 // weight
	slack   int64 // by how much the weights of the literals that are not false exceed the bound
	need    int64 // the bound without the weights of the true literals
	round   uint32
}

// A place is an occurrence of a literal in a sum.
type place struct {
	sum    uint32
	weight int64
}

// firstSum is the position that stands for the first sum in a reason.
const firstSum = 1 << 30

// sum returns the number of the sum that is the reason, if it is a sum.
func (s *search) sum(why reason) (id uint32, ok bool) {
	if len(s.sums) == 0 || why.binary() || why.at() < firstSum {
		return 0, false
	}
	return why.at() - firstSum, true
}

// loadSums stores the sums for propagation.
func (s *search) loadSums(sums []sum) {
	if len(sums) == 0 {
		return
	}
	s.places = make([][]place, 2*s.variables)
	for i, c := range sums {
		state := sumState{sum: c, slack: -c.bound, need: c.bound}
		for _, t := range c.terms {
			s.places[t.literal] = append(s.places[t.literal], place{uint32(i), t.weight})
			state.slack += t.weight
			state.largest = max(state.largest, t.weight)
		}
		s.sums = append(s.sums, state)
	}
}

// count counts a literal that has become true in the sums. With the sign −1 it does the opposite.
func (s *search) count(l lit, sign int64) {
	for _, o := range s.places[l] {
		s.sums[o.sum].need -= sign * o.weight
	}
	for _, o := range s.places[l.not()] {
		s.sums[o.sum].slack -= sign * o.weight
	}
}

// propagateSums makes the literals true that sums imply after a literal has become false. It returns false
// if there was a conflict.
func (s *search) propagateSums(l lit) bool {
	for _, o := range s.places[l] {
		c := &s.sums[o.sum]
		if c.slack >= c.largest || c.need <= 0 {
			continue
		}
		if c.slack < 0 {
			s.conflict = append(s.conflict[:0], s.falsified(o.sum, int32(len(s.trail)), 0)...)
			return false
		}
		for _, t := range c.terms {
			if t.weight > c.slack && s.value[t.literal] == open {
				level := s.highest(s.falsified(o.sum, int32(len(s.trail)), t.weight))
				s.assign(t.literal, reasonLong(firstSum+o.sum), level)
			}
		}
	}
	return true
}

// falsified returns false literals of a sum, assigned before a position of the trail, that together imply a
// literal of the given weight, or a conflict if the weight is 0. The slice is valid until the next call.
func (s *search) falsified(id uint32, before int32, weight int64) []lit {
	c := &s.sums[id]
	excess := weight - 1 + c.bound // by how much the weights of the false literals exceed what is needed
	s.others = s.others[:0]
	for _, t := range c.terms {
		if s.value[t.literal] == isFalse && s.known[t.literal.variable()].position < before {
			s.others = append(s.others, t.literal)
		} else {
			excess -= t.weight
		}
	}
	kept := s.others[:0]
	i := 0
	for _, t := range c.terms {
		if i == len(s.others) || s.others[i] != t.literal {
			continue
		}
		i++
		if t.weight <= excess {
			excess -= t.weight
			continue
		}
		kept = append(kept, t.literal)
	}
	return kept
}

// residual returns the contribution of the sum to the key of a component: a random number that depends on
// the sum and on its need. The unassigned literals of the sum need not contribute, because the key
// contains the component's variables.
func (c *sumState) residual() key {
	need := uint64(c.need)
	return key{mixed(c.key[0] + need*0x9E3779B97F4A7C15), mixed(c.key[1] + need*0xD1B54A32D192ED03)}
}

// mixed returns a number all of whose bits depend on all bits of n (the last steps of SplitMix64).
func mixed(n uint64) uint64 {
	n = (n ^ n>>30) * 0xBF58476D1CE4E5B9
	n = (n ^ n>>27) * 0x94D049BB133111EB
	return n ^ n>>31
}
