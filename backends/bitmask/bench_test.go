package bitmask

import (
	"context"
	"maps"
	"slices"
	"sync/atomic"
	"testing"

	"nqueens"
)

// BenchmarkCount reports nodes a second beside the time for one count.
func BenchmarkCount(b *testing.B) {
	for _, text := range []string{
		"queens(8)", "queens(12)", "queens(14)", "queens(16)",
		"queens(14, given=c1+f2)", "queens(16, blocked=d4+e9, excluded=sum:13)", "queens(24, given=a1+b18+e3+h17+k23+n7+q5+t9)",
		"torus(13)", "torus(17)", "rooks(10)", "superqueens(15)",
	} {
		p, err := nqueens.ParseProblem(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(text, func(b *testing.B) {
			reportNodes(b, func() nqueens.Outcome { return run(p, nqueens.CountAll, nil) })
		})
	}
}

func reportNodes(b *testing.B, search func() nqueens.Outcome) {
	var nodes int64
	for b.Loop() {
		nodes += search().Stats["nodes"]
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// BenchmarkKernel compares the kernels that count queens inside rings.
func BenchmarkKernel(b *testing.B) {
	for _, n := range []int{12, 14, 16} {
		p := bare(nqueens.Queens, n)
		list := kernels(n)
		for _, name := range slices.Sorted(maps.Keys(list)) {
			b.Run(p.String()+"/"+name, func(b *testing.B) {
				reportNodes(b, func() nqueens.Outcome {
					return countInside(context.Background(), newBoard(p), new(atomic.Bool), 1, list[name])
				})
			})
		}
	}
}

// BenchmarkExplorer counts where few squares are open: about a third of them,
// in a fixed pattern.
func BenchmarkExplorer(b *testing.B) {
	p := bare(nqueens.Queens, 20)
	for i := range 20 * 20 {
		if i*i%7+i%5 > 3 {
			p.Blocked = append(p.Blocked, nqueens.Square{File: i % 20, Rank: i / 20})
		}
	}
	reportNodes(b, func() nqueens.Outcome {
		return countFewest(p, 1)
	})
}

func BenchmarkFirst(b *testing.B) {
	for _, p := range []nqueens.Problem{
		bare(nqueens.Queens, 8), bare(nqueens.Queens, 32), bare(nqueens.Queens, 64), bare(nqueens.Torus, 16),
	} {
		b.Run(p.String(), func(b *testing.B) {
			for b.Loop() {
				run(p, nqueens.FindFirst, nil)
			}
		})
	}
}

func BenchmarkAll(b *testing.B) {
	p := bare(nqueens.Queens, 12)
	for b.Loop() {
		run(p, nqueens.FindAll, func(nqueens.Solution) bool { return true })
	}
}
