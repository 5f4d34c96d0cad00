package allsat

import (
	"slices"

	"nqueens/backends/internal/turns"
	"nqueens/encode"
)

// clauses is a formula that is being simplified. Clauses of two literals are stored as implications
// in both directions, longer ones with lists of the occurrences of each literal.
type clauses struct {
	implied     [][]lit   // implied[l]: literals that binary clauses make true if l is true
	long        [][]lit   // nil for a removed clause
	occurrences [][]int32 // occurrences[l]: the long clauses that contain l, and some that did
	value       []truth   // by variable
	repr        []lit     // by variable, its representative literal: its own unless it was merged
	eliminated  []bool    // variables that were eliminated
	projected   []bool    // variables of the projection
	units       []lit     // true, but not yet propagated

	contradiction bool
	stop          *turns.Flag
	stamp         []uint32 // by literal; see normalise
	stamped       uint32
	scratch       []lit
}

// loadClauses returns the clauses of a formula.
func loadClauses(f *encode.CNF, stop *turns.Flag) *clauses {
	c := newClauses(f.Variables, stop)
	for v := range c.projected {
		c.projected[v] = f.Projection == nil
	}
	for _, v := range f.Projection {
		c.projected[v-1] = true
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
		literals, always := c.normalise(buffer)
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

func newClauses(variables int, stop *turns.Flag) *clauses {
	c := &clauses{
		implied:     make([][]lit, 2*variables),
		occurrences: make([][]int32, 2*variables),
		value:       make([]truth, variables),
		repr:        make([]lit, variables),
		eliminated:  make([]bool, variables),
		projected:   make([]bool, variables),
		stamp:       make([]uint32, 2*variables),
		stop:        stop,
	}
	for v := range c.repr {
		c.repr[v] = lit(v) << 1
	}
	return c
}

// reserve allocates room for the given numbers of implications of each literal.
func (c *clauses) reserve(degrees []int32) {
	total := 0
	for _, d := range degrees {
		total += int(d)
	}
	reserve := make([]lit, total)
	for l, d := range degrees {
		c.implied[l], reserve = reserve[:0:d], reserve[d:]
	}
}

// normalise removes duplicate and false literals. It reports whether the clause is always true. The
// result is valid until the next call.
func (c *clauses) normalise(clause []lit) (literals []lit, always bool) {
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

func (c *clauses) truth(l lit) truth { return l.valueOf(c.value[l.variable()]) }

// add adds a normalised clause. It copies the literals.
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
		c.occurrences[l] = append(c.occurrences[l], number)
	}
}

// assign makes a literal true.
func (c *clauses) assign(l lit) {
	switch c.truth(l) {
	case isFalse:
		c.contradiction = true
	case unknown:
		c.value[l.variable()] = l.polarity()
		c.units = append(c.units, l)
	}
}

// propagate propagates the units until no clause contains an assigned variable.
func (c *clauses) propagate() {
	for len(c.units) > 0 && !c.contradiction {
		l := c.units[len(c.units)-1]
		c.units = c.units[:len(c.units)-1]
		for _, m := range c.implied[l] {
			c.assign(m)
		}
		for _, m := range c.implied[l.not()] { // the clauses (l or m) are true
			c.unlink(m.not(), l)
		}
		for _, m := range c.implied[l] { // and so are (not l or m)
			c.unlink(m.not(), l.not())
		}
		c.implied[l], c.implied[l.not()] = nil, nil
		for _, i := range c.occurrences[l] {
			c.long[i] = nil
		}
		for _, i := range c.occurrences[l.not()] {
			if c.long[i] == nil {
				continue
			}
			literals, always := c.normalise(c.long[i])
			if !always && len(literals) > 2 {
				c.long[i] = append(c.long[i][:0], literals...)
				continue
			}
			c.long[i] = nil
			if !always {
				c.add(literals)
			}
		}
		c.occurrences[l], c.occurrences[l.not()] = nil, nil
	}
}

// unlink removes m from the implications of l.
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

// open reports whether the variable must be searched.
func (c *clauses) open(v int) bool {
	return c.value[v] == unknown && !c.eliminated[v] && c.repr[v] == lit(v)<<1
}

// maxGrowth limits the binary clauses that the elimination of variables may add. Formulas without
// auxiliary variables have fewer.
const maxGrowth = 2 << 20

// eliminate removes auxiliary variables by the rule of Davis and Putnam (1960): the clauses that
// contain a variable are replaced by their resolvents on it. This preserves the models of the other
// variables, so that eliminated variables need not be searched. A variable is eliminated if the
// number of long clauses does not grow. Binary clauses may grow: those that an encoding saved by
// auxiliary variables return, but they cost the search nothing. eliminate reports whether it
// removed any variable.
func (c *clauses) eliminate() bool {
	budget, some := maxGrowth, false
	for again := true; again && !c.contradiction; {
		again = false
		for v := range c.value {
			if c.projected[v] || !c.open(v) || c.contradiction {
				continue
			}
			if c.stop.Load() {
				return some
			}
			if c.resolve(lit(v)<<1, &budget) {
				c.eliminated[v] = true
				c.propagate()
				again, some = true, true
			}
		}
	}
	return some
}

// resolve replaces the clauses with l or its negation by their resolvents, if there are few enough,
// and reports whether it did.
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
	c.occurrences[l], c.occurrences[l.not()] = nil, nil
	for _, a := range x {
		c.implyAll(a, y)
	}
	for _, r := range resolvents {
		if literals, always := c.normalise(r); !always {
			c.add(literals)
		}
	}
	return true
}

// present returns the long clauses that contain l.
func (c *clauses) present(l lit) []int32 {
	c.occurrences[l] = slices.DeleteFunc(c.occurrences[l], func(i int32) bool {
		return c.long[i] == nil || !slices.Contains(c.long[i], l)
	})
	return slices.Clone(c.occurrences[l])
}

// implyAll adds the clauses (a or b) for every b, without duplicates.
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

// longResolvents returns the resolvents on l of which at least one parent is a long clause. It
// returns false if there are more than most.
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
			literals, always := c.normalise(append(append([]lit(nil), a...), b...))
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
