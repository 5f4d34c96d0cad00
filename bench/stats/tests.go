package stats

import (
	"cmp"
	"math"
	"slices"

	"golang.org/x/perf/benchmath"
	"gonum.org/v1/gonum/stat/combin"
	"gonum.org/v1/gonum/stat/distuv"
)

// Level is the probability with which a difference may be claimed that is none.
const Level = 0.05

// MannWhitney is the probability that two samples of one distribution differ as
// much as these do, to either side: exact up to 50 values, 25 where some are equal.
func MannWhitney(a, b []float64) float64 {
	sample := func(values []float64) *benchmath.Sample {
		return benchmath.NewSample(slices.Clone(values), &benchmath.DefaultThresholds)
	}
	return min(1, benchmath.AssumeNothing.Compare(sample(a), sample(b)).P)
}

// LeastP is the smallest probability that MannWhitney can give for samples of so many
// values.
func LeastP(a, b int) float64 {
	return min(1, 2/combin.GeneralizedBinomial(float64(a+b), float64(a)))
}

// Testable reports of each test of a family, by the smallest probability that it can
// give, whether it can find anything once all that can are corrected for: the others
// are better left out before they are (R. E. Tarone, Biometrics 46 (1990) 515–522).
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

// TestableOf is Testable of a family that has so many tests with each smallest probability.
func TestableOf(tests map[float64]int) (testable func(least float64) bool) {
	k := 1
	below := func() (n int) { // how many tests can find something if k are corrected for
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

// exactPairs is the most pairs that SignedRank goes through all signs of.
const exactPairs = 50

// SignedRank is Wilcoxon's test of pairs by their differences: the probability
// that differences which are as likely above zero as below lie as much to one side
// as these do. Zeros say nothing and are left out; equal sizes share their rank, and
// infinite ones are the largest.
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
		// Half a step from the sum towards the middle, for continuity.
		z := min(0, less+0.5-(above+below)/2) / (math.Sqrt(squares) / 2)
		return 2 * distuv.UnitNormal.CDF(z)
	}
	// chance[s] is the probability that the ranks above zero, doubled to be whole,
	// sum to s.
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

// Holm corrects the probabilities of a family of tests, in place of each what may
// be compared with the level: that any difference is claimed where there is none is
// then no likelier than the level.
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
