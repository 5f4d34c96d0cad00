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

// dialect is a format in which solvers print their answers.
type dialect struct {
	name string
	file bool // the answer is in a file that the command names
	// literals reports whether solutions are lists of variable numbers. Otherwise they are lists of
	// squares.
	literals bool
	proves   bool // it marks an optimal solution
	// parse reads the output.
	parse func(*reading)
}

// transcript is what a solver printed, or wrote to the file of its answer.
type transcript struct {
	text      []byte
	statement encode.Statement
	count     bool        // several solutions may be shown
	best      bool        // the last solution must be the best
	words     statusWords // of the answer values
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
		{name: "smt", literals: true, parse: parseSMT},
		{name: tableOfValues, literals: true, proves: true, parse: parseValues},
		{name: "squares", parse: parseSquares},
	}
}

func (d dialect) called() string { return d.name }

func (d *dialect) UnmarshalText(text []byte) (err error) {
	*d, err = called(string(text), dialects())
	return err
}

// read passes each solution to visit until visit returns false, and returns what the solver claims.
// If the best solution is required and the solver does not mark it as optimal, the claim is
// Unknown.
func (d dialect) read(t transcript, visit func(nqueens.Solution) bool) (claim, error) {
	r := reading{transcript: t, visit: visit, more: true}
	d.parse(&r)
	if t.best && r.status == nqueens.Solved && !r.proved {
		r.status, r.unknown = "", "showed a solution without saying that it is the best"
	}
	if r.err == nil && r.status == "" && r.unknown != "" {
		return claim{nqueens.Unknown, r.unknown}, nil
	}
	return claim{status: r.status}, r.err
}

// claim is what a solver states about the problem: Solved, Unsatisfiable, Unknown with its words,
// or "" if it states nothing.
type claim struct {
	status nqueens.Status
	why    string // the solver's words for Unknown
}

// unknown returns an error if the claim is Unknown, otherwise nil.
func (c claim) unknown() error {
	if c.status != nqueens.Unknown {
		return nil
	}
	return outcomeError{nqueens.Fail(nqueens.Unknown, c.why)}
}

// reading is the state of parsing a transcript. Parsing ends at the first error.
type reading struct {
	transcript
	visit   func(nqueens.Solution) bool
	more    bool // more solutions are wanted
	status  nqueens.Status
	unknown string // the solver's words for not knowing the answer, or ""
	proved  bool   // it has stated that no solution is better than the last
	err     error
}

// lines returns the lines of the transcript without their line ends.
func (r *reading) lines() iter.Seq[string] {
	return func(yield func(string) bool) {
		for line := range bytes.Lines(r.text) {
			if r.err != nil || !yield(strings.TrimRight(string(line), "\r\n")) {
				return
			}
		}
	}
}

// fail records the first error; err may be nil.
func (r *reading) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// claims records a line that states the status of the problem. Two different statuses are an error.
func (r *reading) claims(says nqueens.Status) {
	if r.status != "" && r.status != says {
		r.fail(errors.New("reported both that there is a solution and that there is none"))
		return
	}
	r.status = says
}

// gaveUp records a line that states that the solver does not know the answer.
func (r *reading) gaveUp(line string) {
	r.unknown = "said " + printable.Short(strings.TrimSpace(line))
}

// show passes a solution to visit, or records the error of parsing it.
func (r *reading) show(s nqueens.Solution, err error) {
	if r.fail(err); r.err == nil && r.more {
		r.more = r.visit(s)
	}
}

// parseCompetition parses the output format of the SAT and pseudo-Boolean competitions: "s
// SATISFIABLE", and lines of literals after a v, for clauses up to a 0.
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
		case "c": // within a time limit CaDiCaL prints only this line
			if strings.TrimSpace(rest) == "UNKNOWN" {
				r.gaveUp(line)
			}
		case "v":
			open = open || rest == "" // a model without any literal
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

// parseMinisat parses the file that MiniSat writes: SAT and on the next line the literals up to a
// 0, or UNSAT.
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

// parseASP parses the output of clasp and clingo: after "Answer: 1" a line of the atoms that are
// true, x(7) for placement 6, and at the end SATISFIABLE or UNSATISFIABLE.
func parseASP(r *reading) {
	next := false // this line is an answer
	for line := range r.lines() {
		switch {
		case next:
			next = false
			values := newValues(r.statement)
			for atom := range strings.FieldsSeq(line) {
				inside, x := strings.CutPrefix(atom, "x(")
				inside, closed := strings.CutSuffix(inside, ")")
				if !x || !closed {
					r.fail(fmt.Errorf("showed the atom %.40q; x(NUMBER) was expected", atom))
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

// parseMiniZinc parses the output of MiniZinc for the models that this program writes. A solution
// is a line of squares followed by ten dashes. Ten equal signs mean that there are no more
// solutions.
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

// reportsAll reports whether MiniZinc states that it has found all solutions.
func reportsAll(t transcript) bool {
	r := reading{transcript: t}
	for line := range r.lines() {
		if line == "==========" || line == "=====UNSATISFIABLE=====" {
			return true
		}
	}
	return false
}

// parseSquares parses one solution a line, as the text of a Solution, or "no solution".
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

// parseCbc parses the file of cbc's "solution": how the search ended, and for each variable, at
// least if it is not 0, its number from 0, name, value and reduced cost.
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

// parseGlpsol parses the file that glpsol writes with -w. "s mip" is followed by the numbers of
// rows and columns and by o for an optimal solution, f for a solution or n for none; "j 3 1" means
// that column 3 is 1.
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

// parseToulbar2 parses the output of toulbar2 with -s=3: after "New solution: 5" a line of all
// values, and at the end "Optimum" or "No solution". Values are given by name (x3=v1) if the
// variables have names, because toulbar2 renumbers them.
func parseToulbar2(r *reading) {
	next := false // this line is an answer
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

// parseSMT parses the output of an SMT solver: sat and a model, (define-fun x1 () Bool true) for each
// variable, or unsat, or unknown. A variable that is left out may have either value.
func parseSMT(r *reading) {
	values := newValues(r.statement)
	var name []string // the words of a definition before its value
	for line := range r.lines() {
		switch strings.TrimSpace(line) {
		case "sat":
			r.claims(nqueens.Solved)
			continue
		case "unsat":
			r.claims(nqueens.Unsatisfiable)
			continue
		case "unknown":
			r.gaveUp(line)
			continue
		}
		for word := range strings.FieldsFuncSeq(line, func(c rune) bool { return strings.ContainsRune("() \t", c) }) {
			switch {
			case word == "define-fun":
				name = nil
			case len(name) == 2 && name[1] == "Bool" && word == "true":
				r.fail(values.set(name[0]))
			case len(name) == 2 && name[1] == "Bool" && word == "false":
				r.fail(values.set("-" + name[0]))
			}
			if name = append(name, word); word == "define-fun" {
				name = nil
			}
		}
	}
	if r.status == nqueens.Solved {
		r.show(values.chosen(), nil)
	}
}

// parseValues parses a table of names and values, one of each a line, as "x3 1" or "x3 = 1.0". The
// words of the description state the status. A variable that is left out, or has the value x (either), is
// 0.
func parseValues(r *reading) {
	values := newValues(r.statement)
	for line := range r.lines() {
		switch {
		case r.words.Unsatisfiable.matches(line):
			r.claims(nqueens.Unsatisfiable)
		case r.words.Optimal.matches(line):
			r.proved = true
			r.claims(nqueens.Solved)
		case r.words.Solved.matches(line):
			r.claims(nqueens.Solved)
		case r.words.Unknown.matches(line):
			r.gaveUp(line)
		}
		words := strings.FieldsFunc(line, func(c rune) bool { return strings.ContainsRune("=: \t", c) })
		if len(words) != 2 {
			continue
		}
		if number, is := strings.CutPrefix(words[0], "x"); is && words[1] != "x" && strings.Trim(number, "0123456789") == "" && number != "" {
			r.fail(values.number(words[0], words[1]))
		}
	}
	if r.status == nqueens.Solved {
		r.show(values.chosen(), nil)
	}
}

// solutionText parses a line of squares or of variable numbers. An empty line is a solution without
// any piece.
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

// values collects the model that a solver prints.
type values struct {
	statement encode.Statement
	of        []int8 // value of variable i+1: 1 true, −1 false, 0 not given
}

func newValues(s encode.Statement) *values { return &values{s, make([]int8, s.Variables)} }

// set records a literal: 3, −3, x3 or −x3.
func (v *values) set(literal string) error {
	text, negative := strings.CutPrefix(literal, "-")
	n, err := strconv.Atoi(strings.TrimPrefix(text, "x"))
	if err != nil || n < 1 || text[0] == '+' {
		return fmt.Errorf("showed %.40q in its model, which is no literal", literal)
	}
	if n > v.statement.Variables {
		return fmt.Errorf("gave a value to variable %d of %d", n, v.statement.Variables)
	}
	value := int8(1)
	if negative {
		value = -1
	}
	if v.of[n-1] == -value {
		return fmt.Errorf("gave variable %d both values", n)
	}
	v.of[n-1] = value
	return nil
}

// number records a variable and its value, which must be close to 0 or 1.
func (v *values) number(variable, value string) error {
	x, err := strconv.ParseFloat(value, 64)
	if err != nil || math.Abs(x-math.Round(x)) > 1e-5 || math.Abs(x-0.5) > 0.6 {
		return fmt.Errorf("gave the variable %.40q the value %.40q, which is neither 0 nor 1", variable, value)
	}
	if math.Round(x) == 0 {
		variable = "-" + variable
	}
	return v.set(variable)
}

// solution returns the chosen placements. It returns an error if the model leaves out a variable
// that occurs in the formula.
func (v *values) solution() (nqueens.Solution, error) {
	for i, value := range v.of[:solutionVariables(v.statement)] {
		if value == 0 && (v.statement.Occurs == nil || v.statement.Occurs[i]) {
			return nil, fmt.Errorf("gave no value to variable %d in its model", i+1)
		}
	}
	return v.chosen(), nil
}

// chosen returns the placements whose variables are true.
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

// solutionVariables returns how many of the variables, the first ones, are part of solutions.
func solutionVariables(s encode.Statement) int {
	return len(s.Model.Placements) - s.Model.Auxiliaries
}
