//go:build long

package repair

import "testing"

// About fifty steps whatever the size.
func TestStepsAtEverySize(t *testing.T) {
	for _, c := range []struct{ n, seeds int }{
		{10, 5000}, {100, 5000}, {1000, 5000}, {10_000, 2000}, {100_000, 400}, {1_000_000, 200},
	} {
		mean, half := meanSteps(t, c.n, c.seeds)
		t.Logf("n = %d, %d seeds: %.1f ± %.1f steps", c.n, c.seeds, mean, half)
		if mean+half < 45 || mean-half > 60 {
			t.Errorf("n = %d: %.1f ± %.1f steps", c.n, mean, half)
		}
	}
}
