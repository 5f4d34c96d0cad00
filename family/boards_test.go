package family_test

import (
	"fmt"
	"testing"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/familytest"
)

// TestQueenIn3D compares attacks with moves from square to square: a queen attacks the squares
// reached by repeated steps in one direction, and no others.
func TestQueenIn3D(t *testing.T) {
	for _, c := range []struct{ n, dimensions int }{{1, 3}, {2, 3}, {4, 3}, {3, 4}, {2, 6}, {5, 2}} {
		p := nqueens.Problem{Family: family.Queens3D, N: c.n, Parameters: map[string]int{"dimensions": c.dimensions}}
		board := p.Board()
		at := func(s nqueens.Square) (x []int) {
			x = []int{s.Rank}
			for range c.dimensions - 1 {
				x, s.File = append(x, s.File%c.n), s.File/c.n
			}
			return x
		}
		directions := [][]int{{}}
		for range c.dimensions {
			var longer [][]int
			for _, d := range directions {
				for step := -1; step <= 1; step++ {
					longer = append(longer, append(append([]int{}, d...), step))
				}
			}
			directions = longer
		}
		for _, a := range board.Squares() {
			reached := map[string]bool{}
			for _, d := range directions {
				x := at(a)
				for range c.n {
					reached[fmt.Sprint(x)] = true
					for i := range x {
						x[i] += d[i]
					}
				}
			}
			for _, b := range board.Squares() {
				if got, want := family.Queens3D.Attacks(board, a, b), reached[fmt.Sprint(at(b))]; a != b && got != want {
					t.Errorf("%v: %v attacks %v: %v, want %v", p, a, b, got, want)
				}
			}
		}
	}
}

// TestCostasByVectors compares the clauses, which are about parallelograms, with Check, which has a
// table of vectors: a choice of rooks satisfies the model if Check accepts it.
func TestCostasByVectors(t *testing.T) {
	for n, want := range []int{1, 2, 4, 12, 40, 116} {
		p := nqueens.Problem{Family: family.Costas, N: n + 1}
		m, err := p.Model()
		if err != nil {
			t.Fatal(err)
		}
		arrays := 0
		for _, s := range familytest.BruteForce(nqueens.Problem{Family: family.Rooks, N: n + 1}) {
			on := map[nqueens.Placement]bool{}
			for _, at := range s {
				on[at] = true
			}
			broken, holds := m.Holds(func(i int) bool { return on[m.Placements[i]] })
			if err := p.Check(s); (err == nil) != holds {
				t.Errorf("%v: the model says %q, the check %v", s, broken, err)
			}
			if holds {
				arrays++
			}
		}
		if arrays != want {
			t.Errorf("%v: %d arrays, want %d", p, arrays, want)
		}
	}
}

// TestNoThreeInLineModel compares its lines with a test of all triples, on queens solutions.
func TestNoThreeInLineModel(t *testing.T) {
	for n := 1; n <= 8; n++ {
		p := nqueens.Problem{Family: family.NoThreeInLine, N: n}
		m, err := p.Model()
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range familytest.BruteForce(nqueens.Problem{Family: family.Queens, N: n}) {
			on := map[nqueens.Placement]bool{}
			for _, at := range s {
				on[at] = true
			}
			broken, holds := m.Holds(func(i int) bool { return on[m.Placements[i]] })
			if err := p.Check(s); (err == nil) != holds {
				t.Errorf("%v: the model says %q, the check %v", s, broken, err)
			}
		}
	}
}
