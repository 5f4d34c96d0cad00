//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"nqueens"
	"nqueens/bench"
)

// waiting is a program that counts when it may: it notes that it runs, and waits for the
// file "go", which it takes away. One square, from which its floor is measured, it counts at
// once.
const waiting = `#!/bin/sh
[ "$1" = 1 ] && echo 1 && exit
echo $$ >> started
while ! rm go 2>/dev/null; do sleep 0.01; done
echo 92
`

// A run in the middle of which the harness, or the program that it measures, was stopped is
// void and made again; the repetitions before and after it stay as they are.
func TestStoppedRunIsVoid(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("sees a stop on Linux alone")
	}
	for _, who := range []string{"the harness", "the program's group"} {
		t.Run(who, func(t *testing.T) {
			dir := t.TempDir()
			plan := "repetitions: {min: 3, max: 3}\nlimits: {time: 2m}\nexternal: {waits: './waits {n}'}\nruns: [{problems: queens(8), backends: waits}]\n"
			for name, text := range map[string]string{"plan.yaml": plan, "waits": waiting} {
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
			time.AfterFunc(time.Minute, func() { cmd.Process.Kill() }) // so that a run too many is no hang
			for run := 1; run <= 4; run++ {                            // one of them to be made again
				var pid int
				waitFor(t, "a run", func() bool {
					text, _ := os.ReadFile(filepath.Join(dir, "started"))
					pids := strings.Fields(string(text))
					if len(pids) < run {
						return false
					}
					pid, _ = strconv.Atoi(pids[run-1])
					return true
				})
				if run == 2 {
					stopped := -pid
					if who == "the harness" {
						stopped = cmd.Process.Pid
					}
					stop(t, stopped)
				}
				if err := os.WriteFile(filepath.Join(dir, "go"), nil, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			if err := cmd.Wait(); err != nil {
				t.Fatal(err)
			}
			f, err := bench.ReadFolder(filepath.Join(dir, "run"))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range f.Records {
				got = append(got, fmt.Sprintf("%d %s", r.Repetition, r.Status))
			}
			if text := strings.Join(got, ", "); text != "1 solved, 2 void, 2 solved, 3 solved" {
				t.Fatalf("recorded %s", text)
			}
			if r := f.Records[1]; r.Seconds != 0 || !strings.Contains(r.Reason, "stopped by a signal") && !strings.Contains(r.Reason, "the harness was stopped") {
				t.Errorf("void: %v s, %s", r.Seconds, r.Reason)
			}
			for _, mine := range bench.ByJob(f.Experiment, f.Records) {
				for i, r := range mine {
					if r.Repetition != i+1 || r.Status != nqueens.Solved {
						t.Errorf("what counts holds %d %s", r.Repetition, r.Status)
					}
				}
			}
		})
	}
}

// stop stops a process, or a group, for longer than a harness may look away.
func stop(t *testing.T, pid int) {
	t.Helper()
	for _, step := range []syscall.Signal{syscall.SIGSTOP, syscall.SIGCONT} {
		if err := syscall.Kill(pid, step); err != nil {
			t.Fatal(err)
		}
		if step == syscall.SIGSTOP {
			time.Sleep(time.Second)
		}
	}
}
