package nqueens

import (
	"errors"
	"math/big"
	"slices"
)

// Model says a problem in 0–1 terms, for solvers that know nothing of boards:
// choose a subset of Placements so that every Line and every Clause holds.
// The solutions of the problem are exactly the subsets that do, or those of them that
// are best by its Objective.
type Model struct {
	// Placements are what may be chosen, one 0–1 variable each: pieces row by row
	// from a1, or a Formula's variables.
	Placements []Placement
	// Auxiliaries is how many of the last placements are no part of a solution:
	// choices that agree on all others are one solution. They are
	// variables, not pieces.
	Auxiliaries int
	// Determined reports that the other placements determine the auxiliaries: a choice of those can be
	// completed in one way at most, so that a count of all variables counts the solutions.
	Determined bool
	// Chosen are placements beside these that every solution has: what the problem
	// forced when the model was reduced.
	Chosen []Placement
	// Lines come in the order in which a search that must break a tie does
	// best to take them.
	Lines []Line
	// Clauses are what lines cannot say.
	Clauses []Clause
	// Sums are what neither lines nor clauses can say.
	Sums []Sum
	// Objective tells which of the choices that hold are solutions; by its zero value
	// all are.
	Objective Objective
	// Weights are those of placements that are no auxiliaries; the others weigh 1 either way. Where there are
	// any a count is the sum of the weights of all solutions, that of one being the product over the placements.
	Weights map[int]Weight
}

// Weight is what a placement contributes to the weight of a solution that has it, and of one that has it not.
type Weight struct{ Chosen, NotChosen *big.Rat }

// Line bounds how many of some placements are chosen: at least Min and at
// most Max. A rank that holds exactly one queen is a line with (1, 1), a
// diagonal one with (0, 1).
type Line struct {
	Name       string // "file c", "rank 3", "sum 7"
	Min, Max   int
	Placements []int // indices into Model.Placements, ascending
}

// Trivial reports whether the line holds whatever is chosen.
func (l Line) Trivial() bool { return l.Min <= 0 && len(l.Placements) <= l.Max }

// Clause is a disjunction: at least one of its literals is true. An empty one
// never is.
type Clause struct {
	Name     string // "knight a1 b3", "given c2"
	Literals []Literal
}

// Sum is a linear constraint: the weights of those of its terms that are true
// add up to at least Min.
type Sum struct {
	Name  string // "constraint 3"
	Terms []Term
	Min   int64 // above 0
}

// Term is a literal and what it weighs in a sum, above 0.
type Term struct {
	Weight  int64
	Literal Literal
}

// AtLeast is the sum as literals of which at least so many are true. Where its terms weigh
// unlike, or speak of one placement twice, the error says so: "is a weighted sum".
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

// Literal is a placement chosen (+) or not chosen (−). It is written as in
// DIMACS: placement i chosen is i+1, not chosen −(i+1).
type Literal int

// Chosen is the literal "placement i is chosen".
func Chosen(i int) Literal { return Literal(i + 1) }

// NotChosen is the literal "placement i is not chosen".
func NotChosen(i int) Literal { return Literal(-i - 1) }

// Placement is the index of the placement the literal speaks of.
func (l Literal) Placement() int {
	if l < 0 {
		return int(-l) - 1
	}
	return int(l) - 1
}

// Positive reports whether the literal says "chosen".
func (l Literal) Positive() bool { return l > 0 }

// without removes placements that are no auxiliaries from the model: they can no
// longer be chosen, so a line keeps its bounds over what remains, a negative
// literal on one holds and a positive one never does.
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

// Holds reports whether choosing exactly the placements for which chosen is
// true satisfies the model, and names a line, clause or sum that it breaks.
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

// Outline tells how large a Model is.
type Outline struct {
	Placements  int
	Auxiliaries int // of the placements
	Determined  bool
	Lines       []Lines
	Clauses     int
	Literals    int // in all clauses
	Sums        []Sum
	Objective   Objective // where the Model was built
}

// Lines are lines of a Model with the same length and the same bounds.
type Lines struct{ Number, Length, Min, Max int }

// Entries is how many placements are named by lines, clauses and sums in all.
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

// Outline is the model's.
func (m *Model) Outline() Outline {
	o := Outline{Placements: len(m.Placements), Auxiliaries: m.Auxiliaries, Determined: m.Determined, Clauses: len(m.Clauses), Sums: m.Sums, Objective: m.Objective}
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

// Outline is that of the problem's Model. Where the family's rule tells it the Model
// is not built, and what is closed is counted as if it were not.
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
