package relax

import (
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/modeltest"
	"nqueens/simplex"
)

// TestRefutations checks that problems that are refuted, with some variables fixed, have no
// solution, and that solutions satisfy the relaxation. With all variables fixed a violated
// constraint is found.
func TestRefutations(t *testing.T) {
	refuted, removed := 0, 0
	modeltest.ForRandom(t, 1500, func(t *testing.T, random *rand.Rand, m *nqueens.Model, solutions []uint64) {
		pb := encode.PBFromModel(m)
		r := New(pb)
		if f, ok := r.Broken(); ok && len(solutions) > 0 {
			t.Fatalf("broken by %+v, and there are %d solutions", f, len(solutions))
		}
		var fixed []nqueens.Literal
		for j := range m.Placements {
			if random.IntN(4) == 0 {
				value := int8(random.IntN(2))
				r.Fix(j, value)
				fixed = append(fixed, []nqueens.Literal{nqueens.NotChosen(j), nqueens.Chosen(j)}[value])
			}
		}
		left := modeltest.Agreeing(solutions, fixed)
		status, f, ok := r.Solve()
		switch {
		case ok && len(left) > 0:
			t.Fatalf("refuted by %+v, and there are %d solutions", f, len(left))
		case ok != (status == simplex.Infeasible):
			t.Fatalf("status %d, refuted: %v", status, ok)
		case ok:
			refuted++
			return
		}
		r.Probe(func() bool { return false }, func(j int, f Refutation) {
			removed++
			if some := modeltest.Agreeing(left, []nqueens.Literal{nqueens.Chosen(j)}); len(some) > 0 {
				t.Fatalf("placement %d is removed, and %d solutions have it", j, len(some))
			}
			if f.Margin < 1 {
				t.Errorf("%+v says nothing", f)
			}
		})
		for set := range uint64(1) << len(m.Placements) {
			for j := range m.Placements {
				r.Fix(j, int8(set>>j&1))
			}
			_, holds := m.Holds(func(i int) bool { return set>>i&1 == 1 })
			if _, broken := r.Broken(); broken == holds {
				t.Fatalf("%b is a solution: %v, and breaks a constraint: %v", set, holds, broken)
			}
		}
	})
	if refuted < 100 || removed < 100 {
		t.Errorf("%d refuted, %d removed: too few to tell", refuted, removed)
	}
}

// TestMerge checks that merged constraints have the same solutions, and that no pair is in two
// cliques.
func TestMerge(t *testing.T) {
	cliques := 0
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 6))
		n := int32(2 + random.IntN(7))
		pb := encode.NewPB(int(n))
		for a := range n {
			for b := range a {
				if random.IntN(3) > 0 {
					pb.Add(encode.PBConstraint{Terms: []encode.PBTerm{{Coefficient: -1, Variable: b + 1}, {Coefficient: -1, Variable: a + 1}}, Bound: -1})
				}
			}
		}
		m := Merge(pb)
		cliques += len(m.Cliques)
		before, after := New(pb), New(m.PB)
		for set := range uint64(1) << n {
			for j := range int(n) {
				before.Fix(j, int8(set>>j&1))
				after.Fix(j, int8(set>>j&1))
			}
			_, first := before.Broken()
			if _, second := after.Broken(); first != second {
				t.Fatalf("seed %d, %b: broken before merging: %v, after: %v", seed, set, first, second)
			}
		}
		if len(m.Constraints()) > len(pb.Constraints()) || len(m.Of)+len(m.Cliques) != len(m.Constraints()) {
			t.Errorf("seed %d: %d constraints become %d", seed, len(pb.Constraints()), len(m.Constraints()))
		}
	}
	if cliques < 300 {
		t.Errorf("%d cliques: too few to tell", cliques)
	}
}
