//go:build long && linux && amd64

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// aDayAhead builds the program with a clock that is a day ahead. It changes the Go runtime, because
// Go reads the time from the kernel without a library.
func aDayAhead(t *testing.T) string {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	clock := filepath.Join(strings.TrimSpace(string(root)), "src/runtime/time_linux_amd64.s")
	text, err := os.ReadFile(clock)
	if err != nil {
		t.Fatal(err)
	}
	const seconds = "\tMOVQ\t16(SP), AX\t// realtime sec\n"
	if bytes.Count(text, []byte(seconds)) != 1 {
		t.Fatalf("%s reads the clock in another way", clock)
	}
	text = bytes.Replace(text, []byte(seconds), []byte(seconds+"\tADDQ\t$86400, AX\n"), 1)
	ahead, program := filepath.Join(dir, "time.s"), filepath.Join(dir, "nqueens")
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {clock: ahead}})
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{ahead: text, filepath.Join(dir, "overlay.json"): overlay} {
		if err := os.WriteFile(name, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := exec.Command("go", "build", "-tags", "nats", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return program
}

// TestClocksADayApart checks that parts are neither lost nor counted twice if the clocks of a
// server and its workers differ by a day and some workers are stopped or killed.
func TestClocksADayApart(t *testing.T) {
	ahead := aDayAhead(t)
	dir := t.TempDir()
	start := func(program string, args ...string) *exec.Cmd {
		t.Helper()
		cmd := exec.Command(program, args...)
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { cmd.Process.Kill() }) //nolint:errcheck // usually it has ended
		return cmd
	}
	do := func(program string, args ...string) string {
		t.Helper()
		cmd := exec.Command(program, args...)
		cmd.Dir, cmd.Stderr = dir, os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s %v: %v", program, args, err)
		}
		return string(out)
	}
	begun := func(list string) {
		t.Helper()
		waitFor(t, "a part of "+list, func() bool { return !strings.Contains(do("nqueens", "status", list), " 0 of ") })
	}
	lists := 0
	plan := func() string {
		lists++
		list := fmt.Sprint("list", lists)
		do("nqueens", "plan-parts", "count", "18", "--parts", "40", "--recheck", "10%", "-o", list)
		return list
	}
	right := func(list string) {
		t.Helper()
		for _, program := range []string{"nqueens", ahead} {
			if sum := do(program, "sum", list); sum != "666090624\n" {
				t.Errorf("%s by %s is %s", list, program, sum)
			}
		}
	}
	for _, c := range []struct{ server, first, second string }{{ahead, "nqueens", "nqueens"}, {"nqueens", ahead, "nqueens"}} {
		list, port := plan(), freePort(t)
		server := start(c.server, "serve", list, "--listen", "127.0.0.1:"+port, "--http", "none", "--lease", "1s")
		first := start(c.first, "work", "--server", "nats://127.0.0.1:"+port, "--name", "first", "--threads", "1", "--patience", "1m")
		begun(list)
		first.Process.Signal(syscall.SIGSTOP) //nolint:errcheck // if this fails, the sum is wrong
		second := start(c.second, "work", "--server", "nats://127.0.0.1:"+port, "--name", "second", "--patience", "1m")
		time.Sleep(2 * time.Second)           // longer than the lease
		first.Process.Signal(syscall.SIGCONT) //nolint:errcheck // if this fails, the sum is wrong
		for _, cmd := range []*exec.Cmd{server, first, second} {
			if err := cmd.Wait(); err != nil {
				t.Error(err)
			}
		}
		right(list)
	}
	for _, c := range []struct{ killed, other string }{{ahead, "nqueens"}, {"nqueens", ahead}} {
		list := plan()
		killed := start(c.killed, "work", list, "--name", "killed", "--threads", "1")
		begun(list)
		killed.Process.Kill() //nolint:errcheck // it may have ended
		killed.Wait()         //nolint:errcheck // Wait returns an error for a killed process
		do(c.other, "work", list, "--name", "other")
		right(list)
	}
}
