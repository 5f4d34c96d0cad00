package main

import (
	"bufio"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/bench"
)

// form is a way to print solutions.
type form struct {
	name, about string
	// print prints one solution, in file order, without the last line's end.
	print func(w *bufio.Writer, p nqueens.Problem, s nqueens.Solution)
	// spaced puts an empty line between solutions.
	spaced bool
	// ended prints what comes after all solutions, if anything does.
	ended func(w *bufio.Writer, count *nqueens.Count)
}

// forms lists every form, that of single solutions first.
func forms() []form {
	return []form{
		{name: "board", about: "a drawing of the board", spaced: true, print: func(w *bufio.Writer, p nqueens.Problem, s nqueens.Solution) {
			w.WriteString(strings.TrimSuffix(p.Draw(s), "\n"))
		}},
		{name: "list", about: "the squares in file order, on a line", print: func(w *bufio.Writer, _ nqueens.Problem, s nqueens.Solution) {
			fmt.Fprint(w, s)
		}},
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
		{name: "place", about: "as the textbook's NQUEENS prints it: ( c0 c1 …), from 0, and their number", print: printPlace,
			ended: func(w *bufio.Writer, count *nqueens.Count) { fmt.Fprintln(w, count) }},
		{name: "values", about: "of a formula, its variables as SAT solvers print them, or the options chosen", spaced: true, print: printValues},
	}
}

func formNames() []string { return namesOf(forms(), func(f form) string { return f.name }) }

func formNamed(name string) (form, error) {
	f, err := nqueens.Named("form", name, forms(), func(f form) string { return f.name })
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

// printValues prints the options chosen of an exact cover, one a line, and the
// values of a formula's variables as SAT solvers do.
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
	w.WriteByte('v')
	next := 0
	for _, v := range p.Formula.Variables() {
		if next < len(s) && s[next].Variable == v {
			next++
		} else {
			v = -v
		}
		fmt.Fprintf(w, " %d", v)
	}
	w.WriteString(" 0")
}

// form is how solutions are to be printed; flags that contradict each other are
// refused.
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
	name := s.as
	switch {
	case !e.Jobs[0].Problem.HasBoard():
		return s.formulaForm()
	case s.fundamental && !s.all:
		return none, errors.New("--fundamental: which of all solutions are fundamental: add --all")
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
	if name == "values" {
		return none, errors.New("--as values: only for formulas, which have no board")
	}
	if p := e.Jobs[0].Problem; slices.Contains([]string{"numbers", "lines", "place"}, name) && !p.Rule().OneAFile() && (name != "numbers" || p.Family.Numbers == nil) {
		return none, fmt.Errorf("--as %s: solutions of the family %s need not have one piece in each file (they print as board or list)", name, p.Family.Name)
	}
	if name == "board" && n > nqueens.MaxModelSize {
		return none, fmt.Errorf("--as board: boards of up to %d squares a side are drawn, not %d; write --as lines", nqueens.MaxModelSize, n)
	}
	return formNamed(name)
}

// formulaForm is how a formula's solutions are to be printed.
func (s *solveFlags) formulaForm() (form, error) {
	var none form
	name := s.as
	switch {
	case s.fundamental:
		return none, errors.New("--fundamental: a formula has no board whose symmetries could be divided by")
	case pictured(s.output):
		return none, fmt.Errorf("--output %s: a formula has no board to draw", s.output)
	case name == "" && s.all:
		name = "list"
	case name == "":
		name = "values"
	}
	f, err := formNamed(name)
	if err == nil && name != "list" && name != "values" {
		err = fmt.Errorf("--as %s: a formula has no board (its solutions print as values or list)", name)
	}
	return f, err
}
