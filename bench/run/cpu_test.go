package run

import (
	"strings"
	"testing"
	"time"

	"nqueens"
)

// TestCPULimit: a limit of processor time ends a run long before that of the clock.
func TestCPULimit(t *testing.T) {
	e := planned(t, `
repetitions: {max: 1}
limits: {time: 60s, cpu: 200ms}
runs: [{problems: [queens(20)], tasks: [count], backends: [right]}]`)
	if l := e.Jobs[0].Limits; l.CPU != 200*time.Millisecond || l.Time != time.Minute {
		t.Fatalf("limits %+v", l)
	}
	f := carryOut(t, e, t.TempDir())
	r := f.Records[0]
	if r.Status != nqueens.Timeout || !strings.Contains(r.Reason, "CPU") || r.WallSeconds > 30 {
		t.Errorf("%s: %s, after %.3g s", r.Status, r.Reason, r.WallSeconds)
	}
}
