package reproduce

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens/backends"
	"nqueens/bench/plan"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/study"
	"nqueens/bench/summary"
	"nqueens/family"
	"nqueens/studies"
)

// TestCommitted checks that the verdicts on the committed runs have not changed since each study was a
// program of its own, with a verdict on all answers before them.
func TestCommitted(t *testing.T) {
	t.Setenv("NQUEENS_INSTANCES", "")
	const same, shape, differs, undecided = page.SameValue, page.SameShape, page.Differs, page.Undecided
	for name, want := range map[string][]page.Kind{
		"counts":        {same, same, same, same, same},
		"min-conflicts": {same, undecided, undecided, shape},
		"dancing-links": {same, same, same},
		"five-solvers":  {same, shape, differs, shape, differs, shape, shape, shape, shape, shape, differs},
		// This study compares run by run, as the publication does.
		"excluded-diagonals": {same, same, same, shape, page.Untested, page.Untested, same},
		"completion":         {same, shape, shape, shape, shape, shape, shape},
		"blocked":            {same, shape, shape, shape, shape},
	} {
		dir := "../../results/reproduction"
		if _, err := os.Stat(filepath.Join(dir, name)); err != nil {
			dir = "../../results/completion"
		}
		s, err := summary.Read(filepath.Join(dir, name), backends.All(), family.All())
		if err != nil {
			t.Fatal(err)
		}
		of, err := ofPlan(name).plan()
		if err != nil {
			t.Fatal(err)
		}
		var p page.Page
		if err := study.Report(&p, of, s, backends.All()); err != nil {
			t.Fatal(err)
		}
		var kinds []page.Kind
		for _, v := range p.Verdicts() {
			kinds = append(kinds, v.Kind)
		}
		if !slices.Equal(kinds, want) {
			t.Errorf("%s: %v, want %v", name, kinds, want)
		}
	}
}

// TestCommittedWrong checks that the same runs differ from other published values.
func TestCommittedWrong(t *testing.T) {
	t.Setenv("NQUEENS_INSTANCES", "")
	runs := map[string]summary.Summary{}
	for _, test := range []struct {
		study, value, other string
		want                page.Kind
	}{
		{"excluded-diagonals", "\n      12,8.32,6697,", "\n      12,8.32,6699,", page.Wrong},
		{"excluded-diagonals", "\n      12,8.32,", "\n      12,8.35,", page.Wrong},
		{"excluded-diagonals", "\n      12,7,0.752\n", "\n      12,7,0.753\n", page.Wrong},
		{"blocked", "\n      20,277.6\n", "\n      20,300.0\n", page.Differs},
		{"completion", "\n      to place 10,20.3,", "\n      to place 10,21.3,", page.Differs},
		{"completion", ",361,20,6235", ",161,20,6235", page.Differs},
	} {
		text, err := studies.Plan(test.study)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text, test.value) {
			t.Fatalf("%s has no %q", test.study, test.value)
		}
		of, err := plan.Read(test.study+".yaml", []byte(strings.Replace(text, test.value, test.other, 1)), family.All())
		if err != nil {
			t.Fatal(err)
		}
		if _, known := runs[test.study]; !known {
			if runs[test.study], err = summary.Read(filepath.Join("../../results/completion", test.study), backends.All(), family.All()); err != nil {
				t.Fatal(err)
			}
		}
		var p page.Page
		if err := study.Report(&p, of, runs[test.study], backends.All()); err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(p.Verdicts(), func(v page.Verdict) bool { return v.Kind == test.want }) {
			t.Errorf("%s with %q: %v", test.study, test.other, p.Verdicts())
		}
	}
}
