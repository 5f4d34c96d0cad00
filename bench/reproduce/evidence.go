package reproduce

import (
	"fmt"
	"time"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/summary"
)

// Evidence is what was measured, for the page to be written from.
type Evidence struct {
	Summary summary.Summary
	Records []bench.Record
	Budget  time.Duration
	Flags   string // of the command line, beside the budget
	// LeftOut is what the budget left out, a line for each contender.
	LeftOut []string
}

// Cell is what the run says of a backend on a problem; ok is false if it gave
// no right answer.
func (e Evidence) Cell(problem string, task nqueens.Task, backend string) (c summary.Cell, ok bool) {
	for _, c := range e.Summary.Cells {
		if c.Problem == problem && c.Task == task && c.Backend == backend {
			return c, c.Timed()
		}
	}
	return summary.Cell{}, false
}

// Of are the records of a backend on a problem, in the order in which they
// were made.
func (e Evidence) Of(problem string, task nqueens.Task, backend string) []bench.Record {
	var out []bench.Record
	for _, r := range e.Records {
		if r.Problem == problem && r.Task == task && r.Backend == backend {
			out = append(out, r)
		}
	}
	return out
}

// queens is the name of the bare board of n queens.
func queens(n int) string { return fmt.Sprintf("queens(%d)", n) }

// queensProblem is the bare board of n queens.
func queensProblem(n int) nqueens.Problem { return nqueens.Problem{Family: nqueens.Queens, N: n} }
