//go:build unix

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

const killedPlan = `
repetitions: {min: 5, max: 5}
limits: {time: 60s}
runs:
  - problems: [{n: 4..6}]
    backends: [bitmask, dlx]
  - problems: [{n: 11}]
    backends: [dlx]
`

// TestKilledRunGoesOn checks that a run that is killed several times has the same records in the
// end as a run that is not: none is lost and none is double.
func TestKilledRunGoesOn(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte(killedPlan), 0o666); err != nil {
		t.Fatal(err)
	}
	bench := func(folder string) *exec.Cmd {
		cmd := exec.Command("nqueens", "bench", "plan.yaml", "--no-charts", "-o", folder)
		cmd.Dir = dir
		return cmd
	}
	if out, err := withoutChildren(bench("whole")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	killed := filepath.Join(dir, "killed")
	for i, wait := range []time.Duration{0, 11 * time.Millisecond, 23 * time.Millisecond} {
		cmd := bench("killed")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		waitFor(t, "more records", func() bool {
			if !alive(cmd.Process.Pid) {
				t.Fatalf("the run ended with %d records", lines(killed))
			}
			return lines(killed) >= 4*(i+1)
		})
		time.Sleep(wait)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		if err := cmd.Wait(); err == nil {
			t.Fatal("the run ended before it was killed")
		}
	}
	if out, err := bench("killed").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	want, err := recordKeys(filepath.Join(dir, "whole"))
	if err != nil {
		t.Fatal(err)
	}
	got, err := recordKeys(killed)
	if err != nil {
		t.Fatal(err)
	}
	if len(want) != 35 || !slices.Equal(got, want) {
		t.Errorf("%d records after the kills, %d in a run never killed, want the same 35:\n%v\n%v", len(got), len(want), got, want)
	}
}

// TestChildDiesWithHarness checks that the child process ends when its run is killed.
func TestChildDiesWithHarness(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("elsewhere a child ends by itself, at its limit")
	}
	t.Parallel()
	dir := t.TempDir()
	plan := "limits: {time: 2m}\nruns: [{problems: queens(27), backends: bitmask}]\n"
	if err := os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte(plan), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("nqueens", "bench", "plan.yaml")
	cmd.Dir = dir
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var children []int
	waitFor(t, "a child", func() bool {
		children = childrenOf(t, cmd.Process.Pid)
		return len(children) > 0
	})
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	cmd.Wait() // Wait returns an error for a killed process
	waitFor(t, "the child's end", func() bool { return !slices.ContainsFunc(children, alive) })
}

// TestCollectsTemporary checks that a command that makes a temporary folder removes that of a killed
// one.
func TestCollectsTemporary(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	hangs := "#!/bin/sh\ntest -e \"$0.answers\" || exec sleep 60\necho a2,b4,c6,d8,e3,f1,g7,h5\n"
	if err := os.WriteFile(filepath.Join(dir, "hangs"), []byte(hangs), 0o777); err != nil {
		t.Fatal(err)
	}
	solver := "name: hangs\nabout: a script\ninputs:\n  - {format: board, answer: squares, first: './hangs {input}'}\n"
	if err := os.WriteFile(filepath.Join(dir, "hangs.yaml"), []byte(solver), 0o666); err != nil {
		t.Fatal(err)
	}
	left := func() []string {
		folders, _ := filepath.Glob(filepath.Join(dir, "nqueens-*"))
		return folders
	}
	args := []string{"solve", "8", "--timeout", "1m", "--solver", filepath.Join(dir, "hangs.yaml"), "--backend", "hangs"}
	cmd := exec.Command("nqueens", args...)
	var out bytes.Buffer
	cmd.Stderr = &out
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "a temporary folder", func() bool {
		if !alive(cmd.Process.Pid) {
			t.Fatalf("it ended: %s", &out)
		}
		return len(left()) > 0
	})
	cmd.Process.Kill()
	cmd.Wait() // Wait returns an error for a killed process
	if len(left()) == 0 {
		t.Fatal("nothing was left")
	}
	if err := os.WriteFile(filepath.Join(dir, "hangs.answers"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if text, err := exec.Command("nqueens", args...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	if folders := left(); len(folders) > 0 {
		t.Errorf("%q are left", folders)
	}
}

// TestKilledWorkers kills workers at any moment and checks that no part is lost or counted twice.
// NQUEENS_KILLS is the number of kills.
func TestKilledWorkers(t *testing.T) {
	t.Parallel()
	kills := 12
	if more := os.Getenv("NQUEENS_KILLS"); more != "" {
		if _, err := fmt.Sscan(more, &kills); err != nil {
			t.Fatal(err)
		}
	}
	const processes = 3
	parts := 6 * kills
	dir := t.TempDir()
	nqueens := func(args ...string) *exec.Cmd {
		cmd := exec.Command("nqueens", args...)
		cmd.Dir = dir
		return cmd
	}
	if out, err := nqueens("plan-parts", "count", "14", "--parts", fmt.Sprint(parts), "-o", "q14").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	start := func() *exec.Cmd {
		cmd := nqueens("work", "q14")
		cmd.Stderr = os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		return cmd
	}
	done := func() int {
		text, _ := os.ReadFile(filepath.Join(dir, "q14", "journal.jsonl")) // none yet is 0
		loose, _ := filepath.Glob(filepath.Join(dir, "q14", "results", "*.json"))
		return bytes.Count(text, []byte("\n")) + len(loose)
	}
	var workers []*exec.Cmd
	for range processes {
		workers = append(workers, start())
	}
	random := rand.New(rand.NewPCG(5, 6))
	for i := range kills {
		waitFor(t, "more parts", func() bool { return done() >= min(3*i, parts) })
		time.Sleep(time.Duration(random.IntN(10_000)) * time.Microsecond)
		w := random.IntN(processes)
		if err := workers[w].Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		workers[w].Wait() // Wait returns an error for a killed process
		workers[w] = start()
		if i%5 == 0 { // the command status moves results into the journal, and may be killed, too
			look := nqueens("status", "q14")
			if err := look.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(random.IntN(60)) * time.Millisecond)
			look.Process.Kill() //nolint:errcheck // it may have ended
			look.Wait()         // Wait returns an error for a killed process
		}
	}
	for _, w := range workers {
		if err := w.Wait(); err != nil {
			t.Error(err)
		}
	}
	out, err := nqueens("sum", "q14", "--json").Output() // a note says that no other machine was there to check
	var sum struct {
		Parts, Done int
		Count       string
	}
	if failed := json.Unmarshal(out, &sum); err != nil || failed != nil || sum.Done != sum.Parts || sum.Count != "365596" {
		t.Errorf("%v: %s", err, out)
	}
	left, err := filepath.Glob(filepath.Join(dir, "q14", "*", "*"))
	if err != nil || len(left) > 0 {
		t.Errorf("%q are left, %v", left, err)
	}
}

// TestStoppedWorker checks that a worker ends after SIGTERM with the status of a limit and releases
// its part. A suspended worker keeps its part and continues when it is resumed.
func TestStoppedWorker(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	nqueens := func(args ...string) *exec.Cmd {
		cmd := exec.Command("nqueens", args...)
		cmd.Dir = dir
		return cmd
	}
	for n, parts := range map[string]string{"22": "2", "12": "4"} {
		if out, err := nqueens("plan-parts", "count", n, "--parts", parts, "-o", "q"+n).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	claimed := func(list string) func() bool {
		return func() bool {
			var out, errs strings.Builder
			status := execute(t.Context(), []string{"status", filepath.Join(dir, list)}, strings.NewReader(""), &out, &errs)
			return status == answered && strings.Contains(out.String(), ", 1 in work")
		}
	}
	worker := nqueens("work", "q22")
	var stderr bytes.Buffer
	worker.Stderr = &stderr
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "a part in work", claimed("q22"))
	endsInterrupted(t, worker, syscall.SIGTERM)
	want := "nqueens: stopped (terminated signal received): 0 parts done; other workers can take the unfinished part\n"
	if stderr.String() != want {
		t.Errorf("says %q, want %q", stderr.String(), want)
	}
	out, err := nqueens("status", "q22").Output()
	if err != nil || !strings.HasPrefix(string(out), "queens(22) by quadrant ") || !bytes.Contains(out, []byte(": 0 of 2 parts done, 0 in work\n")) || bytes.Contains(out, []byte("failed")) {
		t.Errorf("%s, %v", out, err)
	}

	hung := nqueens("work", "q12")
	if err := hung.Start(); err != nil {
		t.Fatal(err)
	}
	for _, sent := range []os.Signal{syscall.SIGSTOP, syscall.SIGCONT} {
		if err := hung.Process.Signal(sent); err != nil && !errors.Is(err, os.ErrProcessDone) {
			t.Fatal(err)
		}
		if sent == syscall.SIGSTOP {
			time.Sleep(50 * time.Millisecond)
		}
	}
	if out, err := nqueens("work", "q12").CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	if err := hung.Wait(); err != nil {
		t.Error(err)
	}
	if out, err := nqueens("sum", "q12").Output(); err != nil || string(out) != "14200\n" {
		t.Errorf("%s, %v", out, err)
	}
}

// TestInterruptedBench checks that Ctrl-C, or the end of the terminal, ends a bench with the status
// of a limit and a line that says how to continue.
func TestInterruptedBench(t *testing.T) {
	for sent, name := range map[os.Signal]string{syscall.SIGINT: "interrupt", syscall.SIGHUP: "hangup"} {
		t.Run(name, func(t *testing.T) { testInterruptedBench(t, sent, name) })
	}
}

func testInterruptedBench(t *testing.T, sent os.Signal, name string) {
	t.Parallel()
	if signal.Ignored(sent) {
		t.Skip("ignored here, as under nohup, and so by what is started")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte(killedPlan), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("nqueens", "bench", "plan.yaml", "-o", "run")
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "a record", func() bool { return lines(filepath.Join(dir, "run")) > 0 })
	endsInterrupted(t, cmd, sent)
	want := "nqueens: stopped (" + name + " signal received): "
	if said := stderr.String(); !strings.HasPrefix(said, want) || strings.Count(said, "\n") != 1 {
		t.Errorf("printed %q, want one line that starts with %q", said, want)
	}
	if _, err := recordKeys(filepath.Join(dir, "run")); err != nil {
		t.Error(err)
	}
}

// TestInterruptedCount checks that Ctrl-C ends a count with the status of a limit and no number on
// standard output.
func TestInterruptedCount(t *testing.T) {
	t.Parallel()
	row := strings.Repeat(" .", 27) + "\n"
	for _, limit := range []string{"--timeout=0", "--timeout=1h"} { // in this process, in a child
		// Before it counts, a signal ends the program without a message. No output shows when the count
		// starts, so that the test waits longer after a signal that came too early.
		for wait := 50 * time.Millisecond; ; wait *= 2 {
			cmd := exec.Command("nqueens", "count", "--file", "-", limit)
			cmd.Stdin = strings.NewReader(strings.Repeat(row, 27))
			var stdout, stderr bytes.Buffer
			cmd.Stdout, cmd.Stderr = &stdout, &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(wait)
			if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
			late := time.AfterFunc(time.Minute, func() {
				t.Errorf("%s: goes on a minute after the signal", limit)
				cmd.Process.Kill() //nolint:errcheck // it may just have ended
			})
			cmd.Wait() // its error says no more than the status does
			late.Stop()
			status, got := cmd.ProcessState.ExitCode(), stderr.String()
			if wait < 10*time.Second && stdout.Len() == 0 && (status == -1 && got == "" || got == "nqueens: no answer: context canceled\n") {
				continue
			}
			if status != limitHit || stdout.Len() > 0 || !strings.HasPrefix(got, "nqueens: no answer: cancelled") || strings.Count(got, "\n") != 1 {
				t.Errorf("%s: ends with status %d, prints %q and says %q", limit, status, stdout.String(), got)
			}
			break
		}
	}
}

// TestInterruptedCheck checks that Ctrl-C ends a check with the status of a limit and removes the copy of standard input.
func TestInterruptedCheck(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	cmd := exec.Command("nqueens", "check", "proof", "f.cnf", "p.drat", "--file", "-")
	cmd.Env = append(os.Environ(), "TMPDIR="+dir)
	in, err := cmd.StdinPipe() // it never ends
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kept := func() bool { files, err := os.ReadDir(dir); return err != nil || len(files) > 0 }
	waitFor(t, "a copy of standard input", kept)
	endsInterrupted(t, cmd, syscall.SIGINT)
	if want := "nqueens: no answer: interrupt signal received\n"; stderr.String() != want {
		t.Errorf("says %q, want %q", stderr.String(), want)
	}
	if kept() {
		t.Error("the copy of standard input is left")
	}
}

func endsInterrupted(t *testing.T, cmd *exec.Cmd, sent os.Signal) {
	t.Helper()
	if err := cmd.Process.Signal(sent); err != nil {
		t.Fatal(err)
	}
	cmd.Wait() // its error says no more than the status does
	if got := cmd.ProcessState.ExitCode(); got != limitHit {
		t.Errorf("status %d, want %d", got, limitHit)
	}
}

// lines returns the number of complete records of a run.
func lines(dir string) int {
	text, _ := os.ReadFile(filepath.Join(dir, "records.jsonl")) // none yet is 0
	return bytes.Count(text, []byte("\n"))
}

// childrenOf returns the processes that a process has started.
func childrenOf(t *testing.T, parent int) []int {
	t.Helper()
	out, err := exec.Command("ps", "-A", "-o", "pid=,ppid=").Output()
	if err != nil {
		t.Skipf("ps: %v", err)
	}
	var children []int
	for line := range strings.Lines(string(out)) {
		var pid, ppid int
		if _, err := fmt.Sscan(line, &pid, &ppid); err == nil && ppid == parent {
			children = append(children, pid)
		}
	}
	return children
}

// alive reports whether a process exists and is no zombie.
func alive(pid int) bool {
	if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil { // tests ask again and again, and ps is a process
		_, state, _ := strings.Cut(string(stat), ") ")
		return state != "" && state[0] != 'Z'
	}
	out, _ := exec.Command("ps", "-o", "stat=", "-p", fmt.Sprint(pid)).Output() // fails if there is none
	state := strings.TrimSpace(string(out))
	return state != "" && state[0] != 'Z'
}

// TestStoppedReading checks that a command which reads from an idle pipe ends with one line when it is stopped.
func TestStoppedReading(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(syscall.Mkfifo("pipe", 0o666), syscall.Mkfifo("unread", 0o666), os.Mkdir("dir", 0o777), syscall.Mkfifo("dir/problem.txt", 0o666)); err != nil {
		t.Fatal(err)
	}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	for _, args := range [][]string{
		{"solve", "--file", "pipe"}, {"count", "--file", "pipe"}, {"count", "--file", "pipe", "--certified", "q"}, {"check", "--file", "pipe"},
		{"check", "proof", "pipe", "pipe"}, {"check", "count", "dir"}, {"convert", "pipe"}, {"encode", "--file", "pipe"}, {"bench", "pipe"}, {"sum", "pipe"},
		{"solve", "--file", "-"}, {"count", "--file", "-"}, {"check", "--file", "-"}, {"check", "proof", "-", "pipe"}, {"convert", "-"}, {"encode", "--file", "-"},
		{"check", "proof", "pipe", "-"}, {"encode", "6", "-o", "unread"},
	} {
		in, keep := io.Pipe()
		var out, errs strings.Builder
		status := execute(stopped, args, in, &out, &errs)
		if status != limitHit || errs.String() != "nqueens: no answer: context canceled\n" || out.Len() > 0 {
			t.Errorf("%v ended with status %d: %s%s", args, status, out.String(), errs.String())
		}
		keep.Close() //nolint:errcheck // no reader is left
	}
}

// TestReadingWithinLimit checks that a time limit applies to reading, checking and opening, with
// status 3 and one line. The inputs have no end and the opened pipes no reader, so that the limit is
// reached on any machine.
func TestReadingWithinLimit(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := errors.Join(os.WriteFile("f.cnf", []byte("p cnf 2 3\n1 2 0\n-1 2 0\n1 -2 0\n"), 0o666),
		syscall.Mkfifo("pipe", 0o666), syscall.Mkfifo("unread", 0o666), os.Mkdir("dir", 0o777), syscall.Mkfifo("dir/problem.txt", 0o666)); err != nil {
		t.Fatal(err)
	}
	for what, commands := range map[string][]string{
		"reading": {"count --file pipe", "solve --file pipe", "count --file pipe --certified q", "count --file -"},
		"checking": {"check --file pipe", "check proof pipe f.cnf", "check proof f.cnf pipe", "check proof f.cnf f.cnf --file pipe", "check count dir",
			"check 8 --file -", "check proof f.cnf -"},
		"opening the output": {"count 6 -o unread", "solve 6 -o unread"},
	} {
		for _, command := range commands {
			in, keep := io.Pipe()
			var out, errs strings.Builder
			status := execute(t.Context(), append(strings.Fields(command), "--timeout", "50ms"), in, &out, &errs)
			if want := "nqueens: no answer: timeout: " + what + " takes more than 50ms\n"; status != limitHit || errs.String() != want || out.Len() > 0 {
				t.Errorf("%s ended with status %d: %s%s", command, status, out.String(), errs.String())
			}
			keep.Close() //nolint:errcheck // no reader is left
		}
	}
}

// TestKilledBenchWorkers kills workers that measure parts of a bench, from a folder or over a
// network, and checks that the folder in the end has the records of one run on one machine.
func TestKilledBenchWorkers(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	const plan = "repetitions: {min: 4, max: 4}\nruns: [{problems: [{n: 4..9}, {family: torus, n: 5}, \"queens(8, given=a1)\"], backends: [bitmask, dlx]}]\n"
	if err := os.WriteFile(filepath.Join(dir, "plan.yaml"), []byte(plan), 0o666); err != nil {
		t.Fatal(err)
	}
	nqueens := func(args ...string) *exec.Cmd {
		cmd := exec.Command("nqueens", args...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "TMPDIR="+dir) // one worker at a time measures here
		return withoutChildren(cmd)
	}
	do := func(args ...string) {
		t.Helper()
		if out, err := nqueens(args...).CombinedOutput(); err != nil {
			t.Fatalf("nqueens %s: %v: %s", args, err, out)
		}
	}
	do("bench", "plan.yaml", "--no-charts", "-o", "whole")
	want, err := recordKeys(filepath.Join(dir, "whole"))
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(7, 8))
	kill := func(where ...string) {
		var workers []*exec.Cmd
		for i := range 9 {
			w := nqueens(append([]string{"work", "--name", string(rune('a' + i%3))}, where...)...)
			if err := w.Start(); err != nil {
				t.Fatal(err)
			}
			workers = append(workers, w)
			time.Sleep(time.Duration(random.IntN(200)) * time.Millisecond)
			if i%3 == 2 {
				victim := workers[random.IntN(len(workers))]
				victim.Process.Kill() //nolint:errcheck // it may have ended, or been killed before
			}
			if i%4 == 3 && where[0] == "parts" {
				nqueens("sum", "parts", "--no-charts").Run() // the run so far; the status is that there is more to come
			}
		}
		for _, w := range workers {
			w.Wait() // Wait returns an error for a killed process
		}
	}
	same := func(folder string) {
		t.Helper()
		got, err := recordKeys(filepath.Join(dir, folder))
		if err != nil {
			t.Fatal(err)
		}
		if len(want) != 64 || !slices.Equal(got, want) {
			t.Errorf("%s has %d records after the kills, a run on one machine %d, want the same 64:\n%v\n%v", folder, len(got), len(want), got, want)
		}
	}
	do("plan-parts", "bench", "plan.yaml", "-o", "parts")
	kill("parts")
	do("work", "parts")
	do("sum", "parts", "--no-charts")
	same("parts")

	do("plan-parts", "bench", "plan.yaml", "-o", "served")
	serve := nqueens("serve", "served", "--listen", "127.0.0.1:0", "--http", "none", "--lease", "1s")
	notes, err := serve.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := serve.Start(); err != nil {
		t.Fatal(err)
	}
	defer serve.Process.Kill() //nolint:errcheck // it has ended unless the test failed
	url := ""
	for scan := bufio.NewScanner(notes); url == "" && scan.Scan(); {
		_, after, _ := strings.Cut(scan.Text(), "--server ")
		url, _, _ = strings.Cut(after, "`")
	}
	go io.Copy(io.Discard, notes) //nolint:errcheck // it ends with the process
	kill("--server", url, "--patience", "1s")
	nqueens("work", "--server", url, "--patience", "1s").Run() // the status may be that the server has ended
	if err := serve.Wait(); err != nil {
		t.Error(err)
	}
	same("served")
}
