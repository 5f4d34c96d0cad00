package stats

import (
	"maps"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
)

// Observed has the values at a point, by their subject. Values of the same subject at several points are not
// independent.
type Observed struct {
	X  float64
	Of map[uint64]float64
}

// A row has a value for each subject at one point; NaN if there is none.
type row []float64

// mean returns the mean of the values, each weighted by times.
func (r row) mean(times []float64) (mean float64, ok bool) {
	sum, n := 0.0, 0.0
	for i, v := range r {
		if k := times[i]; k > 0 && !math.IsNaN(v) {
			sum, n = sum+k*v, n+k
		}
	}
	return sum / max(1, n), n > 0
}

// A Peak is the point at which the mean of values is largest.
type Peak struct {
	X float64
	// Low and High are the 95 % interval of X.
	Low, High float64
	// Mean is the mean at that point; MeanLow and MeanHigh are its 95 % interval.
	Mean, MeanLow, MeanHigh float64
}

// PeakOf returns the point with the largest mean; ok is false if no point has a value. The
// intervals are from a bootstrap that draws subjects with replacement, each with its values at all
// points (B. Efron, Ann. Statist. 7 (1979) 1–26).
func PeakOf(points []Observed) (p Peak, ok bool) {
	seen := map[uint64]bool{}
	for _, o := range points {
		for id := range o.Of {
			seen[id] = true
		}
	}
	ids := slices.Sorted(maps.Keys(seen))
	rows, once := make([]row, len(points)), slices.Repeat([]float64{1}, len(ids))
	for i, o := range points {
		for _, id := range ids {
			v, known := o.Of[id]
			if !known {
				v = math.NaN()
			}
			rows[i] = append(rows[i], v)
		}
	}
	largest := func(times []float64) (at int, mean float64) {
		at = -1
		for i, r := range rows {
			if m, ok := r.mean(times); ok && (at < 0 || m > mean) {
				at, mean = i, m
			}
		}
		return at, mean
	}
	at, mean := largest(once)
	if at < 0 {
		return p, false
	}
	random := rand.New(rand.NewPCG(1, 2)) // a fixed seed, so that the same records give the same result
	var places, means []float64
	times := make([]float64, len(ids)) // whole numbers
	for range resamples {
		clear(times)
		for range ids {
			times[random.IntN(len(ids))]++
		}
		i, _ := largest(times) // every draw has values
		places = append(places, points[i].X)
		if m, ok := rows[at].mean(times); ok {
			means = append(means, m)
		}
	}
	slices.Sort(places)
	slices.Sort(means)
	ends := func(sorted []float64) (low, high float64) {
		return stat.Quantile(0.025, stat.Empirical, sorted, nil), stat.Quantile(0.975, stat.Empirical, sorted, nil)
	}
	p = Peak{X: points[at].X, Mean: mean}
	p.Low, p.High = ends(places)
	p.MeanLow, p.MeanHigh = ends(means)
	return p, true
}
