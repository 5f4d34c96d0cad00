package chart

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/summary"
	"nqueens/internal/table"
)

// Ratio draws how many times as fast as the baseline each contender is (or the ratio of
// opt.Quantity) against the size. There is one chart for each family and task, at the sizes at
// which the baseline was measured. Published ratios are a separate layer: hollow, dashed and named
// apart, because they were made on another machine. If there are several runs, each has its own
// baseline. Without a baseline it returns nothing.
func Ratio(cells []*summary.Cell, opt Options) []Figure {
	if opt.Baseline == "" || !slices.ContainsFunc(cells, func(c *summary.Cell) bool { return !opt.isBaseline(c) }) {
		return nil
	}
	var figures []Figure
	for _, q := range opt.quantities(cells) {
		figures = append(figures, againstSize(cells, opt, ratio(q, cells, opt))...)
	}
	return figures
}

// askedOf is a question in a run; each run has its own baseline.
type askedOf struct {
	run string
	question
}

func ratio(q quantity, cells []*summary.Cell, opt Options) measure {
	of := func(c *summary.Cell) askedOf {
		run, _ := opt.runOf(c)
		return askedOf{run, questionOf(c)}
	}
	based := map[askedOf]*summary.Cell{} // results of the baseline
	suspect := map[string]bool{}         // contenders with a wrong answer
	for _, w := range summary.WrongContenders(cells) {
		suspect[w.Contender] = true
	}
	for _, c := range cells {
		if _, ok := q.read(c); ok && opt.isBaseline(c) && !suspect[contenderOf(c)] {
			based[of(c)] = c
		}
	}
	read := func(c *summary.Cell) (bench.Interval, bool) {
		base, measured := based[of(c)]
		if q.slug == "" {
			return c.Speedup, measured && c.Timed() && c.Speedup.Median > 0
		}
		if suspect[contenderOf(c)] {
			return bench.Interval{}, false
		}
		return quotient(q, base, c)
	}
	slug, bars := "ratio", "Ratio of the medians and its 90 % interval"
	if q.slug != "" {
		slug += "-" + q.slug
	}
	if !q.timed {
		bars = "Ratio of the medians"
	}
	long := func(base *summary.Cell) bool { return q.slug != "" || base.Speedup.Median > 0 }
	title := strings.ToUpper(q.fewer[:1]) + q.fewer[1:] + " " + opt.Baseline
	m := measure{
		quantity: q,
		slug:     slug,
		title:    func(g group) string { return title + " to " + g.question() },
		keeps: func(c *summary.Cell) bool {
			base, measured := based[of(c)]
			return !opt.isBaseline(c) && measured && long(base)
		},
		higherIsBetter: true,
		level:          1,
		notes: func(g group) []string {
			var short, without []int
			for _, c := range g.cells {
				base, measured := based[of(c)]
				switch {
				case !c.Timed():
				case !measured:
					without = append(without, c.N)
				case !long(base):
					short = append(short, c.N)
				}
			}
			var notes []string
			if short != nil {
				notes = append(notes, fmt.Sprintf("No ratio at n = %s: there %s took less than 20 ms, including the start of its process.", table.Ranges(short, "–"), opt.Baseline))
			}
			if without != nil {
				notes = append(notes, fmt.Sprintf("No ratio at n = %s: %s was not measured there.", table.Ranges(without, "–"), opt.Baseline))
			}
			return notes
		},
	}
	m.least, m.axis, m.bars, m.unit, m.read = 2, q.fewer+" "+opt.Baseline, bars+"; dashed across: "+opt.Baseline, ratios, read
	if q.slug == "" {
		m.published = func(g group) []bench.Published { return publishedFor(g, opt.Published) }
	}
	return m
}

// quotient returns the quantity of the baseline divided by that of c, with an interval if both have
// one.
func quotient(q quantity, base, c *summary.Cell) (bench.Interval, bool) {
	if base == nil {
		return bench.Interval{}, false
	}
	theirs, measured := q.read(base)
	ours, ok := q.read(c)
	if !measured || !ok || !(theirs.Median > 0) || !(ours.Median > 0) || q.timed && !base.Beside(c) {
		return bench.Interval{}, false
	}
	i := bench.Interval{Median: theirs.Median / ours.Median}
	if theirs.Enough && ours.Enough {
		i.Low, i.High, i.Enough = theirs.Low/ours.High, theirs.High/ours.Low, true
	}
	return i, true
}

// publishedFor returns the published figures for a group. They are about counting bare boards.
func publishedFor(g group, all []bench.Published) []bench.Published {
	if g.extras != "" || g.task != nqueens.CountAll {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(all), func(p bench.Published) bool { return p.Family != g.family })
}

// publishedLines returns published figures as lines, with looks that no contender has, and notes
// with their sources.
func publishedLines(list []bench.Published, lineup lineup) (lines []line, notes []string) {
	for _, p := range list {
		l := line{name: p.Name, look: lineup.looks[p.Name]}
		l.look.dashes = []vg.Length{2, 2}
		for _, n := range slices.Sorted(maps.Keys(p.Ratios)) {
			l.points = append(l.points, point{x: float64(n), value: p.Ratios[n]})
		}
		lines = append(lines, l)
		notes = append(notes, fmt.Sprintf("Published, another machine: %s: %s.", p.Name, strings.TrimSuffix(p.Source, ".")))
	}
	return lines, notes
}

// publishedHead is written above the names of published lines.
const publishedHead = "published, another machine:"

// paintPublished draws the published lines, and their names below those of measured lines.
func (l lineChart) paintPublished(frame draw.Canvas, names []string) {
	style := sans(labelSize, ink)
	key := vg.Point{X: frame.Max.X + leaderWidth, Y: frame.Min.Y + l.publishedHeight() - labelGap}
	if len(l.published) > 0 {
		write(frame, aligned(sans(labelSize, faint), draw.XLeft), key, publishedHead)
	}
	for i, line := range l.published {
		var places []vg.Point
		for _, p := range line.points {
			places = append(places, vg.Point{X: frame.X(l.x.at(p.x)), Y: frame.Y(l.y.at(p.value))})
		}
		frame.StrokeLines(line.look.stroke(0.7), places)
		key.Y -= labelGap
		frame.StrokeLine2(line.look.stroke(0.7), key.X, key.Y, key.X+keyWidth, key.Y)
		for _, at := range append(places, key.Add(vg.Point{X: keyWidth / 2})) {
			line.look.hollow(frame, at)
		}
		write(frame, aligned(style, draw.XLeft), key.Add(vg.Point{X: keyWidth + 4}), names[i])
	}
}

func (l lineChart) publishedHeight() vg.Length {
	if len(l.published) == 0 {
		return 0
	}
	return labelGap * vg.Length(len(l.published)+1)
}
