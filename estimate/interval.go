package estimate

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"

	"nqueens"
)

// Number is a number from zero, however large, by its natural logarithm.
type Number float64

// String is the number as people read it: "92", "87.98", "2.349e17".
func (x Number) String() string {
	if value := math.Exp(float64(x)); math.Abs(value-math.Round(value)) < 1e-6 && value < 1e9 {
		return fmt.Sprintf("%.0f", value)
	} else if value < 9999.5 {
		return fmt.Sprintf("%.4g", value)
	}
	return x.digits(4)
}

// digits has so many significant ones.
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

// Over is the number divided by another one.
func (x Number) Over(divisor float64) Number { return x - Number(math.Log(divisor)) }

// MarshalText makes a Number its text in JSON, as it may be too large for a number there.
func (x Number) MarshalText() ([]byte, error) { return []byte(x.digits(7)), nil }

// Interval is the mean of unbiased samples with its 95 % interval.
type Interval struct {
	Value Number `json:"value"`
	Low   Number `json:"low"`
	High  Number `json:"high"`
	// Samples is how many there were, and Effective how many would say as much if they were
	// alike: far fewer where some outweigh the others, and then the interval is not to be trusted.
	Samples   int     `json:"samples"`
	Effective float64 `json:"effective"`
}

// fewest is how many samples an interval takes.
const fewest = 5

// newInterval is of samples by their logarithms: Student's, of the logarithm of the mean. How far samples
// differ others say, or these themselves.
func newInterval(logs, like []float64) Interval {
	log, effective := mean(logs)
	if math.IsInf(log, -1) {
		return Interval{Value: Number(log), Low: Number(log), High: Number(math.Inf(1)), Samples: len(logs)}
	}
	_, alike := mean(like)
	n := float64(len(like))
	variance := max(0, n/alike-1) * n / (n - 1) // of one, relative
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975)
	half := t * math.Sqrt(variance/float64(len(logs)))
	return Interval{Number(log), Number(log - half), Number(log + half), len(logs), effective}
}

// mean is the logarithm of the mean of numbers by theirs, and how many would say as much if they were alike.
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

// quantile is how many standard deviations from the mean 95 % of a normal distribution lie.
const quantile = 1.96

// deviation is the standard deviation of the logarithm.
func (i Interval) deviation() float64 { return float64(i.High-i.Low) / 2 / quantile }

// widened is the interval with one more deviation of the logarithm that has nothing to do with the others.
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
