package compare

import (
	"nqueens/bench/stats"
	"nqueens/bench/summary"
)

// Change is the result of comparing two samples.
type Change string

const (
	More      Change = "more" // of time: slower
	Less      Change = "less"
	Equal     Change = "same"      // equal values; for times: no difference found, and the interval excludes one beyond the tolerance
	Undecided Change = "undecided" // no difference found, and there may be one
)

// none is the effect of an unchanged value.
var none = stats.Effect{Ratio: 1, Low: 1, High: 1, Enough: true}

// times tests all rows that have a time on both sides. If the sides are contenders of one run, the
// start of the process is subtracted where it is a large part of a time.
func (c *Comparison) times(between bool) {
	var timed []*Row
	var old, now [][]float64
	for i := range c.Rows {
		switch r := &c.Rows[i]; {
		case r.Old == nil || r.New == nil || !r.Old.Timed() || !r.New.Timed():
		case r.shared():
			r.Effect, r.Time = none, Equal
		default:
			a, b, sure := c.sample(r, between)
			switch {
			case len(a) == 0 || len(b) == 0:
			case !sure:
				r.Effect, r.Time = stats.Quotient(a, b), Undecided
				r.Effect.Low, r.Effect.High, r.Effect.Enough = 0, 0, false
				c.Unsure++
			default:
				timed, old, now = append(timed, r), append(old, a), append(now, b)
			}
		}
	}
	p := test(old, now)
	for i, r := range timed {
		r.Effect, r.P = stats.Quotient(old[i], now[i]), p[i]
		r.Time = c.change(r.Effect, r.P)
		if r.P == 0 {
			c.TooFewRuns++
		}
	}
	c.Mean, c.Timed = stats.GeometricMean(old, now), len(timed)
	if c.TooFewRuns > 0 {
		for c.Runs = 2; stats.LeastP(c.Runs, c.Runs)*float64(c.Timed) >= stats.Level; {
			c.Runs++
		}
	}
}

// sample returns the times of both sides of a row. sure is false if the start of the process is not
// known well enough to subtract it.
func (c *Comparison) sample(r *Row, between bool) (old, now []float64, sure bool) {
	switch {
	case c.Clock == CPU:
		if between && summary.Short(r.Old, r.New) {
			c.WithStart++
		}
		return r.Old.CPUTimes(), r.New.CPUTimes(), true
	case between:
		if summary.Short(r.Old, r.New) {
			c.Net++
		}
		return summary.Times(r.Old, r.New)
	}
	return r.Old.Times, r.New.Times, true
}

// test returns for each pair of samples the p-value of the Mann-Whitney test after Holm's
// correction over all pairs, and 0 for pairs that are too small for a test among so many.
func test(old, now [][]float64) []float64 {
	least := make([]float64, len(old))
	for i := range old {
		least[i] = stats.LeastP(len(old[i]), len(now[i]))
	}
	var tested []int
	var p []float64
	for i, can := range stats.Testable(least) {
		if can {
			tested, p = append(tested, i), append(p, stats.MannWhitney(old[i], now[i]))
		}
	}
	corrected := make([]float64, len(old))
	for k, p := range stats.Holm(p) {
		corrected[tested[k]] = p
	}
	return corrected
}

// change returns the change for an effect whose test gave the p-value p.
func (c *Comparison) change(e stats.Effect, p float64) Change {
	switch {
	case p > 0 && p < stats.Level && e.Ratio > 1:
		return More
	case p > 0 && p < stats.Level && e.Ratio < 1:
		return Less
	case e.Enough && e.High < 1+c.Tolerance && e.Low > 1/(1+c.Tolerance):
		return Equal
	}
	return Undecided
}
