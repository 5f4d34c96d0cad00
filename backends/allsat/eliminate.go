package allsat

import "slices"

// maxGrowth bounds the binary clauses that eliminating variables may add.
// More than a formula has without auxiliary variables is of no use.
const maxGrowth = 2 << 20

// eliminate removes variables that the count is not about, by Davis's and
// Putnam's rule of 1960: the clauses that hold a variable give way to their
// resolvents on it. That neither adds nor loses a model of the others, so that
// auxiliary variables that go this way need not be searched. A variable goes
// if that leaves no more long clauses than before. Binary clauses may become
// more: what auxiliary variables of an encoding saved comes back, and costs
// the search nothing. It reports whether any variable went.
func (c *clauses) eliminate() bool {
	budget, some := maxGrowth, false
	for again := true; again && !c.contradiction; {
		again = false
		for v := range c.value {
			if c.wanted[v] || !c.open(v) || c.contradiction {
				continue
			}
			if c.stop.Load() {
				return some
			}
			if c.resolve(lit(v)<<1, &budget) {
				c.gone[v] = true
				c.propagate()
				again, some = true, true
			}
		}
	}
	return some
}

// resolve replaces the clauses with l or its negation by their resolvents, if
// they are few enough.
func (c *clauses) resolve(l lit, budget *int) bool {
	// The binary clauses are (l or x) and (not l or y).
	x, y := c.implied[l.not()], c.implied[l]
	longL, longN := c.present(l), c.present(l.not())
	grown := len(x)*len(y) - len(x) - len(y)
	if grown > *budget || (len(x)+len(longL))*(len(y)+len(longN)) > 1<<16 {
		return false
	}
	resolvents, ok := c.longResolvents(l, longL, longN, len(longL)+len(longN))
	if !ok {
		return false
	}
	*budget -= max(0, grown)
	x, y = slices.Clone(x), slices.Clone(y)
	for _, m := range x {
		c.unlink(m.not(), l)
	}
	for _, m := range y {
		c.unlink(m.not(), l.not())
	}
	c.implied[l], c.implied[l.not()] = nil, nil
	for _, i := range append(longL, longN...) {
		c.long[i] = nil
	}
	c.holding[l], c.holding[l.not()] = nil, nil
	for _, a := range x {
		c.implyAll(a, y)
	}
	for _, r := range resolvents {
		if literals, always := c.normal(r); !always {
			c.add(literals)
		}
	}
	return true
}

// present lists the long clauses that hold l.
func (c *clauses) present(l lit) []int32 {
	c.holding[l] = slices.DeleteFunc(c.holding[l], func(i int32) bool {
		return c.long[i] == nil || !slices.Contains(c.long[i], l)
	})
	return slices.Clone(c.holding[l])
}

// implyAll adds the clauses (a or b) for every b, but none twice.
func (c *clauses) implyAll(a lit, list []lit) {
	c.stamped++
	for _, m := range c.implied[a.not()] {
		c.stamp[m] = c.stamped
	}
	for _, b := range list {
		switch {
		case b == a.not() || c.stamp[b] == c.stamped:
		case b == a:
			c.assign(a)
		default:
			c.stamp[b] = c.stamped
			c.implied[a.not()] = append(c.implied[a.not()], b)
			c.implied[b.not()] = append(c.implied[b.not()], a)
		}
	}
}

// longResolvents are the resolvents on l in which a long clause takes part. It
// gives up if there are more than most.
func (c *clauses) longResolvents(l lit, longL, longN []int32, most int) (resolvents [][]lit, ok bool) {
	side := func(l lit, long []int32) (rests [][]lit) { // the clauses with l, without l
		for _, x := range c.implied[l.not()] {
			rests = append(rests, []lit{x})
		}
		for _, i := range long {
			rests = append(rests, slices.DeleteFunc(slices.Clone(c.long[i]), func(m lit) bool { return m == l }))
		}
		return rests
	}
	withL, withN := side(l, longL), side(l.not(), longN)
	for _, a := range withL {
		for _, b := range withN {
			if len(a) == 1 && len(b) == 1 {
				continue
			}
			literals, always := c.normal(append(append([]lit(nil), a...), b...))
			if always {
				continue
			}
			if len(resolvents) == most {
				return nil, false
			}
			resolvents = append(resolvents, slices.Clone(literals))
		}
	}
	return resolvents, true
}
