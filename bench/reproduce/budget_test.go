package reproduce

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/run"
	"nqueens/family"
)

// fourBoards returns a reproduction of counts by the named backends on boards of 4 to 7.
func fourBoards(repetitions int, names ...string) Reproduction {
	return Reproduction{
		Name: "trial", About: "A trial", Source: "nowhere", Takes: "1 s",
		experiment: func() bench.Experiment {
			e := bench.Experiment{Seed: 1, Repeat: bench.Repeat{Warmup: 1, Min: repetitions, Max: repetitions}}
			for n := 4; n <= 7; n++ {
				for _, b := range names {
					e.Jobs = append(e.Jobs, bench.Job{Problem: queensProblem(n), Task: nqueens.CountAll, Contender: backends.Contender{Backend: b}, Limits: bench.Limits{Time: time.Minute}})
				}
			}
			return e
		},
		report: func(_ context.Context, p *page.Page, e evidence) error {
			p.Text("%d records", len(e.Records))
			p.Verdict(page.Verdict{Kind: page.SameValue, What: "the trial", Why: "it ran"})
			return nil
		},
	}
}

func read(t *testing.T, path ...string) string {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return string(content)
}

// TestReproduce checks that a reproduction runs without a warning, does nothing the second time, and writes
// its page and the index.
func TestReproduce(t *testing.T) {
	s := session(t, time.Minute)
	s.Runner.Warn = func(text string) { t.Error(text) }
	for range 2 {
		result, err := s.Reproduce(t.Context(), fourBoards(2, "right", "bitmask"))
		if err != nil {
			t.Fatal(err)
		}
		if result.Failed() || result.Overall != "1 same value" {
			t.Errorf("%+v", result)
		}
		page := read(t, result.Page)
		for _, want := range []string{"# A trial", "Source: nowhere", "`nqueens reproduce trial --budget 1m`", "\n16 records\n"} {
			if !strings.Contains(page, want) {
				t.Errorf("no %q in\n%s", want, page)
			}
		}
		if strings.Contains(page, "Left out") {
			t.Errorf("something is left out in\n%s", page)
		}
	}
	if index := read(t, s.Dir, "README.md"); !strings.Contains(index, "| [trial](trial/README.md) | A trial | 1 same value |") {
		t.Errorf("the index is\n%s", index)
	}
}

// TestWrongBackendFails checks that a wrong count is reported on the page and in the index.
func TestWrongBackendFails(t *testing.T) {
	s := session(t, time.Minute)
	result, err := s.Reproduce(t.Context(), fourBoards(1, "right", "wrong"))
	if err != nil {
		t.Fatal(err)
	}
	if !result.Failed() || len(result.Failures) != 4 || !strings.Contains(result.Failures[0], "wrong: 3, not 2") {
		t.Errorf("failures: %q", result.Failures)
	}
	for _, page := range []string{read(t, result.Page), read(t, s.Dir, "README.md")} {
		if !strings.Contains(page, "FAILED, wrong answers") {
			t.Errorf("nothing of a failure in\n%s", page)
		}
	}
}

// TestStoppedGoesOn checks that the recorded runs of a stopped reproduction are not repeated.
func TestStoppedGoesOn(t *testing.T) {
	s := session(t, time.Minute)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	s.Runner.Progress = func(p run.Progress) {
		if p.Done == 3 {
			stop()
		}
	}
	r := fourBoards(2, "right")
	if _, err := s.Reproduce(ctx, r); !errors.Is(err, context.Canceled) {
		t.Fatalf("stopped: %v", err)
	}
	if n := strings.Count(read(t, s.Dir, "trial", "records.jsonl"), "\n"); n != 3 {
		t.Fatalf("%d records, want 3", n)
	}
	again := 0
	var last run.Progress
	s.Runner.Progress = func(p run.Progress) {
		if again, last = again+1, p; p.Done != 3+again || p.Total < p.Done {
			t.Errorf("run %d of the second is %d of %d", again, p.Done, p.Total)
		}
	}
	result, err := s.Reproduce(t.Context(), r)
	if err != nil || again != 5 || !strings.Contains(read(t, result.Page), "\n8 records\n") {
		t.Errorf("went on with %d runs (%v)", again, err)
	}
	if last.Done != 8 || last.Total != 8 {
		t.Errorf("ended at %d of %d", last.Done, last.Total)
	}
}

// TestBudgetLeavesOut checks that sizes that would take too long are listed, and that a larger budget
// continues with them.
func TestBudgetLeavesOut(t *testing.T) {
	s := session(t, 1200*time.Millisecond)
	r := fourBoards(1, "slow")
	result, err := s.Reproduce(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	page := read(t, result.Page)
	if !strings.Contains(page, "## Left out\n\n- not run within the budget of 1.2s: ") || !strings.Contains(page, "- not run: slow: queens(") {
		t.Errorf("nothing is left out in\n%s", page)
	}
	before := strings.Count(read(t, s.Dir, "trial", "records.jsonl"), "\n")
	s.Budget = time.Minute
	if result, err = s.Reproduce(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if page := read(t, result.Page); before >= 4 || strings.Contains(page, "Left out") || !strings.Contains(page, "\n4 records\n") {
		t.Errorf("after %d records:\n%s", before, page)
	}
}

// TestKeep checks that measurements of another build are reused, even with too few repetitions, or measured
// again.
func TestKeep(t *testing.T) {
	s := session(t, time.Minute)
	r := fourBoards(3, "right")
	if _, err := s.Reproduce(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(s.Dir, "trial")
	path := filepath.Join(dir, bench.RecordsFile)
	made, err := bench.ReadFolder(dir, family.All())
	if err != nil {
		t.Fatal(err)
	}
	for keep, want := range map[bool]int{true: 8, false: 8 + 12} {
		for _, name := range []string{path, filepath.Join(dir, bench.SummaryFile)} {
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
		others, err := bench.OpenFolder(dir, made.Experiment)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range made.Records {
			if r.Repetition == 3 {
				continue
			}
			i := slices.IndexFunc(made.Experiment.Jobs, func(j bench.Job) bool { return j.String() == r.String() })
			r.Build = "another"
			r.Key = made.Experiment.Jobs[i].Key(r.Version, r.Build, made.Experiment.Seed, r.Repetition)
			if err := others.Append(r); err != nil {
				t.Fatal(err)
			}
		}
		if err := others.Close(); err != nil {
			t.Fatal(err)
		}
		var warnings []string
		s.Runner.Keep, s.Runner.Warn = keep, func(text string) { warnings = append(warnings, text) }
		if _, err := s.Reproduce(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if got := strings.Count(read(t, path), "\n"); got != want {
			t.Errorf("keep %v: %d records, want %d", keep, got, want)
		}
		if len(warnings) != 1 || !strings.Contains(warnings[0], "measured 4 of 4 jobs (another; ") {
			t.Errorf("keep %v: warnings %q", keep, warnings)
		}
	}
}

func TestUnknownBackend(t *testing.T) {
	_, err := session(t, time.Second).Reproduce(t.Context(), fourBoards(1, "rihgt"))
	if err == nil || !strings.Contains(err.Error(), "rihgt") {
		t.Errorf("%v", err)
	}
}

func TestNamed(t *testing.T) {
	list, err := Named(All())
	if err != nil || len(list) != len(All()) {
		t.Errorf("%d of all (%v)", len(list), err)
	}
	list, err = Named(All(), "five-solvers", "counts")
	if err != nil || len(list) != 2 || list[0].Name != "counts" {
		t.Errorf("%v, %v", list, err)
	}
	if _, err = Named(All(), "five-solver"); err == nil || !strings.Contains(err.Error(), `"five-solvers"`) {
		t.Errorf("%v", err)
	}
}
