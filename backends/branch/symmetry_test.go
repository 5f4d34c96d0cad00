package branch

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/family"
	"nqueens/internal/modeltest"
)

// TestSymmetricModels checks that symmetries of a model are found, and that it has the same
// solutions as without them: counted, and each visited once.
func TestSymmetricModels(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	used := 0
	for range 400 {
		m, g := symmetricModel(random)
		want := uint64(len(modeltest.BruteForce(m)))
		sys := newSystem(m)
		var stop turns.Flag
		s, ok := newSearch(sys, &stop)
		if s.group = sys.symmetries(m); s.group != nil {
			used++
		} else if len(sys.units) == 0 {
			t.Fatalf("%+v: no symmetry is found, and it has %v", m, g)
		}
		if sum := solveIf(s, ok); sum.count().Cmp(nqueens.NewCount(want)) != 0 {
			t.Fatalf("%+v: %v solutions, want %d", m, sum.count(), want)
		}
		seen := uint64(0)
		s, ok = newSearch(sys, &stop)
		s.group = sys.symmetries(m)
		s.visit = func(_ []int32, free []int) bool {
			seen += 1 << len(free)
			return true
		}
		if solveIf(s, ok); seen != want {
			t.Fatalf("%+v: %d solutions are visited, want %d", m, seen, want)
		}
	}
	if used < 200 {
		t.Errorf("only %d models have a symmetry", used)
	}
}

// symmetricModel returns random constraints with their images under a symmetry of the board.
func symmetricModel(random *rand.Rand) (*nqueens.Model, nqueens.Symmetry) {
	n := 2 + random.IntN(2)
	g := nqueens.Symmetries()[1+random.IntN(7)]
	m := &nqueens.Model{Placements: family.Rooks.Model(n).Placements}
	image := func(i int) int {
		to := g.Apply(nqueens.NByN(n), m.Placements[i].Square)
		return to.Rank*n + to.File
	}
	some := func() []int { return random.Perm(n * n)[:2+random.IntN(3)] }
	for range 1 + random.IntN(4) {
		kind, squares := random.IntN(3), some()
		line := nqueens.Line{Min: random.IntN(2), Max: 1 + random.IntN(2)}
		for range 4 { // a symmetry of the board applied four times is the identity
			line.Placements = slices.Sorted(slices.Values(squares))
			var literals []nqueens.Literal
			var terms []nqueens.Term
			for k, i := range squares {
				l := nqueens.Chosen(i)
				if k%2 == 0 {
					l = -l
				}
				literals, terms = append(literals, l), append(terms, nqueens.Term{Weight: int64(1 + k), Literal: l})
			}
			switch kind {
			case 0:
				m.Lines = append(m.Lines, line)
			case 1:
				m.Clauses = append(m.Clauses, nqueens.Clause{Literals: literals})
			default:
				m.Sums = append(m.Sums, nqueens.Sum{Terms: terms, Min: 3})
			}
			for k := range squares {
				squares[k] = image(squares[k])
			}
		}
	}
	return m, g
}
