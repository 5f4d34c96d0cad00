package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/internal/cputime"
	"nqueens/internal/table"
)

// maxIterations ends the repetition of work too short to time at all.
const maxIterations = 10_000

// measure answers the request once, inspecting what is found, and again until
// the timed answers have taken enough time together. Work that takes as long
// at once is timed on its first answer, and so is all where nothing is enough; shorter
// work is timed after the given number of untimed answers.
func (w stopwatch) measure(ctx context.Context, b backends.Backend, request nqueens.Request, warmup int, enough time.Duration) report {
	inspection := newInspection(request)
	first := w.answer(ctx, b, request, inspection.visit)
	inspection.conclude(first.outcome)
	peak := first.outcome.Stats[backends.PeakBytes]
	if b.Describe().External == "" {
		// Later answers would add their garbage to it.
		peak, _ = isolate.SelfPeak()
	}
	var times totals
	if first.outcome.Status.Answered() && first.took < enough {
		for i := 1; i < warmup && ctx.Err() == nil; i++ {
			w.answer(ctx, b, request, skim)
		}
		for times.took < enough && times.n < maxIterations && inspection.contradiction == "" {
			next := w.answer(ctx, b, request, skim)
			if ctx.Err() != nil {
				break // what it says may be for want of time
			}
			inspection.again(first.outcome, next.outcome)
			first.outcome.Void = cmp.Or(first.outcome.Void, next.outcome.Void)
			times.add(next)
		}
	}
	r := report{Observation: bench.Observation{Outcome: first.outcome, PeakBytes: peak}, ProgramCPU: first.outcome.ProgramCPU}
	r.Phases.Check = first.visiting.Seconds()
	inspection.report(&r)
	if first.outcome.Status.Answered() {
		if times.n == 0 {
			times.add(first)
		}
		times.mean(&r)
		if !w.busy {
			r.AnswerCPU = 0 // no limit is of it
		}
	}
	return r
}

// stopwatch times answers by a clock.
type stopwatch struct {
	cpu bool // a time is the CPU time, of this process and of those that ended in it
	// busy has the CPU time be taken beside that on the wall.
	busy  bool
	limit time.Duration // of the answers' context, for words
}

// computed is the CPU time so far, where it is taken.
func (w stopwatch) computed(external bool) time.Duration {
	switch {
	case !w.cpu && !w.busy:
		return 0
	case external:
		return cputime.WithChildren()
	}
	return cputime.Used()
}

// timed is one answer with the time it took.
type timed struct {
	outcome  nqueens.Outcome
	took     time.Duration // the backend's own time
	computed time.Duration // its own CPU time, where that is taken
	visiting time.Duration // spent in the visitor: not the backend's time
}

// answer has the backend answer once. The visitor returns how long it took.
func (w stopwatch) answer(ctx context.Context, b backends.Backend, request nqueens.Request, visit func(nqueens.Solution) time.Duration) timed {
	var a timed
	external := b.Describe().External != ""
	start, computed := time.Now(), w.computed(external)
	a.outcome = b.Run(ctx, request, func(s nqueens.Solution) bool {
		a.visiting += visit(s)
		return true
	})
	a.computed = max(0, w.computed(external)-computed)
	elapsed := time.Since(start)
	if w.busy && a.outcome.Status.Answered() && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		a.outcome = nqueens.Fail(nqueens.Timeout, fmt.Sprintf("answered too late, limit %v", w.limit)) // having slept perhaps
	}
	a.took = elapsed - a.visiting
	if a.visiting > 0 { // to ask for the CPU time at each solution would cost more than a look at it
		a.computed = time.Duration(float64(a.computed) * a.took.Seconds() / elapsed.Seconds())
	}
	if phases := &a.outcome.Phases; !external {
		phases.Solve = max(0, phases.Solve-a.visiting.Seconds())
	} else if phases.Decode = max(0, phases.Decode-a.visiting.Seconds()); phases.Solve > 0 {
		// Making the folder for its files, and clearing up after it, is our doing.
		a.took = time.Duration((phases.Encode + phases.Solve + phases.Decode) * float64(time.Second))
	}
	if w.cpu {
		a.byCPU()
	}
	a.outcome.Solution.Sort()
	return a
}

// byCPU has the CPU time take the place of that on the wall. Backends time their phases by the
// wall: each has the part of the CPU time that it has of the other.
func (a *timed) byCPU() {
	part := 0.0
	if a.took > 0 {
		part = a.computed.Seconds() / a.took.Seconds()
	}
	phases := &a.outcome.Phases
	phases.Encode, phases.Solve, phases.Decode = part*phases.Encode, part*phases.Solve, part*phases.Decode
	a.took = a.computed
}

// skim is a visitor that looks at nothing.
func skim(nqueens.Solution) time.Duration { return 0 }

// totals are sums over timed answers.
type totals struct {
	n              int
	took, computed time.Duration
	program        float64 // CPU seconds of a program that the backend started
	phases         nqueens.Phases
}

func (t *totals) add(a timed) {
	t.n++
	t.took += a.took
	t.computed += a.computed
	t.program += a.outcome.ProgramCPU
	t.phases.Encode += a.outcome.Phases.Encode
	t.phases.Solve += a.outcome.Phases.Solve
	t.phases.Decode += a.outcome.Phases.Decode
}

func (t *totals) mean(r *report) {
	n := float64(t.n)
	r.Seconds, r.AnswerCPU = t.took.Seconds()/n, t.computed.Seconds()/n
	r.Iterations, r.ProgramCPU = t.n, t.program
	r.Phases.Encode = t.phases.Encode / n
	r.Phases.Solve = t.phases.Solve / n
	r.Phases.Decode = t.phases.Decode / n
}

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
	fault         *bench.Fault
	contradiction string
	counted       map[int]nqueens.Solution // of each number of pieces a solution, where the problem has an objective
}

func newInspection(r nqueens.Request) *inspection {
	return &inspection{request: r, seen: map[nqueens.Fingerprint]struct{}{}, counted: map[int]nqueens.Solution{}}
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
	if in.request.Problem.Goal() != nqueens.NoGoal {
		if n := in.request.Problem.Counted(s); in.counted[n] == nil {
			in.counted[n] = slices.Clone(s)
		}
	}
}

// blame keeps the smallest faulty solution, so that it does not depend on the
// order of the search.
func (in *inspection) blame(s nqueens.Solution, why string) {
	if in.fault == nil || s.Compare(in.fault.Solution) < 0 {
		in.fault = &bench.Fault{Solution: slices.Clone(s), Why: why}
	}
}

// conclude compares the first answer with what was shown on the way to it.
func (in *inspection) conclude(o nqueens.Outcome) {
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

// atOptimum compares how many pieces the solutions have with what the backend says is
// best.
func (in *inspection) atOptimum(o nqueens.Outcome) {
	if o.Status != nqueens.Solved || in.request.Problem.Goal() == nqueens.NoGoal || in.contradiction != "" {
		return
	}
	if o.Optimum == nil && (len(in.counted) > 0 || says(o) != "0") {
		in.contradiction = "does not say how many pieces the solutions have"
	}
	for n := range in.counted {
		if o.Optimum != nil && n != *o.Optimum {
			in.contradiction = fmt.Sprintf("says that the best have %s and shows a solution with %d", in.request.Problem.Worth(*o.Optimum), n)
		}
	}
}

// again compares another answer with the first. Which solution comes first is
// the backend's choice.
func (in *inspection) again(first, next nqueens.Outcome) {
	if a, b := says(first), says(next); a != b {
		if in.request.Task.FindsOne() && first.Status.Answered() && next.Status.Answered() {
			a, b = exists(first), exists(next)
		}
		in.contradiction = fmt.Sprintf("says %s, and asked again %s", a, b)
	} else if a, b := first.Optimum, next.Optimum; a != nil && b != nil && *a != *b {
		in.contradiction = fmt.Sprintf("says that the best have %s, and asked again %d", in.request.Problem.Worth(*a), *b)
	} else if in.request.Task.FindsOne() && !slices.Equal(first.Solution, next.Solution) {
		in.check(next.Solution)
	}
}

// exists is the answer to the question for one solution.
func exists(o nqueens.Outcome) string {
	if says(o) == "0" {
		return "that there is no solution"
	}
	return "that there is a solution"
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
