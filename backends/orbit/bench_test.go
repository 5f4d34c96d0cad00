package orbit

import (
	"testing"

	"nqueens"
	"nqueens/family"
)

// BenchmarkCount reports nodes a second besides the time for one count.
func BenchmarkCount(b *testing.B) {
	for _, text := range []string{
		"queens(16, symmetric=half-turn)", "queens(20, symmetric=half-turn)", "queens(22, symmetric=half-turn)",
		"queens(22, given=k9, symmetric=half-turn)",
		"queens(24, symmetric=quarter-turn)", "queens(33, symmetric=quarter-turn)", "queens(40, symmetric=quarter-turn)",
	} {
		p, err := family.All().Parse(text)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(text, func(b *testing.B) {
			var nodes int64
			for b.Loop() {
				nodes += run(p, nqueens.CountAll, nil).Stats["nodes"]
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

func BenchmarkFirst(b *testing.B) {
	for _, p := range []nqueens.Problem{bare(22, nqueens.HalfTurn), bare(64, nqueens.HalfTurn), bare(64, nqueens.QuarterTurn)} {
		b.Run(p.String(), func(b *testing.B) {
			for b.Loop() {
				run(p, nqueens.FindFirst, nil)
			}
		})
	}
}

func BenchmarkAll(b *testing.B) {
	for _, p := range []nqueens.Problem{bare(18, nqueens.HalfTurn), bare(28, nqueens.QuarterTurn)} {
		b.Run(p.String(), func(b *testing.B) {
			for b.Loop() {
				run(p, nqueens.FindAll, func(nqueens.Solution) bool { return true })
			}
		})
	}
}
