package reproduce

import (
	"path/filepath"
	"slices"
	"testing"

	"nqueens/backends"
	"nqueens/bench/reproduce/page"
	"nqueens/bench/study"
	"nqueens/bench/summary"
)

// TestCommitted: the verdicts on the runs that are committed are what they were when each study was
// a program of its own, with the one on all answers before them.
func TestCommitted(t *testing.T) {
	const same, shape, differs, undecided = page.SameValue, page.SameShape, page.Differs, page.Undecided
	for name, want := range map[string][]page.Kind{
		"counts":        {same, same, same, same, same},
		"min-conflicts": {same, undecided, undecided, shape},
		"dancing-links": {same, same, same},
		"five-solvers":  {same, shape, differs, shape, differs, shape, shape, shape, shape, shape, differs},
	} {
		s, err := summary.Read(filepath.Join("../../results/reproduction", name), backends.All())
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
