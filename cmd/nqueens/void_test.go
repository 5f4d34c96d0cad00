//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/summary"
	"nqueens/family"
)

// waiting is a program that notes that it runs, waits for the file "go", removes it and answers. It
// answers a board of one square, which measures its floor, at once.
const waiting = `#!/bin/sh
cd "$(dirname "$0")"
[ "$1" = 1 ] && echo 1 && exit
[ -f "$1" ] && [ $(wc -l < "$1") -le 1 ] && echo a1 && exit
echo $$ >> started
while ! rm go 2>/dev/null; do sleep 0.01; done
sleep 0.1 # long enough not to be asked again
[ -f "$1" ] && echo a2,b4,c1,d3 || echo 92
`

const waitingSolver = `{name: waits, about: a script, inputs: [{format: board, answer: squares, first: './waits {input}'}]}`

// TestStoppedRunIsVoid checks that a run is discarded and repeated if the harness or the measured
// process was suspended during it. The repetitions before and after it stay.
func TestStoppedRunIsVoid(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("sees a stop on Linux alone")
	}
	const (
		counter = "external: {waits: './waits {n}'}\nruns: [{problems: queens(8), backends: waits}]\n"
		solver  = "solvers: waits.yaml\nruns: [{problems: queens(4), tasks: first, backends: waits}]\n"
		native  = "runs: [{problems: queens(14), backends: dlx}]\n"
	)
	for _, test := range []struct {
		who, runs string
		stopped   func(harness, measured int) int // a process, or a group if negative
		because   string
	}{
		{"the harness", counter, func(harness, _ int) int { return harness }, "the harness was stopped"},
		{"a counter", counter, func(_, measured int) int { return -measured }, "it was stopped by a signal"},
		{"a solver", solver, func(_, measured int) int { return -measured }, "it was stopped by a signal"},
		{"our process that runs a solver", solver, func(harness, _ int) int { return measuring(t, harness) }, "the harness was stopped"},
		{"a backend of ours", native, func(_, measured int) int { return measured }, "it was stopped by a signal"},
	} {
		t.Run(test.who, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			for name, text := range map[string]string{
				"plan.yaml": "repetitions: {min: 3, max: 3}\nlimits: {time: 2m}\n" + test.runs, "waits": waiting, "waits.yaml": waitingSolver,
			} {
				if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777); err != nil {
					t.Fatal(err)
				}
			}
			cmd := exec.Command("nqueens", "bench", "plan.yaml", "--no-charts", "--busy", "-o", "run")
			cmd.Dir, cmd.Stderr = dir, os.Stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			defer cmd.Process.Kill()
			time.AfterFunc(5*time.Minute, func() { cmd.Process.Kill() }) // so that an additional run does not wait forever
			stopped := false
			var seen []int                  // the processes that were measured so far
			for run := 1; run <= 4; run++ { // three repetitions, and one run that is discarded and repeated
				waitFor(t, "a run", func() bool {
					if !alive(cmd.Process.Pid) {
						t.Fatalf("it ended after %d runs", len(seen))
					}
					if test.runs != native {
						seen = noted(dir)
					} else if pid := measuring(t, cmd.Process.Pid); pid != 0 && !slices.Contains(seen, pid) {
						seen = append(seen, pid)
					}
					return len(seen) >= run
				})
				if run >= 2 && !stopped { // a run may end before it is stopped; then the next one is stopped
					stopped = stop(t, test.stopped(cmd.Process.Pid, seen[run-1]))
				}
				if stopped && test.runs == native {
					break // the later runs do not wait for the file "go"
				}
				if err := os.WriteFile(filepath.Join(dir, "go"), nil, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if err := cmd.Wait(); err != nil {
				t.Fatal(err)
			}
			checkStopped(t, filepath.Join(dir, "run"), test.because)
		})
	}
}

// checkStopped checks that there are three repetitions, one of which was first discarded.
func checkStopped(t *testing.T, dir, because string) {
	t.Helper()
	s, err := summary.Read(dir, backends.All(), family.All())
	if err != nil {
		t.Fatal(err)
	}
	f, err := bench.ReadFolder(dir, family.All())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	var times []float64
	again := 0
	for _, r := range f.Records {
		if r.Status != nqueens.Void {
			got, times = append(got, fmt.Sprintf("%d %s", r.Repetition, r.Status)), append(times, r.Seconds)
		} else if again != 0 || r.Seconds != 0 || r.Count != nil || r.Solution != nil || !strings.HasPrefix(r.Reason, because) {
			t.Errorf("void: repetition %d, %v s, %q", r.Repetition, r.Seconds, r.Reason)
		} else {
			again = r.Repetition
		}
	}
	if again < 2 || strings.Join(got, ", ") != "1 solved, 2 solved, 3 solved" {
		t.Fatalf("repetition %d was void; recorded %q", again, got)
	}
	if c := s.Cells[0]; c.Runs != 3 || c.Seconds.Median != bench.Median(times) || c.CPUSeconds == 0 {
		t.Errorf("the figures are of %d runs, median %v of %v", c.Runs, c.Seconds.Median, times)
	}
}

// noted returns the processes of the script that have run so far.
func noted(dir string) (pids []int) {
	text, _ := os.ReadFile(filepath.Join(dir, "started")) // none yet
	for _, pid := range strings.Fields(string(text)) {
		n, _ := strconv.Atoi(pid)
		pids = append(pids, n)
	}
	return pids
}

// measuring returns the measuring child process of the harness, or 0.
func measuring(t *testing.T, harness int) int {
	t.Helper()
	for _, pid := range childrenOf(t, harness) {
		if line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid)); bytes.Contains(line, []byte(childCommand)) {
			return pid
		}
	}
	return 0
}

// stop suspends a process or a process group for longer than the harness tolerates. It returns
// false if the process had ended.
func stop(t *testing.T, pid int) bool {
	t.Helper()
	if syscall.Kill(pid, syscall.SIGSTOP) != nil {
		return false
	}
	time.Sleep(time.Second)
	there := alive(max(pid, -pid))
	if err := syscall.Kill(pid, syscall.SIGCONT); err != nil && there {
		t.Fatal(err)
	}
	return there
}
