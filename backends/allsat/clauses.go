package allsat

import (
	"sync/atomic"

	"nqueens/encode"
)

// clauses is a formula that is being simplified. Clauses of two literals are
// kept as implications, in both directions; longer ones with lists of where
// each literal occurs.
type clauses struct {
	implied [][]lit   // implied[l]: literals that a binary clause makes true where l is
	long    [][]lit   // nil where a clause has gone
	holding [][]int32 // holding[l]: the long clauses that hold l, and some that did
	value   []truth   // of each variable
	twin    []lit     // the literal that stands for a variable: its own, if none else
	gone    []bool    // variables that were eliminated
	wanted  []bool    // variables that the count is about
	units   []lit     // true, but not yet propagated

	contradiction bool
	stop          *atomic.Bool
	stamp         []uint32 // of each literal; see normal
	stamped       uint32
	scratch       []lit
}

// loadClauses reads a formula.
func loadClauses(f *encode.CNF, stop *atomic.Bool) *clauses {
	c := newClauses(f.Variables, stop)
	for v := range c.wanted {
		c.wanted[v] = f.Projection == nil
	}
	for _, v := range f.Projection {
		c.wanted[v-1] = true
	}
	binary, long := make([]int32, 2*f.Variables), 0
	for clause := range f.Clauses() {
		if len(clause) == 2 {
			binary[literalOf(clause[0]).not()]++
			binary[literalOf(clause[1]).not()]++
		} else {
			long += len(clause)
		}
	}
	c.reserve(binary)
	arena := make([]lit, 0, long)
	buffer := []lit(nil)
	for clause := range f.Clauses() {
		if c.contradiction || c.stop.Load() {
			break
		}
		buffer = buffer[:0]
		for _, l := range clause {
			buffer = append(buffer, literalOf(l))
		}
		literals, always := c.normal(buffer)
		switch {
		case always:
		case len(literals) > 2:
			start := len(arena)
			arena = append(arena, literals...)
			c.addLong(arena[start:len(arena):len(arena)])
		default:
			c.add(literals)
		}
	}
	return c
}

func newClauses(variables int, stop *atomic.Bool) *clauses {
	c := &clauses{
		implied: make([][]lit, 2*variables),
		holding: make([][]int32, 2*variables),
		value:   make([]truth, variables),
		twin:    make([]lit, variables),
		gone:    make([]bool, variables),
		wanted:  make([]bool, variables),
		stamp:   make([]uint32, 2*variables),
		stop:    stop,
	}
	for v := range c.twin {
		c.twin[v] = lit(v) << 1
	}
	return c
}

// reserve makes room for so many implications of each literal.
func (c *clauses) reserve(degrees []int32) {
	total := 0
	for _, d := range degrees {
		total += int(d)
	}
	room := make([]lit, total)
	for l, d := range degrees {
		c.implied[l], room = room[:0:d], room[d:]
	}
}

// normal drops literals that are there twice or false. It reports whether the
// clause always holds. The result is valid until the next call.
func (c *clauses) normal(clause []lit) (literals []lit, always bool) {
	c.stamped++
	c.scratch = c.scratch[:0]
	for _, l := range clause {
		switch {
		case c.stamp[l] == c.stamped:
			continue
		case c.stamp[l.not()] == c.stamped, c.truth(l) == isTrue:
			return nil, true
		case c.truth(l) == isFalse:
			continue
		}
		c.stamp[l] = c.stamped
		c.scratch = append(c.scratch, l)
	}
	return c.scratch, false
}

func (c *clauses) truth(l lit) truth { return l.valueOf(c.value[l.index()]) }

// add adds a clause that is normal. Its literals are copied.
func (c *clauses) add(literals []lit) {
	switch len(literals) {
	case 0:
		c.contradiction = true
	case 1:
		c.assign(literals[0])
	case 2:
		c.implied[literals[0].not()] = append(c.implied[literals[0].not()], literals[1])
		c.implied[literals[1].not()] = append(c.implied[literals[1].not()], literals[0])
	default:
		c.addLong(append([]lit(nil), literals...))
	}
}

func (c *clauses) addLong(literals []lit) {
	number := int32(len(c.long))
	c.long = append(c.long, literals)
	for _, l := range literals {
		c.holding[l] = append(c.holding[l], number)
	}
}

// assign makes a literal true.
func (c *clauses) assign(l lit) {
	switch c.truth(l) {
	case isFalse:
		c.contradiction = true
	case unknown:
		c.value[l.index()] = l.making()
		c.units = append(c.units, l)
	}
}

// propagate draws the consequences of what is true, until no clause holds an
// assigned variable.
func (c *clauses) propagate() {
	for len(c.units) > 0 && !c.contradiction {
		l := c.units[len(c.units)-1]
		c.units = c.units[:len(c.units)-1]
		for _, m := range c.implied[l] {
			c.assign(m)
		}
		for _, m := range c.implied[l.not()] { // the clauses (l or m) hold
			c.unlink(m.not(), l)
		}
		for _, m := range c.implied[l] { // and so do (not l or m)
			c.unlink(m.not(), l.not())
		}
		c.implied[l], c.implied[l.not()] = nil, nil
		for _, i := range c.holding[l] {
			c.long[i] = nil
		}
		for _, i := range c.holding[l.not()] {
			if c.long[i] == nil {
				continue
			}
			literals, always := c.normal(c.long[i])
			if !always && len(literals) > 2 {
				c.long[i] = append(c.long[i][:0], literals...)
				continue
			}
			c.long[i] = nil
			if !always {
				c.add(literals)
			}
		}
		c.holding[l], c.holding[l.not()] = nil, nil
	}
}

// unlink removes m from what l implies.
func (c *clauses) unlink(l, m lit) {
	list := c.implied[l]
	for i, x := range list {
		if x == m {
			list[i] = list[len(list)-1]
			c.implied[l] = list[:len(list)-1]
			return
		}
	}
}

// open reports whether the variable is one to be searched.
func (c *clauses) open(v int) bool {
	return c.value[v] == unknown && !c.gone[v] && c.twin[v] == lit(v)<<1
}
