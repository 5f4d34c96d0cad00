package sat

import (
	"fmt"
	"testing"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
	"nqueens/internal/propagate"
)

func benchmark(b *testing.B, backend backend, p nqueens.Problem, task nqueens.Task, encoding string) {
	name := fmt.Sprintf("%s/%v", backend.Describe().Name, p)
	if encoding != "" {
		name += "/" + encoding
	}
	b.Run(name, func(b *testing.B) {
		request := nqueens.Request{Problem: p, Task: task, Encoding: encoding}
		for b.Loop() {
			if out := backend.Run(b.Context(), request, nil); !out.Status.Answered() {
				b.Fatalf("%+v", out)
			}
		}
	})
}

func queens(n int) nqueens.Problem { return nqueens.Problem{Family: family.Queens, N: n} }

func BenchmarkCount(b *testing.B) {
	for _, backend := range []backend{Gini(), Gophersat(), GophersatPB(), GophersatModels{}} {
		for _, n := range []int{8, 10} {
			benchmark(b, backend, queens(n), nqueens.CountAll, "")
		}
	}
}

func BenchmarkFirst(b *testing.B) {
	for _, backend := range exact() {
		benchmark(b, backend, queens(30), nqueens.FindFirst, "")
	}
}

func BenchmarkEncodings(b *testing.B) {
	for _, backend := range []Backend{Gini(), Gophersat().Backend} {
		for _, e := range encode.Encodings() {
			benchmark(b, backend, queens(11), nqueens.CountAll, e.Name)
		}
	}
}

// BenchmarkCubes splits until a cube leaves 1/share of the placements open.
func BenchmarkCubes(b *testing.B) {
	pairwise, err := encode.EncodingNamed("pairwise")
	if err != nil {
		b.Fatal(err)
	}
	for _, backend := range []Backend{Gini(), Gophersat().Backend} {
		for share := 1; share <= 6; share++ {
			b.Run(fmt.Sprintf("%s/share %d", backend.description.Name, share), func(b *testing.B) {
				var s *search
				for b.Loop() {
					m, err := queens(11).Model()
					if err != nil {
						b.Fatal(err)
					}
					s = &search{load: func(m *nqueens.Model) engine { return backend.load(m, pairwise) }, root: propagate.Of(m), stats: stats{}}
					most, _ := splitting(s.root)
					if all, err := s.solutions(b.Context(), most, s.root.Open/share, func([]bool) bool { return true }); !all || err != nil {
						b.Fatal(all, err)
					}
				}
				b.ReportMetric(float64(s.stats["cubes"]), "cubes")
				b.ReportMetric(float64(s.stats["solves"]), "solves")
			})
		}
	}
}
