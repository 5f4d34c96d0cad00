package proof

// collect moves the clauses that are not deleted together, and forgets the
// watches of those that are true for good.
func (c *checker) collect() {
	c.backtrack(0) // so that no reason is needed
	old := c.clauses
	c.clauses = clauses{words: make([]lit, 1, len(old.words)-old.wasted+len(old.words)/8), live: old.live, index: old.index}
	moved := 0 // variables whose first clause has been moved
	for r := ref(1); int(r) < len(old.words); {
		for moved < len(c.born) && c.born[moved] <= r {
			c.born[moved] = ref(len(c.words))
			moved++
		}
		literals := old.literals(r)
		if !old.is(r, deleted) {
			to := lit(len(c.words))
			c.words = append(c.words, old.words[r])
			c.words = append(c.words, literals...)
			if len(literals) > 0 {
				literals[0] = to // its new place, for whoever knows the old
			}
			if c.satisfied(c.literals(ref(to))) {
				old.words[r] |= tautology // needs no watch
			}
		}
		r += ref(1 + len(literals))
	}
	for ; moved < len(c.born); moved++ {
		c.born[moved] = ref(len(c.words))
	}
	const idle = deleted | tautology
	for l := range c.watches {
		implied := c.implications[l][:0]
		for _, i := range c.implications[l] {
			if !old.is(i.ref, idle) {
				implied = append(implied, implication{ref(old.words[i.ref+1]), i.other})
			}
		}
		c.implications[l] = implied
		chosen := c.choices[l][:0]
		for _, x := range c.choices[l] {
			if !old.is(x.ref, idle) {
				chosen = append(chosen, choice{ref(old.words[x.ref+1]), x.a, x.b})
			}
		}
		c.choices[l] = chosen
		c.stale[l] = false
		watched := c.watches[l][:0]
		for _, w := range c.watches[l] {
			if !old.is(w.ref, idle) {
				watched = append(watched, watch{ref(old.words[w.ref+1]), w.blocker})
			}
		}
		c.watches[l] = watched
	}
	for i, e := range c.index.table {
		if e.ref != 0 {
			c.index.table[i].ref = ref(old.words[e.ref+1])
		}
	}
}
