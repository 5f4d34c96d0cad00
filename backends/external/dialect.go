package external

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/backends/isolate"
)

// dialect is a way in which solvers print their answers.
type dialect struct {
	name string
	file bool // the answer is in a file that the command names
	// literals reports whether solutions are said by the numbers of variables,
	// otherwise by squares.
	literals bool
	// read hands over each solution that is shown until visit returns false, and
	// says whether the solver claims that there is one: Solved, Unsatisfiable,
	// Timeout if it says that it does not know, or "" if it claims nothing.
	read func(t transcript, visit func(nqueens.Solution) bool) (nqueens.Status, error)
}

// transcript is what a solver printed, or wrote to the file of its answer.
type transcript struct {
	text []byte
	written
	count bool // several solutions may be shown
}

func dialects() []dialect {
	return []dialect{
		{name: "competition", literals: true, read: readCompetition},
		{name: "minisat", file: true, literals: true, read: readMinisat},
		{name: asp, literals: true, read: readASP},
		{name: minizinc, read: readMiniZinc},
		{name: "squares", read: readSquares},
	}
}

func dialectNames() []string {
	var names []string
	for _, d := range dialects() {
		names = append(names, d.name)
	}
	return names
}

func (d *dialect) UnmarshalText(text []byte) error {
	i := slices.Index(dialectNames(), string(text))
	if i < 0 {
		return unknownValue(text, dialectNames())
	}
	*d = dialects()[i]
	return nil
}

// lines are those of what was printed, without their ends.
func (t transcript) lines() iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range bytes.Lines(t.text) {
			if !yield(strings.TrimRight(string(line), "\r\n")) {
				return
			}
		}
	}
}

// claim takes in a line that says how the problem stands. Two that differ make
// no answer.
func claim(status *nqueens.Status, says nqueens.Status) error {
	if *status != "" && *status != says {
		return errors.New("says both that there is a solution and that there is none")
	}
	*status = says
	return nil
}

// orUnknown is the status of a solver that may have said, beside what it claims,
// that it does not know.
func orUnknown(status nqueens.Status, unknown bool) nqueens.Status {
	if status == "" && unknown {
		return nqueens.Timeout
	}
	return status
}

// readCompetition reads the output of the SAT and the pseudo-Boolean
// competitions: "s SATISFIABLE" and lines of literals after a v, for clauses
// up to a 0.
func readCompetition(t transcript, visit func(nqueens.Solution) bool) (status nqueens.Status, err error) {
	values := newValues(t.written)
	open, more, unknown := false, true, false
	show := func() error {
		s, err := values.solution()
		if err == nil && more {
			more = visit(s)
		}
		values, open = newValues(t.written), false
		return err
	}
	for line := range t.lines() {
		kind, rest, _ := strings.Cut(line, " ")
		switch kind {
		case "s":
			switch strings.TrimSpace(rest) {
			case "SATISFIABLE", "OPTIMUM FOUND":
				err = claim(&status, nqueens.Solved)
			case "UNSATISFIABLE":
				err = claim(&status, nqueens.Unsatisfiable)
			case "UNKNOWN":
				unknown = true
			}
		case "c": // CaDiCaL within a time limit has no other line
			unknown = unknown || strings.TrimSpace(rest) == "UNKNOWN"
		case "v":
			open = open || rest == "" // a model in which nothing is left to say
			for word := range strings.FieldsSeq(rest) {
				if word == "0" {
					err = show()
				} else {
					open = true
					err = values.set(word)
				}
				if err != nil {
					break
				}
			}
		}
		if err != nil {
			return status, err
		}
	}
	if open {
		err = show()
	}
	return orUnknown(status, unknown), err
}

// readMinisat reads the file that MiniSat writes: SAT and on the next line the
// literals up to a 0, or UNSAT.
func readMinisat(t transcript, visit func(nqueens.Solution) bool) (nqueens.Status, error) {
	first, rest, _ := strings.Cut(string(t.text), "\n")
	switch strings.TrimSpace(first) {
	case "SAT":
	case "UNSAT":
		return nqueens.Unsatisfiable, nil
	case "":
		return "", nil
	case "INDET":
		return nqueens.Timeout, nil
	default:
		return "", fmt.Errorf("wrote %.60q as its answer: SAT and a model, or UNSAT, was expected", first)
	}
	if strings.TrimSpace(rest) == "" {
		return nqueens.Solved, nil
	}
	values := newValues(t.written)
	for word := range strings.FieldsSeq(rest) {
		if word == "0" {
			break
		}
		if err := values.set(word); err != nil {
			return nqueens.Solved, err
		}
	}
	s, err := values.solution()
	if err == nil {
		visit(s)
	}
	return nqueens.Solved, err
}

// readASP reads what clasp and clingo print: after "Answer: 1" a line of the
// atoms that are true, x(7) for placement 6, and at the end SATISFIABLE or
// UNSATISFIABLE.
func readASP(t transcript, visit func(nqueens.Solution) bool) (status nqueens.Status, err error) {
	next, more, unknown := false, true, false
	for line := range t.lines() {
		switch {
		case next:
			next = false
			values := newValues(t.written)
			for atom := range strings.FieldsSeq(line) {
				inside, x := strings.CutPrefix(atom, "x(")
				inside, closed := strings.CutSuffix(inside, ")")
				if !x || !closed {
					return status, fmt.Errorf("shows the atom %.40q, and all are x(NUMBER)", atom)
				}
				if err := values.set(inside); err != nil {
					return status, err
				}
			}
			if more {
				more = visit(values.chosen())
			}
		case strings.HasPrefix(line, "Answer: "):
			next = true
		case line == "SATISFIABLE":
			err = claim(&status, nqueens.Solved)
		case line == "UNSATISFIABLE":
			err = claim(&status, nqueens.Unsatisfiable)
		case line == "UNKNOWN":
			unknown = true
		}
		if err != nil {
			return status, err
		}
	}
	return orUnknown(status, unknown), nil
}

// readMiniZinc reads what our models have MiniZinc print: a solution, which is
// a line of squares, ends with ten dashes; ten equal signs say that there are no more.
func readMiniZinc(t transcript, visit func(nqueens.Solution) bool) (status nqueens.Status, err error) {
	line, all, shown, more, unknown := "", false, false, true, false
	for next := range t.lines() {
		switch {
		case strings.HasPrefix(next, "%"): // a comment
		case next == "----------":
			var s nqueens.Solution
			if s, err = solutionText(line); err != nil {
				return status, err
			}
			shown = true
			if err = claim(&status, nqueens.Solved); err == nil && more {
				more = visit(s)
			}
		case next == "==========":
			all = true
		case next == "=====UNSATISFIABLE=====":
			err = claim(&status, nqueens.Unsatisfiable)
		case next == "=====UNKNOWN=====":
			unknown = true
		default:
			line = next
		}
		if err != nil {
			return status, err
		}
	}
	if t.count && shown && !all {
		return "", nil // there may be more
	}
	return orUnknown(status, unknown), nil
}

// saysAll reports whether MiniZinc says that there are no more solutions than those
// that it has found.
func saysAll(t transcript) bool {
	for line := range t.lines() {
		if line == "==========" || line == "=====UNSATISFIABLE=====" {
			return true
		}
	}
	return false
}

// readSquares reads a solution a line, as the text of a Solution, or "no
// solution".
func readSquares(t transcript, visit func(nqueens.Solution) bool) (status nqueens.Status, err error) {
	more := true
	for line := range t.lines() {
		if strings.TrimSpace(line) == "no solution" {
			err = claim(&status, nqueens.Unsatisfiable)
		} else {
			var s nqueens.Solution
			if s, err = solutionText(line); err == nil {
				if err = claim(&status, nqueens.Solved); err == nil && more {
					more = visit(s)
				}
			}
		}
		if err != nil {
			return status, err
		}
	}
	return status, nil
}

// solutionText reads a line of squares, or of numbers of variables; a line of
// nothing is a solution in which none is chosen.
func solutionText(line string) (nqueens.Solution, error) {
	s := nqueens.Solution{}
	if strings.TrimSpace(line) == "" {
		return s, nil
	}
	err := s.UnmarshalText([]byte(line))
	if err == nil && len(s) == 0 {
		err = errors.New("it names no square")
	}
	if err != nil {
		return nil, fmt.Errorf("printed %.60q where a solution was expected: %s", line, isolate.Printable(err.Error()))
	}
	s.Sort()
	return s, nil
}

// values are a model's, as far as it has been read.
type values struct {
	written
	of []int8 // of variable i+1: 1 true, −1 false, 0 not said
}

func newValues(w written) *values { return &values{w, make([]int8, w.variables)} }

// set takes in a literal: 3, −3, x3 or −x3.
func (v *values) set(literal string) error {
	text, negative := strings.CutPrefix(literal, "-")
	n, err := strconv.Atoi(strings.TrimPrefix(text, "x"))
	if err != nil || n < 1 || text[0] == '+' {
		return fmt.Errorf("shows %.40q in its model, which is no literal", literal)
	}
	if n > v.variables {
		return fmt.Errorf("gives a value to variable %d, and there are %d", n, v.variables)
	}
	value := int8(1)
	if negative {
		value = -1
	}
	if v.of[n-1] == -value {
		return fmt.Errorf("gives variable %d both values", n)
	}
	v.of[n-1] = value
	return nil
}

// solution is the placements that are chosen. The others must be said not to
// be, but for those that the solver never saw.
func (v *values) solution() (nqueens.Solution, error) {
	for i, value := range v.of[:v.counting()] {
		if value == 0 && v.occurs[i] {
			return nil, fmt.Errorf("gives no value to variable %d in its model", i+1)
		}
	}
	return v.chosen(), nil
}

// chosen is the placements that are said to be.
func (v *values) chosen() nqueens.Solution {
	s := nqueens.Solution{}
	for i, value := range v.of[:v.counting()] {
		if value > 0 {
			s = append(s, v.model.Placements[i])
		}
	}
	s.Sort()
	return s
}

// counting is how many of the first variables solutions are about.
func (v *values) counting() int { return len(v.model.Placements) - v.model.Auxiliaries }
