package sat

import (
	"math/rand/v2"
	"testing"

	"nqueens"
)

// Cubes, and the remainders in them, partition the solutions.
func TestCubes(t *testing.T) {
	forRandomModels(t, 2000, func(t *testing.T, random *rand.Rand, m *nqueens.Model, solutions []uint64) {
		found := map[uint64]int{}
		p := propagate(m)
		all := p.cubes(random.IntN(4), func() bool {
			r := p.remainder()
			for _, part := range bruteForce(r.model) {
				s := bits(r.decided)
				for _, i := range placements(part) {
					s |= 1 << r.whole[i]
				}
				found[s]++
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
	if p.cubes(2, func() bool { visited++; return visited < 3 }) {
		t.Error("all were visited")
	}
	if visited != 3 || len(p.trail) > 0 {
		t.Errorf("%d visited, %v left", visited, p.trail)
	}
}

// The engines enumerate general models, under splits of any depth.
func TestSearchRandomModels(t *testing.T) {
	for _, b := range []Backend{Gini(), Gophersat(), GophersatPB()} {
		t.Run(b.description.Name, func(t *testing.T) {
			forRandomModels(t, 1200, func(t *testing.T, random *rand.Rand, m *nqueens.Model, solutions []uint64) {
				e, err := b.encoding(nqueens.Request{Encoding: anyEncoding(b, random)})
				if err != nil {
					t.Fatal(err)
				}
				found := map[uint64]bool{}
				s := &search{
					load:  func(m *nqueens.Model) engine { return b.load(m, e) },
					board: propagate(m),
					stats: stats{},
				}
				all, err := s.solutions(t.Context(), random.IntN(3), func(chosen []int) bool {
					if found[bits(chosen)] {
						t.Fatalf("%v twice", chosen)
					}
					found[bits(chosen)] = true
					return true
				})
				if err != nil || !all {
					t.Fatal(all, err)
				}
				for _, s := range solutions {
					if !found[s] {
						t.Errorf("%s: %b is missing", e.Name, s)
					}
				}
				if len(found) != len(solutions) {
					t.Errorf("%s: %d found, not %d", e.Name, len(found), len(solutions))
				}
			})
		})
	}
}

func anyEncoding(b Backend, random *rand.Rand) string {
	if names := b.description.Encodings; len(names) > 0 {
		return names[random.IntN(len(names))]
	}
	return ""
}
