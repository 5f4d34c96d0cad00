package sat

import (
	"math/rand/v2"
	"testing"

	"nqueens"
)

// Cubes, and the remainders in them, partition the solutions: also what is left
// of them without the auxiliary placements.
func TestCubes(t *testing.T) {
	forRandomModels(t, 2000, func(t *testing.T, random *rand.Rand, m *nqueens.Model, solutions []uint64) {
		found := map[uint64]int{}
		cubeOf := map[uint64]int{} // by what counts of a solution
		cube := 0
		p := propagate(m)
		all := p.cubes(1<<random.IntN(8), random.IntN(len(m.Placements)+1), func() bool {
			r := p.remainder()
			cube++
			if p.open != len(r.model.Placements)-r.model.Auxiliaries {
				t.Errorf("%d placements that count are open, not %d", p.open, len(r.model.Placements)-r.model.Auxiliaries)
			}
			for _, part := range bruteForce(r.model) {
				s := bits(r.decided)
				for _, i := range placements(part) {
					s |= 1 << r.whole[i]
				}
				found[s]++
				if c := cubeOf[counting(m, s)]; c > 0 && c != cube {
					t.Errorf("%b is in the cubes %d and %d", counting(m, s), c, cube)
				}
				cubeOf[counting(m, s)] = cube
			}
			return true
		})
		if !all {
			t.Error("stopped early")
		}
		if len(found) != len(solutions) {
			t.Errorf("the cubes have %d solutions, not %d", len(found), len(solutions))
		}
		for _, s := range solutions {
			if found[s] != 1 {
				t.Errorf("%b is in %d cubes", s, found[s])
			}
		}
	})
}

func TestCubesStop(t *testing.T) {
	m, err := nqueens.Problem{Family: nqueens.Queens, N: 6}.Model()
	if err != nil {
		t.Fatal(err)
	}
	p := propagate(m)
	visited := 0
	if p.cubes(30, 0, func() bool { visited++; return visited < 3 }) {
		t.Error("all were visited")
	}
	if visited != 3 || len(p.trail) > 0 {
		t.Errorf("%d visited, %v left", visited, p.trail)
	}
}
