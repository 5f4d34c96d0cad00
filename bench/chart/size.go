package chart

import (
	"fmt"
	"math"
	"slices"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/summary"
)

// sizeTitle is the title of the horizontal axis.
const sizeTitle = "size n"

// Time draws the time of one answer (or opt.Quantity) against the size. There is one chart for each
// family and task with at least two sizes, or with as many sizes as the run has.
func Time(cells []*summary.Cell, opt Options) []Figure {
	var figures []Figure
	for _, q := range opt.quantities(cells) {
		slug := q.slug
		if slug == "" {
			slug = "time"
		}
		figures = append(figures, againstSize(cells, opt, measure{quantity: q, slug: slug, title: func(g group) string { return q.to(g.question()) }})...)
	}
	return figures
}

// Memory draws Time for the peak memory of the whole process, if a run has at least three sizes.
func Memory(cells []*summary.Cell, opt Options) []Figure {
	opt.Quantity = PeakMemory
	return Time(cells, opt)
}

// Effort draws Time for the work that backends count, such as nodes or conflicts, with a chart for
// each unit.
func Effort(cells []*summary.Cell, opt Options) []Figure {
	opt.Quantity = Work
	return Time(cells, opt)
}

// measure describes a quantity that charts show against the size.
type measure struct {
	quantity
	slug  string
	title func(group) string
	// higherIsBetter places a run without an answer below all others of its size.
	higherIsBetter bool
	keeps          func(*summary.Cell) bool // if set, selects the cells
	level          float64                  // a line across the chart, if above 0
	// published, if set, returns the published figures for a group.
	published func(group) []bench.Published
	// notes, if set, returns remarks on a group in this measure.
	notes func(group) []string
}

// againstSize draws a measure against the size, with one chart for each group in which some
// contender has points at enough sizes. If there is no such group, the longest lines suffice.
func againstSize(cells []*summary.Cell, opt Options, m measure) []Figure {
	var figures []Figure
	for _, c := range m.charts(cells, opt) {
		figures = append(figures, c.on(c.page))
	}
	return figures
}

// sizeChart is a chart against the size, and the page that it is drawn on.
type sizeChart struct {
	lineChart
	page Figure
}

// layout holds the data that all charts against the size share: the groups of a run, each with its lines.
type layout struct {
	cells  []*summary.Cell
	lineup lineup
	groups []group
	lists  [][]series // by group
	open   [][]string // notes on what was left out of each
}

// layout returns the layout of the cells. All charts of a run share one.
func (opt Options) layout(cells []*summary.Cell) *layout {
	l := opt.shared
	if l == nil {
		l = new(layout)
	}
	if !slices.Equal(l.cells, cells) {
		*l = layout{cells: cells, lineup: newLineup(cells, opt), groups: groups(cells)}
		for i := range l.groups {
			kept, open := even(l.groups[i].cells)
			l.groups[i].cells = kept
			l.lists, l.open = append(l.lists, l.lineup.series(kept)), append(l.open, open)
		}
	}
	return l
}

func (m measure) charts(cells []*summary.Cell, opt Options) []sizeChart {
	l := opt.layout(cells)
	least := min(m.least, longest(l.lists))
	var charts []sizeChart
	for i, g := range l.groups {
		odd := m.starts(g.cells)
		if m.notes != nil {
			odd = append(odd, m.notes(g)...)
		}
		list := slices.Clone(l.lists[i])
		if m.keeps != nil {
			g.cells = filter(g.cells, m.keeps)
			for i := range list {
				list[i].cells = filter(list[i].cells, m.keeps)
			}
		}
		if m.shows != nil {
			list = m.over(list)
			drawn := map[backends.Contender]bool{}
			for _, s := range list {
				drawn[s.all[0].Contender] = true
			}
			g.cells = filter(g.cells, func(c *summary.Cell) bool { return drawn[c.Contender] })
		}
		c, longest := m.chart(list)
		if len(c.lines) == 0 || longest < least {
			continue
		}
		c.noteEnds(list)
		bars := m.bars
		if several(list) {
			bars = "Median over the problems of a size; bars from quartile to quartile"
		}
		notes := slices.Concat(l.open[i], leftOut(g.cells), odd, choices(list))
		if m.published != nil {
			var sources []string
			c.published, sources = publishedLines(m.published(g), l.lineup)
			notes = slices.Concat(notes, sources)
		}
		if zero := m.unit.least; c.lowest() < zero && !opt.Linear {
			notes = append(notes, fmt.Sprintf("Values below %s are drawn at the lower edge.", m.unit.format(1, int(math.Round(math.Log10(zero))))))
		}
		c.x, c.y = sizeAxis(c.sizes()), opt.axis(m.unit, c.values())
		if limit := sharedLimit(g.cells); math.IsInf(c.lowest(), 1) && limit > 0 {
			c.y = opt.axis(m.unit, []float64{limit})
		}
		page := newFigure(m.slug+"-"+g.slug(), m.title(g), bars+"; "+l.lineup.legend()+".", notes)
		page.Plot = c.plot(m.unit, g.task, sharedLimit(g.cells))
		charts = append(charts, sizeChart{c, page})
	}
	return charts
}

// chart returns the measure's lines without axes, and the number of points of the longest line. If
// no run has an answer, it returns lines only for measures in which these runs would have had a
// higher value.
func (m measure) chart(list []series) (c lineChart, longest int) {
	worst := math.Inf(1)
	if m.higherIsBetter {
		worst = 0
	}
	for _, s := range list {
		l := line{name: s.name, look: s.look, points: s.pointsBySize(m.read, worst)}
		if len(l.points) == 0 {
			continue
		}
		c.lines = append(c.lines, l)
		longest = max(longest, len(l.points))
	}
	if math.IsInf(c.lowest(), 1) && (!m.timed || m.higherIsBetter) {
		return lineChart{}, 0
	}
	c.xTitle, c.yTitle, c.level, c.joined = sizeTitle, m.axis, m.level, m.timed && !m.higherIsBetter
	c.rows = rowsOf(c.lines, limitOf(list))
	return c, longest
}

// noteEnds adds to the name of a line that stops before the largest size the reason, unless a mark
// above the frame shows it.
func (l lineChart) noteEnds(list []series) {
	sizes := l.sizes()
	for _, s := range list {
		for _, c := range s.cells {
			sizes = append(sizes, c.N)
		}
	}
	slices.Sort(sizes)
	for i, line := range l.lines {
		end := line.points[len(line.points)-1]
		if end.status != "" {
			continue
		}
		k := slices.IndexFunc(list, func(s series) bool { return s.name == line.name })
		if next := slices.IndexFunc(sizes, func(n int) bool { return float64(n) > end.x }); next >= 0 {
			l.lines[i].note = list[k].missing(sizes[next])
		}
	}
}

// missing returns why there is no value at size n. An answer may have none in this measure, because
// an engine does not count what it does not do.
func (s series) missing(n int) string {
	at := filter(s.cells, func(c *summary.Cell) bool { return c.N == n })
	for _, c := range at {
		switch {
		case c.Wrong:
			return fmt.Sprintf(" (%s at %d)", c.WrongWord(), n)
		case c.Status == nqueens.Unsupported, c.Status == nqueens.Cancelled, c.Status == nqueens.Void:
			return fmt.Sprintf(" (%s at %d)", c.Status, n)
		}
	}
	if len(at) > 0 {
		return fmt.Sprintf(" (not counted at %d)", n)
	}
	return fmt.Sprintf(" (not run at %d)", n)
}

// sizes returns the sizes of all points, including published ones.
func (l lineChart) sizes() []int {
	var sizes []int
	for _, line := range slices.Concat(l.lines, l.published) {
		for _, p := range line.points {
			sizes = append(sizes, int(p.x))
		}
	}
	return sizes
}

// lowest returns the lowest measured value, infinite if there is none.
func (l lineChart) lowest() float64 {
	lowest := math.Inf(1)
	for _, line := range l.lines {
		for _, p := range line.points {
			if p.status == "" {
				lowest = min(lowest, p.value)
			}
		}
	}
	return lowest
}

// values returns the values that the vertical axis must include: points, ends of bars, and the
// level.
func (l lineChart) values() []float64 {
	var values []float64
	for _, line := range slices.Concat(l.lines, l.published) {
		for _, p := range line.points {
			if p.status != "" {
				continue
			}
			values = append(values, p.value)
			if p.low < p.high && p.low > 0 {
				values = append(values, p.low)
			}
			if p.low < p.high && finite(p.high) {
				values = append(values, p.high)
			}
		}
	}
	if l.level > 0 {
		values = append(values, l.level)
	}
	return values
}
