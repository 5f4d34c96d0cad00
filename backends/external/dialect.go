package external

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
	"math"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/printable"
)

// dialect is a way in which solvers print their answers.
type dialect struct {
	name string
	file bool // the answer is in a file that the command names
	// literals reports whether solutions are said by the numbers of variables,
	// otherwise by squares.
	literals bool
	proves   bool // it says of a solution that none is better
	// parse reads what was printed.
	parse func(*reading)
}

// transcript is what a solver printed, or wrote to the file of its answer.
type transcript struct {
	text      []byte
	statement encode.Statement
	count     bool // several solutions may be shown
	best      bool // the last that is shown is to be the best
}

func dialects() []dialect {
	return []dialect{
		{name: "competition", literals: true, proves: true, parse: parseCompetition},
		{name: "minisat", file: true, literals: true, parse: parseMinisat},
		{name: asp, literals: true, proves: true, parse: parseASP},
		{name: minizinc, proves: true, parse: parseMiniZinc},
		{name: "cbc", file: true, literals: true, proves: true, parse: parseCbc},
		{name: "glpsol", file: true, literals: true, proves: true, parse: parseGlpsol},
		{name: "toulbar2", literals: true, proves: true, parse: parseToulbar2},
		{name: "squares", parse: parseSquares},
	}
}

func (d dialect) called() string { return d.name }

func (d *dialect) UnmarshalText(text []byte) (err error) {
	*d, err = called(string(text), dialects())
	return err
}

// read hands over each solution that is shown until visit returns false, and
// reports what the solver claims. Of the best solution it must say that it is the best, or
// it does not know.
func (d dialect) read(t transcript, visit func(nqueens.Solution) bool) (claim, error) {
	r := reading{transcript: t, visit: visit, more: true}
	d.parse(&r)
	if t.best && r.status == nqueens.Solved && !r.proved {
		r.status, r.unknown = "", "shows a solution, and does not say that none is better"
	}
	if r.err == nil && r.status == "" && r.unknown != "" {
		return claim{nqueens.Unknown, r.unknown}, nil
	}
	return claim{status: r.status}, r.err
}

// claim is what a solver says of the problem: Solved, Unsatisfiable, Unknown with the way in
// which it says that, or "" if it claims nothing.
type claim struct {
	status nqueens.Status
	why    string // of Unknown
}

// unknown returns the error of a solver that does not know, or nil.
func (c claim) unknown() error {
	if c.status != nqueens.Unknown {
		return nil
	}
	return outcomeError{nqueens.Fail(nqueens.Unknown, c.why)}
}

// reading is what has been read of a transcript. Its first error stays and ends it.
type reading struct {
	transcript
	visit   func(nqueens.Solution) bool
	more    bool // solutions are wanted
	status  nqueens.Status
	unknown string // how the solver says that it does not know, "" if it does not say so
	proved  bool   // it says that no solution is better than the last
	err     error
}

// lines are those of what was printed, without their ends.
func (r *reading) lines() iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range bytes.Lines(r.text) {
			if r.err != nil || !yield(strings.TrimRight(string(line), "\r\n")) {
				return
			}
		}
	}
}

// fail takes in an error, or nil.
func (r *reading) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// claims takes in a line that says how the problem stands. Two that differ make
// no answer.
func (r *reading) claims(says nqueens.Status) {
	if r.status != "" && r.status != says {
		r.fail(errors.New("says both that there is a solution and that there is none"))
		return
	}
	r.status = says
}

// gaveUp takes in a line that says that the solver does not know.
func (r *reading) gaveUp(line string) {
	r.unknown = "said " + printable.Short(strings.TrimSpace(line))
}

// show hands over a solution, or takes in the error of reading it.
func (r *reading) show(s nqueens.Solution, err error) {
	if r.fail(err); r.err == nil && r.more {
		r.more = r.visit(s)
	}
}

// parseCompetition reads the output of the SAT and the pseudo-Boolean
// competitions: "s SATISFIABLE" and lines of literals after a v, for clauses
// up to a 0.
func parseCompetition(r *reading) {
	values, open := newValues(r.statement), false
	show := func() {
		r.show(values.solution())
		values, open = newValues(r.statement), false
	}
	for line := range r.lines() {
		kind, rest, _ := strings.Cut(line, " ")
		switch kind {
		case "s":
			switch strings.TrimSpace(rest) {
			case "OPTIMUM FOUND":
				r.proved = true
				r.claims(nqueens.Solved)
			case "SATISFIABLE":
				r.claims(nqueens.Solved)
			case "UNSATISFIABLE":
				r.claims(nqueens.Unsatisfiable)
			case "UNKNOWN":
				r.gaveUp(line)
			}
		case "c": // CaDiCaL within a time limit has no other line
			if strings.TrimSpace(rest) == "UNKNOWN" {
				r.gaveUp(line)
			}
		case "v":
			open = open || rest == "" // a model in which nothing is left to say
			for word := range strings.FieldsSeq(rest) {
				if word == "0" {
					show()
				} else {
					open = true
					r.fail(values.set(word))
				}
			}
		}
	}
	if open {
		show()
	}
}

// parseMinisat reads the file that MiniSat writes: SAT and on the next line the
// literals up to a 0, or UNSAT.
func parseMinisat(r *reading) {
	first, rest, _ := strings.Cut(string(r.text), "\n")
	switch strings.TrimSpace(first) {
	case "SAT":
		r.claims(nqueens.Solved)
	case "UNSAT":
		r.claims(nqueens.Unsatisfiable)
	case "":
	case "INDET":
		r.gaveUp(first)
	default:
		r.fail(fmt.Errorf("wrote %.60q as its answer: SAT and a model, or UNSAT, was expected", first))
	}
	if r.status != nqueens.Solved || strings.TrimSpace(rest) == "" {
		return
	}
	values := newValues(r.statement)
	for word := range strings.FieldsSeq(rest) {
		if word == "0" {
			break
		}
		r.fail(values.set(word))
	}
	r.show(values.solution())
}

// parseASP reads what clasp and clingo print: after "Answer: 1" a line of the
// atoms that are true, x(7) for placement 6, and at the end SATISFIABLE or
// UNSATISFIABLE.
func parseASP(r *reading) {
	next := false // line is an answer
	for line := range r.lines() {
		switch {
		case next:
			next = false
			values := newValues(r.statement)
			for atom := range strings.FieldsSeq(line) {
				inside, x := strings.CutPrefix(atom, "x(")
				inside, closed := strings.CutSuffix(inside, ")")
				if !x || !closed {
					r.fail(fmt.Errorf("shows the atom %.40q, and all are x(NUMBER)", atom))
					break
				}
				r.fail(values.set(inside))
			}
			r.show(values.chosen(), nil)
		case strings.HasPrefix(line, "Answer: "):
			next = true
		case line == "SATISFIABLE", line == "OPTIMUM FOUND":
			r.claims(nqueens.Solved)
			r.proved = line != "SATISFIABLE"
		case line == "UNSATISFIABLE":
			r.claims(nqueens.Unsatisfiable)
		case line == "UNKNOWN":
			r.gaveUp(line)
		}
	}
}

// parseMiniZinc reads what our models have MiniZinc print: a solution, which is
// a line of squares, ends with ten dashes; ten equal signs say that there are no more.
func parseMiniZinc(r *reading) {
	line, all, shown := "", false, false
	for next := range r.lines() {
		switch {
		case strings.HasPrefix(next, "%"): // a comment
		case next == "----------":
			s, err := solutionText(line)
			r.fail(err)
			r.claims(nqueens.Solved)
			r.show(s, nil)
			shown = true
		case next == "==========":
			all, r.proved = true, true
		case next == "=====UNSATISFIABLE=====":
			r.claims(nqueens.Unsatisfiable)
		case next == "=====UNKNOWN=====":
			r.gaveUp(next)
		default:
			line = next
		}
	}
	if r.count && shown && !all { // there may be more
		r.status, r.unknown = "", ""
	}
}

// saysAll reports whether MiniZinc says that there are no more solutions than those
// that it has found.
func saysAll(t transcript) bool {
	r := reading{transcript: t}
	for line := range r.lines() {
		if line == "==========" || line == "=====UNSATISFIABLE=====" {
			return true
		}
	}
	return false
}

// parseSquares reads a solution a line, as the text of a Solution, or "no
// solution".
func parseSquares(r *reading) {
	for line := range r.lines() {
		if strings.TrimSpace(line) == "no solution" {
			r.claims(nqueens.Unsatisfiable)
			continue
		}
		s, err := solutionText(line)
		r.fail(err)
		r.claims(nqueens.Solved)
		r.show(s, nil)
	}
}

// parseCbc reads the file of cbc's "solution": how it ended, and of each variable that
// is not 0, at least, its number from 0, name, value and reduced cost.
func parseCbc(r *reading) {
	values := newValues(r.statement)
	for line := range r.lines() {
		words := strings.Fields(line)
		switch {
		case strings.HasPrefix(line, "Optimal"):
			r.proved = true
			r.claims(nqueens.Solved)
		case strings.HasPrefix(line, "Infeasible"), strings.HasPrefix(line, "Integer infeasible"):
			r.claims(nqueens.Unsatisfiable)
		case strings.HasPrefix(line, "Stopped"):
			r.gaveUp(line)
		case len(words) == 4 && r.status == nqueens.Solved:
			r.fail(values.number(words[1], words[2]))
		}
	}
	if r.status == nqueens.Solved {
		r.show(values.chosen(), nil)
	}
}

// parseGlpsol reads the file that glpsol writes with -w: "s mip", the numbers of rows
// and columns, o for the best, f for a solution and n for none; and "j 3 1", column 3 is 1.
func parseGlpsol(r *reading) {
	values := newValues(r.statement)
	for line := range r.lines() {
		switch words := strings.Fields(line); {
		case len(words) > 4 && words[0] == "s" && (words[4] == "o" || words[4] == "f"):
			r.proved = words[4] == "o"
			r.claims(nqueens.Solved)
		case len(words) > 4 && words[0] == "s" && words[4] == "n":
			r.claims(nqueens.Unsatisfiable)
		case len(words) > 4 && words[0] == "s":
			r.gaveUp(line)
		case len(words) == 3 && words[0] == "j":
			r.fail(values.number(words[1], words[2]))
		}
	}
	if r.status == nqueens.Solved {
		r.show(values.solution())
	}
}

// parseToulbar2 reads what toulbar2 prints with -s=3: after "New solution: 5" a line of
// all values, by name (x3=v1) where variables have names, which it numbers anew, and at
// the end "Optimum" or "No solution".
func parseToulbar2(r *reading) {
	next := false // line is an answer
	for line := range r.lines() {
		switch {
		case next:
			next = false
			values := newValues(r.statement)
			for i, value := range strings.Fields(line) {
				name, named, ok := strings.Cut(value, "=v")
				if !ok {
					name, named = strconv.Itoa(i+1), value
				}
				r.fail(values.number(name, named))
			}
			r.show(values.solution())
		case strings.HasPrefix(line, "New solution:"):
			next = true
		case strings.HasPrefix(line, "Optimum:"):
			r.proved = true
			r.claims(nqueens.Solved)
		case strings.HasPrefix(line, "No solution"):
			r.claims(nqueens.Unsatisfiable)
		}
	}
}

// solutionText reads a line of squares, or of numbers of variables; a line of
// nothing is a solution in which none is chosen.
func solutionText(line string) (nqueens.Solution, error) {
	if strings.TrimSpace(line) == "" {
		return nqueens.Solution{}, nil
	}
	s, err := nqueens.ParseSolution(line)
	if err == nil && len(s) == 0 {
		err = errors.New("it names no square")
	}
	if err != nil {
		return nil, fmt.Errorf("printed %.60q where a solution was expected: %s", line, printable.Short(err.Error()))
	}
	s.Sort()
	return s, nil
}

// values are a model's, as far as it has been read.
type values struct {
	statement encode.Statement
	of        []int8 // of variable i+1: 1 true, −1 false, 0 not said
}

func newValues(s encode.Statement) *values { return &values{s, make([]int8, s.Variables)} }

// set takes in a literal: 3, −3, x3 or −x3.
func (v *values) set(literal string) error {
	text, negative := strings.CutPrefix(literal, "-")
	n, err := strconv.Atoi(strings.TrimPrefix(text, "x"))
	if err != nil || n < 1 || text[0] == '+' {
		return fmt.Errorf("shows %.40q in its model, which is no literal", literal)
	}
	if n > v.statement.Variables {
		return fmt.Errorf("gives a value to variable %d, and there are %d", n, v.statement.Variables)
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

// number takes in a variable and its value, 0 or 1 as it is written: near enough.
func (v *values) number(variable, value string) error {
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || math.Abs(x-math.Round(x)) > 1e-5 || math.Abs(x-0.5) > 0.6 {
		return fmt.Errorf("gives the variable %.40q the value %.40q, which is neither 0 nor 1", variable, value)
	}
	if math.Round(x) == 0 {
		variable = "-" + variable
	}
	return v.set(variable)
}

// solution is the placements that are chosen. The others must be said not to
// be, but for those that the solver never saw.
func (v *values) solution() (nqueens.Solution, error) {
	for i, value := range v.of[:solutionVariables(v.statement)] {
		if value == 0 && (v.statement.Occurs == nil || v.statement.Occurs[i]) {
			return nil, fmt.Errorf("gives no value to variable %d in its model", i+1)
		}
	}
	return v.chosen(), nil
}

// chosen is the placements that are said to be.
func (v *values) chosen() nqueens.Solution {
	s := append(nqueens.Solution{}, v.statement.Model.Chosen...)
	for i, value := range v.of[:solutionVariables(v.statement)] {
		if value > 0 {
			s = append(s, v.statement.Model.Placements[i])
		}
	}
	s.Sort()
	return s
}

// solutionVariables is how many of the first variables solutions are about.
func solutionVariables(s encode.Statement) int {
	return len(s.Model.Placements) - s.Model.Auxiliaries
}
