//go:build long

package quadrant

import "testing"

// Seconds with AVX2, minutes without.
func TestOddCounts19(t *testing.T) {
	found, _ := total(newOddPlan(19, best[uint64](), bestComposer[uint64](), 1<<28))
	checkCount(t, 19, found)
}
