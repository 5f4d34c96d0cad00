package isolate

import (
	"os"
	"testing"
)

func TestParseStat(t *testing.T) {
	const stat = "77 (a) (b c) S 7 70 71 0 -1 4194304 1 2 3 4 250 31 9 9 20 0 1 0 123456 999999 3 18446744073709551615 1\n"
	got, ok := parseStat(stat)
	want := process{state: 'S', parent: 7, group: 70, session: 71, user: 250, sys: 31, children: 18, start: 123456}
	if !ok || got != want {
		t.Errorf("parseStat = %+v, %v; want %+v", got, ok, want)
	}
	for _, bad := range []string{"", "77 (a", "77 (a) S 1 2"} {
		if _, ok := parseStat(bad); ok {
			t.Errorf("parseStat(%q) succeeds", bad)
		}
	}
}

func TestStatusBytes(t *testing.T) {
	const status = "Name:\ta\nVmHWM:\t   10210 kB\nVmRSS:\t    9000 kB\nThreads:\t1\n"
	for key, want := range map[string]int64{"VmHWM:": 10210 << 10, "VmRSS:": 9000 << 10, "Threads:": 1 << 10, "VmSwap:": 0, "Name:": 0} {
		if got := statusBytes(status, key); got != want {
			t.Errorf("%s %d, want %d", key, got, want)
		}
	}
	now, peak := residentSet(os.Getpid())
	if now <= 0 || peak < now || proportionalSet(os.Getpid()) <= 0 {
		t.Errorf("this process has %d bytes, at most %d, for its part %d", now, peak, proportionalSet(os.Getpid()))
	}
	if now, peak := residentSet(-1); now != 0 || peak != 0 || proportionalSet(-1) != 0 {
		t.Errorf("no process has %d bytes, at most %d", now, peak)
	}
}
