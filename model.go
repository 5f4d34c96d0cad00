package nqueens

import (
	"errors"
	"math/big"
	"slices"
)

// Model states a problem with 0–1 variables, for solvers that know nothing about boards: choose a
// subset of Placements that satisfies every Line, Clause and Sum. The solutions of the problem are
// exactly these subsets, or the best of them if there is an Objective.
type Model struct {
	// Placements are the 0–1 variables: pieces row by row from a1, or a Formula's variables.
	Placements []Placement
	// Auxiliaries is the number of placements at the end that are not part of a solution: choices
	// that only differ in them are one solution. They are variables, not pieces.
	Auxiliaries int
	// Determined is set if the other placements determine the auxiliaries: a choice of the others
	// can be completed in at most one way, so that a count over all variables is the number of
	// solutions.
	Determined bool
	// Chosen are further placements that every solution has, because a reduction of the model found
	// that they are forced.
	Chosen []Placement
	// Lines are in the order that is best for a search that must break a tie.
	Lines []Line
	// Clauses are constraints that lines cannot express.
	Clauses []Clause
	// Sums are constraints that neither lines nor clauses can express.
	Sums []Sum
	// Objective determines which of the satisfying choices are solutions; with its zero value all
	// are.
	Objective Objective
	// Then are further objectives: the solutions are the best ones by the first of them among the
	// best by Objective, and so on.
	Then []Objective
	// Weights are the weights of placements that are not auxiliary; those without an entry have
	// weight 1 whether chosen or not. If there are any, a count is the sum of the weights of all
	// solutions. The weight of a solution is the product over the placements.
	Weights map[int]Weight
}

// Weight has the factors of a placement in the weight of a solution: if it is chosen, and if it is
// not.
type Weight struct{ Chosen, NotChosen *big.Rat }

// Line bounds the number of chosen placements among some: at least Min and at most Max. A rank that
// holds exactly one queen is a line with (1, 1), a diagonal is one with (0, 1).
type Line struct {
	Name       string // "file c", "rank 3", "sum 7"
	Min, Max   int
	Placements []int // indices into Model.Placements, ascending
}

// Trivial reports whether every choice satisfies the line.
func (l Line) Trivial() bool { return l.Min <= 0 && len(l.Placements) <= l.Max }

// Clause is a disjunction: at least one of its literals is true. An empty clause is never
// satisfied.
type Clause struct {
	Name     string // "knight a1 b3", "given c2"
	Literals []Literal
}

// Sum is a linear constraint: the weights of its true terms add up to at least Min.
type Sum struct {
	Name  string // "constraint 3"
	Terms []Term
	Min   int64 // greater than 0
}

// Term is a literal and its weight in a sum, which is greater than 0.
type Term struct {
	Weight  int64
	Literal Literal
}

// AtLeast returns the sum as literals of which at least a certain number must be true. If the
// weights differ or a placement occurs twice, it returns an error: "is a weighted sum".
func (s Sum) AtLeast() (literals []Literal, least int, err error) {
	seen := map[int]bool{}
	for _, t := range s.Terms {
		i := t.Literal.Placement()
		switch {
		case t.Weight != s.Terms[0].Weight:
			return nil, 0, errors.New("is a weighted sum")
		case seen[i]:
			return nil, 0, errors.New("is a sum that has a variable twice")
		}
		seen[i] = true
		literals = append(literals, t.Literal)
	}
	if len(literals) == 0 {
		return nil, int(min(s.Min, 1)), nil
	}
	weight := s.Terms[0].Weight
	return literals, int(min((s.Min+weight-1)/weight, int64(len(literals))+1)), nil
}

// Literal is a placement that is chosen (+) or not chosen (−). The coding is that of DIMACS: i+1 if
// placement i is chosen, −(i+1) if not.
type Literal int

// Chosen returns the literal "placement i is chosen".
func Chosen(i int) Literal { return Literal(i + 1) }

// NotChosen returns the literal "placement i is not chosen".
func NotChosen(i int) Literal { return Literal(-i - 1) }

// Placement returns the index of the literal's placement.
func (l Literal) Placement() int {
	if l < 0 {
		return int(-l) - 1
	}
	return int(l) - 1
}

// Positive reports whether the literal means "chosen".
func (l Literal) Positive() bool { return l > 0 }

// without returns the model without the placements for which gone returns true. None of them may be
// auxiliary. They can no longer be chosen: lines keep their bounds over their other placements, negative
// literals on removed placements are true, and positive ones are false.
func (m *Model) without(gone func(Placement) bool) *Model {
	renumbered := make([]int, len(m.Placements)) // new index, or -1
	out := &Model{Auxiliaries: m.Auxiliaries, Determined: m.Determined}
	for i, p := range m.Placements {
		if gone(p) {
			renumbered[i] = -1
			continue
		}
		renumbered[i] = len(out.Placements)
		out.Placements = append(out.Placements, p)
	}
	open := func(placements []int) (kept []int) {
		for _, i := range placements {
			if renumbered[i] >= 0 {
				kept = append(kept, renumbered[i])
			}
		}
		return kept
	}
	for _, line := range m.Lines {
		line.Placements = open(line.Placements)
		out.Lines = append(out.Lines, line)
	}
	out.Objective = m.Objective
	out.Objective.Over = open(m.Objective.Over)
	literal := func(l Literal) (now Literal, kept bool) {
		switch i := renumbered[l.Placement()]; {
		case i < 0:
			return l, false
		case l.Positive():
			return Chosen(i), true
		default:
			return NotChosen(i), true
		}
	}
clauses:
	for _, clause := range m.Clauses {
		var kept []Literal
		for _, l := range clause.Literals {
			if now, ok := literal(l); ok {
				kept = append(kept, now)
			} else if !l.Positive() {
				continue clauses
			}
		}
		clause.Literals = kept
		out.Clauses = append(out.Clauses, clause)
	}
	for _, sum := range m.Sums {
		var kept []Term
		for _, t := range sum.Terms {
			if now, ok := literal(t.Literal); ok {
				kept = append(kept, Term{t.Weight, now})
			} else if !t.Literal.Positive() {
				sum.Min -= t.Weight
			}
		}
		if sum.Terms = kept; sum.Min > 0 {
			out.Sums = append(out.Sums, sum)
		}
	}
	return out
}

// Holds reports whether the choice of exactly the placements for which chosen returns true
// satisfies the model. If not, it returns the name of a violated line, clause or sum.
func (m *Model) Holds(chosen func(placement int) bool) (broken string, ok bool) {
	for _, line := range m.Lines {
		n := 0
		for _, i := range line.Placements {
			if chosen(i) {
				n++
			}
		}
		if n < line.Min || n > line.Max {
			return line.Name, false
		}
	}
	for _, clause := range m.Clauses {
		if !slices.ContainsFunc(clause.Literals, func(l Literal) bool { return chosen(l.Placement()) == l.Positive() }) {
			return clause.Name, false
		}
	}
	for _, sum := range m.Sums {
		var total int64
		for _, t := range sum.Terms {
			if chosen(t.Literal.Placement()) == t.Literal.Positive() {
				total += t.Weight
			}
		}
		if total < sum.Min {
			return sum.Name, false
		}
	}
	return "", true
}

// Outline describes the size of a Model.
type Outline struct {
	Placements  int
	Auxiliaries int // number of auxiliary placements
	Determined  bool
	Lines       []Lines
	Clauses     int
	Literals    int // in all clauses
	Sums        []Sum
	Objective   Objective // only if the Model was built
	Then        []Objective
}

// Lines describes lines of a Model with the same length and the same bounds.
type Lines struct{ Number, Length, Min, Max int }

// Entries returns the total number of placements in lines, clauses and sums.
func (o Outline) Entries() int {
	entries := o.Literals
	for _, l := range o.Lines {
		entries += l.Number * l.Length
	}
	for _, s := range o.Sums {
		entries += len(s.Terms)
	}
	return entries
}

// Outline returns the outline of the model.
func (m *Model) Outline() Outline {
	o := Outline{Placements: len(m.Placements), Auxiliaries: m.Auxiliaries, Determined: m.Determined, Clauses: len(m.Clauses), Sums: m.Sums, Objective: m.Objective, Then: m.Then}
	for _, l := range m.Lines {
		lines := Lines{1, len(l.Placements), l.Min, l.Max}
		if k := len(o.Lines) - 1; k >= 0 && o.Lines[k] == (Lines{o.Lines[k].Number, lines.Length, lines.Min, lines.Max}) {
			o.Lines[k].Number++
		} else {
			o.Lines = append(o.Lines, lines)
		}
	}
	for _, c := range m.Clauses {
		o.Literals += len(c.Literals)
	}
	return o
}

// Outline returns the outline of the problem's Model. If the family's rule determines it, the Model
// is not built, and closed squares are counted as if they were free.
func (p Problem) Outline() (Outline, error) {
	if err := p.Validate(); err != nil {
		return Outline{}, err
	}
	if p.Family.Rule == nil || p.Family.Build != nil {
		m, err := p.Model()
		if err != nil {
			return Outline{}, err
		}
		return m.Outline(), nil
	}
	if err := p.fits(); err != nil {
		return Outline{}, err
	}
	pieces, known := p.familyPieces()
	o := p.shapedRule().outline(p.Board(), pieces, known)
	if p.Pieces != nil {
		o.Lines = append(o.Lines, Lines{1, o.Placements, p.Pieces.Min, min(p.Pieces.Max, o.Placements)})
	}
	given := len(p.Given) + len(p.Others)
	o.Clauses, o.Literals = o.Clauses+given, o.Literals+given
	if p.Symmetric != Identity {
		o.Clauses, o.Literals = o.Clauses+o.Placements, o.Literals+2*o.Placements
	}
	return o, nil
}
