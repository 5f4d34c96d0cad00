package external

import (
	"bytes"
	"errors"
	"fmt"
	"iter"
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
	strict    bool        // text after the answer is an error
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
	shown   int  // solutions so far
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

// after records, if the transcript is strict, that a line follows the answer that is not part of it.
func (r *reading) after(line string) {
	if r.strict && r.status != "" && strings.TrimSpace(line) != "" {
		r.fail(fmt.Errorf("printed %s after its answer", printable.Short(strconv.Quote(line))))
	}
}

// show passes a solution to visit, or records the error of parsing it.
func (r *reading) show(s nqueens.Solution, err error) {
	if r.shown++; r.strict && r.shown > 1 && !r.count && !r.best {
		r.fail(errors.New("showed two solutions where one was required"))
	}
	if r.fail(err); r.err == nil && r.more {
		r.more = r.visit(s)
	}
}
