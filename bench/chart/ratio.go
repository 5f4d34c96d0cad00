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
	"nqueens/bench/table"
)

// Ratio draws how many times as fast as the baseline each contender is against
// the size, one chart for each family and task, at the sizes at which the
// baseline was measured. Published ratios are a layer of their own: hollow,
// dashed and named apart, since another machine made them. Without a baseline
// there is none.
func Ratio(cells []summary.Cell, opt Options) []Figure {
	if opt.Baseline == "" {
		return nil
	}
	return againstSize(cells, opt, ratio(cells, opt))
}

func ratio(cells []summary.Cell, opt Options) measure {
	based := map[question]bool{} // measured by the baseline, and whether for long enough
	for _, c := range cells {
		if c.Contender.String() == opt.Baseline && c.Timed() {
			based[questionOf(c)] = c.Speedup.Median > 0
		}
	}
	return measure{
		slug:  "ratio",
		least: 2,
		title: func(g group) string { return "Times as fast as " + opt.Baseline + " to " + g.question() },
		axis:  "times as fast as " + opt.Baseline,
		bars:  "Ratio of the medians and its 90 % interval; dashed across: " + opt.Baseline,
		unit:  ratios,
		read: func(c summary.Cell) (bench.Interval, bool) {
			return c.Speedup, c.Timed() && c.Speedup.Median > 0
		},
		keeps:          func(c summary.Cell) bool { return c.Contender.String() != opt.Baseline && based[questionOf(c)] },
		higherIsBetter: true,
		level:          1,
		published:      func(g group) []bench.Published { return publishedFor(g, opt.Published) },
		notes: func(g group) []string {
			var short, without []int
			for _, c := range g.cells {
				long, measured := based[questionOf(c)]
				switch {
				case !c.Timed():
				case !measured:
					without = append(without, c.N)
				case !long:
					short = append(short, c.N)
				}
			}
			notes := starts(g.cells)
			if short != nil {
				notes = append(notes, fmt.Sprintf("No ratio at n = %s: %s took less than 20 ms there, the start of its process included.", table.Ranges(short, "–"), opt.Baseline))
			}
			if without != nil {
				notes = append(notes, fmt.Sprintf("No ratio at n = %s: %s was not measured there.", table.Ranges(without, "–"), opt.Baseline))
			}
			return notes
		},
	}
}

// publishedFor are the figures on what the group asks: bare boards, counted.
func publishedFor(g group, all []bench.Published) []bench.Published {
	if g.extras != "" || g.task != nqueens.CountAll {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(all), func(p bench.Published) bool { return p.Family != g.family })
}

// publishedLines are published figures as lines, with looks that no contender
// has, and the notes that say where they are from.
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

// publishedHead is above the names of published lines.
const publishedHead = "published, another machine:"

// paintPublished draws the published lines, and their names below those of the
// measured ones.
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
