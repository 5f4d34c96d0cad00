package bitmask

import (
	"sync/atomic"
	"testing"

	"nqueens"
)

// Slopes of one class have as many solutions each.
func TestSlopeClasses(t *testing.T) {
	for _, n := range []int{5, 7, 11, 13} {
		counts := make([]uint64, n)
		b := newBoard(bare(nqueens.Torus, n))
		b.mirrored = false
		b.open[0] = 1
		for s := range n {
			part := *b
			part.open = append([]uint64(nil), b.open...)
			part.open[1] = 1 << s
			counts[s] = part.count(new(atomic.Bool), 1).found
		}
		total := uint64(0)
		for s := range n {
			total += uint64(n) * counts[s]
			for _, other := range slopeClass(n, s) {
				if counts[s] != counts[other] {
					t.Errorf("%d: slope %d has %d solutions, %d of its class has %d", n, s, counts[s], other, counts[other])
				}
			}
		}
		if known, _ := bare(nqueens.Torus, n).Known(); known.Count.Cmp(nqueens.NewCount(total)) != 0 {
			t.Errorf("%d: %d solutions by slopes, not %v", n, total, known.Count)
		}
	}
}
