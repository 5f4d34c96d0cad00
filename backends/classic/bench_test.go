package classic

import (
	"testing"

	"nqueens"
	"nqueens/family"
)

// benchmarkSides has the sides of boards that take about a second.
var benchmarkSides = map[string]int{
	"naive": 13, "symmetric": 13, "marks": 14, "available": 14, "bitmask-stack": 14,
	"permutations": 11, "place": 13, "wirth": 28, "dijkstra": 13, "recursive-bitmask": 14,
	"determinant": 14, "table": 27,
}

// BenchmarkMethods counts with each method that counts, finds a first solution with the other, and
// reports nodes a second.
func BenchmarkMethods(b *testing.B) {
	for _, m := range All() {
		b.Run(m.Name, func(b *testing.B) {
			r := request(benchmarkSides[m.Name], m.Tasks[0])
			if m.Does(nqueens.CountAll) {
				r.Task = nqueens.CountAll
			}
			var nodes int64
			for b.Loop() {
				nodes += m.Run(b.Context(), r, nil).Stats["nodes"]
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

func request(n int, task nqueens.Task) nqueens.Request {
	return nqueens.Request{Problem: nqueens.Problem{Family: family.Queens, N: n}, Task: task}
}
