package external

import (
	"fmt"
	"strings"

	"nqueens"
)

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
		default:
			if len(kind) != 1 || kind < "a" || kind > "z" { // not o, or a line of an extension
				r.after(line)
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
	values, ended := newValues(r.statement), false
	for word := range strings.FieldsSeq(rest) {
		switch {
		case ended:
			r.after(word)
		case word == "0":
			ended = true
		default:
			r.fail(values.set(word))
		}
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
