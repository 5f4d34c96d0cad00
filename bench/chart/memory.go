package chart

import (
	"nqueens/bench"
	"nqueens/bench/summary"
)

// Memory draws the peak memory of the whole process against the size, one
// chart for each family and task with at least three sizes, or with as many as
// the run has.
func Memory(cells []summary.Cell, opt Options) []Figure {
	return againstSize(cells, opt, measure{
		slug:  "memory",
		least: 3,
		title: func(g group) string { return "Peak memory to " + g.question() },
		axis:  "peak memory of the process",
		bars:  "Median of the repetitions",
		unit:  bytes10,
		read: func(c summary.Cell) (bench.Interval, bool) {
			return bench.Interval{Median: float64(c.PeakBytes)}, c.Timed() && c.PeakBytes > 0
		},
	})
}
