package plan

import (
	"path/filepath"
	"slices"
	"testing"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/family"
)

// TestBaselineIsOfBuiltinPlan checks that the jobs of results/baseline are those of the built-in plan, as the
// README says.
func TestBaselineIsOfBuiltinPlan(t *testing.T) {
	made, err := bench.ReadExperiment(filepath.Join("..", "..", "results", "baseline", bench.ExperimentFile), family.All())
	if err != nil {
		t.Fatal(err)
	}
	planned, err := Builtin().Experiment(backends.All())
	if err != nil {
		t.Fatal(err)
	}
	// The baseline has no jobs of later backends and encodings, because it is not measured again for them.
	known := map[string]bool{}
	for _, job := range made.Jobs {
		known[job.Backend], known[job.Encoding] = true, true
	}
	encoded := func(e bench.Experiment) (jobs []string) {
		for _, job := range e.Jobs {
			if !known[job.Backend] || !known[job.Encoding] {
				continue
			}
			one, err := bench.EncodeExperiment(bench.Experiment{Seed: e.Seed, Baseline: e.Baseline, Repeat: e.Repeat, Jobs: []bench.Job{job}})
			if err != nil {
				t.Fatal(err)
			}
			jobs = append(jobs, string(one))
		}
		slices.Sort(jobs)
		return jobs
	}
	was, is := encoded(made), encoded(planned)
	for _, job := range is {
		if _, found := slices.BinarySearch(was, job); !found {
			t.Fatalf("results/baseline was made by another plan: it has %d jobs, the plan %d, and not this one:\n%s", len(was), len(is), job)
		}
	}
	if len(was) != len(is) {
		t.Errorf("results/baseline has %d jobs, and the plan %d", len(was), len(is))
	}
}
