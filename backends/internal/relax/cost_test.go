package relax

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/modeltest"
	"nqueens/simplex"
)

// TestFixByCost checks that variables removed by reduced costs are 0 in every solution that
// satisfies the goal, and are fixed at 0.
func TestFixByCost(t *testing.T) {
	removed := 0
	modeltest.ForRandom(t, 1500, func(t *testing.T, random *rand.Rand, m *nqueens.Model, solutions []uint64) {
		r := New(encode.PBFromModel(m))
		sign, bound := int64(1-2*random.IntN(2)), int64(random.IntN(len(m.Placements)+1))
		goal := encode.PBConstraint{Bound: sign * bound} // at least that many are chosen, or at most
		for j := range m.Placements {
			goal.Terms = append(goal.Terms, encode.PBTerm{Coefficient: sign, Variable: int32(j + 1)})
		}
		r.SetGoal(goal)
		if status, _, _ := r.Solve(); status != simplex.Optimal {
			return
		}
		var all []int
		r.FixByCost(func(j int, f Refutation) {
			removed++
			for _, set := range modeltest.Agreeing(solutions, []nqueens.Literal{nqueens.Chosen(j)}) {
				if n := int64(bits.OnesCount64(set)); sign*n >= sign*bound {
					t.Fatalf("placement %d is removed, and a solution with %d placements has it", j, n)
				}
			}
			if f.Margin < 1 || r.fixed[j] != 1 {
				t.Errorf("%d is fixed at %d, refuted by %d", j, r.fixed[j], f.Margin)
			}
			all = append(all, j)
		})
		for j := range m.Placements {
			if r.Fixed(j) != slices.Contains(all, j) || r.Fixed(j) && r.Value(j) != 0 {
				t.Errorf("%v are removed, and %d is fixed: %v, at %v", all, j, r.Fixed(j), r.Value(j))
			}
		}
	})
	if removed < 100 {
		t.Errorf("%d removed: too few to tell", removed)
	}
}
