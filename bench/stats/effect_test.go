package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	moremath "github.com/aclements/go-moremath/stats"
)

// TestQuotient compares the intervals with those of wilcox.test(log(b), log(a), conf.int = TRUE) in
// R: the outer ones of the sorted quotients are left out.
func TestQuotient(t *testing.T) {
	for _, test := range []struct {
		a, b []float64
		want Effect
	}{
		{nil, []float64{1}, Effect{}},
		{[]float64{2}, []float64{3}, Effect{Ratio: 1.5}},
		{[]float64{1, 1, 1}, []float64{2, 2, 2}, Effect{Ratio: 2}},
		// With four and four values P(U ≤ 0) is 1/70, and P(U ≤ 1) = 2/70 is above 2.5 %, so the
		// interval goes from the smallest quotient to the largest.
		{[]float64{1, 2, 4, 8}, []float64{16, 16, 16, 16}, Effect{Ratio: math.Sqrt(32), Low: 2, High: 16, Enough: true}},
		// With five and five values P(U ≤ 2) is 4/252 and P(U ≤ 3) is 7/252, so the interval goes
		// from the third smallest quotient to the third largest.
		{[]float64{1, 1, 1, 1, 1}, []float64{1, 2, 3, 4, 5}, Effect{Ratio: 3, Low: 1, High: 5, Enough: true}},
	} {
		if got := Quotient(test.a, test.b); !near(got.Ratio, test.want.Ratio, 1e-12) || got.Low != test.want.Low || got.High != test.want.High || got.Enough != test.want.Enough {
			t.Errorf("%v, %v: %+v, want %+v", test.a, test.b, got, test.want)
		}
	}
}

// TestQuotientAgrees checks that 1 is outside the interval exactly where the test finds a
// difference.
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
	// Beyond exactSample the normal distribution is used.
	for n := exactSample; n <= exactSample+1; n++ {
		if p := lowerTail(n, n, n*n/3); !near(p, 0.02, 0.005) {
			t.Errorf("%d: %v", n, p)
		}
	}
}

// TestCoverage checks that the intervals contain the true value as often as their level states,
// less the known deficit of a bootstrap with ten values.
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
	// The interval of many problems is computed in another way than that of few, and must be the
	// same.
	var a, b [][]float64
	for q := range manyQuestions + 1 {
		a, b = append(a, []float64{1, 1.1, 1.2, 1.3, float64(2 + q%7)}), append(b, []float64{2, 2.1, 2.5, float64(3 + q%5), 9, 10})
	}
	few, many := GeometricMean(a[1:], b[1:]), GeometricMean(a, b)
	if !near(few.Low, many.Low, few.Low/1000) || !near(few.High, many.High, few.High/1000) || !near(few.High/few.Low, many.High/many.Low, 0.1*(few.High/few.Low-1)) {
		t.Errorf("few %+v, many %+v", few, many)
	}
	// Slow runs of one contender must not change the ratio, and its interval must contain it.
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

// TestGeometricMeanByHand repeats the draws of GeometricMean. Of a thousand means 25 lie outside on each side
// of the interval, which is shifted so that the median draw is at the ratio.
func TestGeometricMeanByHand(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 10))
	var a, b [][]float64
	for q := range 7 {
		a, b = append(a, scatter(random, 10, float64(q+1), 0.3)), append(b, scatter(random, 9, 1.2*float64(q+1), 0.3))
	}
	e := GeometricMean(a, b)
	for q := range a {
		slices.Sort(a[q])
		slices.Sort(b[q])
	}
	log := func(draw func(sample []float64) []float64) float64 {
		product := 1.0
		var drawn [][]float64
		for _, sample := range a {
			drawn = append(drawn, draw(sample))
		}
		for q, sample := range b {
			product *= median(draw(sample)) / median(drawn[q])
		}
		return math.Log(product) / float64(len(a))
	}
	ratio := log(func(sample []float64) []float64 { return sample })
	if !near(math.Log(e.Ratio), ratio, 1e-12) {
		t.Errorf("%+v, log %v", e, ratio)
	}
	random = rand.New(rand.NewPCG(1, 2))
	var means []float64
	for range 1000 {
		means = append(means, log(func(sample []float64) []float64 {
			drawn := make([]float64, len(sample))
			for i := range drawn {
				drawn[i] = sample[random.IntN(len(sample))]
			}
			return drawn
		}))
	}
	slices.Sort(means)
	if low, high := ratio-means[500]+means[25], ratio-means[500]+means[974]; !near(math.Log(e.Low), low, 1e-12) || !near(math.Log(e.High), high, 1e-12) {
		t.Errorf("%+v, want %v to %v", e, math.Exp(low), math.Exp(high))
	}
	if means[24] == means[25] || means[25] == means[26] || means[974] == means[973] || means[974] == means[975] {
		t.Error("the neighbours are the same: nothing was tested")
	}
}

func median(sample []float64) float64 {
	sorted := slices.Sorted(slices.Values(sample))
	n := len(sorted)
	if n%2 == 1 {
		return sorted[n/2]
	}
	return (sorted[n/2-1] + sorted[n/2]) / 2
}

// TestLowerTail checks that the tail is exact up to exactSample, and beyond it that of a normal
// distribution with the same mean and deviation.
func TestLowerTail(t *testing.T) {
	exact := func(n, m, u int) float64 { return moremath.UDist{N1: n, N2: m}.CDF(float64(u)) }
	if got := lowerTail(exactSample, exactSample, 250); got != exact(exactSample, exactSample, 250) {
		t.Errorf("of 25 and 25: %v", got)
	}
	// At √3 deviations from the mean, skew and kurtosis of the exact distribution make no
	// difference.
	for _, n := range []int{26, 28} {
		u := int(float64(n*n)/2 - math.Sqrt(3*float64(n*n*(2*n+1))/12))
		if got, want := lowerTail(n, n, u), exact(n, n, u); !near(got, want, 2e-4) || got == want {
			t.Errorf("of %d and %d: %v, exactly %v", n, n, got, want)
		}
	}
	// The distribution is symmetric.
	if got := lowerTail(27, 27, 27*27/2); got != 0.5 {
		t.Errorf("the middle is at %v", got)
	}
}
