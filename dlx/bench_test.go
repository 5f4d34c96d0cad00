package dlx_test

import (
	"context"
	"fmt"
	"testing"

	"nqueens/dlx"
)

// BenchmarkQueens counts the solutions in organ-pipe order.
func BenchmarkQueens(b *testing.B) {
	for _, n := range []int{8, 12, 13, 14} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { benchmarkEngines(b, queens(b, n, organPipe(n), nil)) })
	}
}

// BenchmarkLangford counts Langford pairs.
func BenchmarkLangford(b *testing.B) {
	for _, n := range []int{8, 11} {
		b.Run(fmt.Sprint(n), func(b *testing.B) { benchmarkEngines(b, langford(b, n)) })
	}
}

// BenchmarkPentominoes counts the tilings of a rectangle. Automatic has to find the faster engine.
func BenchmarkPentominoes(b *testing.B) {
	for _, box := range [][2]int{{3, 20}, {5, 12}, {6, 10}} {
		b.Run(fmt.Sprintf("%dx%d", box[0], box[1]), func(b *testing.B) { benchmarkEngines(b, tiling(b, box[0], box[1])) })
	}
}

// BenchmarkSudoku proves that a puzzle has one solution: an easy one, where most of the time goes
// into building the table, and a hard one by A. Inkala.
func BenchmarkSudoku(b *testing.B) {
	for name, puzzle := range map[string]string{
		"easy": "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
		"hard": "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
	} {
		b.Run(name, func(b *testing.B) { benchmarkEngines(b, sudoku(b, puzzle)) })
	}
}

// benchmarkEngines counts all solutions once per iteration, from the start.
func benchmarkEngines(b *testing.B, p *dlx.Problem) {
	for _, c := range []dlx.Config{
		{}, {Engine: dlx.Dancing}, {Engine: dlx.Bits}, {Engine: dlx.Bits, Threads: 2},
	} {
		name := fmt.Sprint(c.Engine)
		if c.Threads > 1 {
			name += fmt.Sprint("-threads", c.Threads)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			var nodes uint64
			for b.Loop() {
				s := p.NewSearch(c)
				if _, err := s.Count(context.Background()); err != nil {
					b.Fatal(err)
				}
				nodes = s.Stats().Nodes
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(nodes), "ns/node")
		})
	}
}
