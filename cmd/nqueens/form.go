package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/bench"
	"nqueens/internal/suggest"
)

// A form is a way to print solutions.
type form struct {
	name, about string
	// print prints one solution, in file order, without a final newline.
	print func(w *bufio.Writer, p nqueens.Problem, s nqueens.Solution)
	// spaced is set if an empty line separates solutions.
	spaced bool
	// ended, if not nil, prints the text after all solutions.
	ended func(w *bufio.Writer, count *nqueens.Count)
	// none is printed in place of "no solution", if not "".
	none string
}

// forms returns all forms, the default for single solutions first.
func forms() []form {
	return []form{
		{name: "board", about: "a drawing of the board, also for a formula that maps its variables to squares", spaced: true, print: func(w *bufio.Writer, p nqueens.Problem, s nqueens.Solution) {
			draw := p.Draw
			if !p.HasBoard() {
				draw = p.Formula.Draw
			}
			w.WriteString(strings.TrimSuffix(draw(s), "\n"))
		}},
		{name: "list", about: "the squares in file order, on a line", print: printList},
		{name: "numbers", about: "the rank in each file, on a line, or a magic square", print: func(w *bufio.Writer, p nqueens.Problem, s nqueens.Solution) {
			if p.Family.Numbers == nil {
				separated(w, s.Numbers(), ' ')
				return
			}
			for i, row := range p.Family.Numbers(p, s) {
				if i > 0 {
					w.WriteByte('\n')
				}
				separated(w, row, ' ')
			}
		}},
		{name: "lines", about: "the rank in each file, one a line", spaced: true, print: func(w *bufio.Writer, _ nqueens.Problem, s nqueens.Solution) {
			separated(w, s.Numbers(), '\n')
		}},
		{name: "place", about: "as the textbook's NQUEENS prints it: ( c0 c1 …), from 0, then the number of solutions", print: printPlace,
			ended: func(w *bufio.Writer, count *nqueens.Count) { fmt.Fprintln(w, count) }},
		{name: "values", about: "for a formula: its variables as SAT solvers print them, or the chosen options", spaced: true, print: printValues},
		{name: dimacsForm, about: "for a formula, as in SAT competitions: \"s SATISFIABLE\" and lines of v", none: "s UNSATISFIABLE", print: printDIMACS},
	}
}

// dimacsForm is the form that --dimacs selects.
const dimacsForm = "dimacs"

// printList prints the squares, or the names of a formula's variables.
func printList(w *bufio.Writer, p nqueens.Problem, s nqueens.Solution) {
	w.WriteString(solutionText(p, s))
}

// solutionText returns a solution as one line.
func solutionText(p nqueens.Problem, s nqueens.Solution) string {
	if p.HasBoard() {
		return s.String()
	}
	var names []string
	for _, chosen := range s {
		names = append(names, p.Formula.VariableName(chosen.Variable))
	}
	return strings.Join(names, ",")
}

// printDIMACS prints the status and the values, in lines of at most 78 characters.
func printDIMACS(w *bufio.Writer, p nqueens.Problem, s nqueens.Solution) {
	if p.Goal() == nqueens.NoGoal {
		w.WriteString("s SATISFIABLE")
	} else {
		value := fmt.Sprint(textValue(p, p.Counted(s)))
		if cost := p.Cost(s); cost != nil {
			value, _ = cost.Decimal(20)
		}
		fmt.Fprintf(w, "o %s\ns OPTIMUM FOUND", value)
	}
	var values bytes.Buffer
	line := bufio.NewWriter(&values)
	printValues(line, p, s)
	line.Flush() //nolint:errcheck // writing to a buffer cannot fail
	length := 0
	for _, word := range strings.Fields(values.String())[1:] {
		const most = 78
		if length += 1 + len(word); length == 1+len(word) || length > most {
			w.WriteString("\nv")
			length = 2 + len(word)
		}
		w.WriteString(" " + word)
	}
}

func formNames() []string { return namesOf(forms(), func(f form) string { return f.name }) }

func formNamed(name string) (form, error) {
	f, err := suggest.Named("form", name, forms(), func(f form) string { return f.name })
	if err != nil {
		err = fmt.Errorf("--as: %w", err)
	}
	return f, err
}

func printPlace(w *bufio.Writer, _ nqueens.Problem, s nqueens.Solution) {
	numbers := s.Numbers()
	for i := range numbers {
		numbers[i]--
	}
	w.WriteString("( ")
	separated(w, numbers, ' ')
	w.WriteByte(')')
}

// separated prints numbers with a separator between them.
func separated(w *bufio.Writer, numbers []int, separator byte) {
	for i, k := range numbers {
		if i > 0 {
			w.WriteByte(separator)
		}
		w.Write(strconv.AppendInt(w.AvailableBuffer(), int64(k), 10))
	}
}

// printValues prints the chosen options of an exact cover, one a line, or the values of a formula's
// variables as SAT solvers do.
func printValues(w *bufio.Writer, p nqueens.Problem, s nqueens.Solution) {
	if len(p.Formula.Choices) > 0 {
		for i, chosen := range s {
			if i > 0 {
				w.WriteByte('\n')
			}
			w.WriteString(p.Formula.Choices[chosen.Variable-1])
		}
		return
	}
	valuePrinter(p)(w, p, s)
}

// valuePrinter returns what prints the values of a formula's variables, for many solutions.
func valuePrinter(problem nqueens.Problem) func(*bufio.Writer, nqueens.Problem, nqueens.Solution) {
	type word struct {
		variable int
		yes, no  string
	}
	var words []word
	for _, v := range problem.Formula.Variables() {
		name := problem.Formula.VariableName(v)
		words = append(words, word{v, " " + name, " -" + name})
	}
	end := ""
	if problem.Formula.Prefix == "" {
		end = " 0"
	}
	return func(w *bufio.Writer, _ nqueens.Problem, s nqueens.Solution) {
		w.WriteByte('v')
		next := 0
		for _, word := range words {
			if next < len(s) && s[next].Variable == word.variable {
				next++
				w.WriteString(word.yes)
			} else {
				w.WriteString(word.no)
			}
		}
		w.WriteString(end)
	}
}

// textValue returns an objective's value as the formula's text defines it: negated if the text
// minimises the negated objective.
func textValue(p nqueens.Problem, value int) int {
	if p.Formula.Turned {
		return -value
	}
	return value
}

// form returns the form in which to print solutions. It returns an error if flags contradict each
// other.
func (s *solveFlags) form(q requestFlags, e bench.Experiment) (form, error) {
	var none form
	n := e.Jobs[0].Problem.Board().Side()
	for _, flag := range []struct {
		name string
		set  bool
	}{{"--as", s.as != ""}, {"--output", s.output != ""}, {"--fundamental", s.fundamental}} {
		switch {
		case flag.set && len(e.Jobs) > 1:
			return none, fmt.Errorf("%s: not with several backends, which print a row each", flag.name)
		case flag.set && q.json:
			return none, fmt.Errorf("%s: not with --json", flag.name)
		}
	}
	if s.dimacs && s.as != "" && s.as != dimacsForm {
		return none, fmt.Errorf("--dimacs: not with --as %s", s.as)
	}
	name := s.as
	switch {
	case !e.Jobs[0].Problem.HasBoard():
		return s.formulaForm(e.Jobs[0].Problem)
	case s.fundamental && !s.all:
		return none, errors.New("--fundamental: add --all")
	case s.all && q.memory != "" && !q.json && len(e.Jobs) == 1:
		return none, errors.New("--memory: not with --all, which prints solutions as they are found; add --json for their number and fingerprint")
	case s.as != "" && pictured(s.output):
		return none, fmt.Errorf("--as %s: %s is a picture", s.as, s.output)
	case s.as == "" && n > nqueens.MaxModelSize:
		name = "lines"
	case s.as == "" && s.all && !s.fundamental:
		name = "list"
	case s.as == "":
		name = "board"
	}
	if name == "values" || name == dimacsForm {
		return none, fmt.Errorf("--as %s: only for formulas, which have no board", name)
	}
	if p := e.Jobs[0].Problem; slices.Contains([]string{"numbers", "lines", "place"}, name) && !p.Rule().OneAFile() && (name != "numbers" || p.Family.Numbers == nil) {
		return none, fmt.Errorf("--as %s: solutions of the family %s need not have one piece in each file (they print as board or list)", name, p.Family.Name)
	}
	if name == "board" && n > nqueens.MaxModelSize {
		return none, fmt.Errorf("--as board: a board of at most %d squares a side can be drawn, not %d; write --as lines", nqueens.MaxModelSize, n)
	}
	return formNamed(name)
}

// formulaForm returns the form in which to print a formula's solutions.
func (s *solveFlags) formulaForm(p nqueens.Problem) (form, error) {
	var none form
	name := s.as
	switch {
	case s.fundamental:
		return none, errors.New("--fundamental: a formula has no board and so no symmetries")
	case pictured(s.output):
		return none, fmt.Errorf("--output %s: a formula has no board to draw", s.output)
	case name == dimacsForm && (s.all || len(p.Formula.Choices) > 0):
		return none, fmt.Errorf("--as %s: for one solution of clauses or constraints", name)
	case name == "" && s.all:
		name = "list"
	case name == "" && p.Formula.Drawable():
		name = "board"
	case name == "":
		name = "values"
	}
	f, err := formNamed(name)
	if err == nil && !slices.Contains([]string{"list", "values", dimacsForm}, name) && !(name == "board" && p.Formula.Drawable()) {
		err = fmt.Errorf("--as %s: this formula has no board (its solutions print as values or list)", name)
	}
	return f, err
}
