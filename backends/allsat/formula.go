package allsat

import (
	"sync/atomic"

	"nqueens/encode"
)

// formula is what is left to search once a CNF has been simplified. Its models,
// with the free variables set in every way, are those of the CNF, as far as
// the count is about them.
type formula struct {
	variables int
	implied   [][]lit
	long      [][]lit
	wanted    []bool // of each variable, whether the count is about it
	auxiliary int    // how many are not wanted
	closed    *closure

	contradiction bool
	shown         []place // where the value of each projected variable comes from
	free          int     // wanted variables that no clause holds
}

// place says where the value of a projected variable is found.
type place struct {
	kind  placeKind
	at    lit   // fixed: 0 is true; searched: the literal of the formula; free: its number, or the negation of it
	shown int32 // the variable, as DIMACS calls it
}

type placeKind uint8

const (
	fixed placeKind = iota
	searched
	free
)

// simplify prepares a CNF for the search. If it is stopped on the way, the
// result is of no use.
func simplify(f *encode.CNF, stop *atomic.Bool) *formula {
	c := loadClauses(f, stop)
	var n numbering
	var closed *closure
	for !stop.Load() && !c.contradiction {
		c.propagate()
		if c.contradiction {
			break
		}
		if c.mergeEquivalent() || c.eliminate() {
			continue
		}
		n = c.number()
		if len(n.names) > maxBitVariables {
			break
		}
		closed = c.close(n)
		if !c.strengthen(n, closed) {
			break
		}
		closed = nil
	}
	if stop.Load() || c.contradiction {
		return &formula{contradiction: true}
	}
	return c.formula(f, n, closed)
}

// formula renumbers what is left.
func (c *clauses) formula(f *encode.CNF, n numbering, closed *closure) *formula {
	out := &formula{
		variables: len(n.names),
		implied:   make([][]lit, 2*len(n.names)),
		wanted:    make([]bool, len(n.names)),
		closed:    closed,
	}
	for v, name := range n.names {
		out.wanted[v] = c.wanted[name]
		if !c.wanted[name] {
			out.auxiliary++
		}
		for sign := range 2 {
			list := c.implied[2*int(name)+sign]
			for i, m := range list {
				list[i] = n.lit(m)
			}
			out.implied[2*v+sign] = list
		}
	}
	for _, clause := range c.long {
		if clause == nil {
			continue
		}
		for i, l := range clause {
			clause[i] = n.lit(l)
		}
		out.long = append(out.long, clause)
	}
	out.show(c, f, n)
	return out
}

// show finds where the values of the projected variables come from.
func (f *formula) show(c *clauses, from *encode.CNF, n numbering) {
	numbers := map[int]lit{} // of the free variables
	one := func(variable int32) {
		p := place{shown: variable}
		l := c.standing(literalOf(variable))
		v := l.index()
		switch {
		case c.value[v] != unknown:
			p.kind = fixed
			if c.truth(l) == isFalse {
				p.at = 1
			}
		case n.of[v] >= 0:
			p.kind, p.at = searched, n.lit(l)
		default:
			number, met := numbers[v]
			if !met {
				number = lit(len(numbers)) << 1
				numbers[v] = number
			}
			p.kind, p.at = free, number|l.negative()
		}
		f.shown = append(f.shown, p)
	}
	if from.Projection == nil {
		for v := range from.Variables {
			one(int32(v + 1))
		}
	} else {
		for _, v := range from.Projection {
			one(v)
		}
	}
	f.free = len(numbers)
}
