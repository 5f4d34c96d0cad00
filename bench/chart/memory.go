package chart

import (
	"nqueens/bench"
)

// Memory draws the peak memory of the whole process against the size, one
// chart for each family and task with at least three sizes, or with as many as
// the run has.
func Memory(cells []bench.Cell, opt Options) []Figure {
	return againstSize(cells, opt, measure{
		slug:  "memory",
		least: 3,
		title: func(g group) string { return "Peak memory to " + g.question() },
		axis:  "peak memory of the process",
		bars:  "Median of the repetitions",
		unit:  bytes10,
		read: func(c bench.Cell) (bench.Interval, bool) {
			return bench.Interval{Median: float64(c.PeakBytes)}, c.Timed() && c.PeakBytes > 0
		},
	})
}
