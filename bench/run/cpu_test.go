package run

import (
	"strings"
	"testing"
	"time"

	"nqueens"
)

// TestCPULimit: a limit of processor time ends a run long before that of the clock.
func TestCPULimit(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {max: 1}
limits: {time: 60s, cpu: 200ms}
runs: [{problems: [queens(20)], tasks: [count], backends: [right]}]`)
	if l := e.Jobs[0].Limits; l.CPU != 200*time.Millisecond || l.Time != time.Minute {
		t.Fatalf("limits %+v", l)
	}
	runner := testRunner(t)
	runner.Start = nil // a process has its CPU time to itself
	r := carryOutBy(t, runner, e, t.TempDir()).Records[0]
	if r.Status != nqueens.Timeout || !strings.Contains(r.Reason, "CPU") || r.WallSeconds > 30 {
		t.Errorf("%s: %s, after %.3g s", r.Status, r.Reason, r.WallSeconds)
	}
}

// TestAnswerAfterCPULimit: an answer for which more processor time was used than the limit
// is none, even if the process ended before it was killed.
func TestAnswerAfterCPULimit(t *testing.T) {
	t.Parallel()
	file := programs(t, map[string]string{"quick": "echo 2"})
	_, f, _ := runPlan(t, file, `
repetitions: {max: 1}
limits: {time: 60s, cpu: 1us}
external: {quick: "./quick {n}"}
runs: [{problems: [queens(4)], tasks: [count], backends: [quick]}]`, t.TempDir())
	if r := f.Records[0]; r.Status != nqueens.Timeout || !strings.Contains(r.Reason, "CPU") {
		t.Errorf("%s: %s", r.Status, r.Reason)
	}
}
