package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/family"
	"nqueens/instance"
)

// moody is a backend that answers like right, except on boards of certain sizes. It creates the file named by
// MOODY_OBEYS before it waits.
var moody = fake{name: "moody", isolated: true, engine: "twelve", do: func(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	do := map[int]string{5: "dies", 7: "panics", 9: "obeys", 11: "babbles", 13: "swaps", 15: "despairs", 17: "usurps"}[r.Problem.N]
	if do == "" {
		do = "right"
	}
	if note := os.Getenv("MOODY_OBEYS"); note != "" && do == "obeys" {
		if err := os.WriteFile(note, nil, 0o600); err != nil {
			panic(err)
		}
	}
	r.Problem.N = min(r.Problem.N, 4) // brute force is slow
	if r.Threads != 1 || r.Task != nqueens.FindFirst {
		return nqueens.Fail(nqueens.Crashed, fmt.Sprintf("it was to do %s on %d threads", r.Task, r.Threads))
	}
	b, err := backends.Named(fakes(), do)
	if err != nil {
		panic(err)
	}
	return b.Run(ctx, r, visit)
}}

// boardsOf returns a sweep of right on boards of the given sizes.
func boardsOf(sizes ...int) *bench.Sweep {
	return &bench.Sweep{
		Instances: &bench.Instances{Name: "boards", Made: func(i int) (nqueens.Problem, error) {
			return nqueens.Problem{Family: family.Queens, N: sizes[i]}, nil
		}},
		Task: nqueens.FindFirst, Contender: backends.Contender{Backend: "right"}, Limits: bench.Limits{Time: 10 * time.Second}, Count: len(sizes),
	}
}

// sweepRunner returns a runner that also has moody.
func sweepRunner(t *testing.T) *Runner {
	r := testRunner(t)
	r.Backends = append(r.Backends, moody)
	return r
}

// swept runs sweeps into a folder and reads it.
func swept(t *testing.T, ctx context.Context, r *Runner, dir string, sweeps ...*bench.Sweep) (*bench.Folder, error) {
	t.Helper()
	f, err := bench.OpenFolder(dir, bench.Experiment{Name: "sweeps", Repeat: bench.Repeat{Min: 1, Max: 1}, Rounds: []int{1000}, Sweeps: sweeps})
	if err != nil {
		t.Fatal(err)
	}
	return f, errors.Join(r.Run(ctx, f), f.Close())
}

func verdicts(f *bench.Folder, s *bench.Sweep) string { return f.SweepRun(s, "1").Verdicts() }

// TestSweep checks that one process answers all instances, and that a second call has nothing to do.
func TestSweep(t *testing.T) {
	t.Parallel()
	dir, b := t.TempDir(), boardsOf(4, 3, 5, 2, 6)
	for range 2 {
		f, err := swept(t, t.Context(), sweepRunner(t), dir, b)
		if err != nil {
			t.Fatal(err)
		}
		if got := verdicts(f, b); got != "10101" || len(f.Blocks) != 1 {
			t.Errorf("%q in %d processes", got, len(f.Blocks))
		}
		for _, a := range f.Runs().Sweeps[0].All() {
			if a.Seconds() <= 0 {
				t.Errorf("%+v", a)
			}
		}
		other := *b
		if other.Limits.Time++; verdicts(f, &other) != "" {
			t.Error("answers under other limits are taken")
		}
	}
}

// TestSweepGoesOn checks that each problem has its own result, and that a crash affects only the current
// problem.
func TestSweepGoesOn(t *testing.T) {
	t.Parallel()
	b := boardsOf(4, 5, 4, 3, 7, 4, 9, 2, 11, 3, 17, 4)
	b.Backend, b.Limits.Time = "moody", time.Second
	f, err := swept(t, t.Context(), sweepRunner(t), t.TempDir(), b)
	if err != nil {
		t.Fatal(err)
	}
	if got := verdicts(f, b); got != "1c10c1t0w0c1" {
		t.Errorf("%q", got)
	}
	var why []string
	for _, s := range f.Blocks {
		for _, f := range s.Failures {
			why = append(why, fmt.Sprintf("%d %s", f.At, f.Why))
			if (f.Fault != nil) != (f.At == 8) {
				t.Errorf("%d: the wrong solution is %v", f.At, f.Fault)
			}
		}
	}
	for i, want := range []string{"1 killed by SIGKILL", "4 exit status 2: panic: a bug in a backend", "8 0 pieces stand on the board", "10 printed nonsense"} {
		if i >= len(why) || !strings.HasPrefix(why[i], want) {
			t.Errorf("failure %d of %q, want %s", i, why, want)
		}
	}
}

// TestRounds checks that all contenders finish a round before any begins the next, the cheaper first.
func TestRounds(t *testing.T) {
	t.Parallel()
	recipes := []instance.Recipe{{Kind: instance.Completion, N: 5, Size: 0}, {Kind: instance.Completion, N: 5, Size: 1}}
	list := bench.NewInstances(recipes, 1)
	var sweeps []*bench.Sweep
	for _, who := range []string{"right", "righttoo"} {
		sweeps = append(sweeps, &bench.Sweep{Instances: list, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: who}, Limits: bench.Limits{Time: time.Minute}, Count: 4})
	}
	dir := t.TempDir()
	f, err := bench.OpenFolder(dir, bench.Experiment{Repeat: bench.Repeat{Min: 1, Max: 1}, Rounds: []int{1, 3}, Sweeps: sweeps})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(sweepRunner(t).Run(t.Context(), f), f.Close()); err != nil {
		t.Fatal(err)
	}
	var got []int
	for i := range f.Blocks {
		got = append(got, f.Blocks[i].From, f.Blocks[i].Len())
	}
	if want := []int{0, 2, 0, 2, 2, 4, 2, 4, 6, 2, 6, 2}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	read, err := bench.ReadFolder(dir, family.All())
	if err != nil || len(read.Runs().Sweeps) != 2 || read.Runs().Sweeps[1].Answered() != 8 {
		t.Errorf("read again: %v", err)
	}
}

// TestBlockReports checks that each answer counts for its own problem only. A report out of order is
// impossible, and a process that was stopped from outside gives no result for its current problem.
func TestBlockReports(t *testing.T) {
	line := func(i int, status nqueens.Status) string {
		return fmt.Sprintf(`{"nonce":"n","index":%d,"status":%q}`+"\n", i, status)
	}
	yes, no := func(i int) string { return line(i, nqueens.Solved) }, func(i int) string { return line(i, nqueens.Unsatisfiable) }
	exit := func(code int) isolate.Result { return isolate.Result{Outcome: isolate.Exited, Exit: code} }
	for _, test := range []struct {
		name, stdout string
		result       isolate.Result
		stopped      bool
		want         string
	}{
		{name: "all", stdout: yes(0) + no(1) + yes(2), want: "101"},
		{name: "more than it was handed", stdout: yes(0) + no(1) + yes(2) + yes(3), want: "101"},
		{name: "turn over", stdout: yes(0) + no(1), want: "10"},
		{name: "nothing", want: "c"},
		{name: "a gap", stdout: yes(0) + no(2), want: "1c"},
		{name: "begins late", stdout: yes(1), want: "c"},
		{name: "twice", stdout: yes(0) + no(0), want: "1c"},
		{name: "no such status", stdout: yes(0) + line(1, "great"), want: "1c"},
		{name: "forged", stdout: yes(0) + strings.Replace(no(1), `"n"`, `""`, 1), want: "1c"},
		{name: "garbage", stdout: yes(0) + "solving…\n" + no(1), want: "1c"},
		{name: "half a line", stdout: yes(0) + no(1)[:9], want: "1c"},
		{name: "out of time", stdout: yes(0), result: isolate.Result{Outcome: isolate.Timeout}, want: "1t"},
		{name: "out of time in mid-line", stdout: yes(0) + no(1)[:9], result: isolate.Result{Outcome: isolate.Timeout}, want: "1t"},
		{name: "out of memory", stdout: yes(0), result: isolate.Result{Outcome: isolate.MemoryLimit}, want: "1m"},
		{name: "an exit", stdout: yes(0), result: exit(2), want: "1c"},
		{name: "an exit after all", stdout: yes(0) + no(1) + yes(2), result: exit(2), want: "101"},
		{name: "stopped", stdout: yes(0), stopped: true, want: "1"},
		{name: "stopped at nonsense", stdout: yes(0) + no(2), stopped: true, want: "1"},
	} {
		if test.result.Outcome == "" {
			test.result.Outcome = isolate.Exited
		}
		test.result.Stdout = []byte(test.stdout)
		var s bench.Block
		for r := range blockReports(test.result, assignment{Nonce: "n", Problems: make([]string, 3)}, !test.stopped) {
			s.Add(r.Observation)
		}
		if s.Verdicts != test.want {
			t.Errorf("%s: %q, want %q", test.name, s.Verdicts, test.want)
		}
	}
}

// TestSweepOfAnother checks the notes about answers of another build or version when a run is resumed.
func TestSweepOfAnother(t *testing.T) {
	b := boardsOf(4, 3, 5, 2, 6)
	for name, test := range map[string]struct {
		version, build string
		keep           bool
		want, told     string
	}{
		"another build":       {"1", "another", false, "10101", "another build of this program gave 2 answers to sweeps (this is "},
		"another build, kept": {"1", "another", true, "11101", "kept: another build of this program gave 2 answers to sweeps (this is "},
		"another version":     {"0", "another", true, "10101", "right is now version 1, but there are records of version 0"},
	} {
		dir := t.TempDir()
		f, err := bench.OpenFolder(dir, bench.Experiment{Name: "sweeps", Repeat: bench.Repeat{Min: 1, Max: 1}, Rounds: []int{1000}, Sweeps: []*bench.Sweep{b}})
		if err != nil {
			t.Fatal(err)
		}
		old := bench.NewBlock(b, bench.Maker{Version: test.version, Build: test.build}, 0)
		for range 2 {
			old.Add(bench.Observation{Outcome: nqueens.Outcome{Status: nqueens.Solved}, Seconds: 1})
		}
		if err := errors.Join(f.AppendBlocks(old), f.Close()); err != nil {
			t.Fatal(err)
		}
		r, told := sweepRunner(t), ""
		r.Keep, r.Warn = test.keep, func(text string) { told += text }
		if f, err = swept(t, t.Context(), r, dir, b); err != nil {
			t.Fatal(err)
		}
		if got := verdicts(f, b); got != test.want || !strings.HasPrefix(told, test.told) {
			t.Errorf("%s: %q, %q", name, got, told)
		}
	}
}

// TestSweepRefused checks the errors for a problem without a board and for a problem that no backend
// supports.
func TestSweepRefused(t *testing.T) {
	odd := errors.New("an odd one")
	for want, problem := range map[string]func(i int) (nqueens.Problem, error){
		"right, boards: an odd one": func(i int) (nqueens.Problem, error) {
			return nqueens.Problem{Family: family.Queens, N: 4}, []error{nil, nil, odd}[i]
		},
		"right, boards: boards, problem 0: it is a formula, but a sweep has only boards": func(int) (nqueens.Problem, error) { return nqueens.Problem{Formula: &nqueens.Formula{}}, nil },
	} {
		b := boardsOf(4, 5, 6)
		b.Made = problem
		if _, err := swept(t, t.Context(), sweepRunner(t), t.TempDir(), b); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	b := boardsOf(4)
	b.Backend = "nobody"
	if _, err := swept(t, t.Context(), sweepRunner(t), t.TempDir(), b); err == nil || !strings.HasPrefix(err.Error(), `nobody, boards: no backend is called "nobody"`) {
		t.Error(err)
	}
}

// TestSweepWrong checks that an invalid solution is detected, and that a wrong "no solution" is detected when
// another contender has a solution.
func TestSweepWrong(t *testing.T) {
	t.Parallel()
	b := boardsOf(4, 13, 15)
	other := *b
	b.Backend = "moody"
	other.Instances = &bench.Instances{Name: b.Name, Made: func(i int) (nqueens.Problem, error) {
		p, err := b.Made(i)
		p.N = min(p.N, 5)
		return p, err
	}}
	f, err := swept(t, t.Context(), sweepRunner(t), t.TempDir(), b, &other)
	if err != nil {
		t.Fatal(err)
	}
	if got := verdicts(f, b) + verdicts(f, &other); got != "1w0111" { // only another contender shows that the last answer is wrong
		t.Errorf("%q", got)
	}
	j := judge.OfRuns(f.Experiment, f.Runs(), sweepRunner(t).Backends)
	if len(j.Failures) != 2 || !strings.Contains(j.Failures[0], "pieces stand on the board") && !strings.Contains(j.Failures[0], "is no solution") || !strings.Contains(j.Failures[1], "says there is no solution, and ") {
		t.Errorf("%q", j.Failures)
	}
	if v := j.Sweeps[0]; v.Answers != 5 || v.Shared != 2 || !slices.Equal(v.Wrong["moody"], []int{1, 2}) || v.Kinds[judge.Disagreement] != 2 || len(j.Verdicts) != 2 || j.Verdicts[0].Dissent[0].Fault == nil {
		t.Errorf("%+v", v)
	}
}

// TestSweepStopped checks that the answers of a stopped run are recorded, and that another run continues.
func TestSweepStopped(t *testing.T) {
	b, dir := boardsOf(4, 3, 9), t.TempDir()
	b.Backend, b.Limits.Time = "moody", time.Minute
	note := filepath.Join(t.TempDir(), "obeys")
	t.Setenv("MOODY_OBEYS", note)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { // stops at the third problem
		for ctx.Err() == nil {
			if _, err := os.Stat(note); err == nil {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	f, err := swept(t, ctx, sweepRunner(t), dir, b)
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if got := verdicts(f, b); got != "10" {
		t.Errorf("%q", got)
	}
	b.Made = func(i int) (nqueens.Problem, error) { // the third problem is another one, which does not wait
		return nqueens.Problem{Family: family.Queens, N: []int{4, 3, 5}[i]}, nil
	}
	b.Backend = "moody"
	if f, err = swept(t, t.Context(), sweepRunner(t), dir, b); err != nil || len(f.Blocks) != 2 || f.Blocks[1].From != 2 {
		t.Errorf("%d blocks, %v", len(f.Blocks), err)
	}
}

// TestServeBlockEnds checks that a process begins no problem after its turn, or after a time-out, when the
// backend may still be running.
func TestServeBlockEnds(t *testing.T) {
	for _, test := range []struct {
		name  string
		turn  time.Duration
		took  float64
		stuck int // the problem that is not answered
		want  string
		asked int
	}{
		{"all", time.Hour, 1e-6, -1, "0 solved, 1 solved, 2 solved", 4},
		{"all, each long", time.Hour, bench.ShortWork.Seconds(), -1, "0 solved, 1 solved, 2 solved", 3},
		{"the turn is over", time.Nanosecond, 1e-6, -1, "0 solved", 2},
		{"no answer", time.Hour, 1e-6, 1, "0 solved, 1 timeout", 3},
		{"no answer to the first", time.Hour, 1e-6, 0, "0 timeout", 1},
	} {
		asked := 0 // the first answer includes what a process does only once
		b := fake{name: "b", engine: "one", external: "a fake", do: func(_ context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
			if asked++; r.Problem.N == 4+test.stuck {
				return nqueens.Outcome{Status: nqueens.Timeout}
			}
			o := give(r, bruteForce(r.Problem), visit)
			o.Phases.Solve = test.took
			return o
		}}
		a := assignment{Nonce: "n", Problems: []string{"queens(4)", "queens(5)", "queens(6)"}, Task: nqueens.FindFirst, Backend: "b", Threads: 1, Time: time.Hour, Turn: test.turn}
		var out bytes.Buffer
		if err := serveBlock(t.Context(), a, b, family.All(), &out); err != nil {
			t.Fatal(err)
		}
		var got []string
		for line := range bytes.Lines(out.Bytes()) {
			r, err := parseReport(line, "n", len(got))
			got = append(got, fmt.Sprintf("%d %s", r.Index, r.Status))
			if err != nil {
				t.Errorf("%s: %v", test.name, err)
			}
		}
		if got := strings.Join(got, ", "); got != test.want || asked != test.asked {
			t.Errorf("%s: %s, asked %d times, want %s, %d times", test.name, got, asked, test.want, test.asked)
		}
	}
}

// TestLateAnswer checks that an answer after the limit is a time-out without a time. Only the work advances
// its clock.
func TestLateAnswer(t *testing.T) { synctest.Test(t, lateAnswer) }

func lateAnswer(t *testing.T) {
	b := fake{name: "b", engine: "one", do: func(_ context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
		time.Sleep(2 * time.Millisecond)
		return give(r, bruteForce(r.Problem), visit)
	}}
	request := nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.FindFirst, Threads: 1}
	for limit, want := range map[time.Duration]nqueens.Status{2*time.Millisecond - 1: nqueens.Timeout, 2 * time.Millisecond: nqueens.Solved, time.Hour: nqueens.Solved} {
		if r := (assignment{Time: limit}).once(t.Context(), b, request); r.Status != want || want == nqueens.Solved && r.Seconds != 0.002 || want != nqueens.Solved && r.Seconds != 0 || r.Solution != nil {
			t.Errorf("within %v: %+v", limit, r)
		}
	}
}

// TestSweepExternal runs a sweep with an external solver.
func TestSweepExternal(t *testing.T) {
	t.Parallel()
	r := testRunner(t)
	r.Backends = backends.All()
	b := boardsOf(4, 3, 5, 2, 6)
	b.Backend = "cadical"
	cadical, err := backends.Named(r.Backends, b.Backend)
	if err != nil {
		t.Fatal(err)
	}
	if err := cadical.Supports(nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.FindFirst}); err != nil {
		t.Skip(err)
	}
	f, err := swept(t, t.Context(), r, t.TempDir(), b)
	if err != nil {
		t.Fatal(err)
	}
	if s := f.Blocks; len(s) != 1 || s[0].Verdicts != "10101" || len(s[0].Stats["conflicts"]) != 5 {
		t.Errorf("%+v", s)
	}
}
