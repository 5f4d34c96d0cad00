package estimate

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"nqueens"
)

// A Number is a number of any size from zero on, represented by its natural logarithm.
type Number float64

// String returns the number in decimal: "92", "87.98", "2.349e17".
func (x Number) String() string {
	if value := math.Exp(float64(x)); math.Abs(value-math.Round(value)) < 1e-6 && value < 1e9 {
		return fmt.Sprintf("%.0f", value)
	} else if value < 9999.5 {
		return fmt.Sprintf("%.4g", value)
	}
	return x.digits(4)
}

// digits returns the number with n significant digits.
func (x Number) digits(n int) string {
	switch {
	case math.IsInf(float64(x), 1):
		return "∞"
	case math.IsInf(float64(x), -1):
		return "0"
	}
	log := float64(x) / math.Ln10
	power := math.Floor(log)
	text := fmt.Sprintf("%.*f", n-1, math.Pow(10, log-power))
	if text[:2] == "10" {
		text, power = fmt.Sprintf("%.*f", n-1, 1.0), power+1
	}
	return fmt.Sprintf("%se%.0f", text, power)
}

// Over returns the number divided by divisor.
func (x Number) Over(divisor float64) Number { return x - Number(math.Log(divisor)) }

// MarshalText returns the number as text, because it may be too large for a JSON number.
func (x Number) MarshalText() ([]byte, error) { return []byte(x.digits(7)), nil }

// An Interval is the mean of unbiased samples with its 95 % confidence interval.
type Interval struct {
	Value Number `json:"value"`
	Low   Number `json:"low"`
	High  Number `json:"high"`
	// Samples is the number of samples. Effective is the number of equal samples with the same
	// information. It is far lower if some samples outweigh the others; the interval is then not
	// reliable.
	Samples   int     `json:"samples"`
	Effective float64 `json:"effective"`
}

// fewest is the smallest number of samples for an interval.
const fewest = 5

// newInterval returns Student's interval of the logarithm of the mean, from the logarithms of
// samples. It computes the variance from like, which may be the same samples.
func newInterval(logs, like []float64) Interval {
	log, effective := mean(logs)
	if math.IsInf(log, -1) {
		return Interval{Value: Number(log), Low: Number(log), High: Number(math.Inf(1)), Samples: len(logs)}
	}
	_, alike := mean(like)
	n := float64(len(like))
	variance := max(0, n/alike-1) * n / (n - 1) // relative variance of one sample
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975)
	half := t * math.Sqrt(variance/float64(len(logs)))
	return Interval{Number(log), Number(log - half), Number(log + half), len(logs), effective}
}

// mean returns the logarithm of the mean of numbers given by their logarithms, and the effective
// number of samples.
func mean(logs []float64) (log, effective float64) {
	highest := slices.Max(logs)
	if math.IsInf(highest, -1) {
		return highest, 0
	}
	sum, squares := 0.0, 0.0
	for _, l := range logs {
		x := math.Exp(l - highest)
		sum += x
		squares += x * x
	}
	return highest + math.Log(sum/float64(len(logs))), sum * sum / squares
}

// quantile is the half-width of the 95 % interval of a normal distribution, in standard deviations.
const quantile = 1.96

// deviation returns the standard deviation of the logarithm.
func (i Interval) deviation() float64 { return float64(i.High-i.Low) / 2 / quantile }

// widened returns the interval with an additional, independent deviation of the logarithm.
func (i Interval) widened(by float64) Interval {
	half := Number(quantile * math.Hypot(i.deviation(), by))
	i.Low, i.High = i.Value-half, i.Value+half
	return i
}

// Holds reports whether a number is in the interval.
func (i Interval) Holds(count *nqueens.Count) bool {
	log := math.Log(count.Float())
	return float64(i.Low) <= log && log <= float64(i.High)
}
