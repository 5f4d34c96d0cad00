package propagate

import (
	"strings"

	"nqueens"
)

// A Remainder is the part of a model that is left after some placements are decided and propagation
// has ended: a model of the open placements, in which no line or clause is empty or forces anything
// by itself. A sum may still force something.
type Remainder struct {
	Model   *nqueens.Model
	Whole   []int // by placement of the remainder: its index in the whole model
	Decided []int // the placements decided to be chosen, in the whole model
	part    []int // by open placement of the whole model: its index in the remainder
}

// Remainder returns the remainder under the current assignment.
func (p *Propagation) Remainder() Remainder {
	r := Remainder{Model: &nqueens.Model{Determined: p.Model.Determined}, part: make([]int, len(p.value))}
	for i, v := range p.value {
		switch v {
		case 0:
			r.part[i] = len(r.Whole)
			r.Whole = append(r.Whole, i)
			r.Model.Placements = append(r.Model.Placements, p.Model.Placements[i])
			if i >= p.Projected {
				r.Model.Auxiliaries++
			}
		case 1:
			r.Decided = append(r.Decided, i)
		}
	}
	for _, line := range p.Model.Lines {
		var open []int
		for _, i := range line.Placements {
			switch p.value[i] {
			case 0:
				open = append(open, r.part[i])
			case 1:
				line.Min--
				line.Max--
			}
		}
		line.Placements = open
		if !line.Trivial() {
			r.Model.Lines = append(r.Model.Lines, line)
		}
	}
clauses:
	for _, clause := range p.Model.Clauses {
		var open []nqueens.Literal
		for _, l := range clause.Literals {
			switch p.valueOf(l) {
			case 1:
				continue clauses
			case 0:
				open = append(open, r.Literal(l))
			}
		}
		clause.Literals = open
		r.Model.Clauses = append(r.Model.Clauses, clause)
	}
	for _, sum := range p.Model.Sums {
		var open []nqueens.Term
		for _, t := range sum.Terms {
			switch p.valueOf(t.Literal) {
			case 1:
				sum.Min -= t.Weight
			case 0:
				open = append(open, nqueens.Term{Weight: t.Weight, Literal: r.Literal(t.Literal)})
			}
		}
		if sum.Terms = open; sum.Min > 0 {
			r.Model.Sums = append(r.Model.Sums, sum)
		}
	}
	goal := p.Model.Objective
	r.Model.Objective = nqueens.Objective{Goal: goal.Goal, Fixed: goal.Fixed}
	for k, i := range goal.Over {
		switch p.value[i] {
		case 0:
			r.Model.Objective.Over = append(r.Model.Objective.Over, r.part[i])
			if goal.Weights != nil {
				r.Model.Objective.Weights = append(r.Model.Objective.Weights, goal.Weights[k])
			}
		case 1:
			r.Model.Objective.Fixed += int(goal.Weight(k))
		}
	}
	return r
}

// Literal returns the remainder's literal for a literal of an open placement.
func (r Remainder) Literal(l nqueens.Literal) nqueens.Literal {
	if l.Positive() {
		return nqueens.Chosen(r.part[l.Placement()])
	}
	return nqueens.NotChosen(r.part[l.Placement()])
}

// Reduced returns a problem's Model without what it forces by unit propagation: pieces in every
// solution are Chosen, squares that cannot have a piece are removed, and lines and clauses contain
// only what is undecided. Formats write this model, and proofs refer to it; see Filtered. For a
// bare board, which forces almost nothing, and a formula, which solvers get unchanged, it returns
// the Model itself.
func Reduced(p nqueens.Problem) (*nqueens.Model, error) {
	return reduced(p, func(*Propagation) string { return "" })
}

// refuted is the prefix of the name of the empty clause with the reason found by Filtered. No model
// has a clause of such a name itself.
const refuted = "no solution: "

// Why returns the reason for which Filtered refuted a model, such as "3 lines share 2: …", or "" if
// there is none.
func Why(m *nqueens.Model) string {
	if len(m.Clauses) != 1 || !strings.HasPrefix(m.Clauses[0].Name, refuted) {
		return ""
	}
	return strings.TrimPrefix(m.Clauses[0].Name, refuted)
}

func reduced(p nqueens.Problem, further func(*Propagation) (why string)) (*nqueens.Model, error) {
	m, err := p.Model()
	if err != nil || !p.HasBoard() || p.Bare() {
		return m, err
	}
	root := Of(m)
	why := further(root)
	if root.Refuted {
		name := "nothing is left"
		if why != "" {
			name = refuted + why
		}
		return &nqueens.Model{Clauses: []nqueens.Clause{{Name: name}}, Objective: nqueens.Objective{Goal: m.Objective.Goal}}, nil
	}
	rest := root.Remainder()
	for _, i := range rest.Decided {
		if i < root.Projected {
			rest.Model.Chosen = append(rest.Model.Chosen, m.Placements[i])
		}
	}
	return rest.Model, nil
}
