package bench

import (
	"fmt"
	"slices"
	"time"

	"nqueens"
)

// maxSeen is how many solutions an inspection remembers to recognise
// duplicates: few enough not to show in the peak memory of a child.
const maxSeen = 1 << 14

// inspection looks at every solution that a backend shows: does it obey the
// rules, did it come before, and what is the fingerprint of the whole set? It
// also holds the backend to its own words.
type inspection struct {
	request       nqueens.Request
	solution      nqueens.Solution // the one being looked at: the backend's own must stay as it is
	found         uint64
	duplicates    uint64
	fingerprint   nqueens.Fingerprint
	seen          map[nqueens.Fingerprint]struct{} // nil once there are too many
	fault         *Fault
	contradiction string
}

func newInspection(r nqueens.Request) *inspection {
	return &inspection{request: r, seen: map[nqueens.Fingerprint]struct{}{}}
}

// visit looks at one solution of an enumeration and returns how long that took.
func (in *inspection) visit(found nqueens.Solution) time.Duration {
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

func (in *inspection) check(s nqueens.Solution) {
	if err := in.request.Problem.Check(s); err != nil {
		in.blame(s, err.Error())
	}
}

// blame keeps the smallest faulty solution, so that it does not depend on the
// order of the search.
func (in *inspection) blame(s nqueens.Solution, why string) {
	if in.fault == nil || s.Compare(in.fault.Solution) < 0 {
		in.fault = &Fault{Solution: slices.Clone(s), Why: why}
	}
}

// conclude compares the first answer with what was shown on the way to it.
func (in *inspection) conclude(o nqueens.Outcome) {
	switch {
	case !o.Status.Answered():
	case in.request.Task == nqueens.FindFirst && o.Status == nqueens.Solved:
		in.check(o.Solution)
	case in.request.Task == nqueens.FindAll:
		if says := says(o); says != fmt.Sprint(in.found) {
			in.contradiction = fmt.Sprintf("says %s and shows %d solutions", says, in.found)
		}
	}
}

// again compares another answer with the first. Which solution comes first is
// the backend's choice.
func (in *inspection) again(first, next nqueens.Outcome) {
	if a, b := says(first), says(next); a != b {
		in.contradiction = fmt.Sprintf("says %s, and asked again %s", a, b)
	} else if in.request.Task == nqueens.FindFirst && !slices.Equal(first.Solution, next.Solution) {
		in.check(next.Solution)
	}
}

// says is the answer without its solution.
func says(o nqueens.Outcome) string {
	switch {
	case o.Status == nqueens.Unsatisfiable:
		return "0"
	case o.Count != nil && o.Status == nqueens.Solved:
		return o.Count.String()
	}
	return string(o.Status)
}

// report adds what the inspection found to a report whose outcome is set.
func (in *inspection) report(r *report) {
	r.Fault, r.Contradiction = in.fault, in.contradiction
	if in.request.Task != nqueens.FindAll || !r.Status.Answered() {
		return
	}
	r.Fingerprint = &in.fingerprint
	if in.seen != nil {
		r.Duplicates = &in.duplicates
	}
}
