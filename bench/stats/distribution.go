package stats

import (
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Distribution is how values spread.
type Distribution struct {
	Values   []float64 // ascending
	Mean     float64   // 0 without any
	Censored int       // values that are only known to be at least so large, since a limit came first
}

// NewDistribution sorts values, of which so many are censored.
func NewDistribution(values []float64, censored int) Distribution {
	values = slices.Sorted(slices.Values(values))
	d := Distribution{Values: values, Censored: censored}
	if len(values) > 0 {
		d.Mean = stat.Mean(values, nil)
	}
	return d
}

// Quantile returns the least value that a part of all are no greater than.
func (d Distribution) Quantile(part float64) float64 {
	return stat.Quantile(part, stat.Empirical, d.Values, nil)
}

// Median returns the middle value, or the mean of the two in the middle.
func (d Distribution) Median() float64 { return middle(d.Values) }

// Most returns the greatest value.
func (d Distribution) Most() float64 { return d.Values[len(d.Values)-1] }
