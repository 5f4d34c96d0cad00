package sat

import (
	"fmt"
	"testing"

	"nqueens"
)

func benchmark(b *testing.B, backend backend, p nqueens.Problem, task nqueens.Task) {
	b.Run(fmt.Sprintf("%s/%v", backend.Describe().Name, p), func(b *testing.B) {
		for b.Loop() {
			if out := backend.Run(b.Context(), nqueens.Request{Problem: p, Task: task}, nil); !out.Status.Answered() {
				b.Fatalf("%+v", out)
			}
		}
	})
}

func BenchmarkCount(b *testing.B) {
	for _, backend := range []backend{Gini(), Gophersat(), GophersatPB(), GophersatModels()} {
		for _, n := range []int{8, 10} {
			benchmark(b, backend, nqueens.Problem{Family: nqueens.Queens, N: n}, nqueens.CountAll)
		}
	}
}

func BenchmarkFirst(b *testing.B) {
	for _, backend := range exact() {
		benchmark(b, backend, nqueens.Problem{Family: nqueens.Queens, N: 30}, nqueens.FindFirst)
	}
}
