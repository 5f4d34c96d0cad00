package pext

import (
	"math/rand/v2"
	"testing"
)

// TestExtract compares with a loop over single bits.
func TestExtract(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 4))
	for i := range 2000 {
		mask := r.Uint64()
		switch i % 4 {
		case 1:
			mask &= r.Uint64() & r.Uint64()
		case 2:
			mask |= r.Uint64() | r.Uint64()
		case 3:
			mask = 1<<r.IntN(65) - 1
		}
		m, x := New(mask), r.Uint64()
		var want uint64
		at := 0
		for b := range 64 {
			if mask>>b&1 != 0 {
				want |= x >> b & 1 << at
				at++
			}
		}
		if got := m.Extract(x); got != want {
			t.Fatalf("%#x of %#x: %#x, want %#x", mask, x, got, want)
		}
	}
}

func BenchmarkExtract(b *testing.B) {
	m := New(0x123456789abcdef0)
	var sum uint64
	for i := 0; b.Loop(); i++ {
		sum += m.Extract(uint64(i) * 0x9e3779b97f4a7c15)
	}
	_ = sum
}
