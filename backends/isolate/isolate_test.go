package isolate

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// eachMethod runs a test with the best methods of this system and with the simplest.
func eachMethod(t *testing.T, test func(t *testing.T, plain bool)) {
	t.Run("best", func(t *testing.T) { test(t, false) })
	t.Run("plain", func(t *testing.T) { test(t, true) })
}

// shortChildren computes in processes that end before a sample, and then sleeps.
const shortChildren = `i=0; while [ $i -lt 60 ]; do sh -c 'j=0; while [ $j -lt 9000 ]; do j=$((j+1)); done'; i=$((i+1)); done; sleep 100`

func TestOutcomes(t *testing.T) {
	const mib = 1 << 20
	tests := []struct {
		name    string
		command Command
		limits  Limits
		want    Outcome
		exit    int
		reason  string
	}{
		{"ends well", child("exit", "0"), Limits{}, Exited, 0, ""},
		{"ends badly", child("exit", "3"), Limits{}, Exited, 3, "exit status 3"},
		{"panics", child("panic"), Limits{}, Exited, 2, "exit status 2"},
		{"sleeps", child("sleep"), Limits{Wall: 100 * time.Millisecond}, Timeout, -1, "100ms"},
		{"spins", child("spin"), Limits{CPU: 100 * time.Millisecond, Wall: time.Minute}, Timeout, -1, "CPU time"},
		{"prints without end", child("print"), Limits{Output: mib, Wall: time.Minute}, OutputLimit, -1, "1048576 bytes"},
		{"allocates without end", child("allocate", strconv.Itoa(math.MaxInt32)), Limits{Memory: 64 * mib, Wall: time.Minute}, MemoryLimit, -1, "limit 67108864"},
		{"allocates too much and ends", child("allocate", "150"), Limits{Memory: 50 * mib}, MemoryLimit, 0, "limit 52428800"},
		{"allocates what it may", child("allocate", "50"), Limits{Memory: 1024 * mib}, Exited, 0, ""},
		{"starts short children", Command{Path: "sh", Args: []string{"-c", shortChildren}}, Limits{CPU: 100 * time.Millisecond, Wall: time.Minute}, Timeout, -1, "CPU time"},
		{"shares its memory limit", child("share", "50"), Limits{Memory: 90 * mib, Wall: time.Minute}, MemoryLimit, -1, "limit 94371840"},
	}
	eachMethod(t, func(t *testing.T, plain bool) {
		for _, test := range tests {
			t.Run(test.name, func(t *testing.T) {
				c := test.command
				c.Limits, c.plain = test.limits, plain
				r := run(t, t.Context(), c)
				if r.Outcome != test.want {
					t.Fatalf("outcome %q, want %q: %s\n%s", r.Outcome, test.want, printable(r), r.Stderr)
				}
				// A command that exceeds a limit and ends at once may or may not be caught.
				if test.want == Exited && r.Exit != test.exit {
					t.Errorf("exit %d, want %d", r.Exit, test.exit)
				}
				if !strings.Contains(r.Reason, test.reason) || (test.reason == "") != (r.Reason == "") {
					t.Errorf("reason %q does not contain %q", r.Reason, test.reason)
				}
				if r.Wall <= 0 || r.CPU <= 0 {
					t.Errorf("wall %v, CPU %v: want both above 0", r.Wall, r.CPU)
				}
			})
		}
	})
}

func TestOutput(t *testing.T) {
	c := child("echo")
	c.Stdin = bytes.Repeat([]byte("0123456789abcdef"), 1<<16) // more than a pipe holds
	r := run(t, t.Context(), c)
	if !bytes.Equal(r.Stdout, c.Stdin) || string(r.Stderr) != "to stderr" || r.Truncated {
		t.Errorf("got %d and %d bytes, truncated %v; want %d and 9", len(r.Stdout), len(r.Stderr), r.Truncated, len(c.Stdin))
	}

	c.Output = 1000
	r = run(t, t.Context(), c)
	if !bytes.Equal(r.Stdout, c.Stdin[:1000]) || !r.Truncated || r.Outcome != OutputLimit {
		t.Errorf("kept %d bytes, truncated %v, outcome %s; want the first 1000 and %s", len(r.Stdout), r.Truncated, r.Outcome, OutputLimit)
	}
	var err error
	if c.Stdout, err = os.Create(filepath.Join(t.TempDir(), "out")); err != nil {
		t.Fatal(err)
	}
	defer c.Stdout.Close()
	r = run(t, t.Context(), c)
	if written, err := os.ReadFile(c.Stdout.Name()); !bytes.Equal(written, c.Stdin) || len(r.Stdout) > 0 || r.Outcome != Exited {
		t.Errorf("%d bytes in a file (%v), %d kept, outcome %s; want %d, none and %s", len(written), err, len(r.Stdout), r.Outcome, len(c.Stdin), Exited)
	}
}

// TestKeepsItsThread checks that a run stays on one thread, to which its child's life and cores are
// tied, and releases it when it returns.
func TestKeepsItsThread(t *testing.T) {
	in, out, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	defer out.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	c := child("print")
	c.Stdout = out
	stacks := func(all bool) string {
		text := make([]byte, 1<<20)
		return string(text[:runtime.Stack(text, all)])
	}
	lockedIn := func(stack string) bool {
		head, _, _ := strings.Cut(stack, "\n")
		return strings.Contains(head, "locked to thread")
	}
	after := make(chan bool, 1)
	go func() {
		Run(ctx, c) //nolint:errcheck // its end is not what this is about
		after <- lockedIn(stacks(false))
	}()
	if _, err := in.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	runs := 0
	for stack := range strings.SplitSeq(stacks(true), "\n\n") {
		if strings.Contains(stack, "isolate.Run(") {
			if runs++; !lockedIn(stack) {
				t.Error(stack)
			}
		}
	}
	cancel()
	if locked := <-after; locked || runs == 0 {
		t.Errorf("%d runs seen; on its thread afterwards: %v", runs, locked)
	}
}

func TestIgnoredInputDoesNoHarm(t *testing.T) {
	c := child("exit", "0")
	c.Stdin = make([]byte, 1<<20)
	if r := run(t, t.Context(), c); r.Outcome != Exited || r.Exit != 0 || r.Truncated {
		t.Errorf("a child that reads nothing: %s", printable(r))
	}
}

func TestCancel(t *testing.T) {
	eachMethod(t, func(t *testing.T, plain bool) {
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(100*time.Millisecond, cancel)
		c := child("sleep")
		c.plain = plain
		r := run(t, ctx, c)
		if r.Outcome != Cancelled || r.Wall > 20*time.Second {
			t.Errorf("cancelled while running: %s", printable(r))
		}
		r = run(t, ctx, c)
		if r.Outcome != Cancelled || r.Wall != 0 {
			t.Errorf("cancelled before the start: %s", printable(r))
		}
	})
}

func TestRefuses(t *testing.T) {
	many := child("exit", "0")
	many.CPUs = []int{99999}
	if len(Probe().CPUs) == 0 {
		many.Path = "" // this system cannot pin, so no core is invalid
	}
	for name, c := range map[string]Command{
		"no path":         {},
		"no such program": {Path: "./no-such-program"},
		"no such folder":  {Path: child("exit").Path, Dir: "no-such-folder"},
		"negative wall":   {Path: "x", Limits: Limits{Wall: -1}},
		"negative CPU":    {Path: "x", Limits: Limits{CPU: -1}},
		"negative memory": {Path: "x", Limits: Limits{Memory: -1}},
		"negative output": {Path: "x", Limits: Limits{Output: -1}},
		"no such core":    many,
	} {
		if r, err := Run(t.Context(), c); err == nil {
			t.Errorf("%s: no error, but %s", name, printable(r))
		}
	}
}

// TestPeak checks that a small child of a large parent is not charged with its parent's memory, and
// that the memory of a large child is measured.
func TestPeak(t *testing.T) {
	const mib = 1 << 20
	ballast := allocate(50)
	defer runtime.KeepAlive(ballast)
	eachMethod(t, func(t *testing.T, plain bool) {
		small := child("exit", "0")
		small.plain = plain
		if r := run(t, t.Context(), small); r.PeakBytes > 40*mib {
			t.Errorf("a child that does nothing peaks at %d MiB", r.PeakBytes/mib)
		}
		big := child("allocate and report", "400")
		big.plain = plain
		r := run(t, t.Context(), big)
		self, err := strconv.ParseInt(string(r.Stdout), 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		if r.Method == MethodNone {
			t.Skip("memory is not watched here")
		}
		if self < 400*mib || r.PeakBytes < 400*mib || r.PeakBytes > self+self/4 {
			t.Errorf("a child of 400 MiB peaks at %d MiB by its own account, %d by ours", self/mib, r.PeakBytes/mib)
		}
	})
}

func TestProbe(t *testing.T) {
	c := Probe()
	r := run(t, t.Context(), child("exit", "0"))
	if c.Memory != r.Method {
		t.Errorf("Probe says that memory is watched by %q, a run says %q", c.Memory, r.Method)
	}
	for _, line := range c.Lines() {
		t.Log(line)
		if strings.HasSuffix(line, ": ") {
			t.Errorf("nothing said after %q", line)
		}
	}
}

func TestLines(t *testing.T) {
	c := Capabilities{System: "linux/amd64", CPUs: []int{0, 1, 3}, Memory: "polling", Containment: "the group", ParentDeath: "nothing", Notes: []string{"a", "b"}}
	want := []string{"system: linux/amd64", "pinning: cores 0-1,3", "memory watched by: polling", "descendants killed by: the group", "when the harness dies: nothing", "note: a", "note: b"}
	if got := c.Lines(); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	c.CPUs = nil
	if got := c.Lines()[1]; got != "pinning: not possible" {
		t.Errorf("%q", got)
	}
}

func TestRanges(t *testing.T) {
	for want, cores := range map[string][]int{"": nil, "0": {0}, "0-1": {0, 1}, "0,2-4,9": {0, 2, 3, 4, 9}} {
		if got := ranges(cores); got != want {
			t.Errorf("ranges(%v) = %q, want %q", cores, got, want)
		}
	}
}

func BenchmarkRun(b *testing.B) {
	for _, bm := range []struct {
		name  string
		plain bool
	}{{"best", false}, {"plain", true}} {
		b.Run(bm.name, func(b *testing.B) {
			for b.Loop() {
				r, err := Run(b.Context(), Command{Path: "true", plain: bm.plain, Limits: Limits{Wall: time.Minute, Memory: 1 << 30}})
				if err != nil || r.Outcome != Exited {
					b.Fatal(r.Outcome, err)
				}
			}
		})
	}
}
