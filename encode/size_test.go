package encode

import (
	"math"
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

// TestFormulas compares the stated formulas with the sizes of constraints on 2^p literals. A formula with an O is
// compared up to the stated order.
func TestFormulas(t *testing.T) {
	type formula struct {
		text                  string
		auxiliaries, clauses  func(n float64) float64
		moreAuxiliaries, more func(n float64) float64 // the largest differences; nil for none
	}
	log := math.Log2
	root := func(k float64) func(float64) float64 {
		return func(n float64) float64 { return 16 * math.Pow(n, 1/k) }
	}
	percent := func(n float64) float64 { return 4 + n/100 }
	for name, f := range map[string]formula{
		"pairwise":   {text: "0, n(n−1)/2", auxiliaries: func(float64) float64 { return 0 }, clauses: func(n float64) float64 { return n * (n - 1) / 2 }},
		"sequential": {text: "n−1, 3n−4", auxiliaries: func(n float64) float64 { return n - 1 }, clauses: func(n float64) float64 { return 3*n - 4 }},
		"product": {
			text: "2√n + O(∜n), 2n + 4√n + O(∜n)", auxiliaries: func(n float64) float64 { return 2 * math.Sqrt(n) },
			clauses: func(n float64) float64 { return 2*n + 4*math.Sqrt(n) }, moreAuxiliaries: root(4), more: root(4),
		},
		"commander": {text: "about n/2, 7n/2", auxiliaries: func(n float64) float64 { return n / 2 }, clauses: func(n float64) float64 { return 7 * n / 2 }, moreAuxiliaries: percent, more: func(n float64) float64 { return 7 * percent(n) }},
		"bimander":  {text: "⌈log₂⌈n/2⌉⌉, ⌊n/2⌋ + n⌈log₂⌈n/2⌉⌉", auxiliaries: func(n float64) float64 { return log(n / 2) }, clauses: func(n float64) float64 { return n/2 + n*log(n/2) }},
		"ladder":    {text: "n, 4n−2", auxiliaries: func(n float64) float64 { return n }, clauses: func(n float64) float64 { return 4*n - 2 }},
		"binary":    {text: "⌈log₂ n⌉, n⌈log₂ n⌉", auxiliaries: log, clauses: func(n float64) float64 { return n * log(n) }},
		"totalizer": {text: "n−2, 3n−5", auxiliaries: func(n float64) float64 { return n - 2 }, clauses: func(n float64) float64 { return 3*n - 5 }},
		"network":   {text: "3n−4, 5n−6", auxiliaries: func(n float64) float64 { return 3*n - 4 }, clauses: func(n float64) float64 { return 5*n - 6 }},
		"mixed": {text: "as pairwise to 32, as bimander beyond", auxiliaries: func(n float64) float64 {
			if n <= 32 {
				return 0
			}
			return log(n / 2)
		}, clauses: func(n float64) float64 {
			if n <= 32 {
				return n * (n - 1) / 2
			}
			return n/2 + n*log(n/2)
		}},
		"nested": {text: "n/2−1, 3n−6 for n = 2^p", auxiliaries: func(n float64) float64 { return n/2 - 1 }, clauses: func(n float64) float64 { return 3*n - 6 }},
		"product-3": {
			text: "3∛n + O(⁶√n), 3n + O(∛n)", auxiliaries: func(n float64) float64 { return 3 * math.Cbrt(n) },
			clauses: func(n float64) float64 { return 3 * n }, moreAuxiliaries: root(6), more: root(3),
		},
		"sorting": {
			text:        "2c, 3c+1 with c = (p²−p+4)·2^(p−2) − 1 for n = 2^p",
			auxiliaries: func(n float64) float64 { return 2 * ((log(n)*log(n)-log(n)+4)*n/4 - 1) },
			clauses:     func(n float64) float64 { return 3*((log(n)*log(n)-log(n)+4)*n/4-1) + 1 },
		},
		"modulo-totalizer": {
			text:        "O(n log n), O(n√n)",
			auxiliaries: func(n float64) float64 { return 0 }, clauses: func(float64) float64 { return 0 },
			moreAuxiliaries: func(n float64) float64 { return n * log(n) }, more: func(n float64) float64 { return 3 * n * math.Sqrt(n) },
		},
		"k-modulo-totalizer": {text: "3n−3, 7n−9 for n = 2^p", auxiliaries: func(n float64) float64 { return 3*n - 3 }, clauses: func(n float64) float64 { return 7*n - 9 }},
	} {
		e := mustEncoding(t, name)
		if e.Formula != f.text {
			t.Errorf("%s states the formula %q, and the test is for %q", name, e.Formula, f.text)
		}
		for n := 8; n <= 4096; n *= 2 {
			size, x := e.Size(n, 0, 1), float64(n)
			bound := func(more func(float64) float64) float64 {
				if more == nil {
					return 0.5 // for rounding
				}
				return more(x)
			}
			if math.Abs(float64(size.Auxiliaries)-f.auxiliaries(x)) > bound(f.moreAuxiliaries) || math.Abs(float64(size.Clauses)-f.clauses(x)) > bound(f.more) {
				t.Errorf("%s, at most one of %d: %+v does not fit %q", name, n, size, f.text)
			}
		}
	}
	for _, e := range Encodings() {
		if e.Formula == "" {
			t.Errorf("%s states no formula for its size", e.Name)
		}
	}
}
