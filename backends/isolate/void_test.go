package isolate

import (
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestVoid checks what makes a run void, from figures that do not depend on the machine's load.
func TestVoid(t *testing.T) {
	const s = time.Second
	tests := []struct {
		name  string
		r     Result
		cores int
		want  string // in the reason; "" if not void
	}{
		{"works", Result{Wall: 10 * s, CPU: 10 * s}, 1, ""},
		{"waits a little", Result{Wall: 10 * s, CPU: 8 * s, Waited: 2 * s}, 1, ""},
		{"starved", Result{Wall: 8570 * time.Millisecond, CPU: 12 * time.Millisecond, Waited: 8 * s}, 1, "starved: 12ms of CPU time in 8.57s on 1 core; its threads waited 8s"},
		{"starved of one core of two", Result{Wall: 10 * s, CPU: 10 * s, Waited: 10 * s}, 2, "starved"},
		{"one of two threads has no work", Result{Wall: 10 * s, CPU: 10 * s}, 2, ""},
		{"four threads on one core wait for each other", Result{Wall: 10 * s, CPU: 10 * s, Waited: 30 * s}, 1, ""},
		{"sleeps by itself", Result{Outcome: Timeout, Wall: 10 * s, CPU: 5 * time.Millisecond, Waited: time.Millisecond}, 1, ""},
		{"robbed", Result{Wall: 10 * s, CPU: 5 * s, Stolen: 5 * s}, 1, "a hypervisor took 5s"},
		{"nobody tells", Result{Wall: 10 * s, CPU: s, Waited: NotReported}, 1, "does not report whether"},
		{"nobody tells, but it worked", Result{Wall: 10 * s, CPU: 9 * s, Waited: NotReported}, 1, ""},
		{"short", Result{Wall: 76 * time.Millisecond, CPU: 29 * time.Millisecond, Waited: 43 * time.Millisecond}, 1, "starved: 29ms of CPU time in 76ms on 1 core; its threads waited 43ms"},
		{"hardly long enough to tell", Result{Wall: 20 * time.Millisecond, CPU: 6 * time.Millisecond, Waited: 12 * time.Millisecond}, 1, "starved"},
		{"too short to tell", Result{Wall: 19 * time.Millisecond, CPU: time.Millisecond, Waited: 18 * time.Millisecond}, 1, ""},
		{"stopped", Result{Wall: 10 * s, CPU: 10 * s, Stopped: true}, 1, "stopped by a signal"},
		{"stopped and went on", Result{Outcome: Exited, Stopped: true}, 1, "stopped by a signal and continued later"},
		{"stopped and went on to its limit", Result{Outcome: Timeout, Stopped: true}, 1, "stopped by a signal and continued later"},
		{"stopped for good", Result{Outcome: Timeout, Stopped: true, Halted: true}, 1, "stopped by a signal and did not continue"},
		{"harness stopped", Result{Wall: 10 * s, CPU: 10 * s, Gap: 6 * s, Resumed: true}, 1, "the harness was stopped by a signal for 6s"},
		{"harness starved", Result{Wall: 10 * s, CPU: 10 * s, Gap: 6 * s}, 1, "starved: the harness did not run for 6s"},
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

// TestStoppedAlone checks that a stop counts as the command's own if neither the harness was
// stopped nor the machine suspended.
func TestStoppedAlone(t *testing.T) {
	for want, results := range map[bool][]Result{
		true:  {{Stopped: true}, {Stopped: true, Halted: true, Gap: time.Hour}},
		false: {{}, {Resumed: true}, {Stopped: true, Resumed: true}, {Stopped: true, Slept: time.Hour}},
	} {
		for _, r := range results {
			if r.StoppedAlone() != want {
				t.Errorf("%+v: want %v", r, want)
			}
		}
	}
}

// TestResumed checks that only a gap followed by the signal is a stop, and that the signal is
// awaited only after a gap and for a limited time, on a fake clock.
func TestResumed(t *testing.T) {
	for _, test := range []struct {
		name           string
		gap, news      time.Duration // no signal if negative
		want           bool
		waits          time.Duration
		toldBeforehand bool
	}{
		{"no gap", longestGap, -1, false, 0, false},
		{"no gap, and news", longestGap, -1, false, 0, true},
		{"news before", longestGap + 1, -1, true, 0, true},
		{"news in time", longestGap + 1, resumption - 1, true, resumption - 1, false},
		{"late news", longestGap + 1, resumption + 1, false, resumption, false},
		{"no news", longestGap + 1, -1, false, resumption, false},
	} {
		synctest.Test(t, func(t *testing.T) {
			reported := make(chan os.Signal, 1)
			if test.toldBeforehand {
				reported <- os.Interrupt
			}
			if test.news >= 0 {
				time.AfterFunc(test.news, func() { reported <- os.Interrupt })
			}
			begun := time.Now()
			if got := (&meter{gap: test.gap}).resumed(reported); got != test.want || time.Since(begun) != test.waits {
				t.Errorf("%s: %v after %v", test.name, got, time.Since(begun))
			}
		})
	}
}

// TestLook checks that the gap is the longest time between two samples minus the pause.
func TestLook(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := meter{looked: time.Now()}
		for _, passed := range []time.Duration{10, 40, 30} {
			time.Sleep(passed * time.Millisecond)
			m.look(10 * time.Millisecond)
		}
		if m.gap != 30*time.Millisecond || !m.looked.Equal(time.Now()) {
			t.Errorf("a gap of %v", m.gap)
		}
	})
}
