package isolate

import (
	"os"
	"testing"
	"time"
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

// TestParseStolen checks that the steal column is the eighth of a core's line.
func TestParseStolen(t *testing.T) {
	const stat = "cpu  1 2 3 4 5 6 7 110 9 10\ncpu0 1 2 3 4 5 6 7 80 9 10\ncpu1 1 2 3 4 5 6 7 30 9 10\ncpu10 1 2 3 4 5 6 7 7000 9 10\ncpu2 1 2 3 4 5 6 7\nintr 1 2 3 4 5 6 7 8 9\n"
	for want, cpus := range map[time.Duration][]int{1100 * time.Millisecond: nil, 800 * time.Millisecond: {0}, 300 * time.Millisecond: {1, 2, 7}, 71100 * time.Millisecond: {0, 1, 10}} {
		if got := parseStolen(stat, cpus); got != want {
			t.Errorf("from %v: %v, want %v", cpus, got, want)
		}
	}
}

func TestParsePressure(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"some avg10=0.00 avg60=0.00 avg300=0.00 total=1500000\nfull avg10=0.00 avg60=0.00 avg300=0.00 total=7\n": 1500 * time.Millisecond,
		"": NotReported, "some total=much": NotReported,
	} {
		if got := parsePressure(text); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestSpent checks that the CPU time of ended processes is added up, with that of their children if
// nobody waits for them.
func TestSpent(t *testing.T) {
	const gone = 1 << 30 // no process has such a number
	p := process{parent: gone + 1, user: 30, sys: 12, children: 5, start: 7}
	for parent, lone := range map[int]bool{gone + 1: true, gone + 2: false} {
		p.parent = parent
		d := &descendants{seen: map[int]process{gone: p, gone + 2: {start: 9}}}
		d.spent, d.lone = p.cpu(), p.cpu()
		if d.refresh(gone) || len(d.seen) != 1 {
			t.Errorf("it is still seen: %v", d.seen)
		}
		want := p.cpu()
		if lone {
			want = 2*p.cpu() + p.waitedFor()
		}
		if p.cpu() <= 0 || d.spent != 2*p.cpu() || d.lone != want {
			t.Errorf("child of %d: spent %v, alone %v", parent, d.spent, d.lone)
		}
	}
}
