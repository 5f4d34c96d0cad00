package bitmask

import (
	"math/rand/v2"
	"testing"

	"nqueens/backends/internal/turns"
	"nqueens/instance"
	"nqueens/internal/familytest"
)

// TestShave checks that the squares that shaving closes, after probing, are in no solution, and that shaving
// ends when it is too expensive.
func TestShave(t *testing.T) {
	r := rand.New(rand.NewPCG(34, 9))
	closed, refuted, solved, spared := 0, 0, uint64(0), 0
	for i := range 200 {
		p := restricted(r, familytest.Permuting()[i%4], 6+r.IntN(3))
		if i < 70 {
			var err error
			if p, err = (instance.Recipe{Kind: instance.ExcludedDiagonals, N: 10, Size: 7}).Make(t.Context(), uint64(i)); err != nil {
				t.Fatal(err)
			}
		}
		for _, whole := range newBoard(p).search(new(turns.Flag), 1).regions {
			if whole.kinds != 2 || len(whole.lines) == 0 {
				continue
			}
			x := newRelaxer(whole, new(turns.Flag))
			left, _, possible := x.probing(whole, x.patient)
			if !possible || left.dead() {
				continue
			}
			before := search{stop: new(turns.Flag), threads: 1}
			before.explore(whole.pack(), nil, nil)
			x.left = left
			free := func() float64 { return 0 }
			x.shave(x.size(left), free, func(float64) bool { return true })
			if closed += len(left.open) - len(x.left.open); x.over.Load() {
				refuted++
				x.left.open = nil
			}
			after := search{stop: new(turns.Flag), threads: 1}
			after.explore(x.left.pack(), nil, nil)
			if solved += after.found; before.found != after.found {
				t.Fatalf("%v: %d solutions, and of %d squares %d are left, with %d: %q", p, before.found, len(left.open), len(x.left.open), after.found, x.why)
			}
			// No square is tried if shaving is not worth its cost.
			for _, dear := range []bool{false, true} {
				x.left, x.relaxStats = left, relaxStats{}
				cost := 0.0
				x.shave(1, func() float64 { cost++; return cost }, func(float64) bool { return dear })
				if x.relaxStats != (relaxStats{}) {
					t.Fatalf("%v: %+v where nothing is worth it", p, x.relaxStats)
				}
				spared++
			}
		}
	}
	if closed < 100 || refuted < 4 || solved < 100 || spared < 100 {
		t.Errorf("only %d squares closed, %d boards refuted, %d solutions, %d times spared", closed, refuted, solved, spared)
	}
}
