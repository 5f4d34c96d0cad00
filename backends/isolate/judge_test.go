package isolate

import (
	"os"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// TestJudge checks that the verdict of a run that ended by itself depends on its figures and not on
// the times of samples. A limit may be reached but not exceeded. If several are exceeded, memory and
// CPU time take precedence over elapsed time and output.
func TestJudge(t *testing.T) {
	const s = time.Second
	limits := Limits{Wall: 10 * s, CPU: 5 * s, Memory: 1000, Output: 7}
	for _, test := range []struct {
		name   string
		limits Limits
		r      Result
		used   usage
		want   Outcome
		reason string
	}{
		{"well", limits, Result{}, usage{}, Exited, ""},
		{"at every limit", limits, Result{Wall: 10 * s}, usage{cpu: 5 * s, memory: 1000}, Exited, ""},
		{"without limits", Limits{}, Result{Wall: 1000 * s}, usage{cpu: 1000 * s, memory: 1 << 60}, Exited, ""},
		{"late", limits, Result{Wall: 10*s + 1}, usage{}, Timeout, "ran for more than 10s"},
		{"computed too long", limits, Result{Wall: s}, usage{cpu: 5*s + 1}, Timeout, "used 5.000000001s of CPU time, limit 5s"},
		{"too large", limits, Result{Wall: s}, usage{memory: 1001}, MemoryLimit, "held 1001 bytes, limit 1000"},
		{"once too large", limits, Result{Wall: s}, usage{memory: 5, peak: 1001}, MemoryLimit, "held 1001 bytes, limit 1000"},
		{"too large, and late", limits, Result{Wall: 11 * s}, usage{memory: 1001, cpu: 6 * s}, MemoryLimit, "held 1001 bytes, limit 1000"},
		{"killed by the kernel", limits, Result{Signal: "SIGKILL"}, usage{memory: 999, killed: true}, MemoryLimit, "held 999 bytes, limit 1000"},
		{"wrote too much, and failed", limits, Result{Truncated: true, Exit: 1}, usage{}, OutputLimit, "wrote more than 7 bytes to stdout or stderr"},
		{"killed", limits, Result{Signal: "SIGKILL", Exit: -1}, usage{}, Crashed, "killed by SIGKILL from outside; perhaps the system ran out of memory"},
		{"crashed", limits, Result{Signal: "SIGSEGV", Exit: -1}, usage{}, Crashed, "ended by SIGSEGV"},
		{"failed", limits, Result{Exit: 1}, usage{}, Exited, "exit status 1"},
	} {
		m := meter{limits: test.limits}
		m.add(test.used)
		if got := judge(test.r, &m); got != (verdict{test.want, test.reason}) {
			t.Errorf("%s: %+v, want %s, %q", test.name, got, test.want, test.reason)
		}
	}
}

// TestMeter checks that the meter keeps the maximum of each figure, and each event seen once.
func TestMeter(t *testing.T) {
	var m meter
	for _, u := range []usage{
		{memory: 5, peak: 3, cpu: 2, waited: 9, processes: 1}, {memory: 1, cpu: 7, waited: 1, reported: true, processes: 2},
		{peak: 8, exact: true, stopped: true}, {killed: true, processes: 1}, {},
	} {
		m.add(u)
	}
	if want := (meter{peak: 8, cpu: 7, waited: 9, reported: true, exact: true, several: true, stopped: true, killed: true}); m != want {
		t.Errorf("%+v, want %+v", m, want)
	}
	m = meter{}
	m.add(usage{processes: 1})
	if m != (meter{}) {
		t.Errorf("of one process that uses nothing: %+v", m)
	}
}

// TestMeterAtTheEnd checks that the kernel's report of a reaped command counts if nothing more
// exact is known, and is exact if the command was the only process.
func TestMeterAtTheEnd(t *testing.T) {
	cmd := exec.Command("true")
	if err := cmd.Run(); err != nil {
		t.Skip(err)
	}
	for _, test := range []struct {
		before meter
		peak   int64
		after  meter
	}{
		{meter{peak: 5}, 9, meter{peak: 9, exact: true}}, {meter{peak: 5}, 3, meter{peak: 5, exact: true}}, {meter{peak: 5, several: true}, 9, meter{peak: 9, several: true}},
		{meter{peak: 5, exact: true}, 9, meter{peak: 5, exact: true}}, {meter{peak: 5}, 0, meter{peak: 5}},
	} {
		test.before.cpu, test.after.cpu = time.Hour, time.Hour
		if test.before.addExit(cmd.ProcessState, test.peak); test.before != test.after {
			t.Errorf("%+v, want %+v", test.before, test.after)
		}
	}
	var m meter
	if m.addExit(cmd.ProcessState, 0); m.cpu != cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime() {
		t.Errorf("%v of %v and %v", m.cpu, cmd.ProcessState.UserTime(), cmd.ProcessState.SystemTime())
	}
}

// TestGap checks that the longest delay of a sample is recorded, and that a long gap is recognised
// by the signal that ended it.
func TestGap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := meter{looked: time.Now()}
		for i, test := range []struct{ slept, pause, gap time.Duration }{{5, 5, 0}, {7, 5, 2}, {6, 5, 2}, {20, 10, 10}, {0, 10, 10}} {
			time.Sleep(test.slept)
			if m.look(test.pause); m.gap != test.gap || !m.looked.Equal(time.Now()) {
				t.Errorf("look %d: a gap of %d, want %d", i, m.gap, test.gap)
			}
		}
		for _, test := range []struct {
			gap           time.Duration
			signal, wants bool
		}{{longestGap, true, false}, {longestGap + 1, true, true}, {longestGap + 1, false, false}} {
			reported := make(chan os.Signal, 1)
			if test.signal {
				reported <- os.Interrupt
			}
			if got := (&meter{gap: test.gap}).resumed(reported); got != test.wants {
				t.Errorf("a gap of %v, signal %v: %v", test.gap, test.signal, got)
			}
		}
	})
}

// TestCheck checks that negative limits are refused with distinct errors.
func TestCheck(t *testing.T) {
	for want, c := range map[string]Command{
		"Path is empty": {}, "wall time limit -1ns": {Path: "p", Limits: Limits{Wall: -1}}, "CPU time limit -1ns": {Path: "p", Limits: Limits{CPU: -1}},
		"memory limit -1 ": {Path: "p", Limits: Limits{Memory: -1}}, "output limit -1 ": {Path: "p", Limits: Limits{Output: -1}},
	} {
		if err := c.check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if err := (Command{Path: "p"}).check(); err != nil {
		t.Error(err)
	}
}

// TestBusyLimits checks that on a busy machine a limit bounds the CPU time of a command, and not
// the time for which it waits for a core.
func TestBusyLimits(t *testing.T) {
	begun := time.Now()
	for name, test := range map[string]struct {
		cpu, elapsed, waited time.Duration
		reported             bool
		busy                 bool
		want                 string
	}{
		"waits most of the time":      {cpu: 50 * time.Millisecond, elapsed: 26 * time.Second, waited: 24 * time.Second, reported: true, busy: true},
		"nothing tells of waits":      {cpu: 50 * time.Millisecond, elapsed: 26 * time.Second, busy: true},
		"computes too long":           {cpu: 1001 * time.Millisecond, elapsed: 8 * time.Second, waited: 7 * time.Second, reported: true, busy: true, want: "used 1.001s of CPU time, limit 1s"},
		"sleeps":                      {cpu: 50 * time.Millisecond, elapsed: 5001 * time.Millisecond, reported: true, busy: true, want: "ran for more than 1s"},
		"sleeps less":                 {cpu: 50 * time.Millisecond, elapsed: 5 * time.Second, reported: true, busy: true},
		"a limit by the wall instead": {cpu: 1001 * time.Millisecond, elapsed: 8 * time.Second, reported: true},
	} {
		m := meter{limits: Limits{Wall: time.Second, Busy: test.busy}, begin: begun, looked: begun.Add(test.elapsed), cpu: test.cpu, waited: test.waited, reported: test.reported}
		if v := m.over(); v.Reason != test.want {
			t.Errorf("%s: %q, want %q", name, v.Reason, test.want)
		}
		if v := judge(Result{Wall: test.elapsed}, &m); test.busy && v.Reason != test.want || !test.busy && v.Outcome != Timeout {
			t.Errorf("%s, after its end: %+v", name, v)
		}
	}
	l := Limits{Wall: time.Second}
	if !l.Asleep(l.outer()+1, NotReported) || l.Asleep(l.outer(), NotReported) || l.outer() < 20*time.Second {
		t.Errorf("without waits a command ends after %v", l.outer())
	}
}

// TestShare checks that a busy loop gets a positive share of a core, and that this process's
// affinity is restored.
func TestShare(t *testing.T) {
	if s := Share(Probe().CPUs, 20*time.Millisecond); !(s > 0 && s <= 1) {
		t.Errorf("%v of a core", s)
	}
	if w := SelfWaited(); w < 0 && w != NotReported {
		t.Errorf("waited %v", w)
	}
}
