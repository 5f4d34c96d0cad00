package repair

import (
	"math"
	"testing"
)

// meanSteps returns the mean number of repair steps over seeds, and half its 95 % interval.
func meanSteps(t *testing.T, n, seeds int) (mean, half float64) {
	var sum, squares float64
	for seed := range uint64(seeds) {
		steps := float64(solve(t, MinConflicts(), bare(n), seed).Stats["steps"])
		sum += steps
		squares += steps * steps
	}
	k := float64(seeds)
	mean = sum / k
	return mean, 1.96 * math.Sqrt((squares/k-mean*mean)/(k-1))
}

// TestMeanSteps checks that the number of steps hardly depends on the size. The paper claims fewer
// than 50 on average for a million queens, which TestMillionQueens tests. For 1000 queens the mean
// of many runs is 54, and that of a hundred between 48 and 60.
func TestMeanSteps(t *testing.T) {
	for _, c := range []struct{ n, seeds int }{{1000, 400}, {10_000, 100}} {
		if mean, half := meanSteps(t, c.n, c.seeds); mean < 45 || mean > 60 {
			t.Errorf("n = %d, %d seeds: %.1f ± %.1f steps", c.n, c.seeds, mean, half)
		}
	}
}
