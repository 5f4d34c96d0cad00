package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"sort"

	moremath "github.com/aclements/go-moremath/stats"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// An Effect is a ratio of two sizes, with its 95 % interval if there are enough values.
type Effect struct {
	Ratio  float64 `json:"ratio"`
	Low    float64 `json:"low,omitempty"`
	High   float64 `json:"high,omitempty"`
	Enough bool    `json:"enough"` // if not set, Low and High are 0
}

// exactSample is the largest sample for which Quotient's interval is exact.
const exactSample = 25

// Quotient returns how many times as large the values of b are as those of a; all must be above
// zero. The ratio is the median of all pairwise quotients. The interval contains the ratios by
// which b may be divided without a significant difference by MannWhitney (J. L. Hodges and E. L.
// Lehmann, Ann. Math. Statist. 34 (1963) 598–611). Without ties, it excludes 1 exactly if the test
// finds a difference. Three and three values are too few for an interval.
func Quotient(a, b []float64) Effect {
	if len(a) == 0 || len(b) == 0 {
		return Effect{}
	}
	quotients := make([]float64, 0, len(a)*len(b))
	for _, x := range a {
		for _, y := range b {
			quotients = append(quotients, y/x)
		}
	}
	slices.Sort(quotients)
	n := len(quotients)
	e := Effect{Ratio: math.Sqrt(quotients[(n-1)/2] * quotients[n/2])}
	// outside is the number of quotients that lie outside the interval on each side: the sum of
	// ranks below which a test of this level rejects.
	outside := sort.Search(n/2+1, func(u int) bool { return lowerTail(len(a), len(b), u) > Level/2 })
	if outside > 0 {
		e.Low, e.High, e.Enough = quotients[outside-1], quotients[n-outside], true
	}
	return e
}

// lowerTail returns the probability that the statistic U of Mann and Whitney is at most u.
func lowerTail(n, m, u int) float64 {
	if max(n, m) <= exactSample {
		return moremath.UDist{N1: n, N2: m}.CDF(float64(u))
	}
	mean, deviation := float64(n*m)/2, math.Sqrt(float64(n*m*(n+m+1))/12)
	return distuv.UnitNormal.CDF((float64(u) + 0.5 - mean) / deviation)
}

// resamples is the number of bootstrap resamples of GeometricMean. With more than manyQuestions questions,
// each question is resampled fewResamples times. The mean is then approximately normal, and its variance is
// the sum of the variances of the questions.
const (
	resamples     = 1000
	manyQuestions = 1000
	fewResamples  = 20
)

// GeometricMean returns the geometric mean over questions of the median of b's values divided by that of a's;
// all must be above zero. Its interval is from a bootstrap: the middle 95 % of the means of samples drawn
// with replacement from the values of each question (B. Efron, Ann. Statist. 7 (1979) 1–26). One slow run of
// five does not change a median but shifts the average of the resamples, and these shifts add up over many
// questions. The interval is therefore moved so that the bootstrap's median is at the ratio. It is an
// interval for these questions and not for others. There is no interval if a question has too few values for
// a significant difference.
func GeometricMean(a, b [][]float64) Effect {
	if len(a) == 0 {
		return Effect{}
	}
	of := func(a, b [][]float64) float64 { // returns its logarithm
		sum := 0.0
		for q := range a {
			sum += math.Log(middle(b[q]) / middle(a[q]))
		}
		return sum / float64(len(a))
	}
	sorted := func(samples [][]float64) [][]float64 {
		out := make([][]float64, len(samples))
		for q, s := range samples {
			out[q] = slices.Sorted(slices.Values(s))
		}
		return out
	}
	a, b = sorted(a), sorted(b)
	ratio := of(a, b)
	e := Effect{Ratio: math.Exp(ratio), Enough: true}
	for q := range a {
		e.Enough = e.Enough && LeastP(len(a[q]), len(b[q])) < Level
	}
	if !e.Enough {
		return e
	}
	random := rand.New(rand.NewPCG(1, 2)) // a fixed seed, so that the same records give the same result
	again := func(samples [][]float64) [][]float64 {
		out := make([][]float64, len(samples))
		for q, s := range samples {
			out[q] = make([]float64, len(s))
			for i := range s {
				out[q][i] = s[random.IntN(len(s))]
			}
			slices.Sort(out[q])
		}
		return out
	}
	if n := float64(len(a)); len(a) > manyQuestions {
		logs := make([]float64, fewResamples)
		variance := 0.0
		for q := range a {
			for i := range logs {
				logs[i] = of(again(a[q:q+1]), again(b[q:q+1]))
			}
			variance += stat.Variance(logs, nil)
		}
		half := distuv.UnitNormal.Quantile(0.975) * math.Sqrt(variance) / n
		e.Low, e.High = math.Exp(ratio-half), math.Exp(ratio+half)
		return e
	}
	means := make([]float64, resamples) // their distances from the ratio
	for i := range means {
		means[i] = of(again(a), again(b)) - ratio
	}
	slices.Sort(means)
	ratio -= means[resamples/2]
	e.Low, e.High = math.Exp(ratio+means[resamples*25/1000]), math.Exp(ratio+means[resamples*975/1000-1])
	return e
}

// middle returns the median of sorted values.
func middle(sorted []float64) float64 {
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
