package backends_test

import (
	"context"
	"slices"

	"nqueens"
	"nqueens/backends"
)

// An answered is a backend's answer to a task, with the solutions that it showed.
type answered struct {
	by      nqueens.Description
	task    nqueens.Task
	outcome nqueens.Outcome
	shown   []nqueens.Solution
}

// answers gives a problem with every task to every backend that takes part and supports it, and
// calls check with each answer. It adds the requests to asked, by backend.
func answers(p nqueens.Problem, threads int, takesPart func(nqueens.Description) bool, asked map[string]int, check func(answered)) {
	for _, b := range backends.All() {
		d := b.Describe()
		if !takesPart(d) {
			continue
		}
		for _, task := range d.Tasks {
			r := nqueens.Request{Problem: p, Task: task, Threads: threads}
			if b.Supports(r) != nil {
				continue
			}
			asked[d.Name]++
			a := answered{by: d, task: task}
			a.outcome = b.Run(context.Background(), r, func(s nqueens.Solution) bool {
				a.shown = append(a.shown, slices.Clone(s))
				return true
			})
			if d.External != "" && a.outcome.Status == nqueens.Crashed { // glpsol 5.0 aborts if its cuts leave no column
				continue
			}
			check(a)
		}
	}
}
