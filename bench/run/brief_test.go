package run

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/instance"
)

// TestBrief checks that a report of a sweep can be read back, as words or as JSON.
func TestBrief(t *testing.T) {
	seed := uint64(1<<64 - 1)
	plain := report{Observation: bench.Observation{Outcome: nqueens.Outcome{Status: nqueens.Unsatisfiable}, Seconds: 1.25e-7}}
	told, failed, wrong, odd, counted := plain, plain, plain, plain, plain
	told.Stats, told.AnswerCPU, told.Made = map[string]int64{"nodes": 12, "updates": -1}, 1e-300, &seed
	failed.Outcome, failed.Made = nqueens.Fail(nqueens.Timeout, "late"), &seed
	wrong.Fault = &bench.Fault{Solution: nqueens.Solution{nqueens.On(0, 0)}, Why: "too few"}
	odd.Stats = map[string]int64{"two words": 1}
	counted.Count, counted.Contradiction = nqueens.NewCount(92), "says 92 and shows 0 2 3"
	for i, r := range []report{plain, told, failed, wrong, odd, counted} {
		var out bytes.Buffer
		if err := (assignment{Nonce: "n"}).brief(&out, i, r); err != nil {
			t.Fatal(err)
		}
		if brief := !strings.HasPrefix(out.String(), "{"); brief != (i < 2) || strings.Count(out.String(), "\n") != 1 {
			t.Errorf("%d: %s", i, out.String())
		}
		r.Nonce, r.Index = "n", i
		if got, err := parseReport(out.Bytes(), "n", i); err != nil || !reflect.DeepEqual(got, r) {
			t.Errorf("%d: %+v, %v; want %+v", i, got, err, r)
		}
	}
	for _, line := range []string{"", "n 0 solved 1", "n 0 solved 1 x", "n 0 solved x 1", "n x solved 1 1", "n 1 solved 1 1", "m 0 solved 1 1", "n 0 solved 1 1 nodes", "n 0 solved 1 1 seed=-1", "n 0  1 1"} {
		if r, err := parseReport([]byte(line), "n", 0); err == nil {
			t.Errorf("%q is read as %+v", line, r)
		}
	}
}

// sparse returns a sweep of right on instances on which the generator often gives up.
func sparse(count int) *bench.Sweep {
	return &bench.Sweep{
		Instances: bench.NewInstances([]instance.Recipe{{Kind: instance.Completion, N: 5, Size: 3}, {Kind: instance.Completion, N: 5, Size: 2}}, 1),
		Task:      nqueens.FindFirst, Contender: backends.Contender{Backend: "right"}, Limits: bench.Limits{Time: 10 * time.Second}, Count: count,
	}
}

// asText returns a Start that answers nothing if the child is to generate instances, and counts these cases.
func asText(start starter, asked *int) starter {
	return func(ctx context.Context, c isolate.Command) (isolate.Result, error) {
		var a assignment
		if err := json.Unmarshal(c.Stdin, &a); err == nil && a.Instances != nil {
			*asked++
			return isolate.Result{Outcome: isolate.Exited}, nil
		}
		return start(ctx, c)
	}
}

// stopAfter returns a Start whose first child answers the given number of instances, and which stops the run
// instead of starting a second child.
func stopAfter(start starter, answers int, stop func()) starter {
	return func(ctx context.Context, c isolate.Command) (isolate.Result, error) {
		var a assignment
		if err := json.Unmarshal(c.Stdin, &a); err != nil {
			return isolate.Result{}, err
		}
		if answers == 0 {
			stop()
			return isolate.Result{Outcome: isolate.Cancelled}, nil
		}
		a.Count, answers = answers, 0
		var err error
		if c.Stdin, err = json.Marshal(a); err != nil {
			return isolate.Result{}, err
		}
		return start(ctx, c)
	}
}

// TestSweepMade checks that a child that generates the instances has the same ones as a child that gets them
// as texts, also after resuming, and that the harness then knows their seeds.
func TestSweepMade(t *testing.T) {
	t.Parallel()
	texts, none, dir := sweepRunner(t), 0, t.TempDir()
	texts.Start = asText(texts.starter(), &none)
	whole := sparse(8)
	f, err := swept(t, t.Context(), texts, t.TempDir(), whole)
	if err != nil || none != 1 {
		t.Fatalf("%v after %d refusals to make instances", err, none)
	}
	want := verdicts(f, whole)
	for _, answers := range []int{5, 16} { // the run is stopped after these
		s, r := sparse(8), sweepRunner(t)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		if answers < s.Len() {
			r.Start = stopAfter(r.starter(), answers, cancel)
		}
		f, err := swept(t, ctx, r, dir, s)
		if errors.Is(err, context.Canceled) != (answers < s.Len()) {
			t.Fatal(err)
		}
		if got := verdicts(f, s); got != want[:answers] || len(want) != 16 || !strings.ContainsRune(want, '1') || !strings.ContainsRune(want, '0') {
			t.Errorf("%q, want %q", got, want)
		}
		for i := range s.Len() {
			made, err := s.Job(i)
			job, wrong := sparse(8).Job(i)
			if errors.Join(err, wrong) != nil || made.Instance != job.Instance || made.ProblemName() != job.ProblemName() {
				t.Errorf("%d: %s, want %s: %v", i, made.Instance, job.Instance, errors.Join(err, wrong))
			}
		}
	}
}

// TestTurnTooShort checks that a child leaves an instance that it cannot generate in its turn to the harness.
func TestTurnTooShort(t *testing.T) {
	slow := bench.NewInstances([]instance.Recipe{{Kind: instance.Blocked, N: 6, Size: 3, Least: 2}}, 1)
	for turn, want := range map[time.Duration]int{-1: 0, time.Hour: 2} {
		a := assignment{Nonce: "n", Instances: slow, Count: 2, Task: nqueens.FindFirst, Threads: 1, Time: time.Hour, Turn: turn}
		var out bytes.Buffer
		b := fake{name: "b", engine: "one", do: func(_ context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
			return give(r, bruteForce(r.Problem), visit)
		}}
		if err := serveBlock(t.Context(), a, b, nil, &out); err != nil || bytes.Count(out.Bytes(), []byte("\n")) != want {
			t.Errorf("%v: %q, %v", turn, out.String(), err)
		}
		n := 0
		for r := range blockReports(isolate.Result{Outcome: isolate.Exited, Stdout: out.Bytes()}, a, true) {
			if n++; r.Made == nil {
				t.Errorf("%v: %+v", turn, r)
			}
		}
		if n != want {
			t.Errorf("%v: %d reports, want %d", turn, n, want)
		}
	}
}
