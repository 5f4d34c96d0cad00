package encode

import (
	"fmt"
	"math/big"
	"slices"

	"nqueens"
)

// modelOfPB returns the model of pseudo-Boolean constraints, and the scale that converts the objective's
// value to the value in the text, nil if they are equal. Soft constraints become an objective: the least
// total cost of the constraints that do not hold.
func modelOfPB(p *PB, room int64) (*nqueens.Model, *nqueens.Scale, error) {
	b, _, err := newBuilder(p.Variables, nil, room)
	if err != nil {
		return nil, nil, err
	}
	soft := false
	for k, c := range p.Constraints() {
		name := named("constraint", k+1, 0)
		if k < len(p.places) {
			name = named("constraint", k+1, p.places[k].Line)
		}
		soft = soft || c.cost != nil
		if c.cost == nil && c.wide == nil && fits(c) && !slices.ContainsFunc(c.Terms, isProduct) {
			addConstraint(b.m, name, c)
			continue
		}
		terms, bound := b.termsOf(p, c.Terms, c.wide), big.NewInt(c.Bound)
		if n := len(c.Terms); c.wide != nil && c.wide[n] != nil {
			bound = c.wide[n]
		}
		is := atLeast
		if c.Equal {
			is = equal
		}
		if c.cost != nil {
			b.soft(name, c.cost, terms, is, bound)
		} else {
			b.constrain(name, terms, is, bound)
		}
	}
	if soft || p.soft != nil {
		scale, err := b.softObjective(p)
		if err != nil {
			return nil, nil, err
		}
		m, err := b.model()
		return m, scale, err
	}
	scale := (*nqueens.Scale)(nil)
	switch {
	case p.Objective == nil:
	case p.costs == nil && fits(PBConstraint{Terms: p.Objective, Bound: p.Constant}) && !slices.ContainsFunc(p.Objective, isProduct):
		b.m.Objective = objectiveOf(p)
	default:
		goal, terms, constant := nqueens.Fewest, b.termsOf(p, p.Objective, p.costs), big.NewInt(p.Constant)
		if p.Most {
			goal, terms, constant = nqueens.Most, turned(terms), constant.Neg(constant)
		}
		b.costs, b.constant = terms, constant
		scale = b.objective(goal, big.NewInt(1))
	}
	m, err := b.model()
	return m, scale, err
}

// isProduct reports whether the term's variable stands for a product.
func isProduct(t PBTerm) bool { return t.Variable < 0 }

// termsOf returns the terms of a sum; wide has the coefficients that 64 bits do not hold.
func (b *builder) termsOf(p *PB, terms []PBTerm, wide []*big.Int) (out []wideTerm) {
	for i, t := range terms {
		c := big.NewInt(t.Coefficient)
		if wide != nil && wide[i] != nil {
			c = wide[i]
		}
		if !isProduct(t) {
			out = append(out, wideTerm{c, nqueens.Chosen(int(t.Variable) - 1)})
			continue
		}
		var factors []nqueens.Literal
		for _, f := range p.products[-t.Variable-1] {
			l := nqueens.Chosen(int(f.Variable) - 1)
			if f.Coefficient < 0 {
				l = -l
			}
			factors = append(factors, l)
		}
		if l, never := b.and("product", factors); !never {
			out = append(out, wideTerm{c, l})
		}
	}
	return out
}

// softObjective sets the objective of a text with soft constraints, and requires that the cost is
// below the text's limit.
func (b *builder) softObjective(p *PB) (*nqueens.Scale, error) {
	if p.Objective != nil {
		return nil, &SyntaxError{"OPB", p.objective, "an objective beside soft constraints: their costs are the objective; write it as soft constraints"}
	}
	if p.soft == nil {
		for k, c := range p.constraints {
			if c.cost != nil {
				return nil, &SyntaxError{"OPB", p.places[k], fmt.Sprintf(`a soft constraint of cost %v, but the line "soft: TOP ;" is missing; write it before the constraints, with or without the limit TOP`, c.cost)}
			}
		}
	}
	if top := p.soft.top; top != nil {
		most := new(big.Int).Sub(top, big.NewInt(1))
		b.constrain("the limit of the cost", b.costs, atMost, most.Sub(most, b.constant))
	}
	return b.objective(nqueens.Fewest, big.NewInt(1)), nil
}
