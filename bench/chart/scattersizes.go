package chart

import (
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// mostSizes is how many marks can have their sizes beside them.
const mostSizes = 40

// sized reports whether the marks have their sizes beside them: there are few,
// and not all of one size.
func (s scatterChart) sized() bool {
	differ := slices.ContainsFunc(s.met, func(m meeting) bool { return m.n != s.met[0].n })
	return len(s.met) <= mostSizes && (differ || len(s.met) == 1)
}

// paintSizes writes the sizes beside the marks, which are at the places. One
// that would run into words, or be as near to another mark as to its own, is left
// off.
func (s scatterChart) paintSizes(frame draw.Canvas, places []vg.Point, words []vg.Rectangle) {
	var marks []vg.Rectangle
	for _, p := range places {
		marks = append(marks, around(p, vg.Point{X: 1.3 * markerRadius, Y: 1.3 * markerRadius}))
	}
	page := frame.Rectangle // with the strips
	page.Max.X += 4 + columnWidth*vg.Length(len(s.strips(onX)))
	page.Max.Y += 4 + rowHeight*vg.Length(len(s.strips(onY)))
	style := sans(6.5, ink)
	for i, m := range s.met {
		size := fmt.Sprint(m.n)
		half := vg.Point{X: style.Width(size)/2 + 0.5, Y: 3}
		others := slices.Delete(slices.Clone(marks), i, i+1)
		above := places[i].Y-frame.Min.Y > places[i].X-frame.Min.X
		for _, at := range beside(places[i], half, above) {
			box := around(at, half)
			onEdge := overlap(frame.Rectangle, box) && !inside(frame.Rectangle, box)
			if inside(page, box) && !onEdge && !overlapAny(words, box) && !overlapAny(others, around(at, half.Add(vg.Point{X: 2, Y: 2}))) {
				words = append(words, box)
				frame.SetColor(color.White)
				frame.Fill(box.Path())
				write(frame, style, at, size)
				break
			}
		}
	}
}

// beside are places for words of half that extent beside a mark, the best
// first: away from the diagonal.
func beside(mark, half vg.Point, above bool) []vg.Point {
	gap := half.Add(vg.Point{X: 1.5 * markerRadius, Y: 1.5 * markerRadius})
	if above {
		gap = gap.Scale(-1)
	}
	var places []vg.Point
	for _, way := range []vg.Point{
		{X: 1, Y: -0.5}, {X: 1}, {Y: -1}, {X: 1, Y: -1}, {X: 1, Y: 1},
		{Y: 1}, {X: -1, Y: -1}, {X: -1}, {X: -1, Y: 0.5}, {X: -1, Y: 1},
	} {
		places = append(places, mark.Add(vg.Point{X: way.X * gap.X, Y: way.Y * gap.Y}))
	}
	return places
}

// around is the rectangle that reaches so far to each side of its middle.
func around(middle, half vg.Point) vg.Rectangle {
	return vg.Rectangle{Min: middle.Sub(half), Max: middle.Add(half)}
}

func inside(page, box vg.Rectangle) bool {
	return page.Min.X <= box.Min.X && box.Max.X <= page.Max.X && page.Min.Y <= box.Min.Y && box.Max.Y <= page.Max.Y
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}

func overlapAny(list []vg.Rectangle, r vg.Rectangle) bool {
	return slices.ContainsFunc(list, func(a vg.Rectangle) bool { return overlap(a, r) })
}
