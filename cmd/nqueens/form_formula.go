package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nqueens"
	"nqueens/bench"
)

// formulaForms are the forms in which a formula's solutions can be printed, that
// of a single one first.
var formulaForms = []string{"values", "list"}

// formulaForm is how a formula's solutions are to be printed.
func (s *solving) formulaForm(e bench.Experiment) (form, error) {
	var none form
	switch {
	case s.fundamental:
		return none, errors.New("--fundamental: a formula has no board whose symmetries could be divided by")
	case pictured(s.output):
		return none, fmt.Errorf("--output %s: a formula has no board to draw", s.output)
	case s.as == "" && s.all:
		return formNamed("list")
	case s.as == "":
		return formNamed("values")
	}
	f, err := formNamed(s.as)
	if err == nil && !slices.Contains(formulaForms, f.name) {
		err = fmt.Errorf("--as %s: a formula has no board (its solutions print as %s)", s.as, strings.Join(formulaForms, " or "))
	}
	return f, err
}

// printValues prints the options chosen of an exact cover, one a line, and the
// values of a formula's variables as SAT solvers do.
func printValues(w *bufio.Writer, p nqueens.Problem, s nqueens.Solution) {
	if len(p.Formula.Choices) > 0 {
		for i, sq := range s {
			if i > 0 {
				w.WriteByte('\n')
			}
			w.WriteString(p.Formula.Choices[sq.Variable()-1])
		}
		return
	}
	w.WriteByte('v')
	next := 0
	for _, v := range p.Formula.Variables() {
		if next < len(s) && s[next].Variable() == v {
			next++
		} else {
			v = -v
		}
		fmt.Fprintf(w, " %d", v)
	}
	w.WriteString(" 0")
}
