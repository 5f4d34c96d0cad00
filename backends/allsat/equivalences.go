package allsat

// components numbers the strongly connected components of the implications, by
// Tarjan's algorithm of 1972 without recursion. A component's number is below
// those of the components that imply it. Of literals in one component each
// implies every other.
func (c *clauses) components() (of []int32, n int32) {
	size := len(c.implied)
	of = make([]int32, size)
	order := make([]int32, size) // when first met, from 1; 0 is not yet
	low := make([]int32, size)
	for l := range of {
		of[l] = -1
	}
	type visit struct {
		l    lit
		next int // the implication to look at next
	}
	var path []visit
	var stack []lit
	met := int32(0)
	enter := func(l lit) {
		met++
		order[l], low[l] = met, met
		stack = append(stack, l)
		path = append(path, visit{l, 0})
	}
	for root := range lit(size) {
		if order[root] != 0 || len(c.implied[root]) == 0 {
			continue
		}
		enter(root)
		for len(path) > 0 {
			at := &path[len(path)-1]
			if at.next < len(c.implied[at.l]) {
				m := c.implied[at.l][at.next]
				at.next++
				if order[m] == 0 {
					enter(m)
				} else if of[m] < 0 {
					low[at.l] = min(low[at.l], order[m])
				}
				continue
			}
			l := at.l
			path = path[:len(path)-1]
			if len(path) > 0 {
				above := path[len(path)-1].l
				low[above] = min(low[above], low[l])
			}
			if low[l] == order[l] {
				for {
					m := stack[len(stack)-1]
					stack = stack[:len(stack)-1]
					of[m] = n
					if m == l {
						break
					}
				}
				n++
			}
		}
	}
	return of, n
}

// mergeEquivalent makes one variable of those that are equal or opposite in
// every model, and reports whether there were any. Variables that the count is
// about stand for others.
func (c *clauses) mergeEquivalent() bool {
	of, n := c.components()
	chosen := make([]lit, n)
	size := make([]int32, n)
	for l := range of {
		component := of[l]
		if component < 0 {
			continue
		}
		if of[lit(l).not()] == component {
			c.contradiction = true
			return true
		}
		if size[component] == 0 || c.wanted[l>>1] && !c.wanted[chosen[component].index()] {
			chosen[component] = lit(l)
		}
		size[component]++
	}
	merged := false
	for v := range c.value {
		// Both literals of a variable are in a component or neither is, and the
		// components of opposite literals are chosen alike.
		if l := lit(v) << 1; of[l] >= 0 && chosen[of[l]] != l && c.open(v) {
			c.twin[v] = chosen[of[l]]
			merged = true
		}
	}
	if merged {
		c.substitute()
	}
	return merged
}

// substitute writes every literal as the one that stands for it.
func (c *clauses) substitute() {
	old := *c
	fresh := newClauses(len(c.value), c.stop)
	c.implied, c.long, c.holding = fresh.implied, nil, fresh.holding
	var buffer []lit
	add := func(clause ...lit) {
		buffer = buffer[:0]
		for _, l := range clause {
			buffer = append(buffer, c.standing(l))
		}
		if literals, always := c.normal(buffer); !always {
			c.add(literals)
		}
	}
	for l := range old.implied {
		for _, m := range old.implied[l] {
			if a := lit(l).not(); a <= m { // each clause is there twice
				add(a, m)
			}
		}
	}
	for _, clause := range old.long {
		if clause != nil {
			add(clause...)
		}
	}
}

// standing is the literal that stands for l.
func (c *clauses) standing(l lit) lit {
	for {
		t := c.twin[l.index()] ^ l.negative()
		if t == l {
			return l
		}
		l = t
	}
}
