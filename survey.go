package nqueens

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nqueens/internal/table"
)

// A Survey has the sizes of a formula, and what is odd in its text.
type Survey struct {
	Format      string `json:"format"`
	Variables   int    `json:"variables"`             // that solutions give a value
	Hidden      int    `json:"hidden,omitempty"`      // that the text has and solutions do not have
	Auxiliaries int    `json:"auxiliaries,omitempty"` // that reading the text added
	Clauses     int    `json:"clauses"`
	Literals    int    `json:"literals"`
	Constraints int    `json:"constraints,omitempty"`  // lines and sums
	Soft        int    `json:"soft,omitempty"`         // soft clauses and constraints, beside these
	Exclusive   int    `json:"exclusiveOrs,omitempty"` // rows that state an exclusive-or
	Items       int    `json:"items,omitempty"`        // of an exact cover
	Options     int    `json:"options,omitempty"`      // of an exact cover
	Goal        string `json:"goal,omitempty"`         // "fewest" or "most", for an objective
	Costs       int    `json:"costs,omitempty"`        // terms of the objective
	Least       string `json:"least,omitempty"`        // no value of the objective is below
	Largest     string `json:"largest,omitempty"`      // no value of the objective is above
	Weighted    int    `json:"weighted,omitempty"`     // variables with weights
	Projected   bool   `json:"projected,omitempty"`    // the text lists the variables of solutions
	// Odd are remarks about the text: faults that leave its meaning clear, and parts that have no
	// effect or make the formula unsatisfiable.
	Odd []string `json:"odd"`
}

// Survey returns the sizes of the formula, which must have been read, and what is odd in its text.
func (f *Formula) Survey() Survey {
	m := f.model
	s := Survey{Format: f.Format, Variables: len(m.Placements) - m.Auxiliaries, Clauses: len(m.Clauses) + f.Tautologies, Constraints: len(m.Lines) + len(m.Sums), Soft: f.Soft, Exclusive: f.Exclusive, Weighted: len(m.Weights)}
	s.Hidden = m.Auxiliaries
	if f.Numbered > 0 {
		s.Auxiliaries = len(m.Placements) - f.Numbered
		s.Hidden -= s.Auxiliaries
	} else if m.Determined {
		s.Hidden, s.Auxiliaries = 0, m.Auxiliaries
	}
	s.Projected = s.Hidden > 0
	if f.Choices != nil {
		s.Options, s.Items, s.Variables, s.Constraints = len(f.Choices), len(m.Lines), 0, 0
	}
	s.Odd = append([]string{}, f.Warnings...)
	used, seen, repeated := make([]bool, len(m.Placements)), map[string]bool{}, 0
	units := map[Literal]bool{}
	var contradiction Literal
	own := len(m.Placements) - s.Auxiliaries
	added := func(i int) bool { return i >= own }
	for _, c := range m.Clauses {
		if slices.ContainsFunc(c.Literals, func(l Literal) bool { return added(l.Placement()) }) { // it defines an auxiliary
			s.Clauses--
			for _, l := range c.Literals {
				used[l.Placement()] = true
			}
			continue
		}
		s.Literals += len(c.Literals)
		sorted := slices.Sorted(slices.Values(c.Literals))
		var key strings.Builder
		for _, l := range sorted {
			used[l.Placement()] = true
			key.WriteString(strconv.Itoa(int(l)))
			key.WriteByte(' ')
		}
		if seen[key.String()] {
			repeated++
		}
		seen[key.String()] = true
		switch len(sorted) {
		case 0:
			s.Odd = append(s.Odd, fmt.Sprintf("%s is empty, so there is no solution", c.Name))
		case 1:
			if units[sorted[0]] = true; units[-sorted[0]] {
				contradiction = sorted[0]
			}
		}
	}
	for _, l := range m.Lines {
		if slices.ContainsFunc(l.Placements, added) {
			s.Constraints--
		}
		for _, i := range l.Placements {
			used[i] = true
		}
		if l.Min > len(l.Placements) || l.Max < 0 || l.Min > l.Max {
			s.Odd = append(s.Odd, fmt.Sprintf("%s cannot hold, so there is no solution", l.Name))
		}
	}
	for _, sum := range m.Sums {
		total := int64(0)
		if slices.ContainsFunc(sum.Terms, func(t Term) bool { return added(t.Literal.Placement()) }) {
			s.Constraints--
		}
		for _, t := range sum.Terms {
			used[t.Literal.Placement()] = true
			total += t.Weight
		}
		if total < sum.Min {
			s.Odd = append(s.Odd, fmt.Sprintf("%s cannot hold, so there is no solution", sum.Name))
		}
	}
	for _, o := range append([]Objective{m.Objective}, m.Then...) {
		for _, i := range o.Over {
			used[i] = true
		}
		s.Costs += len(o.Over)
	}
	count := func(n int, what, effect string) {
		if n > 0 {
			s.Odd = append(s.Odd, table.Plural(n, what)+effect)
		}
	}
	count(repeated, "clause", " repeated")
	if f.Tautologies > 0 {
		s.Odd = append(s.Odd, fmt.Sprintf("clauses that always hold (tautologies): %d", f.Tautologies))
	}
	count(f.Repeating, "clause", " with a literal twice")
	if contradiction != 0 {
		s.Odd = append(s.Odd, fmt.Sprintf("clauses state that %s is true and that it is false, so there is no solution", f.VariableName(m.Placements[contradiction.Placement()].Variable)))
	}
	unused, first := 0, ""
	for i, in := range used {
		if !in && f.Choices == nil {
			if unused++; unused == 1 {
				first = f.VariableName(m.Placements[i].Variable)
			}
		}
	}
	count(unused, "unused variable", ", the first is "+first)
	if goal := m.Objective.Goal; goal != NoGoal {
		s.Goal = goal.String()
		low, high := []int{}, []int{}
		for _, o := range append([]Objective{m.Objective}, m.Then...) {
			span := o.Span()
			low, high = append(low, span.Min), append(high, span.Max)
		}
		if s.Least, s.Largest = strconv.Itoa(low[0]), strconv.Itoa(high[0]); f.Scale != nil {
			s.Least, s.Largest = f.Scale.Of(low).WithDecimal(), f.Scale.Of(high).WithDecimal()
		}
	}
	return s
}
