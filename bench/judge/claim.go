package judge

import (
	"fmt"

	"nqueens"
	"nqueens/bench"
	"nqueens/internal/table"
)

// claim combines the statements of all repetitions of one job about the problem.
type claim struct {
	job         *bench.Job
	origin      origin
	unreduced   bool // the answer does not depend on the reduction that the engines share
	answered    bool
	count       *nqueens.Count // nil if unknown: the task first found a solution
	cost        *nqueens.Count // in place of optimum: see nqueens.Scale
	optimum     *int           // number of pieces in the best solutions, if the problem has an objective
	shown       bool           // solutions were shown, and all that were checked follow the rules
	fingerprint *nqueens.Fingerprint
	duplicates  uint64
	fault       *bench.Fault
	odd         string // how the claim contradicts itself; "" if it does not
	wrong       string // the judgement: why the claim is wrong, or ""
	open        bool   // the only evidence for wrong is that other claims differ
}

func newClaim(job *bench.Job, by origin, records []*bench.Record) *claim {
	c := &claim{job: job, origin: by, unreduced: job.Unreduced || !job.Problem.Reducible()}
	for _, r := range records {
		c.add(r)
	}
	// An answer that contradicts itself is wrong without a comparison with others.
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

// mostShown is the length up to which a line shows a whole solution.
const mostShown = 8

// ShortSolution returns a solution as text for a line: a short one in full, and a longer one as its
// first squares and their number.
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
	if c.cost != nil && r.Cost != nil && c.cost.Cmp(r.Cost) != 0 {
		c.odd = fmt.Sprintf("its repetitions differ: the best have %s, then %v", nqueens.WorthOf(c.cost), r.Cost)
	}
	c.answered, c.count, c.optimum, c.cost = true, count, r.Optimum, r.Cost
	// The formula of the proof was compared with the rules of the whole problem.
	c.unreduced = c.unreduced || r.Proof.Kind == bench.ProofChecked
	c.shown = r.Status == nqueens.Solved && r.Task != nqueens.CountAll && !isZero(count)
	if r.Fingerprint != nil {
		c.fingerprint = r.Fingerprint
	}
	if r.Duplicates != nil {
		c.duplicates = max(c.duplicates, *r.Duplicates)
	}
}

// right reports whether there is an answer without evidence against it so far.
func (c *claim) right() bool { return c.answered && c.wrong == "" }

// trusted reports whether the answer can be used to find the right one, which excludes answers that
// the plan expects to be wrong.
func (c *claim) trusted() bool { return c.right() && !c.job.ExpectDisagreement }

// contradicts returns how a claim differs from the true count, or "".
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

// DuplicatesText returns a text about an enumeration with duplicates.
func DuplicatesText(duplicates, distinct any) string {
	solutions := "solutions"
	if fmt.Sprint(duplicates) == "1" {
		solutions = "solution"
	}
	return fmt.Sprintf("%v repeated %s beside %v different ones", duplicates, solutions, distinct)
}
