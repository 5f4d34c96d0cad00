//go:build unix

package run

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/family"
)

// stop lets a shell stop and continue a process. The stop is longer than a harness may go without looking: a
// harness without a core misses the stop but sees the gap.
func stop(process int) bool {
	return exec.Command("sh", "-c", fmt.Sprintf("kill -STOP %d; sleep 0.6; kill -CONT %[1]d", process)).Run() == nil
}

// stopOnce stops this process if a turn is left, and reports whether it did.
func stopOnce() bool { return takeTurn() && stop(os.Getpid()) }

// stopHarness stops the measuring process if a turn is left, and reports whether it did.
func stopHarness() bool { return takeTurn() && stop(os.Getppid()) }

// stops makes the runner's children stop a number of times, and returns a function that returns how many
// stops are left.
func stops(t *testing.T, r *Runner, times int) (left func() int) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("sees a stop on Linux alone")
	}
	return turns(t, r, times)
}

// TestStoppedProof checks that a proof that timed out after a stop of its prover is repeated a few times.
func TestStoppedProof(t *testing.T) {
	for times, want := range map[int]bench.Proof{
		1: {Kind: bench.ProofChecked},
		3: {Kind: bench.Unproved, Why: "void: "},
	} {
		t.Run(fmt.Sprint(times), func(t *testing.T) {
			t.Parallel()
			r := testRunner(t)
			left := stops(t, r, times)
			r.Backends = provers()
			record, err := r.Once(t.Context(), toBeProved("stops", time.Minute), bench.Experiment{Seed: 1})
			if err != nil || record.Proof.Kind != want.Kind || !strings.HasPrefix(record.Proof.Why, want.Why) || (record.ProofStatus == nqueens.Void) != (want.Kind == bench.Unproved) {
				t.Errorf("%q, %q, %v; want %q", record.Proof, record.ProofStatus, err, want)
			}
			if n := left(); n != 0 {
				t.Errorf("%d left", n)
			}
		})
	}
}

func toBeProved(by string, limit time.Duration) bench.Job {
	return bench.Job{
		Problem: nqueens.Problem{Family: family.Torus, N: 6}, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: by},
		Limits: bench.Limits{Time: limit}, Proof: true,
	}
}

// TestStoppedCheck checks that a proof during whose check the harness was stopped is repeated a few times,
// and then kept without its time. Stopping the harness stops all of its runs, so no other test may run at the
// same time.
func TestStoppedCheck(t *testing.T) {
	for _, times := range []int{1, 3} {
		r := testRunner(t)
		left := stops(t, r, times)
		r.Backends = provers()
		record, err := r.Once(t.Context(), toBeProved("holds up", time.Minute), bench.Experiment{Seed: 1})
		if err != nil || record.Proof.Kind != bench.ProofChecked || (record.ProofSeconds == 0) != (times == 3) {
			t.Errorf("stopped %d times: %q, %v s, %v", times, record.Proof, record.ProofSeconds, err)
		}
		if n := left(); n != 0 {
			t.Errorf("stopped %d times: %d left", times, n)
		}
	}
}

// TestStoppedListing checks that a listing that was stopped is repeated a few times.
func TestStoppedListing(t *testing.T) {
	for times, want := range map[int]string{1: "missed; found by right", 3: "its solutions cannot be listed"} {
		t.Run(fmt.Sprint(times), func(t *testing.T) {
			t.Parallel()
			e, _, j := judged(t, `
runs:
  - {problems: [queens(5)], tasks: [count], backends: [right, naps]}`)
			r := testRunner(t)
			left := stops(t, r, times)
			witnesses, err := r.Witnesses(t.Context(), e, j)
			i := slices.IndexFunc(witnesses, func(w judge.Witness) bool { return w.Contender == "naps" })
			if err != nil || i < 0 || !strings.HasPrefix(witnesses[i].Why, want) {
				t.Errorf("%+v, %v", witnesses, err)
			}
			if n := left(); n != 0 {
				t.Errorf("%d left", n)
			}
		})
	}
}
