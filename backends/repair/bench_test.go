package repair

import (
	"fmt"
	"testing"

	"nqueens"
)

func BenchmarkFirst(b *testing.B) {
	sizes := map[string][]int{
		"min-conflicts": {100, 10_000, 1_000_000},
		"sosic-gu":      {100, 10_000, 1_000_000, 10_000_000},
		"genetic":       {20, 50, 100, 200},
	}
	for _, backend := range all() {
		name := backend.description.Name
		for _, n := range sizes[name] {
			b.Run(fmt.Sprint(name, "/", n), func(b *testing.B) {
				seed := uint64(0)
				for b.Loop() {
					seed++
					if o := backend.Run(b.Context(), request(bare(n), seed), nil); o.Status != nqueens.Solved {
						b.Fatal(o.Status)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n), "ns/queen")
			})
		}
	}
}
