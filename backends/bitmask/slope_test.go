package bitmask

import (
	"testing"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/family"
)

// TestSlopeClasses checks that slopes of one class have equally many solutions.
func TestSlopeClasses(t *testing.T) {
	for _, family := range []*nqueens.Family{family.Torus, family.SemiQueens} {
		for _, n := range []int{5, 7, 9, 11, 13} {
			counts := make([]uint64, n)
			b := newBoard(bare(family, n))
			b.open[0] = 1
			for s := range n {
				part := *b
				part.open = append([]uint64(nil), b.open...)
				part.open[1] = 1 << s
				search := part.search(new(turns.Flag), 1)
				search.run(nil)
				counts[s] = search.found
			}
			total := uint64(0)
			for s := range n {
				total += uint64(n) * counts[s]
				for _, other := range b.piece.slopeClass(n, s) {
					if counts[s] != counts[other] {
						t.Errorf("%s, %d: slope %d has %d solutions, %d of its class has %d", family.Name, n, s, counts[s], other, counts[other])
					}
				}
			}
			if known, _ := bare(family, n).Known(); known.Count.Cmp(nqueens.NewCount(total)) != 0 {
				t.Errorf("%s, %d: %d solutions by slopes, not %v", family.Name, n, total, known.Count)
			}
		}
	}
}
