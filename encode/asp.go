package encode

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"

	"nqueens"
)

// WriteASP writes a model as an answer set program in the language of gringo
// and clingo (Gebser, Kaminski, Kaufmann and Schaub, "Multi-shot ASP solving with
// clingo", 2019): the atom x(i) says that placement i−1 is chosen, a choice rule
// that any may be, and integrity constraints what may not be. Its answer sets, as
// shown, are the solutions; those of a model with auxiliaries must be projected
// (--project).
func WriteASP(w io.Writer, m *nqueens.Model) error {
	if err := checkWeights(m); err != nil {
		return fmt.Errorf("writing ASP: %w", err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	writeSquares(out, "%", squares(m))
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
		if line.Min > 0 {
			fmt.Fprintf(out, ":- not %d {", line.Min)
		} else {
			fmt.Fprintf(out, ":- %d {", line.Max+1)
		}
		for i, placement := range line.Placements {
			if i > 0 {
				out.WriteString("; ")
			}
			fmt.Fprintf(out, "x(%d)", placement+1)
		}
		out.WriteByte('}')
		if line.Min > 0 {
			fmt.Fprintf(out, " %d", line.Max)
		}
		out.WriteString(".\n")
	}
	for _, clause := range m.Clauses {
		out.WriteString(":- ")
		for i, l := range clause.Literals {
			if i > 0 {
				out.WriteString(", ")
			}
			out.WriteString(atom(-l))
		}
		if len(clause.Literals) == 0 {
			out.WriteString("#true")
		}
		out.WriteString(".\n")
	}
	for _, sum := range m.Sums {
		fmt.Fprintf(out, ":- not %d #sum {", sum.Min)
		for i, t := range sum.Terms {
			if i > 0 {
				out.WriteString("; ")
			}
			// The second number keeps equal weights apart.
			fmt.Fprintf(out, "%d,%d : %s", t.Weight, i, atom(t.Literal))
		}
		out.WriteString("}.\n")
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing ASP: %w", err)
	}
	return nil
}

// atom writes a literal.
func atom(l nqueens.Literal) string {
	if l.Positive() {
		return fmt.Sprintf("x(%d)", l.Placement()+1)
	}
	return fmt.Sprintf("not x(%d)", l.Placement()+1)
}

// checkWeights refuses sums that do not fit in the 32 bits of gringo and clasp.
func checkWeights(m *nqueens.Model) error {
	for _, sum := range m.Sums {
		total := sum.Min
		for _, t := range sum.Terms {
			if total += t.Weight; total > math.MaxInt32 {
				return fmt.Errorf("%s: %w", sum.Name, errWeight)
			}
		}
		if total > math.MaxInt32 {
			return fmt.Errorf("%s: %w", sum.Name, errWeight)
		}
	}
	return nil
}

var errWeight = errors.New("its weights and bound add up to more than 2^31 − 1, which is all that answer set solvers take")
