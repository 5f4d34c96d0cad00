package estimate

import (
	"fmt"
	"math"

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

// newInterval is of samples by their logarithms: Student's, of the logarithm of the mean.
func newInterval(logs []float64) Interval {
	highest := math.Inf(-1)
	for _, l := range logs {
		highest = max(highest, l)
	}
	if math.IsInf(highest, -1) {
		return Interval{Value: Number(highest), Low: Number(highest), High: Number(math.Inf(1)), Samples: len(logs)}
	}
	n, sum, squares := float64(len(logs)), 0.0, 0.0
	for _, l := range logs {
		x := math.Exp(l - highest)
		sum += x
		squares += x * x
	}
	effective := sum * sum / squares
	// The relative variance of the mean is (n/effective − 1)/(n − 1).
	t := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: n - 1}.Quantile(0.975)
	half := t * math.Sqrt(max(0, n/effective-1)/(n-1))
	log := highest + math.Log(sum/n)
	return Interval{Number(log), Number(log - half), Number(log + half), len(logs), effective}
}

// Holds reports whether a number is in the interval.
func (i Interval) Holds(count *nqueens.Count) bool {
	log := math.Log(count.Float())
	return float64(i.Low) <= log && log <= float64(i.High)
}
