package judge

import (
	"fmt"

	"nqueens"
	"nqueens/bench"
	"nqueens/internal/table"
)

// claim is what the repetitions of one job say about the problem.
type claim struct {
	job         *bench.Job
	origin      origin
	unreduced   bool // the answer does not rest on the reduction that engines share
	answered    bool
	count       *nqueens.Count // nil if unknown: the task first found a solution
	optimum     *int           // how many pieces the best solutions have, where the problem has an objective
	shown       bool           // solutions were shown, and those that were break no rule
	fingerprint *nqueens.Fingerprint
	duplicates  uint64
	fault       *bench.Fault
	odd         string // why the claim contradicts itself
	wrong       string // the judgement: why it is wrong, or ""
	open        bool   // wrong says no more than that others differ
}

func newClaim(job *bench.Job, by origin, records []*bench.Record) *claim {
	c := &claim{job: job, origin: by, unreduced: job.Unreduced || !job.Problem.Reducible()}
	for _, r := range records {
		c.add(r)
	}
	// What an answer shows against itself needs no second opinion.
	switch {
	case c.odd != "":
		c.wrong = c.odd
	case c.duplicates > 0:
		c.wrong = DuplicatesText(c.duplicates, c.count.Minus(c.duplicates))
	case c.fault != nil:
		c.wrong = fmt.Sprintf("%s is no solution: %s", ShortSolution(c.fault.Solution), c.fault.Why)
	}
	return c
}

// mostShown is how many squares a line shows of a solution that is longer.
const mostShown = 8

// ShortSolution is an answer for a line: all of a small one, of another the first
// squares and how many there are.
func ShortSolution(s nqueens.Solution) string {
	switch {
	case len(s) == 0:
		return "the empty answer"
	case len(s) <= mostShown:
		return s.String()
	}
	return fmt.Sprintf("%v,… (%d squares)", s[:3], len(s))
}

func (c *claim) add(r *bench.Record) {
	if r.Fault != nil && c.fault == nil {
		c.fault = r.Fault
	}
	if r.Contradiction != "" {
		c.odd = r.Contradiction
	}
	if r.Proof.Kind == bench.ProofRefused {
		c.odd = "says there is no solution, and its proof is refused: " + r.Proof.Why
	}
	if r.Against != "" {
		c.odd = r.Against
	}
	if !r.Status.Answered() {
		return
	}
	count := r.Count
	switch {
	case r.Status == nqueens.Unsatisfiable:
		count = nqueens.NewCount(0)
	case r.Task.FindsOne():
		count = nil
	case count == nil:
		c.odd = "says solved and gives no count"
	}
	if c.answered && !sameCount(c.count, count) {
		c.odd = fmt.Sprintf("its repetitions differ: %s, then %s", saysCount(c.count), saysCount(count))
	}
	if c.fingerprint != nil && r.Fingerprint != nil && *c.fingerprint != *r.Fingerprint {
		c.odd = fmt.Sprintf("its repetitions found different sets of %v", count)
	}
	if c.optimum != nil && r.Optimum != nil && *c.optimum != *r.Optimum {
		c.odd = fmt.Sprintf("its repetitions differ: the best have %s, then %d", table.Plural(*c.optimum, "piece"), *r.Optimum)
	}
	c.answered, c.count, c.optimum = true, count, r.Optimum
	// The formula of a proof was compared with the rules of the whole problem.
	c.unreduced = c.unreduced || r.Proof.Kind == bench.ProofChecked
	c.shown = r.Status == nqueens.Solved && r.Task != nqueens.CountAll && !isZero(count)
	if r.Fingerprint != nil {
		c.fingerprint = r.Fingerprint
	}
	if r.Duplicates != nil {
		c.duplicates = max(c.duplicates, *r.Duplicates)
	}
}

// right reports whether there is an answer that nothing speaks against so far.
func (c *claim) right() bool { return c.answered && c.wrong == "" }

// trusted reports whether the answer may speak for what is right: the plan
// does not expect it to be wrong.
func (c *claim) trusted() bool { return c.right() && !c.job.ExpectDisagreement }

// contradicts says how a claim differs from the true count, or "".
func (c *claim) contradicts(truth *nqueens.Count) string {
	switch {
	case c.count == nil && isZero(truth):
		return "found a solution where there is none"
	case c.count == nil || c.count.Cmp(truth) == 0:
		return ""
	case c.job.Task.FindsOne():
		return fmt.Sprintf("says there is no solution, and there are %v", truth)
	}
	return fmt.Sprintf("%v, not %v (%s)", c.count, truth, c.count.Difference(truth))
}

func sameCount(a, b *nqueens.Count) bool {
	return (a == nil) == (b == nil) && (a == nil || a.Cmp(b) == 0)
}

func isZero(c *nqueens.Count) bool { return c != nil && c.Cmp(nqueens.NewCount(0)) == 0 }

func saysCount(c *nqueens.Count) string {
	if c == nil {
		return "a solution"
	}
	return c.String()
}

// DuplicatesText says why an enumeration is too long.
func DuplicatesText(duplicates, distinct any) string {
	solutions := "solutions"
	if fmt.Sprint(duplicates) == "1" {
		solutions = "solution"
	}
	return fmt.Sprintf("%v duplicate %s against a set of %v", duplicates, solutions, distinct)
}
