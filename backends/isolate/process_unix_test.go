//go:build unix

package isolate

import (
	"os/exec"
	"syscall"
	"testing"
	"time"
)

func TestParsePS(t *testing.T) {
	const table = "    1  1000   0:00.02\n   42  2048   0:01.50\n   42  1024 00:00:02\n  142  9999   1:00.00\n garbage\n"
	want := usage{processes: 2, memory: 3 << 20, cpu: 3500 * time.Millisecond}
	if got := parsePS(table, 42); got != want {
		t.Errorf("parsePS = %+v, want %+v", got, want)
	}
}

func TestPSTime(t *testing.T) {
	for s, want := range map[string]time.Duration{
		"0:00.25":    250 * time.Millisecond, // macOS
		"71:02.00":   71*time.Minute + 2*time.Second,
		"01:02:03":   time.Hour + 2*time.Minute + 3*time.Second, // Linux
		"2-01:00:00": 49 * time.Hour,
		"":           0,
		"-":          0,
		"1:2:3:4":    0,
		"1:two":      0,
	} {
		if got := psTime(s); got != want {
			t.Errorf("psTime(%q) = %v, want %v", s, got, want)
		}
	}
}

func TestAskPS(t *testing.T) {
	if _, err := exec.LookPath("ps"); err != nil {
		t.Skip(err)
	}
	if u := askPS(syscall.Getpgrp()); u.processes == 0 || u.memory == 0 {
		t.Errorf("ps does not see this test: %+v", u)
	}
}

// TestExitPeak checks that the kernel's peak of a command counts only if it is above this process's
// own peak, and so cannot be inherited.
func TestExitPeak(t *testing.T) {
	cmd := exec.Command("true")
	if err := cmd.Run(); err != nil {
		t.Skip(err)
	}
	for own, counts := range map[int64]bool{0: false, 1: true, 1 << 60: false} {
		if peak := (&group{ownPeak: own}).exitPeak(cmd.ProcessState); peak > 0 != counts {
			t.Errorf("where this process held %d bytes: %d", own, peak)
		}
	}
}
