package compare

import (
	"cmp"
	"fmt"
	"slices"

	"nqueens/bench/judge"
	"nqueens/bench/summary"
)

// VerdictChange is a problem on which the harness came to another verdict.
type VerdictChange struct {
	Problem string            `json:"problem"`
	Old     judge.VerdictKind `json:"old"`
	New     judge.VerdictKind `json:"new"`
}

// Answer says what became of an answer, the worst first.
type Answer string

const (
	BecameWrong Answer = "wrong"            // it was not judged wrong before, or not asked
	Differs     Answer = "differs"          // another answer, and neither is judged wrong
	Lost        Answer = "lost"             // answered before: a time-out now, a crash, …
	Gone        Answer = "gone"             // there is no result any more
	Ended       Answer = "ended"            // no right answer, as before, for another reason
	BecameRight Answer = "right"            // it was judged wrong before
	Found       Answer = "answered"         // not answered before
	Added       Answer = "new"              // there was no result before
	Neither     Answer = "neither answered" // and for the same reason: no answers agree
	Same        Answer = "same"
)

// answer says what became of the row's answer.
func (r *Row) answer() {
	old, now := r.Old, r.New
	switch {
	case old == nil && now.Wrong && !now.Expected:
		r.Answer, r.Why = BecameWrong, says(now)+", not asked before"
	case old == nil:
		r.Answer = Added
	case now == nil:
		r.Answer = Gone
	case now.Wrong && !old.Wrong:
		r.Answer, r.Why = BecameWrong, fmt.Sprintf("%s, was %s", says(now), says(old))
	case old.Wrong && !now.Wrong && now.Status.Answered():
		r.Answer, r.Why = BecameRight, fmt.Sprintf("%s, was %s", says(now), says(old))
	case old.Wrong && !now.Status.Answered(): // what was wrong is no loss
		r.Answer, r.Why = Ended, fmt.Sprintf("%s, was %s, which is wrong", ended(now), says(old))
	case old.Status.Answered() && !now.Status.Answered():
		r.Answer, r.Why = Lost, ended(now)
	case !old.Status.Answered() && now.Status.Answered():
		r.Answer, r.Why = Found, ended(old)+" before"
	case !now.Status.Answered() && old.Status != now.Status:
		r.Answer, r.Why = Ended, fmt.Sprintf("%s, was %s", ended(now), ended(old))
	case says(old) != says(now) && now.Status.Answered():
		r.Answer, r.Why = Differs, fmt.Sprintf("%s, was %s", says(now), says(old))
	case !now.Status.Answered():
		r.Answer, r.Why = Neither, ended(now)
	default:
		r.Answer = Same
	}
}

// says is the answer of a cell.
func says(c *summary.Cell) string {
	switch {
	case !c.Status.Answered():
		return ended(c)
	case c.Empty():
		return "no solution"
	}
	return cmp.Or(c.Count, "a solution")
}

// ended is how a cell ended that was not answered.
func ended(c *summary.Cell) string {
	return cmp.Or(string(c.Status), "skipped ("+c.Skipped+")")
}

// verdicts notes on which problems the harness came to another conclusion, the smallest first.
func (c *Comparison) verdicts(old, now []*summary.Cell) {
	was := make(map[string]judge.VerdictKind, len(old))
	for _, cell := range old {
		was[cell.Problem] = cell.Verdict
	}
	var changed []*summary.Cell
	for _, cell := range now {
		if before, both := was[cell.Problem]; both && before != cell.Verdict {
			changed = append(changed, cell)
		}
	}
	slices.SortStableFunc(changed, func(a, b *summary.Cell) int {
		return cmp.Or(a.N-b.N, cmp.Compare(len(a.Problem), len(b.Problem)), cmp.Compare(a.Family, b.Family))
	})
	seen := map[string]bool{}
	for _, cell := range changed {
		if !seen[cell.Problem] {
			seen[cell.Problem] = true
			c.Verdicts = append(c.Verdicts, VerdictChange{cell.Problem, was[cell.Problem], cell.Verdict})
		}
	}
}
