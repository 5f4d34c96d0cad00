package nqueens

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"nqueens/internal/table"
)

// Goal is what makes one choice of placements better than another.
type Goal uint8

const (
	NoGoal Goal = iota // every choice that holds is a solution
	Fewest             // as few pieces as it takes
	Most               // as many pieces as fit
)

// String is "fewest" or "most".
func (g Goal) String() string { return [...]string{"none", "fewest", "most"}[min(g, Most)] }

// Better reports whether one number of pieces is better than another.
func (g Goal) Better(a, b int) bool { return g == Most && a > b || g == Fewest && a < b }

// Cost is what each piece counts for where as little as can be is to be spent: 1, or −1
// where there are to be the most.
func (g Goal) Cost() int64 { return [...]int64{0, 1, -1}[min(g, Most)] }

// Objective is what a Model's solutions are best at: of the choices that hold, those
// with the most or the fewest of some placements, or with the largest or the least sum of
// their weights.
type Objective struct {
	Goal    Goal
	Over    []int   // indices into Model.Placements, ascending: those that are counted
	Weights []int64 // of each of these, none of them 0; nil is that each has 1
	Fixed   int     // what is counted beside them: how many of Model.Chosen
}

// Weight is what the placement Over[k] counts for.
func (o Objective) Weight(k int) int64 {
	if o.Weights == nil {
		return 1
	}
	return o.Weights[k]
}

// Cost is what the placement Over[k] counts for where as little as can be is to be spent.
func (o Objective) Cost(k int) int64 { return o.Goal.Cost() * o.Weight(k) }

// Value is what the choice of these placements comes to.
func (o Objective) Value(chosen func(placement int) bool) int {
	value := o.Fixed
	for k, i := range o.Over {
		if chosen(i) {
			value += int(o.Weight(k))
		}
	}
	return value
}

// Span is the least and the largest that any choice of placements comes to.
func (o Objective) Span() Range {
	r := Range{o.Fixed, o.Fixed}
	for k := range o.Over {
		r.Min += int(min(o.Weight(k), 0))
		r.Max += int(max(o.Weight(k), 0))
	}
	return r
}

// Range is how many pieces stand on the board in all: at least Min, at most Max.
type Range struct{ Min, Max int }

// Unbounded is the Max of a Range without one.
const Unbounded = math.MaxInt

// Exactly is the range of one number.
func Exactly(k int) *Range { return &Range{k, k} }

// String is "5", "3..5", "5.." or "..5".
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

// ParseRange reads what String writes.
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

// Goal is what the problem's solutions are best at. A problem that says how many
// pieces there are asks for no more.
func (p Problem) Goal() Goal {
	switch {
	case p.Pieces != nil || p.Family == nil:
		return NoGoal
	case p.Formula != nil:
		return p.Formula.Goal
	}
	return p.Family.Objective
}

// Counted is how many of the solution's placements are counted, for Pieces and for
// the family's objective, or what they come to in a formula's. Of a formula only one that
// has been read tells.
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

// Room is how many placements there can be at most.
func (p Problem) Room() int { return p.Board().Size() }

// Span is what Counted can be, from the least to the largest. A formula must have been
// read.
func (p Problem) Span() Range {
	if p.Formula != nil {
		return p.Formula.model.Objective.Span()
	}
	return Range{0, p.Room()}
}

// WithPieces is the problem with so many pieces, or with such a value of a formula's
// objective, whatever it asked for before. A formula must have been read.
func (p Problem) WithPieces(r Range) Problem {
	if p.Formula != nil {
		p.Formula = p.Formula.within(r)
		return p
	}
	p.Pieces = &r
	return p
}

// Worth says what Counted has found in words: "4 pieces", or "the value -4" of a formula's
// objective.
func (p Problem) Worth(counted int) string {
	if p.Formula != nil {
		return fmt.Sprintf("the value %d", counted)
	}
	return table.Plural(counted, "piece")
}

// validatePieces refuses ranges that no board could keep to.
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

// shapedRule is the family's rule as the problem has it: where it says how many pieces
// there are, in place of what a family without an objective wants, the lines hold them
// to Max alone.
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

// RuledAs returns the problem's Model if its pieces were another family's, to add to. That
// family must have a Rule.
func (p Problem) RuledAs(f *Family) *Model {
	p.Family = f
	return p.shapedRule().Model(p.Board())
}

// counted are the indices of the model's placements that are counted.
func (p Problem) counted(m *Model) (over []int) {
	for i, at := range m.Placements[:len(m.Placements)-m.Auxiliaries] {
		if p.Family.Counts == nil || p.Family.Counts(at) {
			over = append(over, i)
		}
	}
	return over
}

// count gives the model the line that bounds how many pieces there are, or its
// objective.
func (p Problem) count(m *Model) {
	if p.Pieces != nil {
		over := p.counted(m)
		m.Lines = append(m.Lines, Line{Name: "pieces", Min: p.Pieces.Min, Max: min(p.Pieces.Max, len(over)), Placements: over})
	} else if goal := p.Goal(); goal != NoGoal {
		m.Objective = Objective{Goal: goal, Over: p.counted(m)}
	}
}

// Validate refuses a problem that makes no sense and a task that has no meaning for it.
func (r Request) Validate() error {
	if err := r.Problem.Validate(); err != nil {
		return err
	}
	return r.meant()
}

// meant refuses a task that has no meaning for the problem.
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
