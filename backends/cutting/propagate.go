package cutting

// A reason is what implied a literal: a clause, a linear constraint, or nothing.
type reason struct {
	clause int32 // index into clauses; -1 for none
	linear int32 // index into linears; -1 for none
}

var none = reason{-1, -1}

// A clause has its literals and its number in the proof. The first two literals are watched.
type clause struct {
	literals []lit // nil if it was deleted
	number   int64
	learnt   bool
	distance int32 // number of decision levels among its literals when it was learnt
	activity float64
}

type watch struct {
	clause  int32
	blocker lit
}

// A use is an occurrence of a literal in a linear constraint.
type use struct {
	linear      int32
	coefficient int64
}

// A trail is a partial assignment, with the constraint that implies each literal.
type trail struct {
	values  []int8 // by literal: 1 true, -1 false, 0 open
	levels  []int32
	places  []int32 // by variable, the place in the order of assignment
	reasons []reason
	order   []lit
	head    int   // number of literals that were propagated
	starts  []int // where each decision level begins

	clauses []clause
	linears []linear
	watches [][]watch // by literal that became false
	uses    [][]use   // by literal that became false

	propagations int64
}

// grow adds a variable and returns it.
func (t *trail) grow() int32 {
	v := int32(len(t.levels))
	t.values = append(t.values, 0, 0)
	t.levels, t.places = append(t.levels, 0), append(t.places, 0)
	t.reasons = append(t.reasons, none)
	t.watches, t.uses = append(t.watches, nil, nil), append(t.uses, nil, nil)
	return v
}

func (t *trail) level() int32 { return int32(len(t.starts)) }

func (t *trail) assign(l lit, why reason) {
	v := l.variable()
	t.values[l], t.values[l.not()] = 1, -1
	t.levels[v], t.places[v], t.reasons[v] = t.level(), int32(len(t.order)), why
	t.order = append(t.order, l)
}

// decide begins a level with a literal.
func (t *trail) decide(l lit) {
	t.starts = append(t.starts, len(t.order))
	t.assign(l, none)
}

// retreat undoes all levels above one. It calls undone for each variable that becomes open.
func (t *trail) retreat(level int32, undone func(l lit)) {
	if level >= t.level() {
		return
	}
	begin := t.starts[level]
	for i := len(t.order) - 1; i >= begin; i-- {
		l := t.order[i]
		if i < t.head {
			for _, u := range t.uses[l.not()] {
				t.linears[u.linear].slack += u.coefficient
			}
		}
		t.values[l], t.values[l.not()] = 0, 0
		undone(l)
	}
	t.order, t.starts = t.order[:begin], t.starts[:level]
	t.head = min(t.head, begin)
}

// propagate assigns what follows. It returns the reason of a contradiction, or none.
func (t *trail) propagate() reason {
	for t.head < len(t.order) {
		l := t.order[t.head]
		t.head++
		t.propagations++
		lost := l.not()
		for _, u := range t.uses[lost] { // all of them, so that they can be undone as a whole
			t.linears[u.linear].slack -= u.coefficient
		}
		if k := t.visitClauses(lost); k >= 0 {
			return reason{k, -1}
		}
		for _, u := range t.uses[lost] {
			if !t.enforce(u.linear) {
				return reason{-1, u.linear}
			}
		}
	}
	return none
}

// visitClauses visits the clauses that watch a literal that became false. It returns one without literals left, or -1.
func (t *trail) visitClauses(lost lit) int32 {
	list := t.watches[lost]
	kept := list[:0]
watches:
	for i, w := range list {
		if t.values[w.blocker] > 0 {
			kept = append(kept, w)
			continue
		}
		c := t.clauses[w.clause].literals
		if c == nil {
			continue
		}
		if c[0] == lost {
			c[0], c[1] = c[1], lost
		}
		first := c[0]
		if t.values[first] > 0 {
			kept = append(kept, watch{w.clause, first})
			continue
		}
		for j := 2; j < len(c); j++ {
			if t.values[c[j]] >= 0 {
				c[1], c[j] = c[j], lost
				t.watches[c[1]] = append(t.watches[c[1]], watch{w.clause, first})
				continue watches
			}
		}
		kept = append(kept, watch{w.clause, first})
		if t.values[first] < 0 {
			kept = append(kept, list[i+1:]...)
			t.watches[lost] = kept
			return w.clause
		}
		t.assign(first, reason{w.clause, -1})
	}
	t.watches[lost] = kept
	return -1
}

// enforce assigns the literals that a linear constraint implies. It returns false if it cannot hold.
func (t *trail) enforce(k int32) bool {
	c := &t.linears[k]
	if c.slack < 0 {
		return false
	}
	for _, u := range c.terms {
		if u.coefficient <= c.slack {
			break
		}
		if t.values[u.literal] == 0 {
			t.assign(u.literal, reason{-1, k})
		}
	}
	return true
}

// addClause adds a clause of at least two literals. The first two must be those that become false last.
func (t *trail) addClause(literals []lit, number int64, learnt bool) int32 {
	k := int32(len(t.clauses))
	t.clauses = append(t.clauses, clause{literals: literals, number: number, learnt: learnt})
	for i, l := range literals[:2] {
		t.watches[l] = append(t.watches[l], watch{k, literals[1-i]})
	}
	return k
}

// addLinear adds a linear constraint at level 0 and propagates. It returns false on a contradiction.
func (t *trail) addLinear(c linear) bool {
	c.sortTerms()
	c.slack = -c.degree
	k := int32(len(t.linears))
	for _, u := range c.terms {
		c.slack += u.coefficient
		t.uses[u.literal] = append(t.uses[u.literal], use{k, u.coefficient})
		if t.values[u.literal] < 0 && int(t.places[u.literal.variable()]) < t.head {
			c.slack -= u.coefficient
		}
	}
	t.linears = append(t.linears, c)
	return t.enforce(k) && t.propagate() == none
}

// because calls add for the false literals of the reason of a literal, or of a contradiction if the literal is -1.
func (t *trail) because(why reason, l lit, add func(lit)) {
	if why.clause >= 0 {
		for _, o := range t.clauses[why.clause].literals {
			if o != l {
				add(o)
			}
		}
		return
	}
	c := &t.linears[why.linear]
	// The fewest false literals after which the rest is too little. Those of level 0 cost nothing.
	left, before, own := -c.degree, int32(len(t.order)), int64(0)
	for _, u := range c.terms {
		left += u.coefficient
	}
	if l >= 0 {
		before = t.places[l.variable()]
		for _, u := range c.terms {
			if u.literal == l {
				own = u.coefficient
			}
		}
	}
	lost := func(u term) bool {
		return t.values[u.literal] < 0 && t.places[u.literal.variable()] < before
	}
	for _, u := range c.terms {
		if lost(u) && t.levels[u.literal.variable()] == 0 {
			left -= u.coefficient
		}
	}
	for _, u := range c.terms {
		if left < own {
			return
		}
		if lost(u) && t.levels[u.literal.variable()] > 0 {
			left -= u.coefficient
			add(u.literal)
		}
	}
}
