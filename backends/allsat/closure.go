package allsat

import "math/bits"

// maxBitVariables is the most variables for which implications are closed:
// their square is the memory in bits, four times over.
const maxBitVariables = 4096

// numbering numbers the variables that are left to search.
type numbering struct {
	of    []int32 // the new number of each variable, -1 if it has none
	names []int32 // the variable of each number
}

// number numbers the open variables that occur in a clause. The others may have
// either value.
func (c *clauses) number() numbering {
	n := numbering{of: make([]int32, len(c.value))}
	occurs := make([]bool, len(c.value))
	for _, clause := range c.long {
		for _, l := range clause {
			occurs[l.index()] = true
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

func (n numbering) lit(l lit) lit  { return lit(n.of[l.index()])<<1 | l.negative() }
func (n numbering) name(l lit) lit { return lit(n.names[l.index()])<<1 | l.negative() }

// closure holds for each literal, by its new number, the set of all literals
// that follow from it by binary clauses, itself included.
type closure struct {
	words int
	rows  []uint64
}

func (c *closure) row(l lit) []uint64 { return c.rows[int(l)*c.words:][:c.words] }

func (c *closure) has(l, m lit) bool { return c.rows[int(l)*c.words+int(m/64)]>>(m%64)&1 == 1 }

// close follows the implications to their ends. There must be no equivalent
// literals, so that the implications have no cycles.
func (c *clauses) close(n numbering) *closure {
	size := 2 * len(n.names)
	out := &closure{words: (size + 63) / 64}
	out.rows = make([]uint64, size*out.words)
	of, count := c.components()
	order := make([]lit, count) // what a literal implies comes before it
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

// strengthen uses what is closed: a literal that implies its negation is false,
// a clause that follows from a binary one goes, and a literal of a clause that
// implies another of it goes. It reports whether a clause of one or two
// literals came of it, after which the closure is no longer closed.
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
			if meets(closed.row(m.not()), mask) > 0 {
				c.long[i] = nil
				break
			}
			if meets(closed.row(m), mask) > 1 { // m itself is one
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

// meets is the size of the intersection.
func meets(a, b []uint64) (n int) {
	for i, x := range a {
		n += bits.OnesCount64(x & b[i])
	}
	return n
}
