package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
	"nqueens/family"
)

func carryOut(t *testing.T, e bench.Experiment, dir string) *bench.Folder {
	t.Helper()
	return carryOutBy(t, testRunner(t), e, dir)
}

// patient returns a runner whose children may report as late as on a busy machine.
func patient(t *testing.T) *Runner {
	r := testRunner(t)
	r.patience = time.Minute
	return r
}

func carryOutBy(t *testing.T, r *Runner, e bench.Experiment, dir string) *bench.Folder {
	t.Helper()
	f, err := bench.OpenFolder(dir, e)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	r.Warn = func(text string) { t.Log("warning:", text) }
	if err := r.Run(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	return f
}

// TestMisbehaviourCostsOnlyItsOwnRecord runs backends that hang, leak, crash and print garbage beside
// backends that answer.
func TestMisbehaviourCostsOnlyItsOwnRecord(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 1, max: 1}
limits: {time: 20s, memory: 300MiB}
runs:
  - problems: [queens(5)]
    tasks: [count]
    backends: [right, panics, dies, babbles, forges, usurps]
  - problems: [queens(5)]
    tasks: [count]
    backends: [hangs]
    limits: {time: 1s}
  - problems: [queens(5)]
    tasks: [count]
    backends: [leaks]
    limits: {time: 30s, memory: 200MiB}
`)
	f := carryOut(t, e, t.TempDir())
	got := map[string]string{}
	for _, r := range f.Records {
		got[r.Backend] = string(r.Status)
		if r.Status.Answered() != (r.Seconds > 0) {
			t.Errorf("%s: %v s with the status %s", r.Backend, r.Seconds, r.Status)
		}
		if r.Status != nqueens.Solved && r.Count != nil {
			t.Errorf("%s: a count without an answer", r.Backend)
		}
	}
	for name, want := range map[string]string{
		"right": "solved", "hangs": "timeout", "leaks": "memory-limit",
		"babbles": "solved", "forges": "solved", "panics": "crashed", "dies": "crashed", "usurps": "crashed",
	} {
		if got[name] != want {
			t.Errorf("%s: %s, want %s", name, got[name], want)
		}
	}
	for _, r := range f.Records {
		switch {
		case r.Backend == "panics" && !strings.Contains(r.Reason, "a bug in a backend"):
			t.Errorf("panics: reason %q", r.Reason)
		case r.Backend == "usurps" && !strings.Contains(r.Reason, "nonsense"):
			t.Errorf("%s: reason %q", r.Backend, r.Reason)
		}
	}
}

// TestPartialCount checks that the solutions found before the limit are recorded as a partial count only.
func TestPartialCount(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 1, max: 1}
limits: {time: 50ms}
runs: [{problems: queens(5), backends: obeys}]
`)
	f := carryOutBy(t, patient(t), e, t.TempDir())
	if r := f.Records[0]; r.Status != nqueens.Timeout || r.Seconds != 0 || r.Count != nil || r.Partial == nil || r.Partial.String() != "7" {
		t.Errorf("%+v", r)
	}
}

const smallPlan = `
repetitions: {warmup: 1, min: 3, max: 3}
runs:
  - problems: [{n: 4..6}]
    tasks: [count, all, first]
    backends: [right, righttoo]
`

// TestStoppedRunGoesOn stops a run after every few records until it is complete.
func TestStoppedRunGoesOn(t *testing.T) {
	t.Parallel()
	e := planned(t, smallPlan)
	dir := t.TempDir()
	want := len(e.Jobs) * 3
	for stops := 0; ; stops++ {
		f, err := bench.OpenFolder(dir, e)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		r := testRunner(t)
		left := 20
		r.Progress = func(p Progress) {
			if left--; left == 0 {
				cancel()
			}
		}
		err = r.Run(ctx, f)
		f.Close()
		cancel()
		if err == nil {
			if stops < 2 {
				t.Errorf("stopped only %d times", stops)
			}
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	f, err := bench.ReadFolder(dir, family.All())
	if err != nil {
		t.Fatal(err)
	}
	if len(f.Records) != want {
		t.Errorf("%d records, want %d", len(f.Records), want)
	}
}

// TestInterleave checks that the first round is sorted by size and the later ones are not, and that each
// round is reproducible.
func TestInterleave(t *testing.T) {
	e := planned(t, smallPlan)
	first := bench.Round(e, 1)
	if !slices.IsSortedFunc(first, func(a, b bench.Job) int { return a.Problem.N - b.Problem.N }) {
		t.Error("the first round is not in order of size")
	}
	order := func(jobs []bench.Job) (names []string) {
		for _, j := range jobs {
			names = append(names, j.String())
		}
		return names
	}
	if !slices.Equal(order(bench.Round(e, 2)), order(bench.Round(e, 2))) {
		t.Error("a round is shuffled differently each time")
	}
	if slices.Equal(order(bench.Round(e, 2)), order(bench.Round(e, 3))) {
		t.Error("two rounds have the same order")
	}
	e.Seed++
	if slices.Equal(order(bench.Round(e, 2)), order(bench.Round(planned(t, smallPlan), 2))) {
		t.Error("the seed makes no difference")
	}
}

func TestSkipsLargerSizes(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 2, max: 2}
limits: {time: 100ms}
runs:
  - problems: [{n: 4..6}, "queens(6, given=a1)"]
    backends: [obeys]
`)
	dir := t.TempDir()
	f := carryOut(t, e, dir)
	var ran []string
	for _, r := range f.Records {
		ran = append(ran, r.Problem)
	}
	slices.Sort(ran)
	if want := []string{"queens(4)", "queens(6, given=a1)"}; !slices.Equal(ran, want) {
		t.Errorf("ran %v, want %v: once each, larger bare boards skipped", ran, want)
	}
	cells := summary.Cells(e, f.Records, judge.Judge(e, f.Records, fakes()))
	for _, c := range cells {
		if want := c.Problem == "queens(5)" || c.Problem == "queens(6)"; (c.Skipped == "timeout at queens(4)") != want {
			t.Errorf("%s: skipped %q", c.Problem, c.Skipped)
		}
	}
}

// TestResumeWithNewerBackend checks that records of an older version are kept but not counted, and that they
// count again if the older version returns.
func TestResumeWithNewerBackend(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 2, max: 2}
runs: [{problems: queens(4), backends: [right, righttoo]}]
`)
	dir := t.TempDir()
	carryOut(t, e, dir).Close()
	for _, test := range []struct {
		version string
		warned  bool
		records int
	}{{"2", true, 6}, {"2", false, 6}, {"1", true, 8}} {
		f, err := bench.OpenFolder(dir, e)
		if err != nil {
			t.Fatal(err)
		}
		r := testRunner(t)
		newer := r.Backends[0].(fake)
		newer.version = test.version
		r.Backends[0] = newer
		warning := ""
		r.Warn = func(text string) { warning += text }
		if err := r.Run(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		if len(f.Records) != test.records || strings.Contains(warning, "right is now version "+test.version) != test.warned {
			t.Errorf("version %s: %d records, want %d; warning %q", test.version, len(f.Records), test.records, warning)
		}
		f.Close()
	}
	f, err := bench.ReadFolder(dir, family.All())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range summary.Cells(e, f.Records, judge.Judge(e, f.Records, fakes())) {
		if c.Runs != 2 {
			t.Errorf("%s: %d runs in a cell", c.Backend, c.Runs)
		}
	}
}

// TestLateAnswerIsNone checks that the grace period for reporting is not available to the backend.
func TestLateAnswerIsNone(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 1, max: 1}
limits: {time: 60ms}
runs: [{problems: queens(4), backends: late}]
`)
	f := carryOutBy(t, patient(t), e, t.TempDir())
	if r := f.Records[0]; r.Status != nqueens.Timeout || r.Seconds != 0 || r.Count != nil || !strings.Contains(r.Reason, "limit 60ms") {
		t.Errorf("%+v", r)
	}
}

// TestProgress checks that progress reaches the total.
func TestProgress(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 1, max: 2}
limits: {time: 100ms}
runs:
  - {problems: [{n: 4..6}], backends: obeys}
  - {problems: [{n: 4..5}], backends: right, limits: {time: 10s}}
`)
	f, err := bench.OpenFolder(t.TempDir(), e)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := testRunner(t)
	var last Progress
	var skipped []string
	r.Progress = func(p Progress) {
		if p.Done < last.Done || p.Done > p.Total {
			t.Errorf("%d of %d after %d of %d", p.Done, p.Total, last.Done, last.Total)
		}
		if p.Skipped != "" {
			skipped = append(skipped, p.Job.Problem.String())
		} else if p.Record.Problem != p.Job.Problem.String() {
			t.Errorf("the record of %s for %v", p.Record.Problem, p.Job.Problem)
		}
		last = p
	}
	if err := r.Run(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if last.Done != len(f.Records) || last.Total != last.Done || len(f.Records) != 7 {
		t.Errorf("%d of %d, %d records", last.Done, last.Total, len(f.Records))
	}
	if !slices.Equal(skipped, []string{"queens(5)", "queens(6)"}) {
		t.Errorf("skipped %v", skipped)
	}
}

// rebuilt returns a runner that appears to be another build, because its program's file differs. This test
// binary still answers.
func rebuilt(t *testing.T, r *Runner) *Runner {
	t.Helper()
	other := *r
	other.Child = slices.Clone(r.Child)
	other.Child[0] = filepath.Join(t.TempDir(), filepath.Base(r.Child[0]))
	if err := os.WriteFile(other.Child[0], []byte("another"), 0o777); err != nil {
		t.Fatal(err)
	}
	other.Start = func(ctx context.Context, c isolate.Command) (isolate.Result, error) {
		c.Path = r.Child[0]
		return r.Start(ctx, c)
	}
	return &other
}

// TestAnotherBuild checks that jobs measured by one build are measured again by another, unless Keep is set,
// and that a build's own records count again when it returns.
func TestAnotherBuild(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 2, max: 2}
runs: [{problems: [queens(4), queens(5)], tasks: [count], backends: [right, righttoo]}]`)
	dir := t.TempDir()
	one := testRunner(t)
	other := rebuilt(t, one)
	var warnings []string
	step := func(r *Runner, keep bool, records int, says string) *bench.Folder {
		t.Helper()
		f, err := bench.OpenFolder(dir, e)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		warnings = nil
		r.Keep, r.Warn = keep, func(text string) { warnings = append(warnings, text) }
		if err := r.Run(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		if len(f.Records) != records {
			t.Errorf("%d records, want %d", len(f.Records), records)
		}
		if all := strings.Join(warnings, "\n"); (all == "") != (says == "") || !strings.Contains(all, says) {
			t.Errorf("warnings %q, want %q", warnings, says)
		}
		return f
	}
	f := step(one, false, 8, "")
	first := f.Records[0].Build
	if first == "" || first == f.Records[0].Version {
		t.Errorf("the build is %q", first)
	}
	step(one, false, 8, "")
	step(other, true, 8, "kept: another build of this program measured 4 of 4 jobs ("+first)
	f = step(other, false, 16, "another build of this program measured 4 of 4 jobs ("+first)
	for _, records := range bench.ByJob(e, f.Counted()) {
		if len(records) != 2 || records[0].Build == first || records[1].Build == first {
			t.Errorf("%v is by the records %v", records[0], records)
		}
	}
	f = step(one, false, 16, "")
	if records := bench.ByJob(e, f.Counted())[0]; len(records) != 2 || records[0].Build != first {
		t.Errorf("back again: %v", records)
	}

	// A job that the other build did not complete is not kept.
	if err := os.Remove(filepath.Join(dir, bench.SummaryFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, bench.RecordsFile))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(strings.TrimSuffix(string(text), "\n"), "\n")
	if err := os.WriteFile(filepath.Join(dir, bench.RecordsFile), []byte(strings.Join(lines[:7], "")), 0o666); err != nil {
		t.Fatal(err)
	}
	f = step(other, true, 9, "kept: another build of this program measured 3 of 4 jobs")
	s := summary.OfFolder(f, judge.Judge(e, f.Counted(), one.Backends), nil)
	var printed strings.Builder
	if err := s.WriteText(&printed, summary.Style{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"the times are of 2 builds of this program", first + ": 3 of 4 results", f.Build + ": 1 of 4 results (this build)"} {
		if !strings.Contains(strings.Join(strings.Fields(printed.String()), " "), want) { // lines may break anywhere
			t.Errorf("no %q in\n%s", want, &printed)
		}
	}
	s = summary.Summarise(e, f.Records[:7], judge.Judgement{}, nil)
	s.Build = first
	if printed.Reset(); s.WriteText(&printed, summary.Style{}) != nil || strings.Contains(printed.String(), "build") {
		t.Errorf("one build is told of:\n%s", &printed)
	}
}

// TestKeptIsReported checks that every text with times of another build says so.
func TestKeptIsReported(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 1, max: 1}
runs: [{problems: [queens(4), queens(5)], tasks: [count], backends: [right]}]`)
	f := ofAnotherBuild(t, e, 1)
	r := testRunner(t)
	r.Keep = true
	if err := r.Run(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Conclude(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	s, err := summary.Read(f.Dir, fakes(), family.All())
	if err != nil {
		t.Fatal(err)
	}
	want := "the times were measured by another build of this program, another: 2 of 2 results (this build is " + f.Build + ")"
	if lines := s.Caveats(); len(lines) != 1 || lines[0] != want {
		t.Errorf("%q, want %q", lines, want)
	}
	for file, want := range map[string]string{bench.SummaryFile: ",build", bench.VerdictsFile: `"another": 2`} {
		if text, err := os.ReadFile(filepath.Join(f.Dir, file)); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s says nothing of builds: %v\n%s", file, err, text)
		}
	}
}

// ofAnotherBuild returns a folder in which another build answered all repetitions of all jobs.
func ofAnotherBuild(t *testing.T, e bench.Experiment, repetitions int) *bench.Folder {
	t.Helper()
	f, err := bench.OpenFolder(t.TempDir(), e)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() }) //nolint:errcheck // only read from here on
	for _, job := range e.Jobs {
		for i := range repetitions {
			r := job.Record(bench.Maker{Version: "1", Build: "another", Seed: e.Seed, Repetition: i + 1}, bench.Observation{})
			r.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2)}
			r.Seconds, r.Iterations = 1, 1
			if err := f.Append(r); err != nil {
				t.Fatal(err)
			}
		}
	}
	return f
}

// TestSkippedHasNoKeptResult checks that a job that this build skips has no result, even if another build
// measured it.
func TestSkippedHasNoKeptResult(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 1, max: 1}
limits: {time: 100ms}
runs: [{problems: [{n: 4..6}], backends: [obeys]}]`)
	f := ofAnotherBuild(t, e, 1)
	for _, want := range []string{"another build of this program measured 3 of 3 jobs (another; this is ", ""} {
		r, said := testRunner(t), ""
		r.Warn = func(text string) { said += text }
		if err := r.Run(t.Context(), f); err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(said, want) || want == "" && said != "" {
			t.Errorf("warned %q, want %q", said, want)
		}
	}
	s, err := summary.Read(f.Dir, fakes(), family.All())
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range s.Cells {
		if skipped := c.Skipped == "timeout at queens(4)"; skipped != (i > 0) || c.Timed() {
			t.Errorf("%s: %q, %v", c.Problem, c.Skipped, c.Seconds)
		}
	}
}

// TestOwnRecordsCount checks that a build's complete records count after another build began and was stopped.
func TestOwnRecordsCount(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 1, max: 1}
runs: [{problems: [queens(4), queens(5)], tasks: [count], backends: [right]}]`)
	f := ofAnotherBuild(t, e, 1)
	one, other := "another", "the other"
	begun := e.Jobs[0].Record(bench.Maker{Version: "1", Build: other, Seed: e.Seed, Repetition: 1}, bench.Observation{})
	begun.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2)}
	if err := f.Append(begun); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		build string
		keep  bool
		want  []string
	}{{one, true, []string{one, one}}, {one, false, []string{one, one}}, {other, true, []string{other, one}}, {other, false, []string{other, ""}}} {
		if err := f.SetBuild(test.build, test.keep); err != nil {
			t.Fatal(err)
		}
		read, err := bench.ReadFolder(f.Dir, family.All())
		if err != nil {
			t.Fatal(err)
		}
		for i, records := range bench.ByJob(e, read.Counted()) {
			got := ""
			for _, r := range records {
				got += r.Build
			}
			if got != test.want[i] {
				t.Errorf("%s, keep %v: %v is by %q, want %q", test.build, test.keep, e.Jobs[i], got, test.want[i])
			}
		}
	}
}

// TestKeptBesideVoid checks that a kept result still counts after a discarded run of this build.
func TestKeptBesideVoid(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 1, max: 1}
runs: [{problems: queens(4), tasks: [count], backends: [right]}]`)
	f := ofAnotherBuild(t, e, 1)
	r := testRunner(t)
	if err := r.identify(); err != nil {
		t.Fatal(err)
	}
	void := e.Jobs[0].Record(bench.Maker{Version: "1", Build: r.build, Seed: e.Seed, Repetition: 1}, bench.Observation{})
	void.Outcome = nqueens.Fail(nqueens.Void, "it was stopped")
	if err := f.Append(void); err != nil {
		t.Fatal(err)
	}
	r.Keep = true
	if err := r.Run(t.Context(), f); err != nil || len(f.Records) != 2 {
		t.Errorf("%d records, want those that were there: %v", len(f.Records), err)
	}
	if by := bench.ByJob(e, f.Counted())[0]; len(by) != 1 || by[0].Build != "another" {
		t.Errorf("kept: %v", by)
	}
	r.Keep = false
	if err := r.Run(t.Context(), f); err != nil || len(f.Records) != 3 {
		t.Errorf("%d records, want this build's too: %v", len(f.Records), err)
	}
}

// TestRebuiltMeanwhile checks that no mean combines two builds.
func TestRebuiltMeanwhile(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 3, max: 3}
runs: [{problems: queens(4), tasks: [count], backends: right}]`)
	r := testRunner(t)
	first, second := rebuilt(t, r), rebuilt(t, r)
	first.Progress = func(p Progress) {
		if p.Done == 1 {
			if err := os.Rename(second.Child[0], first.Child[0]); err != nil {
				t.Fatal(err)
			}
		}
	}
	f, err := bench.OpenFolder(t.TempDir(), e)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := first.Run(t.Context(), f); err == nil || !strings.Contains(err.Error(), "changed during the run") || len(f.Records) != 1 {
		t.Errorf("%d records, %v", len(f.Records), err)
	}
}

// TestOnce checks that a run outside a folder has the build of its child, and at most as many threads as
// there are cores.
func TestOnce(t *testing.T) {
	t.Parallel()
	r := testRunner(t)
	build, err := bench.BuildOf(r.Child[0])
	if err != nil {
		t.Fatal(err)
	}
	job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "right"}, Limits: bench.Limits{Time: time.Minute}}
	for threads, cores := range map[int]int{0: 0, runtime.NumCPU(): 0, runtime.NumCPU() + 1: runtime.NumCPU()} {
		job.Threads = threads
		if record, err := r.Once(t.Context(), job, bench.Experiment{Seed: 5}); err != nil || record.Build != build || record.Seed != 5 || record.Version != "1" || record.Repetition != 1 || record.Cores != cores || record.FloorSeconds != 0 {
			t.Errorf("%d threads: %+v, %v", threads, record, err)
		}
	}
	r = testRunner(t)
	r.Child[0] += " gone"
	if _, err := r.Once(t.Context(), job, bench.Experiment{}); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("without a child: %v", err)
	}
	r.begun = begun{}
	if _, err := r.child(t.Context(), nil, job.Limits, newAssignment(trial{Job: job}, 1)); err == nil || !strings.HasPrefix(err.Error(), "starting a child process: ") {
		t.Errorf("a child that cannot be started: %v", err)
	}
	job.Backend = "nobody"
	if _, err := testRunner(t).Once(t.Context(), job, bench.Experiment{}); err == nil || !strings.HasPrefix(err.Error(), `no backend is called "nobody"`) {
		t.Error(err)
	}
}

// TestOnly checks that only the selected jobs are run, and that all records of the others are kept.
func TestOnly(t *testing.T) {
	t.Parallel()
	e := planned(t, `
repetitions: {warmup: 0, min: 1, max: 1}
runs: [{problems: [queens(4), queens(5)], backends: [right, righttoo]}]`)
	dir := t.TempDir()
	one := testRunner(t)
	one.Only = e.Jobs[:2]
	if got := one.Selected(e).Jobs; len(got) != 2 || got[1].String() != e.Jobs[1].String() {
		t.Errorf("%v", got)
	}
	f := carryOutBy(t, one, e, dir)
	if len(f.Records) != 2 || f.Records[0].Problem != "queens(4)" || f.Records[1].Problem != "queens(4)" {
		t.Errorf("%+v", f.Records)
	}
	f.Close()
	other := rebuilt(t, one)
	other.Only = e.Jobs[2:3]
	f = carryOutBy(t, other, e, dir)
	if len(f.Records) != 3 || f.Records[2].Problem != "queens(5)" || len(f.Counted()) != 3 {
		t.Errorf("%d records, %d count", len(f.Records), len(f.Counted()))
	}
	f.Close()
}

// elsewhere is a backend of another build of the program, which is a script.
type elsewhere struct {
	fake
	program string
}

func (e elsewhere) Binary() (path, backend string) { return e.program, "there" }

// TestElsewhere checks the records of builds that do not know a request, and of one that is too old for the
// clock of processes.
func TestElsewhere(t *testing.T) {
	t.Parallel()
	const read = `n=$(sed 's/.*"nonce":"\([^"]*\)".*"backend":"there".*/\1/'); `
	dir := filepath.Dir(programs(t, map[string]string{
		"answers": read + `echo "{\"nonce\":\"$n\",\"status\":\"solved\",\"count\":\"2\",\"seconds\":0.1,\"iterations\":1}"`,
		"again":   read + `echo "{\"nonce\":\"$n\",\"status\":\"solved\",\"count\":\"2\",\"seconds\":0.1,\"iterations\":2}"`,
		"refuses": `cat > /dev/null; echo "what is that?" >&2; exit 2`,
		"fails":   `cat > /dev/null; echo "a bug" >&2; exit 1`,
	}))
	for _, test := range []struct{ program, clock, want string }{
		{"answers", "", "solved: "}, {"answers", bench.ProcessClock, "solved: "},
		{"again", "", "solved: "}, {"again", bench.ProcessClock, "unsupported: this build of the program does not support the clock of processes; choose another clock"},
		{"refuses", "", "unsupported: exit status 2: what is that?"}, {"fails", "", "crashed: exit status 1: a bug"},
	} {
		r := testRunner(t)
		r.Backends = []backends.Backend{elsewhere{fake{name: "old:there"}, filepath.Join(dir, test.program)}}
		job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "old:there"}, Limits: bench.Limits{Time: time.Minute}}
		record, err := r.Once(t.Context(), job, bench.Experiment{Clock: test.clock})
		if got := fmt.Sprint(record.Status, ": ", record.Reason); err != nil || got != test.want || record.Status == nqueens.Solved && (record.Seconds == 0.1) != (test.clock == "") {
			t.Errorf("%s, clock %q: %s, %v s, %v; want %s", test.program, test.clock, got, record.Seconds, err, test.want)
		}
	}
}

// TestRepairIsReported checks the warning about a truncated last record of a killed run.
func TestRepairIsReported(t *testing.T) {
	f, err := bench.OpenFolder(t.TempDir(), planned(t, smallPlan))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, repaired := range []string{"", "a record was cut off"} {
		r := testRunner(t)
		told := ""
		r.Warn = func(text string) { told += text }
		f.Repaired = repaired
		if err := r.Begin(f); err != nil || told != repaired {
			t.Errorf("%q, %v, want %q", told, err, repaired)
		}
	}
}

// TestSameProgram checks that a program changes with its file, its length and its time of modification.
func TestSameProgram(t *testing.T) {
	t.Parallel()
	then := time.Unix(1_000_000_000, 0)
	write := func(file, text string, at time.Time) {
		if err := errors.Join(os.WriteFile(file, []byte(text), 0o666), os.Chtimes(file, at, at)); err != nil {
			t.Fatal(err)
		}
	}
	for what, change := range map[string]func(file string){
		"":            func(string) {},
		"longer":      func(file string) { write(file, "more", then) },
		"later":       func(file string) { write(file, "one", then.Add(time.Second)) },
		"another one": func(file string) { write(file+"2", "one", then); os.Rename(file+"2", file) }, //nolint:errcheck // renaming cannot fail here
	} {
		file := filepath.Join(t.TempDir(), "program")
		write(file, "one", then)
		b := begun{files: map[string]os.FileInfo{}}
		for range 2 {
			if err := b.same(file); err != nil {
				t.Error(err)
			}
		}
		if change(file); (b.same(file) != nil) != (what != "") {
			t.Errorf("a program that is %s: %v", what, b.same(file))
		}
	}
	if err := (begun{}).same("nothing"); err != nil {
		t.Errorf("where nobody asks: %v", err)
	}
}

// boaster answers with an invalid status or impossible phases.
var boaster = fake{name: "boaster", engine: "thirteen", do: func(_ context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
	o := nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2)}
	switch r.Problem.N {
	case 4:
		o.Status = "great"
	case 5:
		o.Phases.Encode = 1e9
	case 6:
		o.Phases.Decode = -1
	}
	return o
}}

// seeded reports its seed.
var seeded = fake{name: "seeded", engine: "fourteen", do: func(_ context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
	o := solved(2)
	o.Stats = map[string]int64{"seed": int64(r.Seed)}
	return o
}}

// TestSeeds checks that each repetition has its own seed and that its child receives it.
func TestSeeds(t *testing.T) {
	t.Parallel()
	r := testRunner(t)
	r.Backends = []backends.Backend{seeded}
	job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "seeded"}, Limits: bench.Limits{Time: 30 * time.Second}}
	f := carryOutBy(t, r, bench.Experiment{Name: "seeds", Seed: 7, Repeat: bench.Repeat{Min: 3, Max: 3}, Jobs: []bench.Job{job}}, t.TempDir())
	for i, record := range f.Records {
		if want := uint64(7 + i); record.Seed != want || record.Stats["seed"] != int64(want) || record.Repetition != i+1 {
			t.Errorf("repetition %d: seed %d, and the backend had %d; want %d", record.Repetition, record.Seed, record.Stats["seed"], want)
		}
	}
	if len(f.Records) != 3 {
		t.Errorf("%d records", len(f.Records))
	}
}

// TestNonsenseIsCrashed checks that impossible values are recorded as a crash.
func TestNonsenseIsCrashed(t *testing.T) {
	t.Parallel()
	r := testRunner(t)
	r.Backends = append(r.Backends, boaster)
	for n, want := range map[int]string{4: `reported nonsense: status "great"`, 5: "reported nonsense: the phases add up", 6: "reported nonsense: phases: decode are -"} {
		job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "boaster"}, Limits: bench.Limits{Time: 10 * time.Second}}
		record, err := r.Once(t.Context(), job, bench.Experiment{Seed: 1})
		if err != nil || record.Status != nqueens.Crashed || !strings.HasPrefix(record.Reason, want) || record.Check() != nil {
			t.Errorf("queens(%d): %v, %s: %s", n, err, record.Status, record.Reason)
		}
	}
}

// roomy reports the number of cores that it may use.
var roomy = fake{name: "roomy", isolated: true, engine: "sixteen", do: func(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
	return solved(uint64(runtime.NumCPU()))
}}

// TestBound checks that a run is bound to as many cores as threads, and to none if its time does not matter.
func TestBound(t *testing.T) {
	t.Parallel()
	all := isolate.Probe().CPUs
	if runtime.GOOS != "linux" || len(all) < 2 {
		t.Skip("no cores to choose from, or none that a program knows of")
	}
	for least, want := range map[time.Duration]int{0: 1, time.Millisecond: len(all)} {
		r := testRunner(t)
		r.Backends, r.MinTime = append(r.Backends, roomy), least
		job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "roomy"}, Limits: bench.Limits{Time: time.Minute}}
		record, err := r.Once(t.Context(), job, bench.Experiment{Seed: 1})
		if err != nil || record.Count == nil || record.Count.String() != strconv.Itoa(want) {
			t.Errorf("%v at least: %v cores, want %d; %v", least, record.Count, want, err)
		}
	}
}

// dozes returns a backend that counts right, but whose first runs are stopped. It takes longer than work that
// is repeated in a process.
func dozes(times int) fake {
	return fake{name: "dozes", engine: "fifteen", do: func(_ context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
		switch r.Task { // these results do not depend on the time
		case nqueens.FindAll:
			return nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(2), Void: "it dozed"}
		case nqueens.FindFirst:
			return nqueens.Outcome{Status: nqueens.Crashed, Reason: "a bug", Void: "it dozed"}
		}
		time.Sleep(2 * bench.ShortWork)
		o := solved(2)
		if times--; times >= 0 {
			o.Void = "it dozed"
		}
		return o
	}}
}

// TestVoidIsRepeated checks that a discarded run is recorded without its answer and repeated at the end of
// its round, up to three attempts. The next run of the experiment tries again.
func TestVoidIsRepeated(t *testing.T) {
	t.Parallel()
	var jobs []bench.Job
	for _, name := range []string{"dozes", "right"} {
		jobs = append(jobs, bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: name}, Limits: bench.Limits{Time: time.Minute}})
	}
	e := bench.Experiment{Name: "dozes", Seed: 1, Repeat: bench.Repeat{Min: 2, Max: 2}, Jobs: jobs}
	for _, test := range []struct {
		dozes int
		want  string // repetitions in order; discarded ones have a v
	}{{0, "1 2"}, {1, "1v 1 2"}, {3, "1v 1v 1v 2"}, {5, "1v 1v 1v 2v 2v 2"}} {
		r := testRunner(t)
		r.Backends = []backends.Backend{dozes(test.dozes), fakes()[0]}
		r.Start = Within(r.Child[0], r.Backends, family.All())
		dir := t.TempDir()
		f := carryOutBy(t, r, e, dir)
		text := func() string {
			var told []string
			for _, record := range f.Records {
				if record.Backend != "dozes" {
					continue
				}
				if told = append(told, strconv.Itoa(record.Repetition)); record.Status != nqueens.Void {
					continue
				}
				told[len(told)-1] += "v"
				want := bench.Record{
					Key: record.Key, Problem: "queens(4)", Task: nqueens.CountAll, Contender: jobs[0].Contender, Version: "1", Build: record.Build,
					Repetition: record.Repetition, Seed: uint64(record.Repetition), Started: record.Started, WallSeconds: record.WallSeconds, CPUSeconds: record.CPUSeconds,
					Outcome: nqueens.Outcome{Status: nqueens.Void, Reason: "it dozed"},
				}
				line, err := json.Marshal(record)
				wanted, _ := json.Marshal(want)
				if err != nil || string(line) != string(wanted) || record.WallSeconds == 0 || record.Build == "" || record.Started.IsZero() {
					t.Errorf("a void run is recorded as %+v", record)
				}
			}
			return strings.Join(told, " ")
		}
		if got := text(); got != test.want {
			t.Errorf("%d dozed: %s, want %s", test.dozes, got, test.want)
		}
		if last := f.Records[slices.IndexFunc(f.Records, func(r bench.Record) bool { return r.Repetition == 2 })-1]; test.dozes == 1 && last.Backend != "dozes" {
			t.Error("it is not made again after the others of its round")
		}
		var environment bench.Environment
		content, err := os.ReadFile(filepath.Join(dir, "environment.json"))
		if err = errors.Join(err, json.Unmarshal(content, &environment)); err != nil || len(environment.Sessions) != 1 || environment.Sessions[0].Void != test.dozes || environment.Sessions[0].Runs != len(f.Records) {
			t.Errorf("%d dozed: sessions %+v, %v", test.dozes, environment.Sessions, err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		f = carryOutBy(t, r, e, dir)
		want := test.want
		if test.dozes >= 3 {
			want += " 1" // this job has no record yet
		}
		if got := text(); got != want {
			t.Errorf("%d dozed, gone on with: %s, want %s", test.dozes, got, want)
		}
		for _, c := range summary.Cells(e, f.Records, judge.Judge(e, f.Records, r.Backends)) {
			if c.Runs != 2 || c.Void != 0 || c.Count != "2" || !c.Timed() {
				t.Errorf("%d dozed: %s has %d runs, %d void, %s, %s %s, wrong %v", test.dozes, c.Contender, c.Runs, c.Void, c.Count, c.Status, c.Reason, c.Wrong)
			}
		}
	}
}

// TestVoidAndWrong checks that a wrong answer and a crash are recorded although the time is invalid.
func TestVoidAndWrong(t *testing.T) {
	t.Parallel()
	r := testRunner(t)
	r.Backends = []backends.Backend{dozes(0)}
	r.Start = Within(r.Child[0], r.Backends, family.All())
	for task, want := range map[nqueens.Task]string{nqueens.FindAll: "solved, says 2 and shows 0 solutions", nqueens.FindFirst: "crashed, "} {
		job := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 4}, Task: task, Contender: backends.Contender{Backend: "dozes"}, Limits: bench.Limits{Time: time.Minute}}
		record, err := r.Once(t.Context(), job, bench.Experiment{Seed: 1})
		if got := fmt.Sprint(record.Status, ", ", record.Contradiction); err != nil || got != want || record.Void != "" {
			t.Errorf("%s: %s, void %q, %v; want %s", task, got, record.Void, err, want)
		}
	}
}

// TestSlept checks that a process that computed, or waited for a core, for a tenth of its time was not
// asleep.
func TestSlept(t *testing.T) {
	const ms = time.Millisecond
	for _, test := range []struct {
		cpu, waited, stolen time.Duration
		want                bool
	}{
		{0, 0, 0, true}, {99 * ms, 0, 0, true}, {100 * ms, 0, 0, false}, {time.Second, 0, 0, false},
		{50 * ms, 49 * ms, 0, true}, {50 * ms, 50 * ms, 0, false}, {50 * ms, 30 * ms, 20 * ms, false}, {99 * ms, isolate.NotReported, 0, true}, {100 * ms, isolate.NotReported, 0, false},
	} {
		if got := slept(isolate.Result{Wall: time.Second, CPU: test.cpu, Waited: test.waited, Stolen: test.stolen}); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

// TestLongSolutions checks that a solution of more than 256 pieces is checked but not stored.
func TestLongSolutions(t *testing.T) {
	t.Parallel()
	r := testRunner(t)
	r.Backends = backends.All()
	var jobs []bench.Job
	for _, n := range []int{256, 257} {
		jobs = append(jobs, bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: nqueens.FindFirst, Contender: backends.Contender{Backend: "construct"}, Limits: bench.Limits{Time: time.Minute}})
	}
	f := carryOutBy(t, r, bench.Experiment{Name: "long", Seed: 1, Repeat: bench.Repeat{Min: 1, Max: 1}, Jobs: jobs}, t.TempDir())
	for i, want := range []int{256, 0} {
		if record := f.Records[i]; record.Status != nqueens.Solved || len(record.Solution) != want || record.Fault != nil {
			t.Errorf("%s: %s, %d pieces are recorded, want %d", record.Problem, record.Status, len(record.Solution), want)
		}
	}
}
