package bench

import (
	"context"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/external"
	"nqueens/backends/isolate"
)

// ShortWork is what takes less time than the timed answers of one process must
// take together: long against the clock's resolution and a scheduler's tick.
const ShortWork = 20 * time.Millisecond

// maxIterations ends the repetition of work too short to time at all.
const maxIterations = 10_000

// measure answers the request once, inspecting what is found, and again until
// the timed answers have taken long enough together. Work that is long enough
// at once is timed on its first answer; shorter work is timed after the given
// number of untimed answers.
func measure(ctx context.Context, b backends.Backend, request nqueens.Request, warmup int) report {
	inspection := newInspection(request)
	first := answer(ctx, b, request, inspection.visit)
	inspection.conclude(first.outcome)
	peak := first.outcome.Stats[external.PeakBytes]
	if b.Describe().External == "" {
		// Later answers would add their garbage to it.
		peak, _ = isolate.SelfPeak()
	}
	var times totals
	if first.outcome.Status.Answered() && first.took < ShortWork {
		for i := 1; i < warmup && ctx.Err() == nil; i++ {
			answer(ctx, b, request, skim)
		}
		for times.took < ShortWork && times.n < maxIterations && inspection.contradiction == "" {
			next := answer(ctx, b, request, skim)
			if ctx.Err() != nil {
				break // what it says may be for want of time
			}
			inspection.again(first.outcome, next.outcome)
			times.add(next)
		}
	}
	r := report{Outcome: first.outcome, PeakBytes: peak}
	r.Phases.Check = first.visiting.Seconds()
	inspection.report(&r)
	if first.outcome.Status.Answered() {
		if times.n == 0 {
			times.add(first)
		}
		times.mean(&r)
	}
	return r
}

// timed is one answer with the time it took.
type timed struct {
	outcome  nqueens.Outcome
	took     time.Duration // the backend's own time
	visiting time.Duration // spent in the visitor: not the backend's time
}

// answer has the backend answer once. The visitor returns how long it took.
func answer(ctx context.Context, b backends.Backend, request nqueens.Request, visit func(nqueens.Solution) time.Duration) timed {
	var a timed
	start := time.Now()
	a.outcome = b.Run(ctx, request, func(s nqueens.Solution) bool {
		a.visiting += visit(s)
		return true
	})
	a.took = time.Since(start) - a.visiting
	a.outcome.Phases.Solve = max(0, a.outcome.Phases.Solve-a.visiting.Seconds())
	a.outcome.Solution.Sort()
	return a
}

// skim is a visitor that looks at nothing.
func skim(nqueens.Solution) time.Duration { return 0 }

// totals are sums over timed answers.
type totals struct {
	n      int
	took   time.Duration
	phases nqueens.Phases
}

func (t *totals) add(a timed) {
	t.n++
	t.took += a.took
	t.phases.Encode += a.outcome.Phases.Encode
	t.phases.Solve += a.outcome.Phases.Solve
	t.phases.Decode += a.outcome.Phases.Decode
}

func (t *totals) mean(r *report) {
	n := float64(t.n)
	r.Seconds = t.took.Seconds() / n
	r.Iterations = t.n
	r.Phases.Encode = t.phases.Encode / n
	r.Phases.Solve = t.phases.Solve / n
	r.Phases.Decode = t.phases.Decode / n
}
