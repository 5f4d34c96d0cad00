package proof

import "context"

// resolves reports whether the clause in hand, which implied left with its
// negation assumed, has the property RAT on its first literal: with every clause
// that has that literal's negation its resolvent follows by unit propagation. If
// not, against is the clause for which it does not.
func (c *checker) resolves(ctx context.Context) (against ref, ok bool, err error) {
	pivot := c.clause[0]
	// The root's literals are clauses too, though those they came from may be gone.
	if c.level[pivot.variable()] == 0 {
		return 0, false, nil
	}
	base := len(c.levels)
	for r := c.born[pivot.variable()]; int(r) < len(c.words); r += 1 + ref(len(c.literals(r))) {
		if c.is(r, deleted|tautology) || !contains(c.literals(r), pivot.not()) {
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

// refutes assumes the negation of all the literals but one and reports whether
// that is a conflict.
func (c *checker) refutes(literals []lit, but lit) bool {
	c.levels = append(c.levels, len(c.trail))
	// Propagation moves the literals that it watches, so none before all are set.
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

func contains(literals []lit, l lit) bool {
	for _, m := range literals {
		if m == l {
			return true
		}
	}
	return false
}
