package sat

import "nqueens"

// remainder is what a model still asks when some placements are decided and
// propagation has come to an end: a model of the open placements, in which no
// line or clause is empty or forces anything by itself. A sum may.
type remainder struct {
	model   *nqueens.Model
	whole   []int // by placement of the remainder: the same in the whole model
	part    []int // by placement of the whole model: the same in the remainder, where it is open
	decided []int // those decided to be chosen, in the whole model
}

func (p *propagation) remainder() remainder {
	r := remainder{model: &nqueens.Model{}, part: make([]int, len(p.value))}
	for i, v := range p.value {
		switch v {
		case 0:
			r.part[i] = len(r.whole)
			r.whole = append(r.whole, i)
			r.model.Placements = append(r.model.Placements, p.model.Placements[i])
			if i >= p.counting {
				r.model.Auxiliaries++
			}
		case 1:
			r.decided = append(r.decided, i)
		}
	}
	for _, line := range p.model.Lines {
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
			r.model.Lines = append(r.model.Lines, line)
		}
	}
clauses:
	for _, clause := range p.model.Clauses {
		var open []nqueens.Literal
		for _, l := range clause.Literals {
			switch p.valueOf(l) {
			case 1:
				continue clauses
			case 0:
				open = append(open, r.literal(l))
			}
		}
		clause.Literals = open
		r.model.Clauses = append(r.model.Clauses, clause)
	}
	for _, sum := range p.model.Sums {
		var open []nqueens.Term
		for _, t := range sum.Terms {
			switch p.valueOf(t.Literal) {
			case 1:
				sum.Min -= t.Weight
			case 0:
				open = append(open, nqueens.Term{Weight: t.Weight, Literal: r.literal(t.Literal)})
			}
		}
		if sum.Terms = open; sum.Min > 0 {
			r.model.Sums = append(r.model.Sums, sum)
		}
	}
	return r
}

// literal is what the remainder calls a literal of an open placement.
func (r remainder) literal(l nqueens.Literal) nqueens.Literal {
	if l.Positive() {
		return nqueens.Chosen(r.part[l.Placement()])
	}
	return nqueens.NotChosen(r.part[l.Placement()])
}
