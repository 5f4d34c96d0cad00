package bitmask

import (
	"math"
	"testing"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/family"
	"nqueens/instance"
)

// TestEstimate checks that random descents give about the number of nodes that an explorer visits,
// and exactly that number if there are no choices.
func TestEstimate(t *testing.T) {
	for seed := range uint64(8) {
		p, err := instance.Recipe{Kind: instance.ExcludedDiagonals, N: 16, Size: 15, Least: 4}.Make(t.Context(), seed+1)
		if err != nil {
			t.Fatal(err)
		}
		packed := newBoard(p).region().pack()
		e := newExplorer(packed, new(turns.Flag), nil)
		e.run()
		if got := packed.estimate(20_000, 1, new(turns.Flag)); math.Abs(math.Log(got/float64(e.nodes))) > math.Log(1.15) {
			t.Errorf("seed %d: %.0f nodes by the estimate, and there are %d", seed+1, got, e.nodes)
		}
	}
	// Each file has only one open square.
	p := nqueens.Problem{Family: family.Queens, N: 4}
	for file := range 4 {
		for rank := range 4 {
			if rank != []int{1, 3, 0, 2}[file] {
				p.Blocked = append(p.Blocked, nqueens.Square{File: file, Rank: rank})
			}
		}
	}
	if got := newBoard(p).region().pack().estimate(3, 1, new(turns.Flag)); got != 4 {
		t.Errorf("%v nodes where four queens have a square each", got)
	}
}
