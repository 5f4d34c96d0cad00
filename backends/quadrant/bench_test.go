package quadrant

import (
	"context"
	"fmt"
	"testing"

	"nqueens"
)

// BenchmarkCount reports pairs of half-boards a second beside the time for one
// count, for every kernel, and for two threads.
func BenchmarkCount(b *testing.B) {
	for n := 8; n <= 20; n++ {
		for _, kernel := range Kernels() {
			for threads := 1; threads <= 2; threads++ {
				b.Run(fmt.Sprintf("n=%d/%s/threads=%d", n, kernel, threads), func(b *testing.B) {
					benchmarkCount(b, Config{N: n, Kernel: kernel, Threads: threads})
				})
			}
		}
	}
}

func benchmarkCount(b *testing.B, config Config) {
	var pairs uint64
	for b.Loop() {
		c, err := NewCounter(config)
		if err != nil {
			b.Fatal(err)
		}
		found := uint64(0)
		err = c.Count(context.Background(), c.all(), func(r Result) {
			found += r.Found
			pairs += r.Pairs
		})
		if want := known(b, config.N); err != nil || nqueens.NewCount(found).Cmp(want) != 0 {
			b.Fatalf("%d queens: %d, %v, want %v", config.N, found, err, want)
		}
	}
	b.ReportMetric(float64(pairs)/b.Elapsed().Seconds(), "pairs/s")
}
