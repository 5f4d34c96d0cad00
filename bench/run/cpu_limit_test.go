package run

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"nqueens"
	"nqueens/backends/isolate"
	"nqueens/bench"
)

// TestSpending checks that a CPU limit ends an answer after that CPU time, however long it takes, and that
// derived contexts have the same error.
func TestSpending(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		begun := time.Now()
		tenth := func() time.Duration { return 7*time.Hour + time.Since(begun)/10 } // of a core
		ctx, cancel := spending(t.Context(), time.Second, tenth, 1)
		defer cancel()
		inner, stop := context.WithCancel(ctx)
		defer stop()
		<-inner.Done()
		if took := time.Since(begun); took < 10*time.Second || took > 11*time.Second {
			t.Errorf("ended after %v", took)
		}
		if !errors.Is(ctx.Err(), context.DeadlineExceeded) || !errors.Is(inner.Err(), context.DeadlineExceeded) {
			t.Errorf("%v, %v", ctx.Err(), inner.Err())
		}
		outer, end := context.WithCancel(t.Context())
		ctx, cancel = spending(outer, time.Hour, tenth, 2)
		defer cancel()
		end()
		<-ctx.Done()
		if ctx.Err() != context.Canceled {
			t.Errorf("stopped from outside: %v", ctx.Err())
		}
		ctx, cancel = spending(t.Context(), time.Hour, tenth, 1)
		cancel()
		<-ctx.Done()
		cancel()
	})
}

// TestCPUClock checks that with this clock sleeping takes no time, and that phases are scaled.
func TestCPUClock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := fake{name: "b", engine: "one", do: func(_ context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
			time.Sleep(24 * time.Hour) // by a clock that only sleeping advances
			o := give(r, bruteForce(r.Problem), visit)
			o.Phases = nqueens.Phases{Encode: 6 * 3600, Solve: 18 * 3600}
			return o
		}}
		r := stopwatch{cpu: true}.measure(t.Context(), b, five(nqueens.CountAll), 1, 0)
		if p := r.Phases; r.Seconds >= 3600 || r.AnswerCPU != 0 || p.Solve > r.Seconds || p.Encode > p.Solve {
			t.Errorf("%v s, phases %+v", r.Seconds, p)
		}
		r = stopwatch{busy: true}.measure(t.Context(), b, five(nqueens.CountAll), 1, 0)
		if r.Seconds != 24*3600 || r.AnswerCPU >= 3600 || r.AnswerCPU == 0 || r.spent() != r.AnswerCPU {
			t.Errorf("by the wall: %v s, %v s of CPU time", r.Seconds, r.AnswerCPU)
		}
	})
}

// TestLostByClock checks that waiting for a core does not affect CPU time, and that a stop discards a run
// with any clock.
func TestLostByClock(t *testing.T) {
	starved := isolate.Result{Wall: time.Second, CPU: 100 * time.Millisecond, Waited: 900 * time.Millisecond}
	stopped := isolate.Result{Wall: time.Second, CPU: time.Second, Stopped: true}
	for clock, void := range map[string]bool{"": true, bench.ProcessClock: true, bench.CPUClock: false} {
		if got := new(Runner).lost(starved, clock, 1); (got != "") != void {
			t.Errorf("starved, clock %q: %q", clock, got)
		}
		if new(Runner).lost(stopped, clock, 1) == "" {
			t.Errorf("stopped, clock %q: counts", clock)
		}
	}
	if (&Runner{Busy: true}).lost(starved, "", 1) != "" {
		t.Error("void although the machine is always busy")
	}
}

// TestRunByCPU checks that records by the CPU clock have CPU times, and that an answer that slept longer than
// its limit counts.
func TestRunByCPU(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 2, max: 2}
limits: {time: 300ms}
clock: cpu
runs: [{problems: queens(4), backends: dawdles}]
`)
	r := testRunner(t)
	r.Busy, r.MinTime, r.Start = false, 0, nil // CPU time is measured for a process of its own
	for _, record := range carryOutBy(t, r, e, t.TempDir()).Records {
		if record.Status != nqueens.Solved || record.Seconds > record.CPUSeconds || record.Seconds > 0.3 || record.WallSeconds < 0.4 {
			t.Errorf("%+v", record)
		}
	}
}

// TestBudget checks that no run begins after the budget is used up, which is no error, that every job that
// fits is run once before any is repeated, and that the next command continues.
func TestBudget(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 3, max: 3}
runs: [{problems: [queens(4), queens(5), queens(3)], backends: [dawdles]}]
`)
	dir := t.TempDir()
	counts := func(budget, calls int) map[string]int {
		r := testRunner(t)
		now := time.Unix(0, 0)
		r.Budget, r.Now = time.Duration(budget)*100*time.Second*5/4, func() time.Time { return now }
		r.Starting = func(bench.Job) { now = now.Add(100 * time.Second) } // for each run
		f := carryOutBy(t, r, e, dir)
		defer f.Close()
		if len(f.Records) != calls {
			t.Errorf("budget %d: %d records, want %d", budget, len(f.Records), calls)
		}
		runs := map[string]int{}
		for _, record := range f.Records {
			runs[record.Problem]++
		}
		return runs
	}
	for problem, n := range counts(5, 5) {
		if n < 1 || n > 2 || len(problem) == 0 {
			t.Errorf("%s was run %d times", problem, n)
		}
	}
	counts(3, 8)
	if runs := counts(0, 9); len(runs) != 3 {
		t.Errorf("%v", runs)
	}
}
