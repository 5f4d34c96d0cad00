package run

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/family"
)

// describe returns the description of a solver whose command is a script.
func describe(name string) string {
	return fmt.Sprintf("name: %s\nabout: a script of the test's\nengine: %[1]s\ninputs:\n  - {format: board, answer: squares, first: './%[1]s {input}'}\n", name)
}

// scriptSolvers returns the descriptions of all scripts, as part of a plan.
func scriptSolvers(t *testing.T, file string, names ...string) string {
	t.Helper()
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(filepath.Dir(file), name+".yaml"), []byte(describe(name)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return "solvers: [" + strings.Join(names, ".yaml, ") + ".yaml]\n"
}

// TestSolverInChild checks that a solver described by its user is available in the child, is judged like any
// backend, and leaves no folder behind.
func TestSolverInChild(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	file := programs(t, map[string]string{
		"sound":    "echo a2,b4,c1,d3",
		"attacked": "echo a1,b2,c3,d4",
		"denies":   "echo no solution",
		"garbage":  "echo beg your pardon",
	})
	names := []string{"sound", "attacked", "denies", "garbage"}
	plan := scriptSolvers(t, file, names...) + "repetitions: {min: 1, max: 1}\nlimits: {time: 1m}\nruns:\n  - {problems: queens(4), tasks: first, backends: [right, sound]}\n"
	_, f, s := runPlan(t, file, plan, t.TempDir())
	got := map[string]string{}
	for _, r := range f.Records {
		got[r.Backend] = strings.TrimSpace(string(r.Status) + " " + r.Reason)
		if r.Backend == "sound" && (r.Solution.String() != "a2,b4,c1,d3" || r.CPUSeconds == 0 || r.WallSeconds == 0 || r.Version == "") {
			t.Errorf("%+v", r)
		}
		if r.Backend == "attacked" && (r.Fault == nil || r.Fault.Why != "a1 and b2 attack each other") {
			t.Errorf("%+v", r.Fault)
		}
	}
	for name, want := range map[string]string{
		"sound": "solved", "attacked": "solved", "denies": "unsatisfiable",
		"garbage": `crashed garbage printed "beg your pardon" where a solution was expected: square "beg": the rank is missing (a square is letters then a number, as in c4)`,
	} {
		if !strings.HasPrefix(got[name], want) {
			t.Errorf("%s: %q, want %q", name, got[name], want)
		}
	}
	var failures []string
	for _, failure := range s.Judgement.Failures {
		_, failure, _ = strings.Cut(failure, "first: ")
		failures = append(failures, failure)
	}
	slices.Sort(failures)
	want := []string{
		"attacked/board: a1,b2,c3,d4 is no solution: a1 and b2 attack each other",
		"denies/board: says there is no solution, and there are 2",
	}
	if !slices.Equal(failures, want) {
		t.Errorf("failures %q", failures)
	}
	if verdict := s.Judgement.Verdicts[0]; !slices.Contains(verdict.Engines, "sound") {
		t.Errorf("engines %v", verdict.Engines)
	}
	if left, _ := filepath.Glob(filepath.Join(temporary, "nqueens-*")); left != nil {
		t.Errorf("left behind: %v", left)
	}
	if e := f.Experiment.External; len(e) != len(names) || e[0].Engine != "sound" || e[0].Command != "./sound {input}" {
		t.Errorf("the experiment knows the programs %+v", e)
	}
}

// TestStubbornSolver checks that a solver that ignores signals, and its children, are killed at the time
// limit.
func TestStubbornSolver(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	file := programs(t, map[string]string{
		// It refuses a board of one square, which is used to measure its floor.
		"stubborn": "[ $(wc -l < $1) -gt 1 ] || exit 1; trap '' TERM; (while :; do touch $0.alive; sleep 0.01; done) & sleep 300; sleep 300",
	})
	plan := scriptSolvers(t, file, "stubborn") + "repetitions: {min: 1, max: 1}\nlimits: {time: 1s}\nruns:\n  - {problems: queens(4), tasks: first, backends: [stubborn]}\n"
	start := time.Now()
	_, f, _ := runPlan(t, file, plan, t.TempDir())
	if took := time.Since(start); took > 2*time.Minute {
		t.Errorf("it took %v: what the script started was waited for", took)
	}
	if r := f.Records[0]; r.Status != nqueens.Timeout {
		t.Errorf("%+v", r)
	}
	alive := filepath.Join(filepath.Dir(file), "stubborn.alive")
	if err := os.Remove(alive); err != nil {
		t.Error(err)
	}
	time.Sleep(100 * time.Millisecond)
	if _, err := os.Stat(alive); err == nil {
		t.Error("what the script started lives on")
	}
	if left, _ := filepath.Glob(filepath.Join(temporary, "nqueens-*")); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

// TestSolverCounted checks that the memory and CPU time of a solver's own process count, and that a solver is
// killed with its child process.
func TestSolverCounted(t *testing.T) {
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	const refuse = "[ $(wc -l < $1) -gt 1 ] || exit 1; "
	file := programs(t, map[string]string{
		// dd allocates 60 MiB in one block, and copies it for a while. The solvers refuse a board of one
		// square, which is used to measure their floor.
		"holds":  refuse + "dd if=/dev/zero of=/dev/null bs=60M count=20 2>/dev/null; echo a2,b4,c1,d3",
		"dropsy": refuse + "dd if=/dev/zero of=/dev/null bs=400M count=400 2>/dev/null; touch $0.ended; echo a2,b4,c1,d3",
	})
	plan := scriptSolvers(t, file, "holds", "dropsy") + "repetitions: {min: 1, max: 1}\nlimits: {time: 20s, memory: 200MiB}\nruns:\n  - {problems: queens(4), tasks: first, backends: [holds, dropsy]}\n"
	_, f, _ := runPlan(t, file, plan, t.TempDir())
	for _, r := range f.Records {
		switch r.Backend {
		case "holds":
			if r.Status != nqueens.Solved || r.PeakBytes < 50<<20 || r.CPUSeconds < 0.01 {
				t.Errorf("holds 60 MiB: %+v", r)
			}
		case "dropsy":
			if r.Status != nqueens.MemoryLimit {
				t.Errorf("holds 400 MiB: %+v", r)
			}
		}
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(file), "dropsy.ended")); err == nil {
		t.Error("the solver went on after its limit")
	}
	if left, _ := filepath.Glob(filepath.Join(temporary, "nqueens-*")); left != nil {
		t.Errorf("left behind: %v", left)
	}
}

// TestSolversInPlans checks the errors for invalid solvers in plans.
func TestSolversInPlans(t *testing.T) {
	t.Parallel()
	file := programs(t, map[string]string{"sound": "echo a2,b4,c1,d3"})
	key := scriptSolvers(t, file, "sound")
	folder := filepath.Dir(file)
	for name, text := range map[string]string{
		"twin.yaml":   describe("right"),
		"absent.yaml": describe("absent"),
		"broken.yaml": "name: broken\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	runs := "runs:\n  - {problems: queens(4), tasks: first, backends: [right]}\n"
	for _, test := range []struct{ plan, want string }{
		{key + runs, ""},
		{key + strings.Replace(runs, "first", "count", 1), `1:11: external program "sound" has no job in the plan: no run has a task and a problem that it supports`},
		{"solvers: twin.yaml\n" + runs, `1:10: solver "right": there is a backend of that name already; choose another`},
		{"solvers: [sound.yaml, sound.yaml]\n" + runs, `1:23: solver "sound": there is a backend of that name already; choose another`},
		{"solvers: gone.yaml\n" + runs, "1:10: reading the solver's description: "},
		{"solvers: broken.yaml\n" + runs, `1:10: `},
		{"solvers: absent.yaml\n" + strings.Replace(runs, "right", "absent", 1), `3:52: backend absent, task first, queens(4): absent is not installed: there is no program ./absent in `},
	} {
		p, err := plan.Read(file, []byte(test.plan), family.All())
		all := fakes()
		if err == nil {
			all, err = p.Backends(all)
		}
		var e bench.Experiment
		if err == nil {
			e, err = p.Experiment(all)
		}
		switch {
		case test.want == "" && (err != nil || len(e.Jobs) != 2 || e.Jobs[1].Contender.String() != "sound/board"):
			t.Errorf("%s: %v, %v", test.plan, e.Jobs, err)
		case test.want != "" && (err == nil || !strings.HasPrefix(err.Error(), file+":"+test.want)):
			t.Errorf("%s: %v\nwant %s", test.plan, err, test.want)
		}
	}
}
