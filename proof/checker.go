package proof

import (
	"context"
	"slices"
)

// A checker holds the clauses alive.
type checker struct {
	assignment
	names
	mark     []uint32 // by literal: the stamp of the last clause that contained it
	stamp    uint32
	firstUse []ref // by variable: no earlier clause contains it
	clause   []lit // the current clause, without repeated literals
	refuted  bool  // the clauses are contradictory

	Result
}

func newChecker(direct int32) *checker {
	c := &checker{names: newNames(direct)}
	c.clauses = newClauses()
	c.makeRoom()
	return c
}

// makeRoom allocates the entries of every variable that has a number.
func (c *checker) makeRoom() {
	n := c.count()
	c.grow(n)
	for len(c.firstUse) < n {
		c.firstUse = append(c.firstUse, ref(len(c.words)))
		c.mark = append(c.mark, 0, 0)
	}
}

// setClause makes a clause the current one, without repeated literals, and reports whether it is a
// tautology. If wanted is set, unknown variables get a number; otherwise known is false if there is
// one.
func (c *checker) setClause(literals []int32, wanted bool) (trivial, known bool) {
	c.nextStamp()
	c.clause = c.clause[:0]
	for _, literal := range literals {
		l, ok := c.known(literal)
		if !ok {
			if !wanted {
				return false, false
			}
			l = c.name(literal)
			c.makeRoom()
		}
		if c.mark[l] == c.stamp {
			continue
		}
		c.mark[l] = c.stamp
		trivial = trivial || c.mark[l.not()] == c.stamp
		c.clause = append(c.clause, l)
	}
	return trivial, true
}

func (c *checker) nextStamp() {
	if c.stamp++; c.stamp == 0 {
		clear(c.mark)
		c.stamp = 1
	}
}

func (c *checker) marked(l lit) bool { return c.mark[l] == c.stamp }

// isRUP reports whether the current clause follows by unit propagation from its negation (RUP). If
// not, the assignment is left with everything that the negation implies.
//
// Assumptions are kept from one lemma to the next as long as they are the same, because consecutive
// lemmas of a solver share many literals.
func (c *checker) isRUP() bool {
	if c.satisfied(c.clause) {
		return true
	}
	same := 0
	for same < len(c.levels) && c.marked(c.trail[c.levels[same]].not()) {
		same++
	}
	c.backtrack(same)
	if !c.propagate() { // a lemma became unit
		c.backtrack(len(c.levels) - 1)
		return true
	}
	// From the last literal to the first: solvers write the literal that their lemma implies first,
	// and assuming its negation last saves a sixth of the propagations.
	for _, l := range slices.Backward(c.clause) {
		switch {
		case c.values[l] < 0:
		case c.values[l] > 0:
			c.backtrack(int(c.level[l.variable()]) - 1)
			return true
		default:
			c.assume(l.not())
			if !c.propagate() {
				c.backtrack(len(c.levels) - 1)
				return true
			}
		}
	}
	return false
}

// attach adds the current clause to those alive. If it is unit at the root, it is propagated.
func (c *checker) attach(trivial bool) {
	if place, again := c.find(c.clause, c.marked); again {
		c.copy(place)
		return
	}
	if trivial {
		c.add(c.clause, tautology)
		return
	}
	if c.satisfied(c.clause) {
		c.add(c.clause, 0)
		return
	}
	// A literal that is true only above the root must not hide the clause.
	for _, l := range c.clause {
		if c.values[l] > 0 {
			c.backtrack(int(c.level[l.variable()]) - 1)
		}
	}
	r := c.add(c.clause, 0)
	literals := c.literals(r)
	if len(literals) < 2 {
		c.atRoot(literals, r)
		return
	}
	// The first two literals are watched. They are unassigned literals if there are any, otherwise
	// those that became false last.
	for i := range 2 {
		best := i
		for k := i + 1; k < len(literals); k++ {
			if c.later(literals[k], literals[best]) {
				best = k
			}
		}
		literals[i], literals[best] = literals[best], literals[i]
	}
	first, second := literals[0], literals[1]
	if c.values[second] < 0 && c.level[second.variable()] == 0 {
		c.atRoot(literals, r)
		return
	}
	// The remaining assumptions are negations of literals of the clause. If all literals are false,
	// the last level must be removed. If all but one are false, that one follows at the level at
	// which the second became false.
	if c.values[first] < 0 {
		c.backtrack(int(c.level[first.variable()]) - 1)
	}
	if c.values[second] < 0 {
		c.set(first, r)
	}
	c.watch(r, literals)
}

// satisfied reports whether a literal is true at the root.
func (c *checker) satisfied(literals []lit) bool {
	for _, l := range literals {
		if c.values[l] > 0 && c.level[l.variable()] == 0 {
			return true
		}
	}
	return false
}

// later reports whether a is unassigned and b is not, or a became false at a later level.
func (c *checker) later(a, b lit) bool {
	switch {
	case c.values[b] == 0:
		return false
	case c.values[a] == 0:
		return true
	}
	return c.level[a.variable()] > c.level[b.variable()]
}

// atRoot propagates a clause of which at most the first literal is not false at the root.
func (c *checker) atRoot(literals []lit, r ref) {
	c.backtrack(0)
	if len(literals) == 0 || c.values[literals[0]] < 0 {
		c.refuted = true
		return
	}
	c.set(literals[0], r)
	c.refuted = !c.propagate()
}

// watch registers a clause for propagation. A clause of four or more literals is registered with
// its first two.
func (c *checker) watch(r ref, literals []lit) {
	switch len(literals) {
	case 2:
		for i, l := range literals {
			c.binaries[l.not()] = append(c.binaries[l.not()], binaryWatch{r, literals[1-i]})
		}
	case 3:
		for i, l := range literals {
			c.ternaries[l.not()] = append(c.ternaries[l.not()], ternaryWatch{r, literals[(i+1)%3], literals[(i+2)%3]})
		}
	default:
		for i, l := range literals[:2] {
			c.watches[l.not()] = append(c.watches[l.not()], watch{r, literals[1-i]})
		}
	}
}

// delete deletes one copy of the current clause, and reports whether it existed.
func (c *checker) delete() bool {
	place, found := c.find(c.clause, c.marked)
	if !found {
		return false
	}
	r, last := c.remove(place)
	literals := c.literals(r)
	if c.unitAtRoot(literals) {
		c.UnitDeletions++
	}
	if !last {
		return true
	}
	for _, l := range literals[:min(3, len(literals))] { // a long clause can only imply one of its first two
		if len(literals) <= 3 {
			c.stale[l.not()] = true
		}
		// The literals that the deleted clause implied under assumptions are no longer implied.
		if v := l.variable(); c.values[l] > 0 && c.reason[v] == r && c.level[v] > 0 {
			c.backtrack(int(c.level[v]) - 1)
		}
	}
	if 2*c.wasted > len(c.words) && c.wasted > 1<<14 {
		c.collect()
	}
	return true
}

// unitAtRoot reports whether at the root exactly one literal is true and all others are false.
func (c *checker) unitAtRoot(literals []lit) bool {
	holds := 0
	for _, l := range literals {
		if c.values[l] == 0 || c.level[l.variable()] > 0 {
			return false
		}
		if c.values[l] > 0 {
			holds++
		}
	}
	return holds == 1
}

// isRAT reports whether the current clause, whose negation is assumed and propagated, is RAT on its
// first literal: its resolvent with every clause that contains the literal's negation follows by
// unit propagation. If not, against is a clause for which it does not.
func (c *checker) isRAT(ctx context.Context) (against ref, ok bool, err error) {
	pivot := c.clause[0]
	// The literals at the root are clauses too, even if the clauses that implied them were deleted.
	if c.level[pivot.variable()] == 0 {
		return 0, false, nil
	}
	base := len(c.levels)
	for r := c.firstUse[pivot.variable()]; int(r) < len(c.words); r += 1 + ref(len(c.literals(r))) {
		if c.is(r, deleted|tautology) || !slices.Contains(c.literals(r), pivot.not()) {
			continue
		}
		if err := ctx.Err(); err != nil {
			return 0, false, err
		}
		follows := c.refutes(c.literals(r), pivot.not())
		c.backtrack(base)
		if !follows {
			return r, false, nil
		}
	}
	return 0, true, nil
}

// refutes assumes the negation of all literals except but, and reports whether this gives a
// conflict.
func (c *checker) refutes(literals []lit, but lit) bool {
	c.levels = append(c.levels, len(c.trail))
	// Propagation reorders the watched literals, so all are set before it starts.
	for _, l := range literals {
		switch {
		case l == but:
		case c.values[l] > 0:
			return true
		case c.values[l] == 0:
			c.set(l.not(), 0)
		}
	}
	return !c.propagate()
}
