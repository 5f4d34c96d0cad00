package stats

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The intervals are those of wilcox.test(log(b), log(a), conf.int = TRUE) in R: of so many
// quotients the outside ones are left away.
func TestQuotient(t *testing.T) {
	for _, test := range []struct {
		a, b []float64
		want Effect
	}{
		{nil, []float64{1}, Effect{}},
		{[]float64{2}, []float64{3}, Effect{Ratio: 1.5}},
		{[]float64{1, 1, 1}, []float64{2, 2, 2}, Effect{Ratio: 2}},
		// Four and four: P(U ≤ 0) is 1/70, and U ≤ 1 has 2/70 above 2.5 %: the extremes.
		{[]float64{1, 2, 4, 8}, []float64{16, 16, 16, 16}, Effect{Ratio: math.Sqrt(32), Low: 2, High: 16, Enough: true}},
		// Five and five: U ≤ 2 has 4/252, U ≤ 3 7/252: the third from either end.
		{[]float64{1, 1, 1, 1, 1}, []float64{1, 2, 3, 4, 5}, Effect{Ratio: 3, Low: 1, High: 5, Enough: true}},
	} {
		if got := Quotient(test.a, test.b); !near(got.Ratio, test.want.Ratio, 1e-12) || got.Low != test.want.Low || got.High != test.want.High || got.Enough != test.want.Enough {
			t.Errorf("%v, %v: %+v, want %+v", test.a, test.b, got, test.want)
		}
	}
}

// TestQuotientAgrees: 1 is outside the interval where the test alone finds a difference,
// and only there.
func TestQuotientAgrees(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	found := 0
	for i := range 400 {
		n := []int{4, 6, 10, 25}[i%4]
		a, b := scatter(random, n, 1, 0.05), scatter(random, n, 1.04, 0.05)
		e, p := Quotient(a, b), MannWhitney(a, b)
		if differs := e.Low > 1 || e.High < 1; !e.Enough || differs != (p <= Level) {
			t.Errorf("%d values: p %v, %+v", n, p, e)
		}
		if p <= Level {
			found++
		}
	}
	if found < 100 || found > 350 {
		t.Errorf("%d of 400 differ: nothing was tested", found)
	}
	// Beyond exactSample the normal distribution goes on.
	for n := exactSample; n <= exactSample+1; n++ {
		if p := lowerTail(n, n, n*n/3); !near(p, 0.02, 0.005) {
			t.Errorf("%d: %v", n, p)
		}
	}
}

// TestCoverage: the intervals hold the truth as often as they say, less what the bootstrap
// of ten values is known to lack.
func TestCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	const times, questions, truth = 200, 12, 1.1
	quotients, means := 0, 0
	for range times {
		var a, b [][]float64
		for q := range questions {
			a = append(a, scatter(random, 10, float64(q+1), 0.1))
			b = append(b, scatter(random, 10, truth*float64(q+1), 0.1))
			if e := Quotient(a[q], b[q]); e.Low <= truth && truth <= e.High {
				quotients++
			}
		}
		if e := GeometricMean(a, b); e.Low <= truth && truth <= e.High {
			means++
		}
	}
	if part := float64(quotients) / (times * questions); part < 0.94 || part > 0.97 {
		t.Errorf("intervals of quotients hold in %.3f of cases", part)
	}
	if part := float64(means) / times; part < 0.91 {
		t.Errorf("intervals of means hold in %.3f of cases", part)
	}
}

func TestGeometricMean(t *testing.T) {
	same := [][]float64{{1, 1, 1, 1}, {5, 5, 5, 5}}
	if e := GeometricMean(same, [][]float64{{2, 2, 2, 2}, {40, 40, 40, 40}}); e != (Effect{e.Ratio, e.Ratio, e.Ratio, true}) || !near(e.Ratio, 4, 1e-12) {
		t.Errorf("2 and 8: %+v", e)
	}
	if e := GeometricMean(same, [][]float64{{3, 1, 2, 4}, {5, 5, 5}}); !near(e.Ratio, math.Sqrt(2.5), 1e-12) || e.Enough {
		t.Errorf("four and three cannot be told apart: %+v", e)
	}
	// The interval of many questions is not drawn as that of fewer, and is the same.
	var a, b [][]float64
	for q := range manyQuestions + 1 {
		a, b = append(a, []float64{1, 1.1, 1.2, 1.3, float64(2 + q%7)}), append(b, []float64{2, 2.1, 2.5, float64(3 + q%5), 9, 10})
	}
	few, many := GeometricMean(a[1:], b[1:]), GeometricMean(a, b)
	if !near(few.Low, many.Low, few.Low/1000) || !near(few.High, many.High, few.High/1000) || !near(few.High/few.Low, many.High/many.Low, 0.1*(few.High/few.Low-1)) {
		t.Errorf("few %+v, many %+v", few, many)
	}
	// Slow runs on one side alone leave the ratio where it is, and its interval around it.
	var quiet, busy [][]float64
	for range manyQuestions + 1 {
		quiet, busy = append(quiet, []float64{1, 1.01, 1.02, 1.03, 1.04}), append(busy, []float64{1, 1.01, 1.02, 1.03, 1.5})
	}
	for _, n := range []int{200, len(quiet)} {
		if e := GeometricMean(quiet[:n], busy[:n]); e.Ratio != 1 || !(e.Low < 1 && 1 < e.High) {
			t.Errorf("%d questions with the same medians: %+v", n, e)
		}
	}
	if e := GeometricMean(nil, nil); e != (Effect{}) {
		t.Errorf("nothing: %+v", e)
	}
}
