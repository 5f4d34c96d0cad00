package plan

import (
	"fmt"
	"nqueens"
	"nqueens/backends"
	"nqueens/family"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestCountingPlan checks that the plan that compares counters runs as its comments say, and that its program
// counts right.
func TestCountingPlan(t *testing.T) {
	compiler, err := exec.LookPath("cc")
	if err != nil {
		t.Skip("no C compiler")
	}
	folder := t.TempDir()
	if out, err := exec.Command(compiler, "-O2", "-Wall", "-Werror", "-o", filepath.Join(folder, "plain"), "../../plans/plain.c").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	text, err := os.ReadFile("../../plans/counting.yaml")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := Read(filepath.Join(folder, "counting.yaml"), text, family.All())
	if err != nil {
		t.Fatal(err)
	}
	all, err := plan.Backends(backends.All())
	if err != nil {
		t.Fatal(err)
	}
	e, err := plan.Experiment(all)
	if err != nil {
		t.Fatal(err)
	}
	if len(e.External) != 1 || e.Baseline != "plain" || len(e.Published) == 0 || e.Repeat.Min < 6 {
		t.Errorf("%+v", e)
	}
	plain, err := backends.NewCounter("plain", "./plain {n}", folder)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n <= 11; n++ {
		problem := nqueens.Problem{Family: family.Queens, N: n}
		known, _ := problem.Known()
		o := plain.Run(t.Context(), nqueens.Request{Problem: problem, Task: nqueens.CountAll}, nil)
		if fmt.Sprint(o.Count) != fmt.Sprint(known.Count) {
			t.Errorf("n = %d: %v %s, want %v", n, o.Count, o.Reason, known.Count)
		}
	}
}
