package sat

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
)

// follow decides what counts as the solution says, and as no other; turns then
// lead through the whole tree, past every solution once, and leave nothing.
func TestPath(t *testing.T) {
	forRandomModels(t, 3000, func(t *testing.T, _ *rand.Rand, m *nqueens.Model, solutions []uint64) {
		p := propagate(m)
		if p.refuted {
			return
		}
		trail := slices.Clone(p.trail)
		left := map[uint64]bool{}
		for _, s := range solutions {
			left[counting(m, s)] = true
		}
		var way path
		for first := true; first || len(way) > 0; first = false {
			var found []uint64
			for _, s := range solutions {
				if !slices.ContainsFunc(way, func(s2 step) bool { return !agrees(s, s2.literal) }) {
					found = append(found, s)
				}
			}
			if len(found) > 0 {
				if !left[counting(m, found[0])] {
					t.Fatalf("%b twice", counting(m, found[0]))
				}
				delete(left, counting(m, found[0]))
				solution := make([]bool, len(m.Placements))
				for _, i := range placements(found[0]) {
					solution[i] = true
				}
				var err error
				if way, err = way.follow(p, solution); err != nil {
					t.Fatal(err)
				}
				for i := range p.counting {
					if (p.value[i] == 1) != solution[i] || p.value[i] == 0 {
						t.Fatalf("%d is %d after %b", i, p.value[i], found[0])
					}
				}
				for _, s := range agreeing(found, p.trail) {
					if counting(m, s) != counting(m, found[0]) {
						t.Fatalf("%b is below %b", s, found[0])
					}
				}
			}
			way = way.turn(p)
		}
		if len(left) > 0 {
			t.Errorf("%d solutions passed by", len(left))
		}
		if !slices.Equal(p.trail, trail) {
			t.Errorf("the trail was %v and is %v", trail, p.trail)
		}
	})
}

func TestFollowRefusesNonSolutions(t *testing.T) {
	m, err := nqueens.Problem{Family: nqueens.Queens, N: 4}.Model()
	if err != nil {
		t.Fatal(err)
	}
	for _, chosen := range [][]int{{0}, {1, 2}, {1, 8, 15}, {}} {
		solution := make([]bool, 16)
		for _, i := range chosen {
			solution[i] = true
		}
		if way, err := (path{}).follow(propagate(m), solution); err == nil && len(chosen) < 2 {
			t.Errorf("%v: %v", chosen, way)
		}
	}
}

// One queen decides the others, and no other turn is left than hers.
func TestFollowIsShort(t *testing.T) {
	m, err := nqueens.Problem{Family: nqueens.Queens, N: 4}.Model()
	if err != nil {
		t.Fatal(err)
	}
	solution := make([]bool, 16)
	for _, i := range []int{1, 7, 8, 14} {
		solution[i] = true
	}
	way, err := (path{}).follow(propagate(m), solution)
	if err != nil || len(way) != 1 || !way[0].literal.Positive() {
		t.Errorf("%v, %v: one queen decides 4", way, err)
	}
}
