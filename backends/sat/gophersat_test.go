package sat

import (
	"slices"
	"testing"

	"nqueens"
)

// TestCuttingPlanes checks the backend's Caution: its solutions are correct, and it reports that 60
// queens have no solution, which is wrong. If that changes, the caution must be removed.
func TestCuttingPlanes(t *testing.T) {
	b := GophersatCuttingPlanes()
	first := func(problem string) nqueens.Outcome {
		return b.Run(t.Context(), nqueens.Request{Problem: parse(t, problem), Task: nqueens.FindFirst}, nil)
	}
	for problem, solvable := range map[string]bool{
		"queens(3)": false, "queens(6)": true, "queens(8)": true, "queens(8, given=a1+b3)": false, "queens(20)": true,
		"queens(8, given=d1)": true, "queens(6, given=a1)": false,
	} {
		o := first(problem)
		switch {
		case !solvable && o.Status != nqueens.Unsatisfiable:
			t.Errorf("%s: %s %s, and there is no solution", problem, o.Status, o.Reason)
		case solvable && (o.Status != nqueens.Solved || parse(t, problem).Check(o.Solution) != nil):
			t.Errorf("%s: %s %s %v", problem, o.Status, o.Reason, o.Solution)
		}
	}
	if o := first("queens(60)"); o.Status != nqueens.Unsatisfiable {
		t.Errorf("60 queens: %s: the fault that the caution tells of is gone", o.Status)
	}
	if b.Describe().Ordinary() {
		t.Error("it is among the ordinary backends")
	}
}

// TestGophersatModelsRepeatsSolutions checks that gophersat finds every solution, and some of them
// several times. If a release corrects this, the backend's Caution must be removed.
func TestGophersatModelsRepeatsSolutions(t *testing.T) {
	p := parse(t, "queens(7)")
	out := GophersatModels{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.CountAll}, nil)
	if out.Status != nqueens.Solved || out.Count.Cmp(nqueens.NewCount(40)) <= 0 {
		t.Errorf("%+v: CountModels is expected to say more than 40", out)
	}

	distinct := map[string]bool{}
	visited := uint64(0)
	out = GophersatModels{}.Run(t.Context(), nqueens.Request{Problem: p, Task: nqueens.FindAll}, func(s nqueens.Solution) bool {
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
