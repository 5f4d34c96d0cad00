package main

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/answers"
	"nqueens/backends"
	"nqueens/internal/table"
)

// checkClaims judges what records state about the set of all solutions. It lists the solutions again, checks
// each by the rules, and compares their number and the fingerprint of their set.
func (p *program) checkClaims(ctx context.Context, problem nqueens.Problem, claims []answers.Claim) error {
	request := nqueens.Request{Problem: problem, Task: nqueens.FindAll}
	by, err := backends.Fastest(p.backends, request)
	if err != nil {
		return err
	}
	found := 0
	var set nqueens.Fingerprint
	var broken error
	o := by.Run(ctx, request, func(s nqueens.Solution) bool {
		found++
		s = append(nqueens.Solution(nil), s...)
		s.Sort()
		set.Add(s)
		broken = problem.Check(s)
		return broken == nil && found <= mostCompared
	})
	switch {
	case broken != nil:
		return &exit{status: failedCheck, err: fmt.Errorf("%s returned a wrong solution: %w", by.Describe().Name, broken)}
	case found > mostCompared:
		return fmt.Errorf("--list: a record of more than %d solutions cannot be compared; nqueens bench compares the fingerprints of several backends", mostCompared)
	case !o.Status.Answered():
		return unanswered(o)
	}
	wrong := false
	for _, c := range claims {
		why := c.Judge(found, set)
		if why != "" {
			wrong = true
			fmt.Fprintf(p.out, "line %d: wrong: %s\n", c.Line, why)
			continue
		}
		fmt.Fprintf(p.out, "line %d: right: the record has all %s\n", c.Line, table.Plural(found, "solution"))
	}
	if wrong {
		return &exit{status: failedCheck}
	}
	return nil
}
