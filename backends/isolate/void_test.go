package isolate

import (
	"strings"
	"testing"
	"time"
)

// TestVoid holds what makes a run void and what does not, from figures that no machine's
// load changes.
func TestVoid(t *testing.T) {
	const s = time.Second
	tests := []struct {
		name  string
		r     Result
		cores int
		want  string // in the reason; "" is not void
	}{
		{"works", Result{Wall: 10 * s, CPU: 10 * s}, 1, ""},
		{"waits a little", Result{Wall: 10 * s, CPU: 8 * s, Waited: 2 * s}, 1, ""},
		{"starved", Result{Wall: 8570 * time.Millisecond, CPU: 12 * time.Millisecond, Waited: 8 * s}, 1, "starved: 12ms of CPU time in 8.57s on 1 core; its threads waited 8s"},
		{"starved of one core of two", Result{Wall: 10 * s, CPU: 10 * s, Waited: 10 * s}, 2, "starved"},
		{"one of two threads has no work", Result{Wall: 10 * s, CPU: 10 * s}, 2, ""},
		{"four threads on one core wait for each other", Result{Wall: 10 * s, CPU: 10 * s, Waited: 30 * s}, 1, ""},
		{"sleeps by itself", Result{Outcome: Timeout, Wall: 10 * s, CPU: 5 * time.Millisecond, Waited: time.Millisecond}, 1, ""},
		{"robbed", Result{Wall: 10 * s, CPU: 5 * s, Stolen: 5 * s}, 1, "a hypervisor took 5s"},
		{"nobody tells", Result{Wall: 10 * s, CPU: s, Waited: NotTold}, 1, "does not tell"},
		{"nobody tells, but it worked", Result{Wall: 10 * s, CPU: 9 * s, Waited: NotTold}, 1, ""},
		{"too short to tell", Result{Wall: 90 * time.Millisecond, CPU: time.Millisecond, Waited: 89 * time.Millisecond}, 1, ""},
		{"stopped", Result{Wall: 10 * s, CPU: 10 * s, Stopped: true}, 1, "stopped by a signal"},
		{"harness stopped", Result{Wall: 10 * s, CPU: 10 * s, Gap: 6 * s, Resumed: true}, 1, "the harness was stopped by a signal and stood still for 6s"},
		{"harness starved", Result{Wall: 10 * s, CPU: 10 * s, Gap: 6 * s}, 1, "starved: the harness could not look for 6s"},
		{"harness a little late", Result{Wall: 10 * s, CPU: 10 * s, Gap: s / 10}, 1, ""},
		{"lid closed", Result{Wall: 10 * s, CPU: 10 * s, Slept: 3600 * s}, 1, "the machine slept for 1h0m0s"},
	}
	for _, test := range tests {
		got := test.r.Void(test.cores)
		if (got == "") != (test.want == "") || !strings.Contains(got, test.want) {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
