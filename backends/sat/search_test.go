package sat

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/modeltest"
	"nqueens/internal/propagate"
)

// TestSearchRandomModels checks that the engines enumerate general models, under splits of any
// depth, with each projected solution once.
func TestSearchRandomModels(t *testing.T) {
	for _, b := range exact() {
		t.Run(b.description.Name, func(t *testing.T) {
			modeltest.ForRandom(t, 1200, func(t *testing.T, random *rand.Rand, m *nqueens.Model, solutions []uint64) {
				if len(m.Sums) > 0 && len(b.description.Encodings) == 0 {
					return // gophersat-pb does not support them
				}
				e, err := b.encoding(nqueens.Request{Encoding: anyEncoding(b, random)})
				if err != nil {
					t.Fatal(err)
				}
				want := map[uint64]bool{}
				for _, s := range solutions {
					want[modeltest.Projected(m, s)] = true
				}
				s := &search{
					load:  func(m *nqueens.Model) engine { return b.load(m, e) },
					root:  propagate.Of(m),
					stats: stats{},
				}
				found := map[uint64]bool{}
				all, err := s.solutions(t.Context(), 1<<random.IntN(6), random.IntN(4), func(solution []bool) bool {
					var set uint64
					for i, chosen := range solution[:s.root.Projected] {
						if chosen {
							set |= 1 << i
						}
					}
					if !want[set] || found[set] {
						t.Fatalf("%s: %b is no solution or is found twice", e.Name, set)
					}
					found[set] = true
					return true
				})
				if err != nil || !all {
					t.Fatal(all, err)
				}
				if len(found) != len(want) {
					t.Errorf("%s: %d found, not %d", e.Name, len(found), len(want))
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

// TestSolves checks that a solver is called not much more often than there are solutions.
func TestSolves(t *testing.T) {
	for _, b := range exact() {
		out := b.Run(t.Context(), nqueens.Request{Problem: parse(t, "queens(9)"), Task: nqueens.CountAll}, nil)
		if n := out.Stats["solves"]; n < 352 || n > 2*352 {
			t.Errorf("%s: %d questions for 352 solutions", b.description.Name, n)
		}
	}
}

// TestPath checks that follow decides the projected placements as the solution does, and that
// backtracking then visits every solution in the tree once.
func TestPath(t *testing.T) {
	modeltest.ForRandom(t, 3000, func(t *testing.T, _ *rand.Rand, m *nqueens.Model, solutions []uint64) {
		p := propagate.Of(m)
		if p.Refuted {
			return
		}
		trail := slices.Clone(p.Trail)
		left := map[uint64]bool{}
		for _, s := range solutions {
			left[modeltest.Projected(m, s)] = true
		}
		var way path
		for first := true; first || len(way) > 0; first = false {
			var found []uint64
			for _, s := range solutions {
				if !slices.ContainsFunc(way, func(s2 step) bool { return !modeltest.Agrees(s, s2.literal) }) {
					found = append(found, s)
				}
			}
			if len(found) > 0 {
				if !left[modeltest.Projected(m, found[0])] {
					t.Fatalf("%b twice", modeltest.Projected(m, found[0]))
				}
				delete(left, modeltest.Projected(m, found[0]))
				solution := make([]bool, len(m.Placements))
				for _, i := range modeltest.Placements(found[0]) {
					solution[i] = true
				}
				var err error
				if way, err = way.follow(p, solution); err != nil {
					t.Fatal(err)
				}
				for i := range p.Projected {
					if (p.Value(i) == 1) != solution[i] || p.Value(i) == 0 {
						t.Fatalf("%d is %d after %b", i, p.Value(i), found[0])
					}
				}
				for _, s := range modeltest.Agreeing(found, p.Trail) {
					if modeltest.Projected(m, s) != modeltest.Projected(m, found[0]) {
						t.Fatalf("%b is below %b", s, found[0])
					}
				}
			}
			way = way.backtrack(p)
		}
		if len(left) > 0 {
			t.Errorf("%d solutions passed by", len(left))
		}
		if !slices.Equal(p.Trail, trail) {
			t.Errorf("the trail was %v and is %v", trail, p.Trail)
		}
	})
}

func TestFollowRefusesNonSolutions(t *testing.T) {
	m, err := nqueens.Problem{Family: family.Queens, N: 4}.Model()
	if err != nil {
		t.Fatal(err)
	}
	for _, chosen := range [][]int{{0}, {1, 2}, {1, 8, 15}, {}} {
		solution := make([]bool, 16)
		for _, i := range chosen {
			solution[i] = true
		}
		if way, err := (path{}).follow(propagate.Of(m), solution); err == nil && len(chosen) < 2 {
			t.Errorf("%v: %v", chosen, way)
		}
	}
}

// TestFollowIsShort checks a board on which one queen decides the others, so that only her step is
// left to flip.
func TestFollowIsShort(t *testing.T) {
	m, err := nqueens.Problem{Family: family.Queens, N: 4}.Model()
	if err != nil {
		t.Fatal(err)
	}
	solution := make([]bool, 16)
	for _, i := range []int{1, 7, 8, 14} {
		solution[i] = true
	}
	way, err := (path{}).follow(propagate.Of(m), solution)
	if err != nil || len(way) != 1 || !way[0].literal.Positive() {
		t.Errorf("%v, %v: one queen decides 4", way, err)
	}
}

// TestCubes checks that cubes, and the remainders in them, partition the solutions, also after
// projecting out the auxiliary placements.
func TestCubes(t *testing.T) {
	modeltest.ForRandom(t, 2000, func(t *testing.T, random *rand.Rand, m *nqueens.Model, solutions []uint64) {
		found := map[uint64]int{}
		cubeOf := map[uint64]int{} // by the projected part of a solution
		cube := 0
		p := propagate.Of(m)
		if random.IntN(2) == 0 {
			p.Group()
		}
		before := -1.0
		all := cubes(p, 1<<random.IntN(8), random.IntN(len(m.Placements)+1), span{0, 1}, func(share float64) bool {
			if share <= before || share >= 1 {
				t.Fatalf("a cube at %v comes after one at %v", share, before)
			}
			before = share
			r := p.Remainder()
			cube++
			if p.Open != len(r.Model.Placements)-r.Model.Auxiliaries {
				t.Errorf("%d placements that count are open, not %d", p.Open, len(r.Model.Placements)-r.Model.Auxiliaries)
			}
			for _, part := range modeltest.BruteForce(r.Model) {
				s := modeltest.Bits(r.Decided)
				for _, i := range modeltest.Placements(part) {
					s |= 1 << r.Whole[i]
				}
				found[s]++
				if c := cubeOf[modeltest.Projected(m, s)]; c > 0 && c != cube {
					t.Errorf("%b is in the cubes %d and %d", modeltest.Projected(m, s), c, cube)
				}
				cubeOf[modeltest.Projected(m, s)] = cube
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
	m, err := nqueens.Problem{Family: family.Queens, N: 6}.Model()
	if err != nil {
		t.Fatal(err)
	}
	p := propagate.Of(m)
	visited := 0
	if cubes(p, 30, 0, span{0, 1}, func(float64) bool { visited++; return visited < 3 }) {
		t.Error("all were visited")
	}
	if visited != 3 || len(p.Trail) > 0 {
		t.Errorf("%d visited, %v left", visited, p.Trail)
	}
}
