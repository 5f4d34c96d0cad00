package run

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/plan"
	"nqueens/bench/summary"
	"nqueens/encode"
	"nqueens/family"
)

// hoard writes files into a new folder and returns it.
func hoard(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		at := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

const (
	solvableBoard   = ".#..\n....\n....\n....\n" // b4 is blocked: c1, a2, d3, b4 and its mirror image; one is left
	unsolvableBoard = ".##.\n....\n....\n....\n"
)

// overFiles returns an experiment of the backends on the instances in a folder.
func overFiles(t *testing.T, folder string, backends ...string) bench.Experiment {
	t.Helper()
	list, err := plan.ReadInstances(encode.Reading{}, family.Queens, folder)
	if err != nil {
		t.Fatal(err)
	}
	plan := plan.Plan{Name: "files", Seed: 1, Baseline: "right", Repeat: bench.Repeat{Min: 1, Max: 1}, Sections: []plan.Section{{
		Instances: list, Tasks: []nqueens.Task{nqueens.FindFirst}, Backends: backends, Limits: bench.Limits{Time: time.Minute},
	}}}
	e, err := plan.Experiment(fakes())
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// TestInstances runs copies of a file, files of the same name in two folders, and files of two kinds. All are
// distinguished, also after resuming.
func TestInstances(t *testing.T) {
	t.Parallel()
	folder := hoard(t, map[string]string{
		"one/x.txt": solvableBoard, "one/copy.txt": solvableBoard, "two/x.txt": unsolvableBoard,
	})
	e := overFiles(t, folder, "right", "righttoo")
	dir := t.TempDir()
	f := carryOut(t, e, dir)
	status := map[string]nqueens.Status{}
	keys := map[string]bool{}
	for _, r := range f.Records {
		status[r.Instance+" "+r.Backend] = r.Status
		keys[r.Key] = true
		if r.Problem != e.Jobs[slices.IndexFunc(e.Jobs, func(j bench.Job) bool { return j.Instance == r.Instance })].ProblemName() {
			t.Errorf("the record of %s is on %s", r.Instance, r.Problem)
		}
	}
	for name, want := range map[string]nqueens.Status{
		"one/x.txt": nqueens.Solved, "one/copy.txt": nqueens.Solved, "two/x.txt": nqueens.Unsatisfiable,
	} {
		for _, backend := range []string{" right", " righttoo"} {
			if got := status[name+backend]; got != want {
				t.Errorf("%s%s: %q, want %s", name, backend, got, want)
			}
		}
	}
	if len(f.Records) != 6 || len(keys) != 6 {
		t.Errorf("%d records with %d keys", len(f.Records), len(keys))
	}
	f.Close()

	// With the files read again it is the same, complete run.
	if f = carryOut(t, overFiles(t, folder, "right", "righttoo"), dir); len(f.Records) != 6 {
		t.Errorf("resumed, there are %d records", len(f.Records))
	}
	f.Close()
	s, err := summary.Read(dir, fakes(), family.All())
	if err != nil {
		t.Fatal(err)
	}
	if v := s.Judgement.Verdicts; len(v) != 3 || slices.ContainsFunc(v, func(v judge.Verdict) bool { return v.Kind != judge.Agreed && v.Count == nil || v.Instance == "" }) {
		t.Errorf("verdicts %v", v)
	}
	if sc := s.InstanceScores; len(sc) != 2 || sc[0].With != 2 || sc[0].Without != 1 || sc[0].Fastest+sc[1].Fastest < 3 {
		t.Errorf("scores %+v", sc)
	}

	// A changed file makes another run.
	if err := os.WriteFile(filepath.Join(folder, "two/x.txt"), []byte(solvableBoard), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := bench.OpenFolder(dir, overFiles(t, folder, "right", "righttoo")); err == nil || !strings.Contains(err.Error(), "another plan") {
		t.Errorf("a changed file: %v", err)
	}
}

// TestFalseClaimOnInstance checks that a wrong "no solution" is reported under the instance's short name, and
// that the only evidence is the solution that was found.
func TestFalseClaimOnInstance(t *testing.T) {
	t.Parallel()
	e := overFiles(t, hoard(t, map[string]string{"x.txt": solvableBoard, "y.txt": unsolvableBoard}), "right", "righttoo", "despairs")
	dir := t.TempDir()
	f := carryOut(t, e, dir)
	s, err := testRunner(t).Conclude(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := s.WriteText(&text, summary.Style{}); err != nil {
		t.Fatal(err)
	}
	name := e.Jobs[0].ProblemName()
	want := fmt.Sprintf("FAILED: %s, first: despairs: says there is no solution, and right showed one\n"+
		"despairs disagrees on %[1]s: says there is no solution, and right showed one\n", name)
	if !strings.HasPrefix(text.String(), want) {
		t.Errorf("%s\nwant it to begin with\n%s", &text, want)
	}
	if len(s.Witnesses) != 0 {
		t.Errorf("witnesses %+v", s.Witnesses)
	}
	for _, sc := range s.InstanceScores {
		if sc.Contender == "despairs" && (sc.Wrong != 1 || sc.With != 0 || sc.Without != 1) {
			t.Errorf("%+v", sc)
		}
	}
}

// blockedLarge returns a problem with a long name.
func blockedLarge() nqueens.Problem {
	p := nqueens.Problem{Family: family.Queens, N: 56}
	for file := range 56 {
		for rank := range 49 {
			p.Blocked = append(p.Blocked, nqueens.Square{File: file, Rank: rank})
		}
	}
	return p
}

// TestLongNamesStandOnce checks that only experiment.json has the text of a large instance, and only once.
func TestLongNamesStandOnce(t *testing.T) {
	t.Parallel()
	p := blockedLarge()
	e := bench.Experiment{Name: "long", Repeat: bench.Repeat{Min: 1, Max: 1}}
	for backend, limit := range map[string]time.Duration{"obeys": 50 * time.Millisecond, "hangs": 50 * time.Millisecond, "panics": time.Minute} {
		e.Jobs = append(e.Jobs, bench.Job{Problem: p, Instance: "blocked-56-17.param", Task: nqueens.FindFirst, Contender: backends.Contender{Backend: backend}, Limits: bench.Limits{Time: limit}})
	}
	dir := t.TempDir()
	f := carryOut(t, e, dir)
	s, err := testRunner(t).Conclude(t.Context(), f)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := s.WriteText(&text, summary.Style{}); err != nil {
		t.Fatal(err)
	}
	for _, file := range []string{bench.RecordsFile, bench.VerdictsFile, bench.SummaryFile, bench.ExperimentFile} {
		content, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Fatal(err)
		}
		want := 0
		if file == bench.ExperimentFile {
			want = 1
		}
		if got := strings.Count(string(content), "a1+a2+"); got != want {
			t.Errorf("%s holds the problem %d times, want %d", file, got, want)
		}
	}
	if strings.Contains(text.String(), "a1+a2") || !strings.Contains(text.String(), "panics on queens(56) blocked-56-17.param ") {
		t.Errorf("summary\n%s", &text)
	}
	back, err := bench.ReadFolder(dir, family.All())
	if err != nil {
		t.Fatal(err)
	}
	if got := back.Experiment.Jobs[2]; got.Problem.String() != p.String() || got.Key("1", "", 1, 1) != e.Jobs[2].Key("1", "", 1, 1) {
		t.Error("the experiment's problem is another when read again")
	}
}

// TestProblemName checks that the name has the file and a digest of the content, and no control characters.
func TestProblemName(t *testing.T) {
	p, err := family.All().Parse("queens(8, given=a1)")
	if err != nil {
		t.Fatal(err)
	}
	other := p
	other.Given = []nqueens.Square{{File: 1, Rank: 0}}
	name := func(p nqueens.Problem, file string) string {
		return bench.Job{Problem: p, Instance: file}.ProblemName()
	}
	if got := name(p, ""); got != "queens(8, given=a1)" {
		t.Errorf("without a file: %s", got)
	}
	if got := name(p, "a b.param"); !strings.HasPrefix(got, "queens(8) a b.param ") || len(got) != len("queens(8) a b.param 12345678") {
		t.Errorf("%s", got)
	}
	if name(p, "x") == name(other, "x") || name(p, "x") == name(p, "y") {
		t.Error("two instances have one name")
	}
	if got := name(p, "a\x1b[31m\nb\"ä"); !strings.HasPrefix(got, `queens(8) a\u001b[31m\nb"ä `) {
		t.Errorf("%q", got)
	}
}

// TestKeysOfProblemsWithoutFiles checks that keys never change.
func TestKeysOfProblemsWithoutFiles(t *testing.T) {
	j := bench.Job{Problem: nqueens.Problem{Family: family.Queens, N: 8}, Task: nqueens.CountAll, Contender: backends.Contender{Backend: "bitmask"}, Limits: bench.Limits{Time: time.Minute, Memory: 1 << 30}}
	if got, want := j.Key("1", "", 1, 2), "d51659b49c4c646f0dffb88d"; got != want {
		t.Errorf("key %s, was %s", got, want)
	}
}
