package dlx_test

import (
	"context"
	"fmt"
	"testing"

	"nqueens/dlx"
)

// BenchmarkQueens counts the solutions in organ-pipe order.
func BenchmarkQueens(b *testing.B) {
	for _, n := range []int{8, 12, 14} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			benchmarkCount(b, queens(b, n, organPipe(n), nil).NewSearch(dlx.Config{}))
		})
	}
}

// BenchmarkLangford counts Langford pairs.
func BenchmarkLangford(b *testing.B) {
	for _, n := range []int{8, 11} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			benchmarkCount(b, langford(b, n).NewSearch(dlx.Config{}))
		})
	}
}

// BenchmarkPentominoes counts the tilings of a rectangle.
func BenchmarkPentominoes(b *testing.B) {
	b.Run("3x20", func(b *testing.B) {
		benchmarkCount(b, tiling(b, 3, 20).NewSearch(dlx.Config{}))
	})
}

// benchmarkCount counts all solutions once an iteration.
func benchmarkCount(b *testing.B, s *dlx.Search) {
	for b.Loop() {
		if _, err := s.Count(context.Background()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(s.Stats().Updates), "updates/op")
}
