package isolate

import (
	"slices"
	"testing"
)

// TestClaim: the last cores that nobody holds, then others, and again what was released.
func TestClaim(t *testing.T) {
	cores := []int{100_000, 100_001, 100_002} // of no machine, so that no other test holds them
	claim := func(n int, want ...int) func() {
		t.Helper()
		chosen, release := Claim(cores, n)
		if !slices.Equal(chosen, want) {
			t.Errorf("%d of %v: %v, want %v", n, cores, chosen, want)
		}
		return release
	}
	last := claim(1, 100_002)
	others := claim(2, 100_000, 100_001)
	none := claim(2, 100_001, 100_002)
	none() // releases nobody else's
	claim(1, 100_002)()
	last()
	claim(2, 100_001, 100_002)()
	others()
	claim(9, cores...)()
	if chosen, release := Claim(nil, 1); chosen != nil {
		t.Error(chosen)
		release()
	}
}
