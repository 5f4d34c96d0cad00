package encode

import (
	"math/big"
	"slices"

	"nqueens"
)

// A wideTerm is a literal and its coefficient in a sum. The coefficient may be negative.
type wideTerm struct {
	coefficient *big.Int
	literal     nqueens.Literal
}

// A wideSum states that its terms, all with positive coefficients and different placements, add up
// to at least min.
type wideSum struct {
	terms []wideTerm
	min   *big.Int
	total *big.Int // of the coefficients
}

// normalSum returns the terms as a sum of at least min: the terms of a placement are added up, and
// −3x becomes 3(¬x) − 3.
func normalSum(terms []wideTerm, min *big.Int) wideSum {
	s := wideSum{min: new(big.Int).Set(min), total: new(big.Int)}
	at := make(map[int]int, len(terms))
	for _, t := range terms {
		i, c := t.literal.Placement(), t.coefficient
		if !t.literal.Positive() { // c¬x = c − cx
			s.min.Sub(s.min, c)
			c = new(big.Int).Neg(c)
		}
		if k, known := at[i]; known {
			s.terms[k].coefficient = new(big.Int).Add(s.terms[k].coefficient, c)
		} else {
			at[i] = len(s.terms)
			s.terms = append(s.terms, wideTerm{c, nqueens.Chosen(i)})
		}
	}
	s.terms = slices.DeleteFunc(s.terms, func(t wideTerm) bool { return t.coefficient.Sign() == 0 })
	for i, t := range s.terms {
		if t.coefficient.Sign() < 0 {
			s.min.Sub(s.min, t.coefficient)
			s.terms[i] = wideTerm{new(big.Int).Neg(t.coefficient), -t.literal}
		}
		s.total.Add(s.total, s.terms[i].coefficient)
	}
	return s
}

// small returns the sum in 64-bit numbers, if they suffice.
func (s wideSum) small() (terms []PBTerm, bound int64, ok bool) {
	size := new(big.Int).Add(s.total, new(big.Int).Abs(s.min))
	if size.Cmp(big.NewInt(largestSum)) > 0 {
		return nil, 0, false
	}
	bound = s.min.Int64()
	for _, t := range s.terms {
		c := t.coefficient.Int64()
		if !t.literal.Positive() {
			bound, c = bound-c, -c
		}
		terms = append(terms, PBTerm{c, int32(t.literal.Placement() + 1)})
	}
	return terms, bound, true
}

// divided returns the sum divided by the greatest common divisor of its coefficients.
func (s wideSum) divided() wideSum {
	divisor := new(big.Int)
	for _, t := range s.terms {
		divisor.GCD(nil, nil, divisor, t.coefficient)
	}
	if divisor.BitLen() <= 1 {
		return s
	}
	out := wideSum{total: new(big.Int).Quo(s.total, divisor)}
	out.min, _ = new(big.Int).DivMod(new(big.Int).Add(s.min, new(big.Int).Sub(divisor, big.NewInt(1))), divisor, new(big.Int)) // rounded up
	for _, t := range s.terms {
		out.terms = append(out.terms, wideTerm{new(big.Int).Quo(t.coefficient, divisor), t.literal})
	}
	return out
}

// A relation compares a sum with a bound.
type relation int

const (
	atLeast relation = iota
	atMost
	equal
)

// turned returns terms with the signs turned.
func turned(terms []wideTerm) []wideTerm {
	out := make([]wideTerm, len(terms))
	for i, t := range terms {
		out[i] = wideTerm{new(big.Int).Neg(t.coefficient), t.literal}
	}
	return out
}
