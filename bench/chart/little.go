package chart

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// tooLittle returns the figure without axes and with a sentence that says what it needs, because an
// empty frame would look like a result.
func (f Figure) tooLittle(needs string) Figure {
	style := sans(labelSize, faint)
	words := fmt.Sprintf("Too little to draw: needs at least %s.", needs)
	lines := wrapped(style, words, f.inner()/roomier)
	f.body, f.least, f.Plot, f.rows = leading*vg.Length(len(lines))+16, 0, nil, nil
	f.paint = func(c draw.Canvas) {
		for i, line := range lines {
			write(c, style, vg.Point{X: c.Center().X, Y: c.Max.Y - 8 - leading*(vg.Length(i)+0.5)}, line)
		}
	}
	return f
}

// lacks returns "" if the points suffice for a chart. Otherwise it returns the smallest set of
// points that would suffice, and what there is, to end the sentence of tooLittle. A line does not
// connect points of a single instance, because these are neither means nor shares.
func (p Points) lacks() string {
	points, single := 0, 0
	for _, s := range p.Series {
		if n := len(s.line()); !s.Bare && n > 0 || n > 1 {
			return ""
		}
		points += len(s.Points)
		for _, q := range s.Points {
			if q.Of == 1 {
				single++
			}
		}
	}
	switch {
	case points == 0:
		return "one value, and there is none"
	case single == points:
		return "two instances of a size, and there is one"
	}
	return "two sizes, and there is one"
}

// line returns the points that the series' line connects.
func (s Series) line() []Point {
	list := make([]Point, 0, len(s.Points))
	for _, q := range s.Points {
		if q.Of != 1 {
			list = append(list, q)
		}
	}
	return list
}
