package isolate

import (
	"os"
	"slices"
	"testing"
)

// TestClaim checks that Claim prefers the last free cores, then adds claimed ones, and reuses
// released cores.
func TestClaim(t *testing.T) {
	first := 1_000_000 + 10*os.Getpid() // no machine has cores with these numbers, so no other process claims them
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
	none() // it has claimed nothing and must release nothing
	claim(1, 2)()
	last()
	claim(2, 1, 2)()
	others()
	again := claim(1, 2)
	last() // a second release must not release the later claim, whose socket may have the same number
	claim(1, 1)()
	again()
	claim(9, 0, 1, 2)()
	if chosen, release := Claim(nil, 1); chosen != nil {
		t.Error(chosen)
		release()
	}
}
