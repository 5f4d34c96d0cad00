package diagram

import "image/color"

// surface is what a page is drawn on. Both formats are one; y points down.
type surface interface {
	// group draws what belongs together and says what it is.
	group(what string, draw func())
	// rects fills rectangles that lie on whole dots.
	rects(c color.NRGBA, rects []rect)
	lines(c color.NRGBA, width float64, lines []segment)
	// figures draws a shape in squares of that side, by their upper left corners.
	figures(s *shape, side float64, at []point)
	// text writes one line with the middle of its capitals at the point.
	text(style words, at point, line string)
}

type (
	point   struct{ x, y float64 }
	rect    struct{ x, y, w, h float64 }
	segment struct{ from, to point }
)

// words is how text looks.
type words struct {
	size  float64
	bold  bool
	align Align
	color color.NRGBA
}

// capital is the height of Liberation's capitals in parts of the font's size.
const capital = 0.72
