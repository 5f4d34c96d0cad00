package encode

import (
	"math/big"
	"slices"

	"nqueens"
)

// PB is a set of pseudo-Boolean constraints: linear constraints over 0–1 variables, which are
// numbered 1, 2, …
type PB struct {
	// Variables is the number of variables, including those in no constraint.
	Variables int
	// Squares[i] is the square of variable i+1. Squares is empty for constraints that do not come
	// from a board.
	Squares []nqueens.Square
	Chosen  []nqueens.Placement // as in CNF
	// Objective is a sum to minimise; nil means no objective.
	Objective []PBTerm
	Constant  int64 // added to the sum of the objective
	Most      bool  // the text maximises the negated objective
	// Preserved lists the variables whose values distinguish solutions, for proofs that list all
	// solutions; nil means that the text has no such list.
	Preserved []int32

	Names    []string // of the variables in the text that was read; nil if they are x1, x2, …
	Warnings []string // statements of the text that do not match its content

	products [][]PBTerm  // products of literals: each literal is a term with the coefficient 1, or −1 if it is negated; a term with the variable −k stands for product k−1
	costs    []*big.Int  // like PBConstraint.wide, for the objective
	soft     *softLimits // of a text with soft constraints

	constraints []PBConstraint
	places      []Place // of the constraints in the text that was read, or nil
	objective   Place   // of the objective
	pieces      bool    // the text says that its variables are pieces on a board
}

// A PBConstraint is a linear constraint: the sum of Coefficient · Variable over the terms is at
// least Bound, or equal to it if Equal is set. An "at most" constraint is written with all signs
// turned, because the OPB format has only "at least" and "equal".
type PBConstraint struct {
	Terms []PBTerm
	Equal bool
	Bound int64

	wide []*big.Int // the coefficients of the terms and then the bound, where 64 bits do not hold them; nil elements for the others
	cost *big.Int   // of a soft constraint that does not hold; nil for a constraint that must hold
}

// softLimits are the statements of a text about all soft constraints together.
type softLimits struct {
	at  Place
	top *big.Int // what the cost must stay below; nil for no limit
}

func (c PBConstraint) relation() string {
	if c.Equal {
		return "="
	}
	return ">="
}

// A PBTerm is a coefficient and the variable that it multiplies.
type PBTerm struct {
	Coefficient int64
	Variable    int32
}

// NewPB returns an empty set of constraints over the given number of variables.
func NewPB(variables int) *PB { return &PB{Variables: variables} }

// Add appends a constraint. It copies the terms and raises p.Variables to the highest variable
// among them. Solvers require at least one term, so a constraint without terms becomes one on
// variable 1: 0·x1 if it holds, and x1 ≥ 2 if it cannot hold. The second form has coefficient 1
// because toulbar2 ignores sums whose coefficients are all 0.
func (p *PB) Add(c PBConstraint) {
	c.Terms = slices.Clone(c.Terms)
	if len(c.Terms) == 0 {
		c.Terms = []PBTerm{{Coefficient: 0, Variable: 1}}
		if c.Bound > 0 || c.Equal && c.Bound != 0 {
			c = PBConstraint{Terms: []PBTerm{{Coefficient: 1, Variable: 1}}, Bound: 2}
		}
	}
	for _, t := range c.Terms {
		p.Variables = max(p.Variables, int(t.Variable))
	}
	p.constraints = append(p.constraints, c)
}

// Constraints returns the constraints in the order in which they were added. The caller must not
// change them.
func (p *PB) Constraints() []PBConstraint { return p.constraints }

// Equal reports whether two sets have the same number of variables, squares and constraints, in the
// same order.
func (p *PB) Equal(q *PB) bool {
	return p.Variables == q.Variables && slices.Equal(p.Squares, q.Squares) &&
		slices.EqualFunc(p.constraints, q.constraints, func(a, b PBConstraint) bool {
			return a.Equal == b.Equal && a.Bound == b.Bound && slices.Equal(a.Terms, b.Terms)
		})
}

// PBFromModel converts a model to pseudo-Boolean constraints. Variable i+1 is placement i, and
// there are no other variables. Solutions are therefore counted without projection, except if the
// model has auxiliaries. A line becomes an equality or up to two inequalities; a clause or a sum
// becomes one inequality. Maximising is written as minimising with coefficients −1.
func PBFromModel(m *nqueens.Model) *PB {
	p := NewPB(len(m.Placements))
	p.Squares, p.Chosen = squares(m), m.Chosen
	for _, line := range m.Lines {
		terms := func(coefficient int64) []PBTerm {
			terms := make([]PBTerm, len(line.Placements))
			for i, placement := range line.Placements {
				terms[i] = PBTerm{coefficient, int32(placement + 1)}
			}
			return terms
		}
		least, most := int64(line.Min), int64(line.Max)
		switch {
		case line.Trivial():
			continue
		case least == most:
			p.Add(PBConstraint{Terms: terms(1), Equal: true, Bound: least})
			continue
		}
		if line.Min > 0 {
			p.Add(PBConstraint{Terms: terms(1), Bound: least})
		}
		if line.Max < len(line.Placements) {
			p.Add(PBConstraint{Terms: terms(-1), Bound: -most})
		}
	}
	for _, clause := range m.Clauses {
		sum := nqueens.Sum{Min: 1}
		for _, l := range clause.Literals {
			sum.Terms = append(sum.Terms, nqueens.Term{Weight: 1, Literal: l})
		}
		p.addSum(sum)
	}
	for _, sum := range m.Sums {
		p.addSum(sum)
	}
	if goal := m.Objective; goal.Goal != nqueens.NoGoal {
		p.Objective, p.Constant = []PBTerm{}, goal.Goal.Cost()*int64(goal.Fixed)
		for k, i := range goal.Over {
			p.Objective = append(p.Objective, PBTerm{goal.Cost(k), int32(i + 1)})
		}
	}
	return p
}

// addSum adds a sum as a constraint, with 1 − x for a negated literal.
func (p *PB) addSum(sum nqueens.Sum) {
	c := PBConstraint{Bound: sum.Min}
	for _, t := range sum.Terms {
		term := PBTerm{t.Weight, int32(t.Literal.Placement() + 1)}
		if !t.Literal.Positive() {
			term.Coefficient = -t.Weight
			c.Bound -= t.Weight
		}
		c.Terms = append(c.Terms, term)
	}
	p.Add(c)
}
