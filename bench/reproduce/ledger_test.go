package reproduce

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"nqueens/bench"
	"nqueens/family"
)

// TestOldLists checks that the names of older versions' lists give the instances of the committed
// experiments.
func TestOldLists(t *testing.T) {
	all := 0
	for _, study := range []string{"excluded-diagonals", "completion", "blocked", "root-relaxation"} {
		e, err := bench.ReadExperiment(filepath.Join("../../results/completion", study, bench.ExperimentFile), family.All())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range e.Sweeps {
			all++
			if of, recipes := oldList(s.Name); of != study || !slices.Equal(recipes, s.Recipes) {
				t.Errorf("%s: %s, %v, want %s, %v", s.Name, of, recipes, study, s.Recipes)
			}
		}
	}
	if all < 50 {
		t.Errorf("only %d lists", all)
	}
	for _, other := range []string{"blocked, n = 28, ASP competitions, 595 to 595, files 5fc3a09131ff", "something else", "theory, n = 4, 5 to 6"} {
		if of, _ := oldList(other); of != "" {
			t.Errorf("%s is of %s", other, of)
		}
	}
}

// TestInherit checks that a study starts with the answers of an older version's phase transition, line by
// line.
func TestInherit(t *testing.T) {
	s := Session{Dir: t.TempDir()}
	line := func(list, verdicts string) string {
		return `{"list":"` + list + `","backend":"bitmask","version":"3","limits":{"time":60000000000,"memory":2147483648},"from":0,"started":"2026-11-20T10:00:00Z","verdicts":"` + verdicts + `","seconds":[0.1,0.2],"wallSeconds":1}` + "\n"
	}
	mine, other := line("completion, delta = 5, own, 6 to 14", "10"), line("blocked, n = 12, own, 47 to 92", "11")
	old := filepath.Join(s.Dir, "phase-transition")
	if err := os.MkdirAll(old, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(old, "batches.jsonl"), []byte(mine+other), 0o666); err != nil {
		t.Fatal(err)
	}
	e, _, err := ofPlan("completion").asks(all())
	if err != nil {
		t.Fatal(err)
	}
	f, err := s.open(e)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	i := slices.IndexFunc(f.Runs().Sweeps, func(r bench.SweepRun) bool { return r.Name == "completion, delta = 5, own, 6 to 14" })
	if i < 0 || f.Runs().Sweeps[i].Answered() != 2 {
		t.Errorf("no answers of before: %d", i)
	}
	records, err := os.ReadFile(filepath.Join(s.Dir, "completion", bench.RecordsFile))
	if err != nil || string(records) != mine {
		t.Errorf("%q, %v", records, err)
	}
}
