package bench

import (
	"slices"
	"time"

	"golang.org/x/perf/benchmath"
)

// Interval represents a median with its 95 % confidence interval.
type Interval struct {
	Median float64 `json:"median"`
	Low    float64 `json:"low,omitempty"`
	High   float64 `json:"high,omitempty"`
	// Enough is false if there are too few runs for an interval; then Low and High are 0.
	Enough bool `json:"enough"`
}

// NewInterval returns the median of a sample with its 95 % confidence interval from order
// statistics, which hold for any distribution. There is no interval for fewer than six values.
func NewInterval(sample []float64) Interval {
	switch len(sample) {
	case 0:
		return Interval{}
	case 1: // avoids work on millions of single runs
		return Interval{Median: sample[0]}
	}
	const confidence = 0.95
	s := benchmath.AssumeNothing.Summary(
		benchmath.NewSample(slices.Clone(sample), &benchmath.DefaultThresholds), confidence)
	if len(sample) < fewest || s.Confidence < confidence {
		return Interval{Median: s.Center}
	}
	return Interval{Median: s.Center, Low: s.Lo, High: s.Hi, Enough: true}
}

// fewest is the smallest sample whose extremes enclose the median with a
// confidence of 95 %: 1 − 2·(1/2)^6 = 0.97.
const fewest = 6

// Median returns the median of a sample, 0 for an empty one.
func Median(sample []float64) float64 { return NewInterval(sample).Median }

// ShortWork is the least total time of the timed answers of one process. It is long compared with
// the resolution of the clock and a scheduler's tick.
const ShortWork = 20 * time.Millisecond
