//go:build unix

package run

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
)

// stopMark is the environment variable with the file of which stopOnce takes a byte.
const stopMark = "NQUEENS_TEST_STOPS"

// stopOnce stops this process for a moment, and reports so, as often as the file of
// stopMark has bytes.
func stopOnce() bool {
	info, err := os.Stat(os.Getenv(stopMark))
	if err != nil || info.Size() == 0 || os.Truncate(os.Getenv(stopMark), info.Size()-1) != nil {
		return false
	}
	if err := exec.Command("sh", "-c", fmt.Sprintf("(sleep 0.3; kill -CONT %d) &", os.Getpid())).Run(); err != nil {
		return false
	}
	return syscall.Kill(os.Getpid(), syscall.SIGSTOP) == nil
}

// stopsLeft has children stop so many times, and returns how many times they have yet to.
func stopsLeft(t *testing.T, times int) func() int {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("sees a stop on Linux alone")
	}
	name := t.TempDir() + "/stops"
	if err := os.WriteFile(name, make([]byte, times), 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv(stopMark, name)
	return func() int {
		content, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
		}
		return len(content)
	}
}

// A prover that was stopped and came to its limit so is asked again, a few times.
func TestStoppedProof(t *testing.T) {
	for times, want := range map[int]bench.Proof{
		1: {Kind: bench.ProofChecked},
		3: {Kind: bench.Unproved, Why: "void: it was stopped by a signal and went on later"},
	} {
		left := stopsLeft(t, times)
		r := testRunner(t)
		r.Backends = provers()
		job := bench.Job{
			Problem: nqueens.Problem{Family: nqueens.Torus, N: 6}, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: "stops"},
			Limits: bench.Limits{Time: 2 * time.Second}, Proof: true,
		}
		record, err := r.Once(t.Context(), job, bench.Experiment{Seed: 1, Jobs: []bench.Job{job}})
		if err != nil || record.Proof != want || (record.ProofStatus == nqueens.Void) != (want.Kind == bench.Unproved) {
			t.Errorf("stopped %d times: %q, %q, %v; want %q", times, record.Proof, record.ProofStatus, err, want)
		}
		if n := left(); n != 0 {
			t.Errorf("stopped %d times: %d left", times, n)
		}
	}
}

// Solutions whose listing was stopped are listed again, a few times.
func TestStoppedListing(t *testing.T) {
	for times, want := range map[int]string{1: "missed; found by right", 3: "its solutions cannot be listed"} {
		e, _, j := judged(t, `
runs:
  - {problems: [queens(5)], tasks: [count], backends: [right, naps]}`)
		for i := range e.Jobs {
			e.Jobs[i].Limits.Time = 2 * time.Second
		}
		left := stopsLeft(t, times)
		r := testRunner(t)
		witnesses, err := r.Witnesses(t.Context(), e, j)
		i := slices.IndexFunc(witnesses, func(w judge.Witness) bool { return w.Contender == "naps" })
		if err != nil || i < 0 || !strings.HasPrefix(witnesses[i].Why, want) {
			t.Errorf("stopped %d times: %+v, %v", times, witnesses, err)
		}
		if n := left(); n != 0 {
			t.Errorf("stopped %d times: %d left", times, n)
		}
	}
}
