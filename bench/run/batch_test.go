package run

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/family"
)

// moody is a backend that answers like right, but does something else where the
// board has so many squares a side. It makes the file that MOODY_OBEYS names before it waits.
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

func boardsOf(sizes ...int) bench.Batch {
	return bench.Batch{
		List: "boards", Contender: backends.Contender{Backend: "right"}, Limits: bench.Limits{Time: 10 * time.Second}, Len: len(sizes),
		Problem: func(i int) (nqueens.Problem, error) {
			return nqueens.Problem{Family: family.Queens, N: sizes[i]}, nil
		},
	}
}

// batchRunner knows moody too.
func batchRunner(t *testing.T) *Runner {
	r := testRunner(t)
	r.Backends = append(r.Backends, moody)
	return r
}

func ledger(t *testing.T, dir string) *bench.Ledger {
	t.Helper()
	l, err := bench.OpenLedger(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() }) //nolint:errcheck // it may be closed
	return l
}

func verdicts(l *bench.Ledger, b bench.Batch) (s string) {
	for _, a := range l.Answers(b, "1") {
		letter := map[nqueens.Status]string{
			nqueens.Solved: "1", nqueens.Unsatisfiable: "0", nqueens.Timeout: "t", nqueens.MemoryLimit: "m", nqueens.Crashed: "c",
		}[a.Status]
		if a.Wrong {
			letter = "w"
		}
		s += letter
	}
	return s
}

// TestBatch: one process answers them all, and the second call has nothing to do.
func TestBatch(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	l, b := ledger(t, dir), boardsOf(4, 3, 5, 2, 6)
	for range 2 {
		if err := batchRunner(t).RunBatch(t.Context(), l, b); err != nil {
			t.Fatal(err)
		}
	}
	if got := verdicts(l, b); got != "10101" || len(l.Records) != 1 {
		t.Errorf("%q in %d processes", got, len(l.Records))
	}
	for _, a := range l.Answers(b, "1") {
		if a.Seconds <= 0 {
			t.Errorf("%+v", a)
		}
	}
	l.Close()
	l = ledger(t, dir)
	if got := verdicts(l, b); got != "10101" {
		t.Errorf("read again: %q", got)
	}
	if b.Limits.Time++; verdicts(l, b) != "" {
		t.Error("answers under other limits are taken")
	}
}

// TestBatchGoesOn: each problem has its own fate, and a process that dies of one
// takes no other with it.
func TestBatchGoesOn(t *testing.T) {
	t.Parallel()
	l, b := ledger(t, t.TempDir()), boardsOf(4, 5, 4, 3, 7, 4, 9, 2, 11, 3, 17, 4)
	b.Backend, b.Limits.Time = "moody", time.Second
	if err := batchRunner(t).RunBatch(t.Context(), l, b); err != nil {
		t.Fatal(err)
	}
	if got := verdicts(l, b); got != "1c10c1t0w0c1" {
		t.Errorf("%q", got)
	}
	var why []string
	for _, s := range l.Records {
		for _, f := range s.Failures {
			why = append(why, fmt.Sprintf("%d %s", f.At, f.Why))
		}
	}
	for i, want := range []string{"1 killed by SIGKILL", "4 exit status 2: panic: a bug in a backend", "8 0 pieces stand on the board", "10 printed nonsense"} {
		if i >= len(why) || !strings.HasPrefix(why[i], want) {
			t.Errorf("failure %d of %q, want %s", i, why, want)
		}
	}
}

// TestReadBatch: an answer counts for its own problem alone. What does not follow on
// the answer before it is nonsense, and a process that was stopped from outside says
// nothing of the problem it was at.
func TestReadBatch(t *testing.T) {
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
		var s bench.BatchRecord
		readBatch(&s, test.result, assignment{Nonce: "n", Problems: make([]string, 3)}, !test.stopped)
		if s.Verdicts != test.want {
			t.Errorf("%s: %q, want %q", test.name, s.Verdicts, test.want)
		}
	}
}

// TestOpenLedger: who goes on with answers of another build is told whether they count.
func TestOpenLedger(t *testing.T) {
	dir := t.TempDir()
	l := ledger(t, dir)
	for i, build := range []string{"another", "another", ""} {
		r := bench.BatchRecord{List: "boards", Contender: backends.Contender{Backend: "right"}, From: 2 * i, Build: build}
		r.Add(nqueens.Outcome{Status: nqueens.Solved}, 1, "")
		r.Add(nqueens.Outcome{Status: nqueens.Unsatisfiable}, 1, "")
		if err := l.Append(r); err != nil {
			t.Fatal(err)
		}
	}
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	for keep, want := range map[bool]string{true: "kept: another build of this program gave 6 answers (this is BUILD)", false: "another build of this program gave 6 answers (this is BUILD), asked for again"} {
		r := testRunner(t)
		told := ""
		r.Keep, r.Warn = keep, func(text string) { told += text }
		l, err := r.OpenLedger(dir)
		if err != nil || l.Keep != keep || l.Build == "" || told != strings.ReplaceAll(want, "BUILD", l.Build) {
			t.Fatalf("keep %v: %v, %q", keep, err, told)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
	r := testRunner(t)
	r.Warn = func(text string) { t.Error(text) }
	l, err := r.OpenLedger(t.TempDir())
	if err != nil || l.Close() != nil {
		t.Fatal(err)
	}
	if _, err := r.OpenLedger(r.Child[0]); err == nil {
		t.Error("a program is no folder")
	}
	r.Child = []string{filepath.Join(dir, "gone")}
	if _, err := r.OpenLedger(dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("by a program that is not there: %v", err)
	}
}

// TestBatchRefused: what is no board is no part of a batch, and neither is what nobody answers.
func TestBatchRefused(t *testing.T) {
	l, b := ledger(t, t.TempDir()), boardsOf(4, 5, 6)
	odd := errors.New("an odd one")
	for want, problem := range map[string]func(i int) (nqueens.Problem, error){
		"boards, problem 2: an odd one": func(i int) (nqueens.Problem, error) {
			return nqueens.Problem{Family: family.Queens, N: 4}, []error{nil, nil, odd}[i]
		},
		"boards, problem 0: a formula, and a batch has boards only": func(int) (nqueens.Problem, error) { return nqueens.Problem{Formula: &nqueens.Formula{}}, nil },
	} {
		b.Problem = problem
		if err := batchRunner(t).RunBatch(t.Context(), l, b); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	b.Backend = "nobody"
	if err := batchRunner(t).RunBatch(t.Context(), l, b); err == nil || !strings.HasPrefix(err.Error(), `no backend is called "nobody"`) {
		t.Error(err)
	}
}

// TestBatchWrong: a solution that is none is noticed.
func TestBatchWrong(t *testing.T) {
	t.Parallel()
	l, b := ledger(t, t.TempDir()), boardsOf(4, 13, 15)
	b.Backend = "moody"
	if err := batchRunner(t).RunBatch(t.Context(), l, b); err != nil {
		t.Fatal(err)
	}
	if got := verdicts(l, b); got != "1w0" { // only another contender can tell that the last is wrong
		t.Errorf("%q", got)
	}
}

// TestBatchGrows: more of a list goes on where less of it ended.
func TestBatchGrows(t *testing.T) {
	t.Parallel()
	l, b := ledger(t, t.TempDir()), boardsOf(4, 3, 5, 2, 6)
	for _, n := range []int{2, 0, 5} {
		b.Len = n
		if err := batchRunner(t).RunBatch(t.Context(), l, b); err != nil {
			t.Fatal(err)
		}
	}
	if got := verdicts(l, b); got != "10101" || l.Records[1].From != 2 {
		t.Errorf("%q, %+v", got, l.Records)
	}
}

// TestBatchStopped: what was answered when the run was stopped is recorded.
func TestBatchStopped(t *testing.T) {
	l, b := ledger(t, t.TempDir()), boardsOf(4, 3, 9)
	b.Backend, b.Limits.Time = "moody", time.Minute
	note := filepath.Join(t.TempDir(), "obeys")
	t.Setenv("MOODY_OBEYS", note)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { // stops it at the third
		for ctx.Err() == nil {
			if _, err := os.Stat(note); err == nil {
				cancel()
			}
			time.Sleep(time.Millisecond)
		}
	}()
	if err := batchRunner(t).RunBatch(ctx, l, b); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	if got := verdicts(l, b); got != "10" {
		t.Errorf("%q", got)
	}
}

// TestServeBatchEnds: a process begins no problem after its turn, and none after one that
// ran into its limit: what had to be left behind may still be running.
func TestServeBatchEnds(t *testing.T) {
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
		asked := 0 // the first answer pays for what a process does only once
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
		if err := serveBatch(t.Context(), a, b, nil, &out); err != nil {
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

// TestLateAnswer: one that comes after the limit is a time-out, and has no time. By a clock that only the
// work moves on.
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

// TestBatchExternal has an external solver answer several problems.
func TestBatchExternal(t *testing.T) {
	t.Parallel()
	r := testRunner(t)
	r.Backends = backends.All()
	b := boardsOf(4, 3, 5, 2, 6)
	b.Backend = "cadical"
	p, err := b.Problem(0)
	if err != nil {
		t.Fatal(err)
	}
	cadical, err := backends.Named(r.Backends, b.Backend)
	if err != nil {
		t.Fatal(err)
	}
	if err := cadical.Supports(nqueens.Request{Problem: p, Task: nqueens.FindFirst}); err != nil {
		t.Skip(err)
	}
	l := ledger(t, t.TempDir())
	if err := r.RunBatch(t.Context(), l, b); err != nil {
		t.Fatal(err)
	}
	if s := l.Records; len(s) != 1 || s[0].Verdicts != "10101" || len(s[0].Stats["conflicts"]) != 5 {
		t.Errorf("%+v", s)
	}
}

// TestBatchClock: the making of the problems counts.
func TestBatchClock(t *testing.T) {
	t.Parallel()
	l := ledger(t, t.TempDir())
	b := boardsOf(4)
	b.Problem = func(int) (nqueens.Problem, error) {
		time.Sleep(time.Second / 2)
		return nqueens.Problem{Family: family.Queens, N: 4}, nil
	}
	if err := batchRunner(t).RunBatch(t.Context(), l, b); err != nil {
		t.Fatal(err)
	}
	if took := l.Records[0].WallSeconds; took < 0.5 {
		t.Errorf("%v s, half a second of which is the making of the problem", took)
	}
}
