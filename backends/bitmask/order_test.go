package bitmask

import (
	"math/rand/v2"
	"slices"
	"testing"

	"nqueens/backends/internal/turns"
	"nqueens/instance"
	"nqueens/internal/familytest"
)

// TestOutwards checks that the order of the lines does not change the number of solutions, and that the
// middle of the board as centre gives the default order.
func TestOutwards(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 47))
	for i := range 200 {
		p := restricted(r, familytest.Permuting()[i%4], 4+r.IntN(6))
		for _, whole := range newBoard(p).search(new(turns.Flag), 1).regions {
			if whole.kinds != 2 {
				continue
			}
			count := func(r region) uint64 {
				s := search{stop: new(turns.Flag), threads: 1}
				s.explore(r.pack(), nil, nil)
				return s.found
			}
			if got, want := count(whole.outwards([2]int{r.IntN(60) - 10, r.IntN(60) - 10})), count(whole); got != want {
				t.Fatalf("%v: %d solutions, %d in another order", p, want, got)
			}
			middle := 2*(whole.side-1) + 1 - 2*(whole.side%2)
			if usual := whole.outwards([2]int{middle, middle}); !slices.Equal(usual.lines, newBoard(p).region().lines) {
				t.Fatalf("%v: %v, not %v", p, usual.lines, whole.lines)
			}
		}
	}
}

// TestReordered checks that the orders that reordered chooses make the search trees smaller in total.
func TestReordered(t *testing.T) {
	before, after, changed := uint64(0), uint64(0), 0
	for seed := range uint64(40) {
		p, err := instance.Recipe{Kind: instance.ExcludedDiagonals, N: 16, Size: 15, Least: 4}.Make(t.Context(), seed+1)
		if err != nil {
			t.Fatal(err)
		}
		r := newBoard(p).region()
		const descents = 2000
		other, _ := r.reordered(descents*trial*mostOrders*descentNodes*16, new(turns.Flag))
		if slices.Equal(other.lines, r.lines) {
			continue
		}
		changed++
		nodes := func(r region) uint64 {
			e := newExplorer(r.pack(), new(turns.Flag), nil)
			e.run()
			return e.nodes
		}
		before, after = before+nodes(r), after+nodes(other)
	}
	if changed < 5 || float64(after) > 0.95*float64(before) {
		t.Errorf("%d of 40 regions were reordered: %d nodes, and %d before", changed, after, before)
	}
}
