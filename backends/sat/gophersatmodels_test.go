package sat

import (
	"slices"
	"testing"

	"nqueens"
)

// Gophersat finds every solution, some of them several times. Should a release
// mend this, the backend's Caution has to go.
func TestGophersatModelsRepeatsSolutions(t *testing.T) {
	p := parse(t, "queens(7)")
	out := GophersatModels().Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
	if out.Status != nqueens.Solved || out.Count.Cmp(nqueens.NewCount(40)) <= 0 {
		t.Errorf("%+v: CountModels is expected to say more than 40", out)
	}

	distinct := map[string]bool{}
	visited := uint64(0)
	out = GophersatModels().Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindAll}, func(s nqueens.Solution) bool {
		if err := p.Check(s); err != nil {
			t.Error(err)
		}
		s = slices.Clone(s)
		s.Sort()
		distinct[s.String()] = true
		visited++
		return true
	})
	if len(distinct) != 40 || visited <= 40 || out.Count.Cmp(nqueens.NewCount(visited)) != 0 {
		t.Errorf("%+v: %d visited, %d of them distinct", out, visited, len(distinct))
	}
}
