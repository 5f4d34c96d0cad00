package isolate

import (
	"os"
	"slices"
	"testing"
)

// TestClaim: the last cores that nobody holds, then others, and again what was released.
func TestClaim(t *testing.T) {
	first := 1_000_000 + 10*os.Getpid() // of no machine, so that no other process holds them
	cores := []int{first, first + 1, first + 2}
	claim := func(n int, numbers ...int) func() {
		t.Helper()
		var want []int
		for _, number := range numbers {
			want = append(want, first+number)
		}
		chosen, release := Claim(cores, n)
		if !slices.Equal(chosen, want) {
			t.Errorf("%d of %v: %v, want %v", n, cores, chosen, want)
		}
		return release
	}
	last := claim(1, 2)
	others := claim(2, 0, 1)
	none := claim(2, 1, 2)
	none() // releases nobody else's
	claim(1, 2)()
	last()
	claim(2, 1, 2)()
	others()
	again := claim(1, 2)
	last() // releases nobody else's, though the number of its socket may be another's by now
	claim(1, 1)()
	again()
	claim(9, 0, 1, 2)()
	if chosen, release := Claim(nil, 1); chosen != nil {
		t.Error(chosen)
		release()
	}
}
