package allsat

import (
	"nqueens/backends/internal/turns"
	"nqueens/encode"
)

// formula is the part of a CNF that remains to be searched after simplification. Its models, with
// every assignment of the free variables, are the projected models of the CNF.
type formula struct {
	variables int
	names     []int32 // by variable, its variable of the CNF, counted from 0
	implied   [][]lit
	long      [][]lit
	projected []bool // by variable, whether it belongs to the projection
	auxiliary int    // number of variables that are not projected
	closed    *closure

	contradiction bool
	projection    []source // the source of the value of each projected variable
	free          int      // number of projected variables that occur in no clause
}

// source describes where the value of a projected variable comes from.
type source struct {
	kind     sourceKind
	at       lit   // fixed: 0 is true; searched: the literal of the formula; free: its number, or the negation of it
	variable int32 // the variable's number in DIMACS
}

type sourceKind uint8

const (
	fixed sourceKind = iota
	searched
	free
)

// simplify prepares a CNF for the search. If it is stopped, the result is invalid.
func simplify(f *encode.CNF, stop *turns.Flag) *formula {
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

// formula returns the remaining formula with its variables renumbered.
func (c *clauses) formula(f *encode.CNF, n numbering, closed *closure) *formula {
	out := &formula{
		variables: len(n.names),
		names:     n.names,
		implied:   make([][]lit, 2*len(n.names)),
		projected: make([]bool, len(n.names)),
		closed:    closed,
	}
	for v, name := range n.names {
		out.projected[v] = c.projected[name]
		if !c.projected[name] {
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
	out.project(c, f, n)
	return out
}

// project determines the sources of the values of the projected variables.
func (f *formula) project(c *clauses, from *encode.CNF, n numbering) {
	numbers := map[int]lit{} // the numbers of the free variables
	one := func(variable int32) {
		p := source{variable: variable}
		l := c.representative(literalOf(variable))
		v := l.variable()
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
			p.kind, p.at = free, number|l.sign()
		}
		f.projection = append(f.projection, p)
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

// lit is a literal: variable v, counted from 0, is 2v, its negation 2v+1.
type lit uint32

func (l lit) not() lit      { return l ^ 1 }
func (l lit) variable() int { return int(l >> 1) }

// sign returns 1 for a negated variable, else 0.
func (l lit) sign() lit { return l & 1 }

// literalOf converts a DIMACS literal, which is not 0.
func literalOf(dimacs int32) lit {
	if dimacs < 0 {
		return lit(-dimacs-1)<<1 | 1
	}
	return lit(dimacs-1) << 1
}

// truth is the known value of a variable or a literal.
type truth int8

const (
	isFalse truth = -1
	unknown truth = 0
	isTrue  truth = 1
)

// valueOf returns the truth of a literal whose variable has the value v.
func (l lit) valueOf(v truth) truth {
	if l.sign() == 1 {
		return -v
	}
	return v
}

// polarity returns the value of the variable that makes the literal true.
func (l lit) polarity() truth { return l.valueOf(isTrue) }
