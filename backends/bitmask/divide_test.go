package bitmask

import (
	"math"
	"math/rand/v2"
	"testing"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/internal/familytest"
)

// TestDivide divides a board until no part gets another closed square. It checks that the parts together
// contain each solution exactly once, and that refuted parts contain none.
func TestDivide(t *testing.T) {
	r := rand.New(rand.NewPCG(30, 4))
	parts, refuted, deep, closed, solved := 0, 0, 0, int64(0), uint64(0)
	for i := range 120 {
		p := restricted(r, familytest.Permuting()[i%4], 5+r.IntN(3))
		for _, whole := range newBoard(p).search(new(turns.Flag), 1).regions {
			if whole.kinds != 2 || len(whole.lines) == 0 || len(whole.narrowest()) == 0 {
				continue
			}
			plain := search{stop: new(turns.Flag), threads: 1}
			plain.explore(whole.pack(), nil, nil)
			x := newRelaxer(whole, new(turns.Flag))
			x.cost, x.large = 0, 0
			of, _ := x.divide(whole, whole)
			s := search{stop: new(turns.Flag), threads: 1}
			for _, part := range of {
				if len(part.given) > len(whole.given)+1 {
					deep++
				}
				s.explore(part.pack(), func(found nqueens.Solution) bool {
					if err := p.Check(found); err != nil {
						t.Errorf("%v: %v", p, err)
					}
					return true
				}, nil)
			}
			if s.found != plain.found {
				t.Fatalf("%v: %d solutions, in parts %d", p, plain.found, s.found)
			}
			parts, refuted = parts+len(of), refuted+max(0, len(whole.narrowest())-len(of))
			closed, solved = closed+x.relaxStats.removed, solved+s.found
		}
	}
	if parts < 50 || refuted < 50 || deep < 10 || closed < 100 || solved < 50 {
		t.Errorf("only %d parts, %d of them divided again, %d refuted, %d squares closed, %d solutions", parts, deep, refuted, closed, solved)
	}
}

// TestPartKeepsSquares checks that a part keeps the squares that probing could close if its search tree is
// smaller with them.
func TestPartKeepsSquares(t *testing.T) {
	r := rand.New(rand.NewPCG(40, 4))
	smaller, larger := 0, 0 // numbers of trees that are smaller or larger with the squares closed
	for i := 0; i < 200 && (smaller < 3 || larger < 1); i++ {
		p := restricted(r, familytest.Permuting()[i%4], 8+r.IntN(3))
		for _, whole := range newBoard(p).search(new(turns.Flag), 1).regions {
			if whole.kinds != 2 || len(whole.lines) == 0 || len(whole.narrowest()) == 0 {
				continue
			}
			x := newRelaxer(whole, new(turns.Flag))
			x.cost, x.large = 0, math.Inf(1) // probe to the end and divide once
			parts, nodes := x.divide(whole, whole)
			sum := 0.0
			for _, part := range parts {
				before := whole.with(part.given[len(part.given)-1].Square)
				left, _, _ := x.probed(before)
				with, without := x.size(before), x.size(left)
				if got := x.size(part); got != min(with, without) {
					t.Fatalf("%v: a part of %g nodes, where all its squares make %g and those left %g", p, got, with, without)
				}
				if with < without {
					larger++
				} else if without < with {
					smaller++
				}
				sum += min(with, without)
			}
			if sum != nodes {
				t.Errorf("%v: parts of %g nodes, and %g in all", p, sum, nodes)
			}
		}
	}
	if smaller < 3 || larger < 1 {
		t.Errorf("only %d trees smaller with squares closed, %d larger", smaller, larger)
	}
}

// TestPartAlone checks that the reason why one part has no solution is not reported as the reason for the
// whole board, and that a part with an empty line is not probed.
func TestPartAlone(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 4))
	told, dead := 0, 0
	for i := range 500 {
		p := restricted(r, familytest.Permuting()[i%4], 5+r.IntN(3))
		for _, whole := range newBoard(p).search(new(turns.Flag), 1).regions {
			if whole.kinds != 2 || len(whole.lines) == 0 {
				continue
			}
			for _, square := range whole.narrowest() {
				part := whole.with(square)
				x := newRelaxer(whole, new(turns.Flag))
				x.cost = 0
				if _, _, possible := x.probed(part); possible && x.size(part) == 0 && len(part.lines) > 0 {
					if dead++; x.relaxStats.probes > 0 {
						t.Errorf("%v: %d probes of a part that is dead", p, x.relaxStats.probes)
					}
				}
				if _, _, why := part.filter(); why == "" {
					continue
				}
				told++
				x.parts = []region{part}
				x.over.Store(true)
				s := search{stop: new(turns.Flag), threads: 1}
				if s.exploreRelaxed(x, whole.pack(), nil); s.why != "" {
					t.Errorf("%v: %s", p, s.why)
				}
			}
		}
	}
	if told < 10 || dead < 5 {
		t.Errorf("only %d parts refuted by themselves, %d dead", told, dead)
	}
}
