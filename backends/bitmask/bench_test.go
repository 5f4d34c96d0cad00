package bitmask

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/family"
	"nqueens/instance"
)

// BenchmarkCount reports nodes a second besides the time for one count.
func BenchmarkCount(b *testing.B) {
	for _, text := range []string{
		"queens(8)", "queens(12)", "queens(14)", "queens(16)",
		"queens(14, given=c1+f2)", "queens(16, blocked=d4+e9, excluded=sum:13)", "queens(24, given=a1+b18+e3+h17+k23+n7+q5+t9)",
		"torus(13)", "torus(17)", "rooks(10)", "superqueens(15)",
	} {
		p, err := family.All().Parse(text)
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
		p := bare(family.Queens, n)
		list := kernels(n)
		for _, name := range slices.Sorted(maps.Keys(list)) {
			b.Run(p.String()+"/"+name, func(b *testing.B) {
				reportNodes(b, func() nqueens.Outcome {
					return counted(countInside(newBoard(p), new(turns.Flag), 1, list[name]))
				})
			})
		}
	}
}

// BenchmarkFewest searches boards with excluded diagonals, of which about half have a solution,
// with all workers.
func BenchmarkFewest(b *testing.B) {
	for _, test := range []struct{ n, diagonals int }{{18, 16}, {20, 18}} {
		maximal, err := instance.RandomDiagonals(instance.NewPython(2), test.n, 4)
		if err != nil {
			b.Fatal(err)
		}
		p, err := instance.FirstDiagonals(maximal, test.diagonals)
		if err != nil {
			b.Fatal(err)
		}
		for _, portable := range []bool{false, true} {
			board := newBoard(p)
			board.portable = portable
			b.Run(fmt.Sprintf("%d/frontier/portable=%v", test.n, portable), func(b *testing.B) {
				reportNodes(b, func() nqueens.Outcome {
					return counted(board.search(new(turns.Flag), 1).answer(nqueens.CountAll, nil))
				})
			})
		}
		b.Run(fmt.Sprintf("%d/explorer", test.n), func(b *testing.B) {
			reportNodes(b, func() nqueens.Outcome {
				e := newExplorer(newBoard(p).region().pack(), new(turns.Flag), nil)
				e.run()
				return nqueens.Outcome{Stats: nodes(e.nodes)}
			})
		})
	}
}

func BenchmarkFirst(b *testing.B) {
	for _, p := range []nqueens.Problem{
		bare(family.Queens, 8), bare(family.Queens, 32), bare(family.Queens, 64), bare(family.Torus, 16),
	} {
		b.Run(p.String(), func(b *testing.B) {
			for b.Loop() {
				run(p, nqueens.FindFirst, nil)
			}
		})
	}
}

func BenchmarkAll(b *testing.B) {
	p := bare(family.Queens, 12)
	for b.Loop() {
		run(p, nqueens.FindAll, func(nqueens.Solution) bool { return true })
	}
}

// BenchmarkFilter measures the cost of filtering a board on which filtering closes no square.
func BenchmarkFilter(b *testing.B) {
	made, err := instance.Recipe{Kind: instance.Blocked, N: 28, Size: 595}.Make(b.Context(), 1)
	if err != nil {
		b.Fatal(err)
	}
	r := newBoard(made).region()
	for b.Loop() {
		r.filter()
	}
}
