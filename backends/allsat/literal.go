package allsat

// lit is a literal: variable v, counted from 0, is 2v, its negation 2v+1.
type lit uint32

func (l lit) not() lit   { return l ^ 1 }
func (l lit) index() int { return int(l >> 1) }

// negative is 1 for a negated variable, else 0.
func (l lit) negative() lit { return l & 1 }

// literalOf turns a DIMACS literal, which is not 0, into ours.
func literalOf(dimacs int32) lit {
	if dimacs < 0 {
		return lit(-dimacs-1)<<1 | 1
	}
	return lit(dimacs-1) << 1
}

// truth is what is known of a variable or a literal.
type truth int8

const (
	isFalse truth = -1
	unknown truth = 0
	isTrue  truth = 1
)

// valueOf is the truth of a literal whose variable has the value v.
func (l lit) valueOf(v truth) truth {
	if l.negative() == 1 {
		return -v
	}
	return v
}

// making is the value of the variable that makes the literal true.
func (l lit) making() truth { return l.valueOf(isTrue) }
