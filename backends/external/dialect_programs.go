package external

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/internal/printable"
)

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
