package run

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/internal/cputime"
)

// maxIterations limits the repetition of work that is too short to be timed.
const maxIterations = 10_000

// measure answers the request once and inspects the solutions. It then repeats the answer until the timed
// answers together have taken enough time. If the first answer takes that long, or enough is 0, the first
// answer is timed. Otherwise warmup untimed answers precede the timed ones.
func (w stopwatch) measure(ctx context.Context, b backends.Backend, request nqueens.Request, warmup int, enough time.Duration) report {
	inspection := bench.NewInspection(request)
	first := w.answer(ctx, b, request, inspection.Visit)
	inspection.Conclude(first.outcome)
	peak := first.outcome.Stats[backends.PeakBytes]
	if b.Describe().External == "" {
		// The garbage of later answers would increase the peak.
		peak, _ = isolate.SelfPeak()
	}
	var times totals
	if first.outcome.Status.Answered() && first.took < enough {
		for i := 1; i < warmup && ctx.Err() == nil; i++ {
			w.answer(ctx, b, request, skim)
		}
		for times.took < enough && times.n < maxIterations && inspection.Contradiction() == "" {
			next := w.answer(ctx, b, request, skim)
			if ctx.Err() != nil {
				break // its answer may be wrong because the time was too short
			}
			inspection.Again(first.outcome, next.outcome)
			first.outcome.Void = cmp.Or(first.outcome.Void, next.outcome.Void)
			times.add(next)
		}
	}
	r := report{Observation: bench.Observation{Outcome: first.outcome, PeakBytes: peak}, ProgramCPU: first.outcome.ProgramCPU}
	r.Phases.Check = first.visiting.Seconds()
	inspection.Report(&r.Observation)
	if first.outcome.Status.Answered() {
		if times.n == 0 {
			times.add(first)
		}
		times.mean(&r)
		if !w.busy {
			r.AnswerCPU = 0 // there is no limit of CPU time
		}
	}
	return r
}

// stopwatch measures the time of answers.
type stopwatch struct {
	cpu bool // times are CPU times of this process and its finished children
	// busy measures the CPU time in addition to the wall-clock time.
	busy  bool
	limit time.Duration // limit of the answers' context, for messages
}

// computed returns the CPU time so far, if it is measured.
func (w stopwatch) computed(external bool) time.Duration {
	switch {
	case !w.cpu && !w.busy:
		return 0
	case external:
		return cputime.WithChildren()
	}
	return cputime.Used()
}

// timed is one answer with its time.
type timed struct {
	outcome  nqueens.Outcome
	took     time.Duration // the backend's own time
	computed time.Duration // its CPU time, if measured
	visiting time.Duration // spent in the visitor, which is not the backend's time
}

// answer runs the backend once. visit returns the time that it took.
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
		a.outcome = nqueens.Fail(nqueens.Timeout, fmt.Sprintf("answered too late, limit %v", w.limit)) // it may have slept
	}
	a.took = elapsed - a.visiting
	if a.visiting > 0 { // measuring the CPU time at each solution would cost more than the visitor
		a.computed = time.Duration(float64(a.computed) * a.took.Seconds() / elapsed.Seconds())
	}
	if phases := &a.outcome.Phases; !external {
		phases.Solve = max(0, phases.Solve-a.visiting.Seconds())
	} else if phases.Decode = max(0, phases.Decode-a.visiting.Seconds()); phases.Solve > 0 {
		// Creating and removing the folder for files is not the backend's work.
		a.took = time.Duration((phases.Encode + phases.Solve + phases.Decode) * float64(time.Second))
	}
	if w.cpu {
		a.byCPU()
	}
	a.outcome.Solution.Sort()
	return a
}

// byCPU replaces wall-clock times by CPU times. Backends measure their phases by the wall clock. Each phase
// gets the same share of the CPU time.
func (a *timed) byCPU() {
	part := 0.0
	if a.took > 0 {
		part = a.computed.Seconds() / a.took.Seconds()
	}
	phases := &a.outcome.Phases
	phases.Encode, phases.Solve, phases.Decode = part*phases.Encode, part*phases.Solve, part*phases.Decode
	a.took = a.computed
}

// skim is a visitor that ignores the solutions.
func skim(nqueens.Solution) time.Duration { return 0 }

// totals has sums over the timed answers.
type totals struct {
	n              int
	took, computed time.Duration
	program        float64 // CPU seconds of the program that the backend started
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
