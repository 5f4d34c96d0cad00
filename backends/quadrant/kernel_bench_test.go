package quadrant

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"
)

// fastest runs f and reports the nanoseconds that each of n parts of its
// fastest run took: on a busy machine the others were interrupted.
func fastest(b *testing.B, n int, unit string, f func()) {
	best := time.Duration(1 << 62)
	for b.Loop() {
		start := time.Now()
		for range 8 {
			f()
		}
		best = min(best, time.Since(start))
	}
	b.ReportMetric(float64(best.Nanoseconds())/8/float64(n), unit)
	b.ReportMetric(0, "ns/op")
}

func BenchmarkAvoiding(b *testing.B) {
	benchAvoiding[uint32](b)
	benchAvoiding[uint64](b)
}

func benchAvoiding[P pattern](b *testing.B) {
	r := rand.New(rand.NewPCG(11, 12))
	const n = 2000
	src := randomList[P](r, n, 0.3)
	dst := make([]P, n+lanes)
	for _, k := range forms[P]() {
		b.Run(fmt.Sprintf("%s/%T", k.name, src[0]), func(b *testing.B) {
			fastest(b, n, "ns/pattern", func() { k.avoiding(dst, src, 3) })
		})
	}
}

func BenchmarkFill(b *testing.B) {
	benchFill[uint32](b)
	benchFill[uint64](b)
}

func benchFill[P pattern](b *testing.B) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, size := range []int{256, 400, 512} {
		patterns := randomList[P](r, size, 0.3)
		for _, k := range forms[P]() {
			b.Run(fmt.Sprintf("%s/%T/%d", k.name, patterns[0], size), func(b *testing.B) {
				block := new(block)
				fastest(b, 1, "ns/block", func() { k.fill(block, patterns, 1<<30-1) })
			})
		}
	}
}

func BenchmarkJoin(b *testing.B) {
	benchJoin[uint32](b)
	benchJoin[uint64](b)
}

func benchJoin[P pattern](b *testing.B) {
	r := rand.New(rand.NewPCG(15, 16))
	for _, size := range []int{256, 512} {
		for _, kept := range []int{18, 24, 30} {
			patterns := randomList[P](r, size, 0.3)
			mask := randomKept[P](r, kept, true)
			for _, k := range forms[P]() {
				block := new(block)
				k.fill(block, patterns, mask)
				for _, n := range []int{250, 5000} {
					list := randomList[P](r, n, 0.3)
					b.Run(fmt.Sprintf("%s/%T/block=%d/kept=%d/list=%d", k.name, list[0], size, kept, n), func(b *testing.B) {
						fastest(b, n, "ns/pattern", func() { k.join(block, list, mask) })
					})
				}
			}
		}
	}
}
