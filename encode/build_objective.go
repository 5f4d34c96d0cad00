package encode

import (
	"math/big"
	"slices"

	"nqueens"
)

// charge adds to the objective the cost of a literal that is true.
func (b *builder) charge(cost *big.Int, l nqueens.Literal) {
	b.costs = append(b.costs, wideTerm{cost, l})
}

// chargeAlways adds a constant to the objective.
func (b *builder) chargeAlways(cost *big.Int) { b.constant.Add(b.constant, cost) }

// soft adds to the objective the cost of a constraint that does not hold.
func (b *builder) soft(name string, cost *big.Int, terms []wideTerm, is relation, bound *big.Int) {
	if is == atMost {
		terms, is, bound = turned(terms), atLeast, new(big.Int).Neg(bound)
	}
	sums := []wideSum{normalSum(terms, bound)}
	if is == equal {
		sums = append(sums, normalSum(turned(terms), new(big.Int).Neg(bound)))
	}
	var all []nqueens.Literal
	for _, s := range sums {
		l, always, never := b.holds(name, s)
		if never {
			b.chargeAlways(cost)
			return
		}
		if !always {
			all = append(all, l)
		}
	}
	if len(all) == 0 {
		return
	}
	switch both, never := b.and(name, all); {
	case never:
		b.chargeAlways(cost)
	default:
		b.charge(cost, -both)
	}
}

// softClause adds to the objective the cost of a clause that does not hold.
func (b *builder) softClause(name string, cost *big.Int, literals []nqueens.Literal) {
	if len(literals) == 0 {
		b.chargeAlways(cost)
		return
	}
	none := make([]nqueens.Literal, len(literals))
	for i, l := range literals {
		none[i] = -l
	}
	if violated, never := b.and(name, none); !never {
		b.charge(cost, violated)
	}
}

// objective sets the objective to the costs, divided by the denominator. It returns the scale that
// converts the objective's value to the value in the text.
func (b *builder) objective(goal nqueens.Goal, denominator *big.Int) *nqueens.Scale {
	s := normalSum(b.costs, new(big.Int))
	base := new(big.Int).Sub(b.constant, s.min) // normalSum has moved constants to the other side
	unit := new(big.Int)
	for _, t := range s.terms {
		unit.GCD(nil, nil, unit, t.coefficient)
	}
	one := denominator.IsInt64() && denominator.Int64() == 1
	size := new(big.Int).Add(s.total, new(big.Int).Abs(base))
	if one && size.Cmp(big.NewInt(largestSum)) <= 0 {
		b.m.Objective = smallObjective(goal, s, base.Int64())
		return nil
	}
	if unit.Sign() == 0 {
		unit.SetInt64(1)
	}
	d := s.divided()
	scale := &nqueens.Scale{Base: new(big.Rat).SetFrac(base, denominator)}
	if d.total.Cmp(big.NewInt(largestSum)) <= 0 {
		b.m.Objective = smallObjective(goal, d, 0)
		scale.Units = []*big.Rat{new(big.Rat).SetFrac(unit, denominator)}
		return scale
	}
	const width = 60 // of the digits that one objective has
	digits := b.digits("the objective", d.terms)
	for high := len(digits); high > 0; {
		low := (high - 1) / width * width
		var terms []wideTerm
		for i := low; i < high; i++ {
			if digits[i] != 0 {
				terms = append(terms, wideTerm{new(big.Int).Lsh(big.NewInt(1), uint(i-low)), digits[i]})
			}
		}
		part := normalSum(terms, new(big.Int))
		b.m.Then = append(b.m.Then, smallObjective(goal, part, -part.min.Int64()))
		scale.Units = append(scale.Units, new(big.Rat).SetFrac(new(big.Int).Lsh(unit, uint(low)), denominator))
		high = low
	}
	if len(b.m.Then) > 0 { // otherwise the room is used up
		b.m.Objective, b.m.Then = b.m.Then[0], b.m.Then[1:]
	}
	return scale
}

// smallObjective returns an objective in 64-bit numbers: the value is base plus the terms.
func smallObjective(goal nqueens.Goal, s wideSum, base int64) nqueens.Objective {
	o := nqueens.Objective{Goal: goal, Fixed: int(base)}
	slices.SortFunc(s.terms, func(x, y wideTerm) int { return x.literal.Placement() - y.literal.Placement() })
	ones := true
	for _, t := range s.terms {
		w := t.coefficient.Int64()
		if !t.literal.Positive() {
			o.Fixed, w = o.Fixed+int(w), -w
		}
		o.Over, o.Weights = append(o.Over, t.literal.Placement()), append(o.Weights, w)
		ones = ones && w == 1
	}
	if ones {
		o.Weights = nil
	}
	return o
}
