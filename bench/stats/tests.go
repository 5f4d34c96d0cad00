package stats

import (
	"cmp"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distuv"
)

// Level is the significance level: the probability of claiming a difference that does not exist.
const Level = 0.05

// MannWhitney returns the two-sided p-value of the test of Mann and Whitney: the probability that
// two samples of one distribution differ at least as much as these. It is exact up to 50 values, or
// 25 if some are equal.
func MannWhitney(a, b []float64) float64 {
	sample := func(values []float64) *benchmath.Sample {
		return benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
	}
	return min(1, benchmath.AssumeNothing.Compare(sample(a), sample(b)).P)
}

// LeastP returns the smallest p-value that MannWhitney can give for samples of these sizes.
func LeastP(a, b int) float64 {
	return min(1, 2/combin.GeneralizedBinomial(float64(a+b), float64(a)))
}

// Testable reports for each test of a family whether it can find a difference after the correction
// for all such tests. least has the smallest p-value that each test can reach. The other tests
// should be excluded before the correction (R. E. Tarone, Biometrics 46 (1990) 515–522).
func Testable(least []float64) []bool {
	counts := map[float64]int{}
	for _, p := range least {
		counts[p]++
	}
	testable := TestableOf(counts)
	can := make([]bool, len(least))
	for i, p := range least {
		can[i] = testable(p)
	}
	return can
}

// TestableOf returns a function that reports what Testable reports, for a test that can reach the p-value
// least and no smaller one. tests contains the number of tests for each such p-value.
func TestableOf(tests map[float64]int) (testable func(least float64) bool) {
	k := 1
	below := func() (n int) { // the number of tests that can find something if the correction is for k
		for p, count := range tests {
			if p*float64(k) < Level {
				n += count
			}
		}
		return n
	}
	for below() > k {
		k++
	}
	return func(least float64) bool { return least*float64(k) < Level }
}

// exactPairs is the largest number of pairs for which SignedRank is exact.
const exactPairs = 50

// SignedRank returns the p-value of Wilcoxon's signed-rank test. It is the probability of a sum of ranks at
// least as far from the middle, if each difference is as likely positive as negative. Zeros are ignored;
// equal sizes share their rank, and infinite ones are the largest.
func SignedRank(differences []float64) float64 {
	d := slices.DeleteFunc(slices.Clone(differences), func(x float64) bool { return x == 0 || math.IsNaN(x) })
	if len(d) == 0 {
		return 1
	}
	sizes := make([]float64, len(d))
	for i, x := range d {
		sizes[i] = math.Abs(x)
	}
	ranks := Ranks(sizes)
	above, below, squares := 0.0, 0.0, 0.0
	for i, x := range d {
		squares += ranks[i] * ranks[i]
		if x > 0 {
			above += ranks[i]
		} else {
			below += ranks[i]
		}
	}
	less := min(above, below)
	if len(d) > exactPairs {
		// Half a step towards the middle, as a continuity correction.
		z := min(0, less+0.5-(above+below)/2) / (math.Sqrt(squares) / 2)
		return 2 * distuv.UnitNormal.CDF(z)
	}
	// chance[s] is the probability that the positive ranks, doubled to be integers, sum to s.
	chance := []float64{1}
	for _, rank := range ranks {
		r := int(math.Round(2 * rank))
		next := make([]float64, len(chance)+r)
		for s, p := range chance {
			next[s] += p / 2
			next[s+r] += p / 2
		}
		chance = next
	}
	p := 0.0
	for _, c := range chance[:int(math.Round(2*less))+1] {
		p += c
	}
	return min(1, 2*p)
}

// Holm returns the corrected p-values of a family of tests by Holm's procedure. Compare them with Level: the
// probability of claiming any difference that does not exist is then at most Level.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	corrected, most := make([]float64, len(p)), 0.0
	for k, i := range order {
		most = max(most, min(1, p[i]*float64(len(p)-k)))
		corrected[i] = most
	}
	return corrected
}
