package chart

import (
	"fmt"
	"math"

	"nqueens/bench"
)

// Time draws the time of one answer against the size, one chart for each
// family and task with at least two sizes, or with as many as the run has.
func Time(cells []bench.Cell, opt Options) []Figure {
	return againstSize(cells, opt, measure{
		slug:    "time",
		least:   2,
		title:   func(g group) string { return "Time to " + g.question() },
		axis:    "time of one answer",
		bars:    "Median and 95 % interval",
		unit:    seconds,
		read:    times,
		endless: true,
	})
}

// measure is something that charts show against the size.
type measure struct {
	slug  string
	least int // how many sizes make a chart worth drawing
	title func(group) string
	axis  string // the vertical axis's title
	bars  string // what a point and its bar are for a single problem
	unit  unit
	read  interval
	// endless says that a run without an answer would have had a higher value.
	endless bool
	// shows, if set, says whether a contender takes part.
	shows func(series) bool
}

// againstSize draws a measure against the size, one chart for each group in
// which some contender has points at enough sizes. In a run without such a group
// the longest lines that there are will do.
func againstSize(cells []bench.Cell, opt Options, m measure) []Figure {
	lineup := newLineup(cells, opt)
	least := min(m.least, lineup.longest(cells))
	var figures []Figure
	for _, g := range groups(cells) {
		list := lineup.series(g.cells)
		var lines []line
		var values []float64
		var drawn []int
		var zero, answered bool
		longest := 0
		for _, s := range list {
			l := line{name: s.name, look: s.look, points: s.bySize(m.read)}
			if len(l.points) == 0 || m.shows != nil && !m.shows(s) {
				continue
			}
			lines = append(lines, l)
			longest = max(longest, len(l.points))
			for _, p := range l.points {
				drawn = append(drawn, int(p.x))
				if p.fate == "" {
					answered = true
					zero = zero || p.value < m.unit.least
					values = append(values, p.value, p.low)
					if finite(p.high) {
						values = append(values, p.high)
					}
				}
			}
		}
		if len(lines) == 0 || longest < least || !answered && !m.endless {
			continue
		}
		bars := m.bars
		if several(list) {
			bars = "Median over the problems of a size; bars from quartile to quartile"
		}
		notes := leftOut(g.cells)
		if zero {
			notes = append(notes, fmt.Sprintf("Values below %s are drawn at the lower edge.", m.unit.format(1, int(math.Round(math.Log10(m.unit.least))))))
		}
		if limit := sharedLimit(g.cells); !answered && limit > 0 {
			values = []float64{limit}
		}
		c := lineChart{
			x: sizeAxis(drawn), y: logAxis(m.unit, values),
			xTitle: "size n", yTitle: m.axis,
			lines: lines, rows: rowsOf(lines, limitLabel(list)), joined: m.endless,
		}
		f := newFigure(m.slug+"-"+g.slug(), m.title(g), bars+"; "+lineup.legend()+".", notes)
		figures = append(figures, c.on(f))
	}
	return figures
}
