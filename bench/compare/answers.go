package compare

import (
	"cmp"
	"fmt"
	"slices"

	"nqueens/bench/judge"
	"nqueens/bench/summary"
)

// VerdictChange represents a problem whose verdict differs between the two sides.
type VerdictChange struct {
	Problem string            `json:"problem"`
	Old     judge.VerdictKind `json:"old"`
	New     judge.VerdictKind `json:"new"`
}

// Answer is the kind of change of an answer. The constants are ordered from worst to best.
type Answer string

const (
	BecameWrong Answer = "wrong"            // judged wrong now; before, not judged wrong or not measured
	Differs     Answer = "differs"          // the answers differ, and neither is judged wrong
	Lost        Answer = "lost"             // answered before; now a time-out, a crash, …
	Gone        Answer = "gone"             // a result before, none now
	Ended       Answer = "ended"            // no right answer before or now, for different reasons
	BecameRight Answer = "right"            // judged wrong before, answered now
	Found       Answer = "answered"         // no answer before, answered now
	Added       Answer = "new"              // no result before
	Neither     Answer = "neither answered" // no answer before or now, for the same reason
	Same        Answer = "same"
)

// answer sets the row's Answer and the reason for it.
func (r *Row) answer() {
	old, now := r.Old, r.New
	switch {
	case old == nil && now.Wrong && !now.Expected:
		r.Answer, r.Why = BecameWrong, says(now)+", not measured before"
	case old == nil:
		r.Answer = Added
	case now == nil:
		r.Answer = Gone
	case now.Wrong && !old.Wrong:
		r.Answer, r.Why = BecameWrong, fmt.Sprintf("%s, was %s", says(now), says(old))
	case old.Wrong && !now.Wrong && now.Status.Answered():
		r.Answer, r.Why = BecameRight, fmt.Sprintf("%s, was %s", says(now), says(old))
	case old.Wrong && !now.Status.Answered(): // a wrong answer that disappears is not counted as lost
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

// says returns the answer of a cell in words, or how the run ended if it has none.
func says(c *summary.Cell) string {
	switch {
	case !c.Status.Answered():
		return ended(c)
	case c.Empty():
		return "no solution"
	}
	return cmp.Or(c.Count, "a solution")
}

// ended returns the status of a cell without an answer, or why it was skipped.
func ended(c *summary.Cell) string {
	return cmp.Or(string(c.Status), "skipped ("+c.Skipped+")")
}

// verdicts records the problems whose verdict changed, smallest first.
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
