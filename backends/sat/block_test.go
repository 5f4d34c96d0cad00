package sat

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
)

// Within a cube, a blocking clause excludes its solution and no other, and is
// empty only when there is no other.
func TestBlockingClause(t *testing.T) {
	contained := 0
	forRandomModels(t, 3000, func(t *testing.T, random *rand.Rand, m *nqueens.Model, solutions []uint64) {
		p := propagate(m)
		for range random.IntN(3) { // a cube
			if p.refuted || p.total() {
				break
			}
			l := nqueens.Chosen(slices.Index(p.value, 0))
			if !p.assume(l) {
				return
			}
		}
		inCube := agreeing(solutions, p.trail)
		trail := slices.Clone(p.trail)
		for _, s := range inCube {
			var open []int
			for _, i := range placements(s) {
				if p.value[i] == 0 {
					open = append(open, i)
				}
			}
			clause, err := p.blockingClause(open)
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(p.trail, trail) {
				t.Fatalf("the cube was %v and is %v", trail, p.trail)
			}
			for _, other := range inCube {
				held := slices.ContainsFunc(clause, func(l nqueens.Literal) bool { return agrees(other, l) })
				if held == (other == s) {
					t.Errorf("%b: %v holds for %b: %t", s, clause, other, held)
				}
				if other != s && other&s == s {
					contained++
				}
			}
		}
	})
	if contained == 0 {
		t.Error("no solution contained another: the models are too tame")
	}
}

func TestBlockingClauseRefusesNonSolutions(t *testing.T) {
	m, err := nqueens.Problem{Family: nqueens.Queens, N: 4}.Model()
	if err != nil {
		t.Fatal(err)
	}
	p := propagate(m)
	for _, chosen := range [][]int{{0}, {1, 2}, {1, 7, 8, 15}, {}} {
		if clause, err := p.blockingClause(chosen); err == nil {
			t.Errorf("%v: %v", chosen, clause)
		}
		if len(p.trail) > 0 {
			t.Fatalf("%v is left assumed", p.trail)
		}
	}
}

// Few queens force the others.
func TestBlockingClauseIsShort(t *testing.T) {
	m, err := nqueens.Problem{Family: nqueens.Queens, N: 4}.Model()
	if err != nil {
		t.Fatal(err)
	}
	clause, err := propagate(m).blockingClause([]int{1, 7, 8, 14})
	if err != nil || !slices.Equal(clause, []nqueens.Literal{nqueens.NotChosen(1)}) {
		t.Errorf("%v, %v: b1 alone decides 4 queens", clause, err)
	}
}
