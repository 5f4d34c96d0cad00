package stats

import (
	"slices"

	"gonum.org/v1/gonum/stat"
)

// A Distribution is a set of values.
type Distribution struct {
	Values   []float64 // ascending
	Mean     float64   // 0 if there are no values
	Censored int       // number of values of which only a lower bound is known, because of a limit
}

// NewDistribution returns the distribution of values, of which the given number are censored.
func NewDistribution(values []float64, censored int) Distribution {
	values = slices.Sorted(slices.Values(values))
	d := Distribution{Values: values, Censored: censored}
	if len(values) > 0 {
		d.Mean = stat.Mean(values, nil)
	}
	return d
}

// Quantile returns the least value d such that at least the given fraction of all values is not above d.
func (d Distribution) Quantile(part float64) float64 {
	return stat.Quantile(part, stat.Empirical, d.Values, nil)
}

// Median returns the middle value, or the mean of the two middle values.
func (d Distribution) Median() float64 { return middle(d.Values) }

// Most returns the greatest value.
func (d Distribution) Most() float64 { return d.Values[len(d.Values)-1] }
