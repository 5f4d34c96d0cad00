package bench

import (
	"fmt"
	"slices"
	"time"

	"nqueens"
	"nqueens/internal/table"
)

// maxSeen is the number of solutions that an Inspection remembers to recognise duplicates. It is small
// enough that they do not show in the peak memory of a child.
const maxSeen = 1 << 14

// An Inspection checks an answer without comparing it with others. It checks each solution that the
// backend shows by the rules, recognises repeated solutions, computes the fingerprint of their set, and
// compares the parts of the answer with each other.
type Inspection struct {
	request       nqueens.Request
	solution      nqueens.Solution // a copy of the solution being checked, because the backend's must not change
	found         uint64
	duplicates    uint64
	fingerprint   nqueens.Fingerprint
	seen          map[nqueens.Fingerprint]struct{} // nil once there are too many
	fault         *Fault
	contradiction string
	counted       map[int]nqueens.Solution // of each number of pieces a solution, where the problem has an objective
	costs         map[string]bool          // of the solutions of a formula with another scale: see nqueens.Scale
}

// NewInspection returns an inspection of one answer to the request.
func NewInspection(r nqueens.Request) *Inspection {
	return &Inspection{request: r, seen: map[nqueens.Fingerprint]struct{}{}, counted: map[int]nqueens.Solution{}, costs: map[string]bool{}}
}

// Visit checks one solution of an enumeration and returns how long that took.
func (in *Inspection) Visit(found nqueens.Solution) time.Duration {
	start := time.Now()
	in.found++
	in.solution = append(in.solution[:0], found...)
	s := in.solution
	s.Sort()
	in.check(s)
	digest := in.fingerprint.Add(s)
	if in.seen != nil {
		if _, again := in.seen[digest]; again {
			in.duplicates++
			in.blame(s, "found twice")
		} else if len(in.seen) == maxSeen {
			in.seen = nil
		} else {
			in.seen[digest] = struct{}{}
		}
	}
	return time.Since(start)
}

func (in *Inspection) check(s nqueens.Solution) {
	if err := in.request.Problem.Check(s); err != nil {
		in.blame(s, err.Error())
	}
	if in.request.Problem.Goal() != nqueens.NoGoal {
		if cost := in.request.Problem.Cost(s); cost != nil {
			in.costs[cost.String()] = true
		} else if n := in.request.Problem.Counted(s); in.counted[n] == nil {
			in.counted[n] = slices.Clone(s)
		}
	}
}

// blame keeps the smallest faulty solution, which does not depend on the order of the search.
func (in *Inspection) blame(s nqueens.Solution, why string) {
	if in.fault == nil || s.Compare(in.fault.Solution) < 0 {
		in.fault = &Fault{Solution: slices.Clone(s), Why: why}
	}
}

// Conclude compares the answer with the solutions that were shown before it.
func (in *Inspection) Conclude(o nqueens.Outcome) {
	switch {
	case !o.Status.Answered():
	case in.request.Task.FindsOne() && o.Status == nqueens.Solved:
		in.check(o.Solution)
	case in.request.Task == nqueens.FindAll:
		if says := says(o); says != fmt.Sprint(in.found) {
			in.contradiction = fmt.Sprintf("says %s and shows %s", says, table.Plural(int(in.found), "solution"))
		}
	}
	in.atOptimum(o)
}

// atOptimum compares the number of pieces in the solutions with the stated optimum.
func (in *Inspection) atOptimum(o nqueens.Outcome) {
	if o.Status != nqueens.Solved || in.request.Problem.Goal() == nqueens.NoGoal || in.contradiction != "" {
		return
	}
	cost := o.Cost
	if o.Optimum != nil && cost == nil {
		cost = in.request.Problem.CostOf(*o.Optimum)
	}
	for shown := range in.costs {
		if cost == nil || shown != cost.String() {
			in.contradiction = fmt.Sprintf("says that the best have the value %v and shows a solution with %s", cost, shown)
		}
	}
	if o.Optimum == nil && o.Cost == nil && (len(in.counted) > 0 || says(o) != "0") {
		in.contradiction = "does not say how many pieces the solutions have"
	}
	for n := range in.counted {
		if o.Optimum != nil && n != *o.Optimum {
			in.contradiction = fmt.Sprintf("says that the best have %s and shows a solution with %d", in.request.Problem.Worth(*o.Optimum), n)
		}
	}
}

// Again compares the answer of a repetition with the first. The solutions of tasks that find one may
// differ; both are checked.
func (in *Inspection) Again(first, next nqueens.Outcome) {
	if a, b := says(first), says(next); a != b {
		if in.request.Task.FindsOne() && first.Status.Answered() && next.Status.Answered() {
			a, b = exists(first), exists(next)
		}
		in.contradiction = fmt.Sprintf("says %s, and asked again %s", a, b)
	} else if a, b := first.Cost, next.Cost; a != nil && b != nil && a.Cmp(b) != 0 {
		in.contradiction = fmt.Sprintf("says that the best have %s, and asked again %v", nqueens.WorthOf(a), b)
	} else if a, b := first.Optimum, next.Optimum; a != nil && b != nil && *a != *b {
		in.contradiction = fmt.Sprintf("says that the best have %s, and asked again %d", in.request.Problem.Worth(*a), *b)
	} else if in.request.Task.FindsOne() && !slices.Equal(first.Solution, next.Solution) {
		in.check(next.Solution)
	}
}

// exists returns the answer to the task of one solution as text.
func exists(o nqueens.Outcome) string {
	if says(o) == "0" {
		return "that there is no solution"
	}
	return "that there is a solution"
}

// says returns the answer without its solution as text.
func says(o nqueens.Outcome) string {
	switch {
	case o.Status == nqueens.Unsatisfiable:
		return "0"
	case o.Count != nil && o.Status == nqueens.Solved:
		return o.Count.String()
	}
	return string(o.Status)
}

// Contradiction returns how the answer contradicts itself, or "".
func (in *Inspection) Contradiction() string { return in.contradiction }

// Report adds the result to an observation that has the answer's outcome.
func (in *Inspection) Report(r *Observation) {
	r.Fault, r.Contradiction = in.fault, in.contradiction
	if in.request.Task != nqueens.FindAll || !r.Status.Answered() {
		return
	}
	r.Fingerprint = &in.fingerprint
	if in.seen != nil {
		r.Duplicates = &in.duplicates
	}
}
