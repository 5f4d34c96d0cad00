package bitmask

import (
	"testing"

	"nqueens"
)

// BenchmarkCount reports nodes a second beside the time for one count.
func BenchmarkCount(b *testing.B) {
	for _, text := range []string{
		"queens(12)", "queens(13)", "queens(14)", "queens(15)",
		"queens(14, given=c1+f2)", "queens(14, blocked=d4+e9, excluded=sum:13)", "queens(24, given=a1+b18+e3+h17+k23+n7+q5+t9)",
		"torus(13)", "torus(17)", "rooks(10)", "superqueens(15)",
	} {
		p, err := nqueens.ParseProblem(text)
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
	for _, p := range []nqueens.Problem{bare(nqueens.Queens, 8), bare(nqueens.Queens, 32), bare(nqueens.Torus, 16)} {
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
