package allsat

import (
	"math/rand/v2"
	"testing"

	"nqueens/backends/internal/turns"
	"nqueens/encode"
	"nqueens/family"
)

func queens(b *testing.B, n int, encoding string) *encode.CNF {
	b.Helper()
	e, err := encode.EncodingNamed(encoding)
	if err != nil {
		b.Fatal(err)
	}
	return encode.FromModel(family.Queens.Model(n), e)
}

func BenchmarkCount(b *testing.B) {
	formulas := map[string]*encode.CNF{
		"queens 10 pairwise":   queens(b, 10, "pairwise"),
		"queens 10 sequential": queens(b, 10, "sequential"),
		"many models":          threeSAT(rand.New(rand.NewPCG(1, 1)), 80, 300),
		"threshold":            threeSAT(rand.New(rand.NewPCG(1, 1)), 130, 560),
	}
	for _, engine := range []Engine{Auto, Bits, Lookahead, Learning} {
		for name, f := range formulas {
			if engine == Bits && name == "threshold" || engine == Lookahead && name != "threshold" {
				continue // would take seconds
			}
			b.Run("engine="+string(engine)+"/"+name, func(b *testing.B) {
				e, err := New(f, Config{Engine: engine})
				if err != nil {
					b.Fatal(err)
				}
				for b.Loop() {
					if _, err := e.Count(b.Context()); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkScan compares the portable scan with scan256.
func BenchmarkScan(b *testing.B) {
	var stop turns.Flag
	for name, vectors := range map[string]bool{"portable": false, "vectors": true} {
		if vectors && !hasScan256() {
			continue
		}
		f := layOut(simplify(queens(b, 10, "pairwise"), &stop), vectors)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				newBitSearch(f, nil).run(unlimited, &stop)
			}
		})
	}
}

func BenchmarkSimplify(b *testing.B) {
	var stop turns.Flag
	f := queens(b, 20, "sequential")
	for b.Loop() {
		simplify(f, &stop)
	}
}

func BenchmarkModels(b *testing.B) {
	e, err := New(queens(b, 10, "pairwise"), Config{})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		for range e.Models(b.Context()) {
		}
	}
}
