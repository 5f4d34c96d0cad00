package run

import (
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
	"nqueens/internal/progress"
)

// TestWatched checks that a caller that waits for a child's answer can read its progress, that the answer is
// the same, and that other children do not report progress.
func TestWatched(t *testing.T) {
	t.Parallel()
	job := bench.Job{
		Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "tells"},
		Limits: bench.Limits{Time: time.Minute},
	}
	for _, watched := range []bool{true, false} {
		ctx, meter := t.Context(), new(progress.Meter)
		if watched {
			ctx, meter = progress.Watched(ctx)
		}
		r, err := testRunner(t).Once(ctx, job, bench.Experiment{Jobs: []bench.Job{job}})
		if err != nil || r.Status != nqueens.Solved || r.Count.String() != "2" {
			t.Fatalf("watched %v: %+v, %v", watched, r.Outcome, err)
		}
		if share, known := meter.Share(); known != watched || known && share != 0.25 {
			t.Errorf("watched %v: %v, %v", watched, share, known)
		}
	}
}

// TestWatchedNonsense checks that output of a child that is neither progress nor a report is a crash.
func TestWatchedNonsense(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"usurps", "panics"} {
		job := bench.Job{
			Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: name},
			Limits: bench.Limits{Time: time.Minute},
		}
		ctx, _ := progress.Watched(t.Context())
		if r, err := testRunner(t).Once(ctx, job, bench.Experiment{Jobs: []bench.Job{job}}); err != nil || r.Status != nqueens.Crashed {
			t.Errorf("%s: %+v, %v", name, r.Outcome, err)
		}
	}
}
