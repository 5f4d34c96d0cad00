//go:build long

package repair

import "testing"

// TestMillionQueens checks the claim of Minton and others, fewer than 50 steps on average: the
// confidence interval must include it.
func TestMillionQueens(t *testing.T) {
	mean, half := meanSteps(t, 1_000_000, 100)
	t.Logf("%.1f ± %.1f steps", mean, half)
	if mean-half >= 50 {
		t.Errorf("%.1f ± %.1f steps, not fewer than 50", mean, half)
	}
}
