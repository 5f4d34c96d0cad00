package branch

import (
	"testing"

	"nqueens"
	"nqueens/family"
)

func BenchmarkCount(b *testing.B) {
	for _, c := range []struct {
		name  string
		model *nqueens.Model
	}{
		{"kings 10", exactly(10, 25, false, king)},
		{"kings 12", exactly(12, 36, false, king)},
		{"domination 9", exactly(9, 5, true, queen)},
		{"queens 12", family.Queens.Model(12)},
		{"superqueens 12", family.Superqueens.Model(12)},
		{"knights 8", exactly(8, 32, false, knight)},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				nodes := int64(0)
				_, nodes = countOf(b, c.model)
				b.ReportMetric(float64(nodes), "nodes")
			}
		})
	}
}
