package run

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/judge"
	"nqueens/bench/plan"
	"nqueens/family"
)

// TestWrongPlan runs the plan of a backend that is known to be wrong: the harness detects it, and the run
// does not fail.
func TestWrongPlan(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../plans/wrong.yaml")
	if err != nil {
		t.Fatal(err)
	}
	plan, err := plan.Read("wrong.yaml", text, family.All())
	if err != nil {
		t.Fatal(err)
	}
	e, err := plan.Experiment(backends.All())
	if err != nil {
		t.Fatal(err)
	}
	folder, err := bench.OpenFolder(filepath.Join(t.TempDir(), "run"), e)
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	runner := testRunner(t)
	runner.Backends = slices.Concat(runner.Backends, backends.All())
	if err := runner.Run(t.Context(), folder); err != nil {
		t.Fatal(err)
	}
	j := judge.Judge(e, folder.Records, runner.Backends)
	if len(j.Failures) > 0 || len(j.Verdicts) != 1 {
		t.Fatalf("%+v", j)
	}
	if d := j.Verdicts[0].Dissent; len(d) != 1 || d[0].Backend != "gophersat-cutting-planes" || !d[0].Expected {
		t.Errorf("%+v", j.Verdicts[0])
	}
}
