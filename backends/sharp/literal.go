package sharp

// lit represents a literal: 2v for variable v, counted from 0, and 2v+1 for its negation.
type lit uint32

// none stands for the absence of a literal.
const none = ^lit(0)

func (l lit) not() lit        { return l ^ 1 }
func (l lit) variable() int32 { return int32(l >> 1) }

// dimacs returns the literal as in DIMACS.
func (l lit) dimacs() int32 {
	if l&1 == 1 {
		return -l.variable() - 1
	}
	return l.variable() + 1
}

// literalOf converts a DIMACS literal, which is not 0.
func literalOf(dimacs int32) lit {
	if dimacs < 0 {
		return lit(-dimacs-1)<<1 | 1
	}
	return lit(dimacs-1) << 1
}
