package cutting

import (
	"cmp"
	"errors"
	"slices"

	"nqueens/encode"
)

// A lit is a literal: twice the variable's number, counted from 0, and 1 more if it is negated.
type lit int32

func (l lit) not() lit        { return l ^ 1 }
func (l lit) variable() int32 { return int32(l) >> 1 }

// positive returns the literal of a variable, counted from 0.
func positive(variable int32) lit { return lit(2 * variable) }

// A term is a literal with a coefficient above 0.
type term struct {
	coefficient int64
	literal     lit
}

// A linear constraint states that the coefficients of its true literals add up to at least the degree.
type linear struct {
	terms  []term // the largest coefficient first; each variable at most once
	degree int64
	slack  int64 // the sum of the coefficients of literals that are not false, minus the degree
	number int64 // in the proof
}

// ErrTooLarge is the error for constraints or an objective whose numbers add up to more than 2^60.
var ErrTooLarge = errors.New("the numbers of a constraint or of the objective add up to more than 2^60")

const largest = 1 << 60

// normal returns terms with coefficients above 0 of distinct variables, and the constant that a sum has beside them.
func normal(terms []encode.PBTerm) (out []term, constant int64, err error) {
	sums := map[int32]int64{}
	var order []int32
	size := int64(0)
	for _, t := range terms {
		if t.Coefficient > largest || t.Coefficient < -largest {
			return nil, 0, ErrTooLarge
		}
		if size += max(t.Coefficient, -t.Coefficient); size > largest {
			return nil, 0, ErrTooLarge
		}
		v := t.Variable - 1
		if _, known := sums[v]; !known {
			order = append(order, v)
		}
		sums[v] += t.Coefficient
	}
	for _, v := range order {
		switch c := sums[v]; {
		case c > 0:
			out = append(out, term{c, positive(v)})
		case c < 0:
			out = append(out, term{-c, positive(v).not()})
			constant += c
		}
	}
	return out, constant, nil
}

// atLeast returns the constraint that a sum is at least a bound.
func atLeast(terms []encode.PBTerm, bound int64) (linear, error) {
	out, constant, err := normal(terms)
	if err == nil && (bound > largest || bound < -largest) {
		err = ErrTooLarge
	}
	return linear{terms: out, degree: bound - constant}, err
}

// negated returns terms with the signs turned.
func negated(terms []encode.PBTerm) []encode.PBTerm {
	out := slices.Clone(terms)
	for i := range out {
		out[i].Coefficient = -out[i].Coefficient
	}
	return out
}

// isClause reports whether one true literal is enough.
func (c *linear) isClause() bool {
	for _, t := range c.terms {
		if t.coefficient < c.degree {
			return false
		}
	}
	return true
}

// sortTerms puts the largest coefficients first.
func (c *linear) sortTerms() {
	slices.SortStableFunc(c.terms, func(a, b term) int { return cmp.Compare(b.coefficient, a.coefficient) })
}
