package allsat

import "math/bits"

// components returns the strongly connected component of each literal in the graph of implications,
// and their number, by Tarjan's algorithm (1972) without recursion. A component's number is lower
// than those of the components that imply it. Literals in one component imply each other.
func (c *clauses) components() (of []int32, n int32) {
	size := len(c.implied)
	of = make([]int32, size)
	order := make([]int32, size) // order of discovery, from 1; 0 if not yet discovered
	low := make([]int32, size)
	for l := range of {
		of[l] = -1
	}
	type visit struct {
		l    lit
		next int // index of the next implication
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

// mergeEquivalent merges variables that are equal or opposite in every model, and reports whether
// there were any. Projected variables are kept in preference to others.
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
		if size[component] == 0 || c.projected[l>>1] && !c.projected[chosen[component].variable()] {
			chosen[component] = lit(l)
		}
		size[component]++
	}
	merged := false
	for v := range c.value {
		// For each variable, both of its literals are in components or neither is. The
		// representatives of opposite literals are opposite.
		if l := lit(v) << 1; of[l] >= 0 && chosen[of[l]] != l && c.open(v) {
			c.repr[v] = chosen[of[l]]
			merged = true
		}
	}
	if merged {
		c.substitute()
	}
	return merged
}

// substitute replaces every literal by its representative.
func (c *clauses) substitute() {
	old := *c
	fresh := newClauses(len(c.value), c.stop)
	c.implied, c.long, c.occurrences = fresh.implied, nil, fresh.occurrences
	var buffer []lit
	add := func(clause ...lit) {
		buffer = buffer[:0]
		for _, l := range clause {
			buffer = append(buffer, c.representative(l))
		}
		if literals, always := c.normalise(buffer); !always {
			c.add(literals)
		}
	}
	for l := range old.implied {
		for _, m := range old.implied[l] {
			if a := lit(l).not(); a <= m { // each clause is stored twice
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

// representative returns the literal that represents l.
func (c *clauses) representative(l lit) lit {
	for {
		t := c.repr[l.variable()] ^ l.sign()
		if t == l {
			return l
		}
		l = t
	}
}

// maxBitVariables is the maximum number of variables for which the closure of the implications is
// computed: it takes four times the square of that number in bits.
const maxBitVariables = 4096

// numbering maps the variables that are left to search to new numbers.
type numbering struct {
	of    []int32 // by variable, its new number, -1 if it has none
	names []int32 // by number, the variable
}

// number numbers the open variables that occur in a clause. The others may have either value.
func (c *clauses) number() numbering {
	n := numbering{of: make([]int32, len(c.value))}
	occurs := make([]bool, len(c.value))
	for _, clause := range c.long {
		for _, l := range clause {
			occurs[l.variable()] = true
		}
	}
	for v := range n.of {
		n.of[v] = -1
		if c.open(v) && (occurs[v] || len(c.implied[2*v])+len(c.implied[2*v+1]) > 0) {
			n.of[v] = int32(len(n.names))
			n.names = append(n.names, int32(v))
		}
	}
	return n
}

func (n numbering) lit(l lit) lit  { return lit(n.of[l.variable()])<<1 | l.sign() }
func (n numbering) name(l lit) lit { return lit(n.names[l.variable()])<<1 | l.sign() }

// closure has, for each literal by its new number, the set of all literals that binary clauses make
// true with it, including itself.
type closure struct {
	words int
	rows  []uint64
}

func (c *closure) row(l lit) []uint64 { return c.rows[int(l)*c.words:][:c.words] }

func (c *closure) has(l, m lit) bool { return c.rows[int(l)*c.words+int(m/64)]>>(m%64)&1 == 1 }

// close computes the closure of the implications. There must be no equivalent literals, so that the
// implications have no cycles.
func (c *clauses) close(n numbering) *closure {
	size := 2 * len(n.names)
	out := &closure{words: (size + 63) / 64}
	out.rows = make([]uint64, size*out.words)
	of, count := c.components()
	order := make([]lit, count) // in which the consequences of a literal come before it
	for l, component := range of {
		if component >= 0 {
			order[component] = lit(l)
		}
	}
	for l := range lit(size) {
		out.rows[int(l)*out.words+int(l/64)] |= 1 << (l % 64)
	}
	for _, name := range order {
		if c.stop.Load() {
			break
		}
		row := out.row(n.lit(name))
		for _, m := range c.implied[name] {
			for w, x := range out.row(n.lit(m)) {
				row[w] |= x
			}
		}
	}
	return out
}

// strengthen uses the closure: a literal that implies its negation is false, a clause that is
// implied by a binary one is removed, and a literal of a clause that implies another literal of it
// is removed. It reports whether this gave a clause of one or two literals, after which the closure
// is incomplete.
func (c *clauses) strengthen(n numbering, closed *closure) bool {
	before := len(c.units)
	for l := range lit(2 * len(n.names)) {
		if closed.has(l, l.not()) {
			c.assign(n.name(l.not()))
		}
	}
	if len(c.units) > before || c.contradiction {
		return true
	}
	shorter := false
	mask := make([]uint64, closed.words)
	for i, clause := range c.long {
		clear(mask)
		for _, l := range clause {
			m := n.lit(l)
			mask[m/64] |= 1 << (m % 64)
		}
		kept := clause[:0]
		for _, l := range clause {
			m := n.lit(l)
			if overlap(closed.row(m.not()), mask) > 0 {
				c.long[i] = nil
				break
			}
			if overlap(closed.row(m), mask) > 1 { // m itself is one of them
				mask[m/64] &^= 1 << (m % 64)
				continue
			}
			kept = append(kept, l)
		}
		if c.long[i] == nil || len(kept) == len(clause) {
			continue
		}
		c.long[i] = kept
		if len(kept) < 3 {
			c.long[i] = nil
			c.add(kept)
			shorter = true
		}
	}
	return shorter
}

// overlap returns the size of the intersection.
func overlap(a, b []uint64) (n int) {
	for i, x := range a {
		n += bits.OnesCount64(x & b[i])
	}
	return n
}
