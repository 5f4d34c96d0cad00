package encode

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"nqueens"
)

// WriteASP writes a model as an answer set program in the language of gringo and clingo (Gebser,
// Kaminski, Kaufmann and Schaub, "Multi-shot ASP solving with clingo", 2019). Atom x(i) means that
// placement i−1 is chosen. A choice rule makes every atom free, and integrity constraints forbid
// what breaks a line, a clause or a sum. The answer sets, restricted to the shown atoms, are the
// solutions. If the model has auxiliaries, the solver must project (--project).
func WriteASP(w io.Writer, m *nqueens.Model) error {
	if err := CheckASP(m.Outline()); err != nil {
		return fmt.Errorf("writing ASP: %w", err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	writeSquares(out, "%", squares(m))
	writeChosen(out, "%", m.Chosen)
	if n := len(m.Placements); n > 0 {
		fmt.Fprintf(out, "{x(1..%d)}.\n", n)
		fmt.Fprintf(out, "#show x(I) : x(I), I <= %d.\n", n-m.Auxiliaries)
		fmt.Fprintf(out, "#project x(I) : x(I), I <= %d.\n", n-m.Auxiliaries)
	} else {
		fmt.Fprintln(out, "#show.")
	}
	for _, line := range m.Lines {
		if line.Trivial() {
			continue
		}
		atoms := joined(line.Placements, "; ", func(_, i int) string { return atom(nqueens.Chosen(i)) })
		if line.Min > 0 {
			fmt.Fprintf(out, ":- not %d {%s} %d.\n", line.Min, atoms, line.Max)
		} else {
			fmt.Fprintf(out, ":- %d {%s}.\n", line.Max+1, atoms)
		}
	}
	for _, clause := range m.Clauses {
		all := joined(clause.Literals, ", ", func(_ int, l nqueens.Literal) string { return atom(-l) })
		fmt.Fprintf(out, ":- %s.\n", cmp.Or(all, "#true"))
	}
	for _, sum := range m.Sums {
		fmt.Fprintf(out, ":- not %d #sum {%s}.\n", sum.Min, joined(sum.Terms, "; ", func(i int, t nqueens.Term) string {
			return fmt.Sprintf("%d,%d : %s", t.Weight, i, atom(t.Literal)) // i keeps terms of equal weight distinct: answer set programs sum over sets
		}))
	}
	if goal := m.Objective; goal.Goal != nqueens.NoGoal {
		fmt.Fprintf(out, "#minimize {%s}.\n", joined(goal.Over, "; ", func(k, i int) string {
			return fmt.Sprintf("%d,%d : x(%[2]d)", goal.Cost(k), i+1)
		}))
	}
	return flush(out, "ASP")
}

// atom returns a literal as ASP text.
func atom(l nqueens.Literal) string {
	if l.Positive() {
		return fmt.Sprintf("x(%d)", l.Placement()+1)
	}
	return fmt.Sprintf("not x(%d)", l.Placement()+1)
}

// CheckASP returns an error if a sum or the objective of a model does not fit in the 32-bit
// integers of gringo and clasp. WriteASP and WriteAspif call it.
func CheckASP(o nqueens.Outline) error {
	for _, goal := range append([]nqueens.Objective{o.Objective}, o.Then...) {
		if span := goal.Span(); max(span.Max, -span.Min) > math.MaxInt32 {
			return errors.New("the objective: its weights add up to more than 2^31 − 1, the limit of answer set solvers")
		}
	}
	for _, sum := range o.Sums {
		left := math.MaxInt32 - sum.Min
		for _, t := range sum.Terms {
			left = max(left-t.Weight, -1)
		}
		if left < 0 {
			return fmt.Errorf("%s: its weights and bound add up to more than 2^31 − 1, the limit of answer set solvers", sum.Name)
		}
	}
	return nil
}

// WriteAspif writes the program of WriteASP in ground form, in the aspif format that gringo passes
// to clasp (Kaminski, Romero, Schaub and Wanko, "How to build your own ASP-based system?!", 2023,
// appendix). Atom i is "x(i)": placement i−1 is chosen. If the model has auxiliaries, the solver
// must project (--project).
func WriteAspif(w io.Writer, m *nqueens.Model) error {
	if err := CheckASP(m.Outline()); err != nil {
		return fmt.Errorf("writing aspif: %w", err)
	}
	out := &aspif{bufio.NewWriterSize(w, 1<<16)}
	out.WriteString("asp 1 0 0\n")
	writeChosen(out.Writer, "10", m.Chosen) // statement type 10 is a comment
	if n := len(m.Placements); n > 0 {
		out.numbers(aspifRule, 1, int64(n)) // a choice
		for i := range n {
			out.numbers(int64(i + 1))
		}
		out.end(0, 0) // without a condition
	}
	for _, line := range m.Lines {
		out.line(line)
	}
	for _, clause := range m.Clauses {
		out.numbers(aspifRule, 0, 0, 0, int64(len(clause.Literals)))
		for _, l := range clause.Literals {
			out.numbers(int64(-l))
		}
		out.end()
	}
	for _, sum := range m.Sums {
		out.sum(sum)
	}
	if goal := m.Objective; goal.Goal != nqueens.NoGoal {
		out.numbers(aspifMinimize, 0, int64(len(goal.Over)))
		for k, i := range goal.Over {
			out.numbers(int64(i+1), goal.Cost(k))
		}
		out.end()
	}
	about := len(m.Placements) - m.Auxiliaries
	if m.Auxiliaries > 0 {
		out.numbers(aspifProject, int64(about))
		for i := range about {
			out.numbers(int64(i + 1))
		}
		out.end()
	}
	for i := range about {
		name := fmt.Sprintf("x(%d)", i+1)
		fmt.Fprintf(out, "%d %d %s 1 %d\n", aspifOutput, len(name), name, i+1)
	}
	out.end(0)
	return flush(out.Writer, "aspif")
}

// Types of aspif statements.
const (
	aspifRule     = 1
	aspifMinimize = 2
	aspifProject  = 3
	aspifOutput   = 4
)

// aspif writes aspif statements: numbers separated by spaces.
type aspif struct{ *bufio.Writer }

func (a *aspif) numbers(list ...int64) {
	for _, n := range list {
		a.Write(append(strconv.AppendInt(a.AvailableBuffer(), n, 10), ' '))
	}
}

func (a *aspif) end(last ...int64) {
	a.numbers(last...)
	a.WriteByte('\n')
}

// line forbids that more than Max of the placements, or fewer than Min of them, are chosen.
func (a *aspif) line(l nqueens.Line) {
	n := len(l.Placements)
	if l.Max < n {
		a.atLeast(max(0, l.Max+1), l.Placements, 1)
	}
	if l.Min > 0 {
		a.atLeast(max(0, n-l.Min+1), l.Placements, -1)
	}
}

// atLeast forbids that bound or more of the placements are chosen (sign 1) or not chosen (sign −1).
func (a *aspif) atLeast(bound int, placements []int, sign int64) {
	a.numbers(aspifRule, 0, 0, 1, int64(bound), int64(len(placements)))
	for _, i := range placements {
		a.numbers(sign*int64(i+1), 1)
	}
	a.end()
}

// sum forbids that the false terms weigh more than the total weight minus the bound.
func (a *aspif) sum(s nqueens.Sum) {
	bound := 1 - s.Min
	for _, t := range s.Terms {
		bound += t.Weight
	}
	a.numbers(aspifRule, 0, 0, 1, max(0, bound), int64(len(s.Terms)))
	for _, t := range s.Terms {
		a.numbers(int64(-t.Literal), t.Weight)
	}
	a.end()
}
