package propagate

import (
	"strings"

	"nqueens"
)

// Remainder is what a model still asks when some placements are decided and
// propagation has come to an end: a model of the open placements, in which no
// line or clause is empty or forces anything by itself. A sum may.
type Remainder struct {
	Model   *nqueens.Model
	Whole   []int // by placement of the remainder: the same in the whole model
	Decided []int // those decided to be chosen, in the whole model
	part    []int // by placement of the whole model: the same in the remainder, where it is open
}

// Remainder is that of the choice made so far.
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

// Literal is what the remainder calls a literal of an open placement.
func (r Remainder) Literal(l nqueens.Literal) nqueens.Literal {
	if l.Positive() {
		return nqueens.Chosen(r.part[l.Placement()])
	}
	return nqueens.NotChosen(r.part[l.Placement()])
}

// Reduced is a problem's Model without what it forces by itself: pieces that
// stand in every solution are Chosen, squares where none can stand are gone, and
// of lines and clauses what is left to ask is left. Formats write this one, and proofs
// are about it; see Filtered. A bare board, which forces next to nothing, and a
// formula, which goes to solvers as its file has it, are their Model.
func Reduced(p nqueens.Problem) (*nqueens.Model, error) {
	return reduced(p, func(*Propagation) string { return "" })
}

// refuted begins the name of the empty clause that says what Filtered has found; no model has one of such a name itself.
const refuted = "no solution: "

// Why is what Filtered has found of a model where it is refuted, in words: "3 lines share 2: …"; "" where it has found
// nothing of the kind.
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
