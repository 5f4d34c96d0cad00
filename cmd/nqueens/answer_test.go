package main

import (
	"bytes"
	"context"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/bitmask"
)

// faulty is a backend that ends as none should.
type faulty struct {
	backends.Backend
	run func() nqueens.Outcome
}

func (f faulty) Run(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
	return f.run()
}

// What goes wrong in a backend that answers in the program's own process is one line and
// the status of a crash.
func TestFaultyBackend(t *testing.T) {
	for want, run := range map[string]func() nqueens.Outcome{
		"nqueens: no answer: crashed: panic: two; lines\n":                                func() nqueens.Outcome { panic("two\nlines") },
		"nqueens: no answer: crashed: it ended with the status \"\", which is none\n":     func() nqueens.Outcome { return nqueens.Outcome{} },
		"nqueens: no answer: crashed: it ended with the status \"done\", which is none\n": func() nqueens.Outcome { return nqueens.Outcome{Status: "done"} },
	} {
		for _, args := range [][]string{{"count", "6"}, {"solve", "6"}, {"solve", "6", "--all"}} {
			var out, errs bytes.Buffer
			p := newProgram(&bytes.Buffer{}, &out, &errs, []backends.Backend{faulty{bitmask.New(), run}})
			if status := p.execute(t.Context(), args); status != failedCheck || errs.String() != want || out.Len() > 0 {
				t.Errorf("%v: status %d, %s%s, want %s", args, status, out.String(), errs.String(), want)
			}
		}
	}
}
