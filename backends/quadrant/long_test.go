//go:build long

package quadrant

import "testing"

// TestOddCounts19 takes seconds with AVX2, minutes without.
func TestOddCounts19(t *testing.T) {
	found, _ := total(newOddPlan(19, best[uint64](), ample))
	checkCount(t, 19, found)
}

func TestEvenLong(t *testing.T) {
	for _, n := range []int{18, 20} {
		found := uint64(0)
		for _, r := range results(t, config{N: n, Threads: 2}) {
			found += r.Found
		}
		checkCount(t, n, found)
	}
}
