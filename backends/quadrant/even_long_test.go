//go:build long

package quadrant

import "testing"

func TestEvenLong(t *testing.T) {
	for _, n := range []int{18, 20} {
		found := uint64(0)
		for _, r := range results(t, Config{N: n, Threads: 2}) {
			found += r.Found
		}
		checkCount(t, n, found)
	}
}
