package encode

import (
	"math/big"
	"slices"

	"nqueens"
)

// constrain adds a constraint that must hold.
func (b *builder) constrain(name string, terms []wideTerm, is relation, bound *big.Int) {
	if is == atMost {
		terms, is, bound = turned(terms), atLeast, new(big.Int).Neg(bound)
	}
	s := normalSum(terms, bound)
	if terms, bound, ok := s.small(); ok {
		addConstraint(b.m, name, PBConstraint{Terms: terms, Equal: is == equal, Bound: bound})
		return
	}
	if is == equal {
		b.least(name, normalSum(turned(terms), new(big.Int).Neg(bound)))
	}
	b.least(name, s)
}

// least adds a sum that must hold.
func (b *builder) least(name string, s wideSum) {
	if terms, bound, ok := s.divided().small(); ok {
		addConstraint(b.m, name, PBConstraint{Terms: terms, Bound: bound})
		return
	}
	switch l, always, never := b.holds(name, s); {
	case never:
		b.clause(name)
	case !always:
		b.clause(name, l)
	}
}

// holds returns a literal that is true exactly if the sum is at least its minimum.
func (b *builder) holds(name string, s wideSum) (l nqueens.Literal, always, never bool) {
	if s.min.Sign() <= 0 {
		return 0, true, false
	}
	if s.total.Cmp(s.min) < 0 {
		return 0, false, true
	}
	s = s.divided()
	unit := true // each term suffices by itself
	for _, t := range s.terms {
		unit = unit && t.coefficient.Cmp(s.min) >= 0
	}
	if unit {
		none := make([]nqueens.Literal, len(s.terms))
		for i, t := range s.terms {
			none[i] = -t.literal
		}
		l, _ := b.and(name, none) // the placements differ
		return -l, false, false
	}
	if terms, bound, ok := s.small(); ok && s.total.BitLen() < 61 {
		h := b.auxiliary()
		v := int32(h.Placement() + 1)
		// If h holds, the sum is at least the bound, and otherwise below it.
		addConstraint(b.m, name, PBConstraint{Terms: append(slices.Clone(terms), PBTerm{-s.min.Int64(), v}), Bound: bound - s.min.Int64()})
		above := s.total.Int64() - s.min.Int64() + 1
		for i := range terms {
			terms[i].Coefficient = -terms[i].Coefficient
		}
		addConstraint(b.m, name, PBConstraint{Terms: append(terms, PBTerm{above, v}), Bound: 1 - bound})
		return h, false, false
	}
	return b.reaches(name, b.digits(name, s.terms), s.min)
}

// digits returns literals for the binary digits of a sum, the lowest first. A digit that is always 0
// is the literal 0.
func (b *builder) digits(name string, terms []wideTerm) (digits []nqueens.Literal) {
	var columns [][]nqueens.Literal
	at := func(i int, l nqueens.Literal) {
		for len(columns) <= i {
			columns = append(columns, nil)
		}
		columns[i] = append(columns[i], l)
	}
	ones := int64(0)
	for _, t := range terms {
		for i := range t.coefficient.BitLen() {
			ones += int64(t.coefficient.Bit(i))
		}
	}
	if b.room >= 0 && ones*2*auxiliaryBytes > b.room { // each adder takes at least one digit away
		b.full = true
		return nil
	}
	for _, t := range terms {
		for i := range t.coefficient.BitLen() {
			if t.coefficient.Bit(i) == 1 {
				at(i, t.literal)
			}
		}
	}
	for i := 0; i < len(columns); i++ {
		for len(columns[i]) > 1 {
			n := min(3, len(columns[i]))
			in := slices.Clone(columns[i][:n])
			sum, carry := b.auxiliary(), b.auxiliary()
			b.parity(name, append(slices.Clone(in), sum), false)
			for k := range in { // two that are equal give the carry; of two inputs both must be true
				if n == 2 {
					b.clause(name, -carry, in[k])
					continue
				}
				two := slices.Delete(slices.Clone(in), k, k+1)
				b.clause(name, append([]nqueens.Literal{-carry}, two...)...)
				b.clause(name, carry, -two[0], -two[1])
			}
			if n == 2 {
				b.clause(name, carry, -in[0], -in[1])
			}
			columns[i] = append(columns[i][n:], sum)
			at(i+1, carry)
		}
		digit := nqueens.Literal(0)
		if len(columns[i]) == 1 {
			digit = columns[i][0]
		}
		digits = append(digits, digit)
	}
	return digits
}

// reaches returns a literal that is true exactly if the number of these binary digits is at least
// min.
func (b *builder) reaches(name string, digits []nqueens.Literal, min *big.Int) (l nqueens.Literal, always, never bool) {
	always = true // of no digits, 0 ≥ 0
	for i := range max(len(digits), min.BitLen()) {
		d := nqueens.Literal(0)
		if i < len(digits) {
			d = digits[i]
		}
		switch one := min.Bit(i) == 1; {
		case one && (d == 0 || never):
			l, always, never = 0, false, true
		case one && always:
			l, always = d, false
		case one:
			if l, never = b.and(name, []nqueens.Literal{d, l}); never {
				l = 0
			}
		case d == 0 || always:
		case never:
			l, never = d, false
		default:
			none, tautology := b.and(name, []nqueens.Literal{-d, -l})
			if l = -none; tautology {
				l, always = 0, true
			}
		}
	}
	return l, always, never
}
