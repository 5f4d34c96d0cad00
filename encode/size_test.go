package encode

import (
	"math/bits"
	"testing"
)

// TestSize compares the documented sizes with the clauses and variables added.
func TestSize(t *testing.T) {
	check := func(t *testing.T, e Encoding, n, min, max int) {
		f := inBounds(e, literals(n, false), min, max)
		got := Size{f.Variables - n, f.NumClauses()}
		if want := e.Size(n, min, max); got != want {
			t.Fatalf("n=%d, %d to %d: produces %+v, Size says %+v", n, min, max, got, want)
		}
	}
	forBounds(t, 20, check)
	for _, e := range Encodings() {
		t.Run(e.Name+"/long", func(t *testing.T) {
			for n := range 130 {
				check(t, e, n, 0, 1)
				check(t, e, n, 1, 1)
				check(t, e, n, n/3, n/2)
				check(t, e, n, 5, n)
			}
		})
	}
}

// TestSizeMatchesPapers compares the sizes with closed formulas in the papers.
func TestSizeMatchesPapers(t *testing.T) {
	for n := 3; n < 100; n++ {
		log := bits.Len(uint(n - 1))
		log2 := bits.Len(uint((n+1)/2 - 1))
		for name, want := range map[string]Size{
			"pairwise":   {0, n * (n - 1) / 2},
			"sequential": {n - 1, 3*n - 4},
			"bimander":   {log2, n/2 + n*log2},
			"ladder":     {n, 4*n - 2},
			"binary":     {log, n * log},
			"totalizer":  {n - 2, 3*n - 5},
			"network":    {3*n - 4, 5*n - 6},
		} {
			if got := mustEncoding(t, name).Size(n, 0, 1); got != want {
				t.Errorf("%s, at most one of %d: %+v, want %+v", name, n, got, want)
			}
		}
	}
	// Chen: 2√n + 2√√n auxiliaries where the roots are whole, and pairwise below.
	if got, want := mustEncoding(t, "product").Size(256, 0, 1), (Size{2*16 + 4*4, 2*256 + 4*16 + 4*6}); got != want {
		t.Errorf("product, at most one of 256: %+v, want %+v", got, want)
	}
	// Klieber and Kwon: about n/2 auxiliaries and 3½n clauses.
	if got, want := mustEncoding(t, "commander").Size(243, 0, 1), (Size{81 + 27 + 9 + 3, 7*(81+27+9+3) + 3}); got != want {
		t.Errorf("commander, at most one of 243: %+v, want %+v", got, want)
	}
	// Sinz, at most k: (n−1)k auxiliaries and 2nk+n−3k−1 clauses. Ours omits the s(i,j) with j > i
	// with two clauses for each, and the k−1 clauses by which such an s forbids a literal.
	for n := 6; n < 40; n++ {
		for k := 2; k <= n/2; k++ {
			beyond := k * (k - 1) / 2
			want := Size{(n-1)*k - beyond, 2*n*k + n - 3*k - 1 - 2*beyond - (k - 1)}
			if got := mustEncoding(t, "sequential").Size(n, 0, k); got != want {
				t.Errorf("sequential, at most %d of %d: %+v, want %+v", k, n, got, want)
			}
		}
	}
	// Batcher's merge sort of 2^p has (p²−p+4)2^(p−2) − 1 comparators.
	for p := 1; p < 8; p++ {
		got := sortComparators(1<<p, 1<<p)
		if want := (p*p-p+4)<<p/4 - 1; got.full != want || got.half != 0 {
			t.Errorf("sorting 2^%d: %d and %d half comparators, want %d and none", p, got.full, got.half, want)
		}
	}
}

func mustEncoding(t *testing.T, name string) Encoding {
	t.Helper()
	e, err := EncodingNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return e
}
