package run

import (
	"strings"
	"testing"
	"time"

	"nqueens"
)

// TestCPULimit checks that a CPU limit ends a run long before its wall-clock limit.
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
	runner.Start = nil // CPU time is measured for a process of its own
	r := carryOutBy(t, runner, e, t.TempDir()).Records[0]
	if r.Status != nqueens.Timeout || !strings.Contains(r.Reason, "CPU") || r.WallSeconds > 30 {
		t.Errorf("%s: %s, after %.3g s", r.Status, r.Reason, r.WallSeconds)
	}
}

// TestAnswerAfterCPULimit checks that an answer that used more CPU time than its limit is a time-out, even if
// the process ended before it was killed.
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
