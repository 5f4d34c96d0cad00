package proof

// lit is a literal as the checker numbers it: twice its variable, from 0, plus
// one if it is negated.
type lit uint32

func (l lit) not() lit { return l ^ 1 }

func (l lit) variable() uint32 { return uint32(l >> 1) }

// names numbers variables. Those up to direct keep their order; the others get
// the next free number when they are first seen, so that memory grows with the
// variables that there are and not with the highest.
type names struct {
	direct  int32 // variable v up to here has the number v−1
	numbers map[int32]uint32
	given   []int32 // the variables of numbers, by number
}

func newNames(direct int32) names {
	return names{direct: direct, numbers: map[int32]uint32{}}
}

// count is the number of variables.
func (n *names) count() int { return int(n.direct) + len(n.given) }

// known returns the number of a literal whose variable has been seen.
func (n *names) known(literal int32) (lit, bool) {
	variable, sign := literal, lit(0)
	if literal < 0 {
		variable, sign = -literal, 1
	}
	if variable <= n.direct {
		return lit(variable-1)<<1 | sign, true
	}
	number, ok := n.numbers[variable]
	return lit(number)<<1 | sign, ok
}

// name makes the variable of a literal known.
func (n *names) name(literal int32) lit {
	variable := max(literal, -literal)
	n.numbers[variable] = uint32(n.count())
	n.given = append(n.given, variable)
	l, _ := n.known(literal)
	return l
}

// literal is what l is called outside.
func (n *names) literal(l lit) int32 {
	variable := int32(l.variable()) + 1
	if variable > n.direct {
		variable = n.given[variable-1-n.direct]
	}
	if l&1 == 1 {
		return -variable
	}
	return variable
}
