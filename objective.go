package nqueens

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"nqueens/internal/table"
)

// Goal is the direction of an objective.
type Goal uint8

const (
	NoGoal Goal = iota // every satisfying choice is a solution
	Fewest             // as few pieces as possible
	Most               // as many pieces as possible
)

// String returns "none", "fewest" or "most".
func (g Goal) String() string { return [...]string{"none", "fewest", "most"}[min(g, Most)] }

// Better reports whether the number of pieces a is better than b.
func (g Goal) Better(a, b int) bool { return g == Most && a > b || g == Fewest && a < b }

// Cost returns the cost of each piece if the objective is written as a minimisation: 1, or −1 for
// the most pieces.
func (g Goal) Cost() int64 { return [...]int64{0, 1, -1}[min(g, Most)] }

// Objective defines the best solutions of a Model: the satisfying choices with the most or the
// fewest of some placements, or with the largest or smallest sum of their weights.
type Objective struct {
	Goal    Goal
	Over    []int   // indices into Model.Placements, ascending: the counted placements
	Weights []int64 // of each counted placement, none of them 0; nil if each is 1
	Fixed   int     // added to the value, for the counted placements among Model.Chosen
}

// Weight returns the weight of the placement Over[k].
func (o Objective) Weight(k int) int64 {
	if o.Weights == nil {
		return 1
	}
	return o.Weights[k]
}

// Cost returns the cost of the placement Over[k] if the objective is written as a minimisation.
func (o Objective) Cost(k int) int64 { return o.Goal.Cost() * o.Weight(k) }

// Value returns the value of the objective for a choice of placements.
func (o Objective) Value(chosen func(placement int) bool) int {
	value := o.Fixed
	for k, i := range o.Over {
		if chosen(i) {
			value += int(o.Weight(k))
		}
	}
	return value
}

// Span returns the smallest and the largest value of any choice of placements.
func (o Objective) Span() Range {
	r := Range{o.Fixed, o.Fixed}
	for k := range o.Over {
		r.Min += int(min(o.Weight(k), 0))
		r.Max += int(max(o.Weight(k), 0))
	}
	return r
}

// Range is a range of the total number of pieces on the board: at least Min, at most Max.
type Range struct{ Min, Max int }

// Unbounded is the Max of a Range without a maximum.
const Unbounded = math.MaxInt

// Exactly returns the range of one number.
func Exactly(k int) *Range { return &Range{k, k} }

// String returns "5", "3..5", "5.." or "..5".
func (r Range) String() string {
	switch {
	case r.Min == r.Max:
		return strconv.Itoa(r.Min)
	case r.Min == 0 && r.Max != Unbounded:
		return fmt.Sprintf("..%d", r.Max)
	case r.Max == Unbounded:
		return fmt.Sprintf("%d..", r.Min)
	}
	return fmt.Sprintf("%d..%d", r.Min, r.Max)
}

// ParseRange parses what String returns.
func ParseRange(text string) (*Range, error) {
	low, high, two := strings.Cut(strings.TrimSpace(text), "..")
	r := Range{0, Unbounded}
	var err, err2 error
	if low != "" {
		r.Min, err = strconv.Atoi(low)
	}
	if high != "" {
		r.Max, err2 = strconv.Atoi(high)
	}
	if !two {
		r.Max = r.Min
	}
	if err != nil || err2 != nil || low+high == "" {
		return nil, fmt.Errorf("%q pieces: write a number, 3..5, 3.. or ..5", text)
	}
	return &r, nil
}

// Goal returns the goal of the problem's objective. A problem with a given number of pieces has
// none.
func (p Problem) Goal() Goal {
	switch {
	case p.Pieces != nil || p.Family == nil:
		return NoGoal
	case p.Formula != nil:
		return p.Formula.Goal
	}
	return p.Family.Objective
}

// Counted returns the number of the solution's placements that are counted for Pieces and for the
// family's objective. For a formula, which must have been read, it is the value of the objective.
func (p Problem) Counted(s Solution) int {
	if p.Formula != nil && p.Formula.Read() {
		return p.Formula.counted(s)
	}
	if p.Family.Counts == nil {
		return len(s)
	}
	n := 0
	for _, at := range s {
		if p.Family.Counts(at) {
			n++
		}
	}
	return n
}

// Room returns the maximum number of placements.
func (p Problem) Room() int { return p.Board().Size() }

// Span returns the range of possible values of Counted. A formula must have been read.
func (p Problem) Span() Range {
	if p.Formula != nil {
		return p.Formula.model.Objective.Span()
	}
	return Range{0, p.Room()}
}

// Spans returns the range of possible values of each objective of a formula, of which a problem
// that is Wide has several. It returns nil for a problem with a board or without an objective. A
// formula must have been read.
func (p Problem) Spans() (list []Range) {
	if p.Formula == nil || p.Goal() == NoGoal {
		return nil
	}
	for _, o := range append([]Objective{p.Formula.model.Objective}, p.Formula.model.Then...) {
		list = append(list, o.Span())
	}
	return list
}

// WithPieces returns the problem with the given number of pieces, or with the given value of a
// formula's objective, in place of its own. A formula must have been read.
func (p Problem) WithPieces(r Range) Problem {
	if p.Formula != nil {
		p.Formula = p.Formula.within(r)
		return p
	}
	p.Pieces = &r
	return p
}

// Worth returns a value of Counted as text: "4 pieces", or "the value -4" for a formula's
// objective.
func (p Problem) Worth(counted int) string {
	if cost := p.CostOf(counted); cost != nil {
		return WorthOf(cost)
	}
	if p.Formula != nil {
		return fmt.Sprintf("the value %d", counted)
	}
	return table.Plural(counted, "piece")
}

// WorthOf returns a value of Cost as text: "the value 7/4 = 1.75".
func WorthOf(cost *Count) string { return "the value " + cost.WithDecimal() }

// validatePieces returns an error for ranges that are impossible on any board.
func (p Problem) validatePieces() error {
	switch r := p.Pieces; {
	case r == nil:
	case r.Min < 0 || r.Max < r.Min:
		return fmt.Errorf("pieces=%d..%d: write how many there are at least and at most, from 0", r.Min, r.Max)
	case r.Min > p.Room():
		return fmt.Errorf("pieces=%v: a board of %v squares has room for %d", r, p.Board(), p.Room())
	}
	return nil
}

// shapedRule returns the family's rule for the problem. If the problem has a number of pieces and
// the family has no objective, the lines only have their maxima.
func (p Problem) shapedRule() *Rule {
	if p.Pieces == nil || p.Family.Objective != NoGoal {
		return p.Family.Rule
	}
	shaped := *p.Family.Rule
	shaped.Lines = nil
	for _, b := range p.Family.Rule.Lines {
		shaped.Lines = append(shaped.Lines, Bound{b.Along, 0, b.Max})
	}
	return &shaped
}

// RuledAs returns the Model of the problem with the pieces of another family, as a base for further
// constraints. That family must have a Rule.
func (p Problem) RuledAs(f *Family) *Model {
	p.Family = f
	return p.shapedRule().Model(p.Board())
}

// counted returns the indices of the model's counted placements.
func (p Problem) counted(m *Model) (over []int) {
	for i, at := range m.Placements[:len(m.Placements)-m.Auxiliaries] {
		if p.Family.Counts == nil || p.Family.Counts(at) {
			over = append(over, i)
		}
	}
	return over
}

// count adds the line that bounds the number of pieces to the model, or sets its objective.
func (p Problem) count(m *Model) {
	if p.Pieces != nil {
		over := p.counted(m)
		m.Lines = append(m.Lines, Line{Name: "pieces", Min: p.Pieces.Min, Max: min(p.Pieces.Max, len(over)), Placements: over})
	} else if goal := p.Goal(); goal != NoGoal {
		m.Objective = Objective{Goal: goal, Over: p.counted(m)}
	}
}

// Validate returns an error for a problem that makes no sense and for a task that has no meaning
// for it.
func (r Request) Validate() error {
	if err := r.Problem.Validate(); err != nil {
		return err
	}
	return r.meant()
}

// meant returns an error for a task that has no meaning for the problem.
func (r Request) meant() error {
	switch {
	case r.Task != Optimise || r.Problem.Goal() != NoGoal || r.Problem.Family == nil:
		return nil
	case r.Problem.Pieces != nil && r.Problem.Family.Objective != NoGoal:
		return fmt.Errorf("%v says how many pieces there are, so nothing is left to optimise", r.Problem.Short())
	case !r.Problem.HasBoard():
		return errors.New("a formula has no objective: there is nothing to optimise")
	}
	return fmt.Errorf("the family %s has no objective: there is nothing to optimise", r.Problem.Family.Name)
}
