package sharp

// lit is a literal: variable v, counted from 0, is 2v, its negation 2v+1.
type lit uint32

// none is no literal.
const none = ^lit(0)

func (l lit) not() lit        { return l ^ 1 }
func (l lit) variable() int32 { return int32(l >> 1) }

// literalOf returns the literal that DIMACS writes as such a number, which is not 0.
func literalOf(dimacs int32) lit {
	if dimacs < 0 {
		return lit(-dimacs-1)<<1 | 1
	}
	return lit(dimacs-1) << 1
}
