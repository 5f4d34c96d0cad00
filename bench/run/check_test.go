package run

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/summary"
	"nqueens/family"
)

// reducers returns backends that share a wrong reduction: it closes a square that a solution uses. Two of
// them can work without the reduction, two cannot.
func reducers() (all []backends.Backend) {
	wrongly := func(_ context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
		left := bruteForce(r.Problem)
		if !r.Unreduced && r.Problem.Reducible() {
			left = left[1:]
		}
		return give(r, left, visit)
	}
	for _, f := range []fake{
		{name: "reducing", engine: "r1", unreduced: true}, {name: "reducing-too", engine: "r2", unreduced: true},
		{name: "bound", engine: "r3"}, {name: "bound-too", engine: "r4"},
	} {
		f.do = wrongly
		all = append(all, f)
	}
	return all
}

// reducing returns an experiment with the named backends and tasks on a problem.
func reducing(t *testing.T, problem string, tasks []nqueens.Task, names ...string) bench.Experiment {
	t.Helper()
	p, err := family.All().Parse(problem)
	if err != nil {
		t.Fatal(err)
	}
	e := bench.Experiment{Name: "reduced", Seed: 1, Repeat: bench.Repeat{Min: 1, Max: 1}}
	for _, task := range tasks {
		for _, name := range names {
			e.Jobs = append(e.Jobs, bench.Job{Problem: p, Task: task, Contender: backends.Contender{Backend: name}, Limits: bench.Limits{Time: time.Minute}})
		}
	}
	return e
}

// TestWrongReduction checks that two engines with the same wrong reduction agree, and that the check on the
// unreduced problem turns this into a disagreement, with the lost solution as evidence.
func TestWrongReduction(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	r := testRunner(t)
	r.Backends = reducers()
	f, err := bench.OpenFolder(dir, reducing(t, "queens(5, given=a1)", []nqueens.Task{nqueens.CountAll}, "reducing", "reducing-too"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := r.Run(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	if v := judge.Judge(f.Experiment, f.Records, r.Backends).Verdicts[0]; v.Kind != judge.AgreedReduced || v.Count.String() != "1" {
		t.Errorf("before the check: %v", v)
	}
	for range 2 { // the second time there is nothing to check
		s, err := r.Conclude(t.Context(), f)
		if err != nil {
			t.Fatal(err)
		}
		v := s.Judgement.Verdicts[0]
		if v.Kind != judge.Disagreement || len(v.Dissent) != 3 || v.Dissent[2].Contender.String() != "reducing unreduced" || v.Dissent[2].Count.String() != "2" {
			t.Errorf("%v: %+v", v, v.Dissent)
		}
		if len(f.Checks) != 1 || !f.Checks[0].Unreduced || len(f.Records) != 2 || len(s.Cells) != 2 || s.Runs != 2 {
			t.Errorf("%d checks, %d records, %d cells, %d runs", len(f.Checks), len(f.Records), len(s.Cells), s.Runs)
		}
		if w := s.Witnesses[0]; w.Solution.String() != "a1,b3,c5,d2,e4" || !strings.Contains(w.Why, "missed; found by reducing unreduced") {
			t.Errorf("%+v", s.Witnesses)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	// The check is stored, and counts when the folder is read.
	if s, err := summary.Read(dir, r.Backends, family.All()); err != nil || s.Judgement.Verdicts[0].Kind != judge.Disagreement {
		t.Errorf("read again: %v %v", s.Judgement.Verdicts, err)
	}
	records, err := os.ReadFile(filepath.Join(dir, bench.RecordsFile))
	if err != nil || bytes.Contains(records, []byte("unreduced")) {
		t.Errorf("%v: the check is among the records:\n%s", err, records)
	}
	// An edited check is refused, and a truncated one is removed.
	file := filepath.Join(dir, bench.ChecksFile)
	content, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		content, says string
		checks        int
	}{
		{strings.Replace(string(content), `"count":"2"`, `"count":"1"`, 1), "edited", 0},
		{strings.Replace(string(content), `"unreduced":true,`, ``, 1), "problem was reduced", 0},
		{string(content[:len(content)/2]), "", 0},
		{string(content), "", 1},
	} {
		if err := os.WriteFile(file, []byte(test.content), 0o666); err != nil {
			t.Fatal(err)
		}
		f, err := bench.ReadFolder(dir, family.All())
		switch {
		case test.says == "" && (err != nil || len(f.Checks) != test.checks):
			t.Errorf("%v", err)
		case test.says != "" && (err == nil || !strings.Contains(err.Error(), test.says) || !strings.Contains(err.Error(), bench.ChecksFile+":1")):
			t.Errorf("%v, want %s", err, test.says)
		}
	}
}

// TestOneAgainstSeveral checks a dissenting engine against two that agree: one of the two is checked on the
// unreduced problem, and then only the dissenting one is not ranked.
func TestOneAgainstSeveral(t *testing.T) {
	t.Parallel()
	r := testRunner(t)
	r.Backends = []backends.Backend{fake{name: "misses", engine: "four", unreduced: true}} // the first in the list, but it is not chosen
	for _, name := range []string{"bitmask", "dlx"} {
		b, err := backends.Named(backends.All(), name)
		if err != nil {
			t.Fatal(err)
		}
		r.Backends = append(r.Backends, b)
	}
	f, err := bench.OpenFolder(t.TempDir(), reducing(t, "queens(5, given=a1)", []nqueens.Task{nqueens.CountAll}, "misses", "bitmask", "dlx"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := r.Run(t.Context(), f); err != nil {
		t.Fatal(err)
	}
	s, err := r.Conclude(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	v, ranking := s.Judgement.Verdicts[0], s.Rankings[0]
	if len(f.Checks) != 1 || f.Checks[0].Backend != "dlx" || len(v.Dissent) != 1 || !v.Dissent[0].Open || !strings.Contains(v.Dissent[0].Why, "alone against 2 independent engines that agree on 2: bitmask, dlx") {
		t.Errorf("%d checks: %v: %+v", len(f.Checks), v, v.Dissent)
	}
	if len(ranking.Scores) != 2 || ranking.Disputed != 1 || len(ranking.Wrong) != 1 || ranking.Wrong[0].String() != "1/1 disputed" {
		t.Errorf("%+v", ranking)
	}
	for _, c := range s.Cells {
		if c.Open != (c.Backend == "misses") || c.Disputed == c.Open || c.Timed() == c.Open || (c.Text() == "disputed") != c.Open {
			t.Errorf("%s: %+v", c.Backend, c)
		}
	}
}

// TestChecks checks which backend is chosen for a check, and when there is none.
func TestChecks(t *testing.T) {
	t.Parallel()
	count, first := []nqueens.Task{nqueens.CountAll}, []nqueens.Task{nqueens.FindFirst}
	for _, test := range []struct {
		problem string
		tasks   []nqueens.Task
		names   []string
		want    string // the job of the check
	}{
		{"queens(5, given=a1)", count, []string{"reducing-too", "reducing"}, "count reducing unreduced"}, // in the order of the list
		{"queens(5, given=a1)", count, []string{"bound", "reducing-too"}, "count reducing-too unreduced"},
		{"queens(5, given=a1)", count, []string{"bound", "bound-too"}, "count reducing unreduced"}, // one that took no part
		{"queens(5, given=a1)", []nqueens.Task{nqueens.FindFirst, nqueens.CountAll}, []string{"bound", "reducing"}, "count reducing unreduced"},
		{"queens(5, given=a1)", first, []string{"bound", "reducing"}, ""},    // a visited solution needs no check
		{"queens(5)", count, []string{"reducing", "reducing-too"}, ""},       // there is no reduction, and the number is published
		{"queens(5, given=a1)", count, []string{"reducing", "reducing"}, ""}, // a single engine
	} {
		e := reducing(t, test.problem, test.tasks, test.names...)
		r := testRunner(t)
		r.Backends = reducers()
		var records []bench.Record
		for _, job := range e.Jobs {
			b, err := backends.Named(r.Backends, job.Backend)
			if err != nil {
				t.Fatal(err)
			}
			record := job.Record(bench.Maker{Version: "1", Seed: 1, Repetition: 1}, bench.Observation{})
			record.Outcome = b.Run(t.Context(), nqueens.Request{Problem: job.Problem, Task: job.Task}, nil)
			record.Seconds = 3
			records = append(records, record)
		}
		v := judge.Judge(e, records, r.Backends).Verdicts[0]
		got := ""
		if v.Kind == judge.AgreedReduced {
			job, able := r.checkOf(e, v, 6*time.Second)
			if got = strings.TrimPrefix(job.String(), test.problem+" "); !able || job.Limits.Time != checkTime {
				t.Errorf("%v: able %v, %v", job, able, job.Limits.Time)
			}
			// The limit is neither longer than all answers together nor than the other jobs' limit.
			if job, _ := r.checkOf(e, v, 40*time.Second); job.Limits.Time != 40*time.Second {
				t.Errorf("%v", job.Limits.Time)
			}
			if job, _ := r.checkOf(e, v, 2*time.Hour); job.Limits.Time != time.Minute {
				t.Errorf("%v", job.Limits.Time)
			}
		}
		if got != test.want {
			t.Errorf("%s by %v: %q is asked, want %q; %v", test.problem, test.names, got, test.want, v)
		}
	}
}
