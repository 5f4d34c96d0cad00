package construct

import (
	"io"
	"testing"

	"nqueens"
	"nqueens/family"
)

func BenchmarkStream(b *testing.B) {
	for _, n := range []int{1_000, 1_000_000, 10_000_001} {
		p := nqueens.Problem{Family: family.Queens, N: n}
		b.Run(p.String(), func(b *testing.B) {
			for b.Loop() {
				o := Backend{}.Stream(b.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, io.Discard)
				b.SetBytes(o.Stats["bytes"])
			}
		})
	}
}

func BenchmarkRun(b *testing.B) {
	p := nqueens.Problem{Family: family.Queens, N: 1_000_000}
	for b.Loop() {
		Backend{}.Run(b.Context(), nqueens.Request{Problem: p, Task: nqueens.FindFirst}, nil)
	}
}
