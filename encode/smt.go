package encode

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"nqueens"
)

// WriteSMT writes a model in SMT-LIB 2 (C. Barrett, P. Fontaine and C. Tinelli, "The SMT-LIB Standard:
// Version 2.6", 2017), in the logic QF_LIA. Placement i is the Boolean xI with I = i+1. A line bounds
// the sum of its placements as 0 and 1; a clause is a disjunction. The text ends with (check-sat);
// solvers print the model by an option of their command line, because (get-model) is an error if
// there is none. Old solvers read no more commands than these.
func WriteSMT(w io.Writer, m *nqueens.Model) error {
	out := bufio.NewWriter(w)
	smtHeader(out, "QF_LIA", len(m.Placements), m.Chosen)
	for _, line := range m.Lines {
		if line.Trivial() {
			continue
		}
		var terms []string
		for _, i := range line.Placements {
			terms = append(terms, smtTerm(1, nqueens.Chosen(i)))
		}
		sum := smtSum(terms)
		switch {
		case line.Min == line.Max:
			fmt.Fprintf(out, "(assert (= %s %d))\n", sum, line.Min)
		case line.Min <= 0:
			fmt.Fprintf(out, "(assert (<= %s %s))\n", sum, smtNumber(line.Max))
		case line.Max >= len(line.Placements):
			fmt.Fprintf(out, "(assert (<= %d %s))\n", line.Min, sum)
		default:
			fmt.Fprintf(out, "(assert (<= %d %s %s))\n", line.Min, sum, smtNumber(line.Max))
		}
	}
	var literals []int32
	for _, clause := range m.Clauses {
		literals = literals[:0]
		for _, l := range clause.Literals {
			literals = append(literals, int32(l))
		}
		smtClause(out, literals)
	}
	for _, s := range m.Sums {
		var terms []string
		for _, t := range s.Terms {
			terms = append(terms, smtTerm(t.Weight, t.Literal))
		}
		fmt.Fprintf(out, "(assert (<= %d %s))\n", s.Min, smtSum(terms))
	}
	fmt.Fprintln(out, "(check-sat)\n(exit)")
	return flush(out, "SMT-LIB")
}

// WriteSMT writes the formula in SMT-LIB 2, in the logic QF_BV, without any bit vector: solvers for bit
// vectors solve it as clauses.
func (f *CNF) WriteSMT(w io.Writer) error {
	out := bufio.NewWriter(w)
	smtHeader(out, "QF_BV", f.Variables, f.Chosen)
	for clause := range f.Clauses() {
		smtClause(out, clause)
	}
	fmt.Fprintln(out, "(check-sat)\n(exit)")
	return flush(out, "SMT-LIB")
}

// smtHeader writes the logic and the variables.
func smtHeader(out *bufio.Writer, logic string, variables int, chosen []nqueens.Placement) {
	writeChosen(out, ";", chosen)
	fmt.Fprintf(out, "(set-logic %s)\n", logic)
	for i := range variables {
		fmt.Fprintf(out, "(declare-fun x%d () Bool)\n", i+1)
	}
}

// smtClause writes a disjunction.
func smtClause(out *bufio.Writer, clause []int32) {
	switch len(clause) {
	case 0:
		fmt.Fprintln(out, "(assert false)")
		return
	case 1:
		fmt.Fprintf(out, "(assert %s)\n", smtLiteral(clause[0]))
		return
	}
	out.WriteString("(assert (or")
	for _, l := range clause {
		fmt.Fprintf(out, " %s", smtLiteral(l))
	}
	out.WriteString("))\n")
}

func smtLiteral(l int32) string {
	if l < 0 {
		return fmt.Sprintf("(not x%d)", -l)
	}
	return fmt.Sprintf("x%d", l)
}

// smtTerm returns the weight if the literal is true, and 0 if not.
func smtTerm(weight int64, l nqueens.Literal) string {
	if l.Positive() {
		return fmt.Sprintf("(ite x%d %d 0)", l.Placement()+1, weight)
	}
	return fmt.Sprintf("(ite x%d 0 %d)", l.Placement()+1, weight)
}

func smtSum(terms []string) string {
	switch len(terms) {
	case 0:
		return "0"
	case 1:
		return terms[0]
	}
	return "(+ " + strings.Join(terms, " ") + ")"
}

// smtNumber returns a number, which in SMT-LIB has no sign.
func smtNumber(n int) string {
	if n < 0 {
		return fmt.Sprintf("(- %d)", -n)
	}
	return fmt.Sprint(n)
}
