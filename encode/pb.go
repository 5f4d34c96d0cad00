package encode

import (
	"slices"

	"nqueens"
)

// PB is a set of pseudo-Boolean constraints: linear ones over 0–1 variables,
// which are numbered 1, 2, …
type PB struct {
	// Variables is the number of variables, those in no constraint included.
	Variables int
	// Squares names variable i+1 by the square it stands for; empty for
	// constraints that came from no board.
	Squares []nqueens.Square
	Chosen  []nqueens.Placement // as of a CNF
	// Objective is a sum to be as small as can be; nil is none.
	Objective []PBTerm
	Constant  int64 // what the objective is more than its sum
	Most      bool  // the text wanted the objective, with all signs turned, as large as can be

	Names    []string // of variable i+1 in the text that was read; nil where they are x1, x2, …
	Warnings []string // what the text that was read says and does not keep

	constraints []PBConstraint
	places      []Place // of the constraints in the text that was read, or nil
	objective   Place   // of the objective
	pieces      bool    // the text says that it is about pieces on a board
}

// PBConstraint is a linear constraint: the sum of Coefficient · Variable over
// the terms is at least Bound or, when Equal is set, equal to it. "At most" is
// at least with all signs turned, for the OPB format has no other.
type PBConstraint struct {
	Terms []PBTerm
	Equal bool
	Bound int64
}

func (c PBConstraint) relation() string {
	if c.Equal {
		return "="
	}
	return ">="
}

// PBTerm is a coefficient and the variable it multiplies.
type PBTerm struct {
	Coefficient int64
	Variable    int32
}

// NewPB returns an empty set of constraints over the given number of variables.
func NewPB(variables int) *PB { return &PB{Variables: variables} }

// Add appends a constraint; the terms are copied. Variables above p.Variables
// raise it. A constraint without terms becomes one on variable 1, since solvers want at
// least one term: 0 times it, or where it cannot hold that it is 2, since toulbar2 passes
// over sums of nothing.
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

// Constraints returns the constraints in the order they were added. They must
// not be changed.
func (p *PB) Constraints() []PBConstraint { return p.constraints }

// Equal reports whether two sets have the same variables, squares and constraints, in the same order.
func (p *PB) Equal(q *PB) bool {
	return p.Variables == q.Variables && slices.Equal(p.Squares, q.Squares) &&
		slices.EqualFunc(p.constraints, q.constraints, func(a, b PBConstraint) bool {
			return a.Equal == b.Equal && a.Bound == b.Bound && slices.Equal(a.Terms, b.Terms)
		})
}

// PBFromModel says a model in pseudo-Boolean constraints, with placement i as
// variable i+1 and no others: solutions are counted without projection, but for
// a model's own auxiliaries. A line becomes an equality or up to two
// inequalities, a clause or a sum one inequality. To choose as many as can be is to
// choose the fewest times −1.
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

// addSum says a literal that is negated as 1 − x.
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
