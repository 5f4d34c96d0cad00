package run

import (
	"context"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/family"
)

// TestVoidByItself checks that the last attempt is recorded without an answer if only the run's command was
// stopped. It is discarded if the harness was stopped too, or if the machine slept.
func TestVoidByItself(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name   string
		how    isolate.Result // the result of a run; it has an answer if the process exits
		want   nqueens.Status
		reason string
	}{
		{"for good", isolate.Result{Outcome: isolate.Timeout, Stopped: true, Halted: true}, nqueens.Timeout, "was stopped by a signal and did not continue"},
		{"to its limit", isolate.Result{Outcome: isolate.Timeout, Stopped: true}, nqueens.Timeout, "was stopped by a signal and continued later"},
		{"and answers", isolate.Result{Outcome: isolate.Exited, Stopped: true}, nqueens.Crashed, "was stopped by a signal and continued later"},
		{"with the harness", isolate.Result{Outcome: isolate.Timeout, Stopped: true, Halted: true, Resumed: true, Gap: time.Hour}, nqueens.Void, ""},
		{"while asleep", isolate.Result{Outcome: isolate.Timeout, Stopped: true, Slept: time.Hour}, nqueens.Void, ""},
		{"the harness alone", isolate.Result{Outcome: isolate.Timeout, Resumed: true, Gap: time.Hour}, nqueens.Void, ""},
	} {
		r := testRunner(t)
		inside := Within(r.Child[0], fakes(), family.All())
		r.Start = func(ctx context.Context, c isolate.Command) (isolate.Result, error) {
			how := test.how
			how.Wall = c.Wall
			if how.Outcome == isolate.Exited {
				answered, err := inside(ctx, c)
				how.Stdout = answered.Stdout
				return how, err
			}
			how.Exit, how.Reason = -1, "ran for too long"
			return how, nil
		}
		e := bench.Experiment{Name: "stops", Seed: 1, Repeat: bench.Repeat{Min: 1, Max: 1}, Jobs: []bench.Job{{
			Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"}, Limits: bench.Limits{Time: time.Minute},
		}}}
		f := carryOutBy(t, r, e, t.TempDir())
		if len(f.Records) != attempts {
			t.Errorf("%s: %d runs, want %d", test.name, len(f.Records), attempts)
		}
		for i, record := range f.Records {
			want, reason := nqueens.Void, ""
			if i == attempts-1 {
				want, reason = test.want, test.reason
			}
			if record.Status != want || !strings.Contains(record.Reason, reason) || record.Void != "" || record.Seconds > 0 {
				t.Errorf("%s: run %d is %s, %q, void %q; want %s, %q", test.name, i, record.Status, record.Reason, record.Void, want, reason)
			}
		}
	}
}
