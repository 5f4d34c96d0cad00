package chart

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nqueens/bench/internal/lettering"
	"nqueens/bench/table"
)

const (
	mapRow   = vg.Length(22)
	mapFoot  = vg.Length(36) // for the best times and the sizes
	mapEdge  = vg.Length(4)  // right of the columns
	mapWidth = vg.Length(60) // of a column, if there are several
)

// width is what the map takes of a page.
func (m heatMap) width() vg.Length {
	return min(m.left()+mapWidth*vg.Length(len(m.sizes))+mapEdge, pageWidth-2*pageMargin)
}

// left is the room for the rows' names.
func (m heatMap) left() vg.Length {
	return widest(sans(labelSize, ink), append(m.rowNames(), "size n")) + 10
}

func (m heatMap) rowNames() []string {
	var names []string
	for _, e := range m.encodings {
		names = append(names, shortened(sans(labelSize, ink), lettering.Printable(e), 0.25*pageWidth))
	}
	return names
}

func (m heatMap) paint(c draw.Canvas) {
	style := sans(labelSize, ink)
	frame := draw.Crop(c, m.left(), -mapEdge, mapFoot-4, -4)
	width := min(frame.Size().X/vg.Length(len(m.sizes)), 2*mapWidth)
	darkest := m.darkest()
	number := sans(min(labelSize, width/4), ink)

	middle := func(row, column int) vg.Point {
		return vg.Point{X: frame.Min.X + width*(vg.Length(column)+0.5), Y: frame.Max.Y - mapRow*(vg.Length(row)+0.5)}
	}
	for row, name := range m.rowNames() {
		write(c, aligned(style, draw.XRight), vg.Point{X: frame.Min.X - 6, Y: middle(row, 0).Y}, name)
		for column := range m.sizes {
			paintSpot(c, m.at[row][column], m.best[column], darkest, middle(row, column), vg.Point{X: width, Y: mapRow}, number)
		}
	}
	foot := frame.Min.Y - 12
	write(c, aligned(style, draw.XRight), vg.Point{X: frame.Min.X - 6, Y: foot}, "best")
	write(c, aligned(style, draw.XRight), vg.Point{X: frame.Min.X - 6, Y: foot - 14}, "size n")
	for column, n := range m.sizes {
		x := middle(0, column).X
		if finite(m.best[column]) {
			write(c, number, vg.Point{X: x, Y: foot}, table.ShortDuration(m.best[column]))
		}
		write(c, sans(labelSize, ink), vg.Point{X: x, Y: foot - 14}, fmt.Sprint(n))
	}
}

// darkest is the ratio drawn darkest: the greatest of the map, but no less than 2
// so that noise looks even, and no more than 100.
func (m heatMap) darkest() float64 {
	greatest := 2.0
	for _, row := range m.at {
		for column, s := range row {
			if s.word == "" {
				greatest = max(greatest, s.value/m.best[column])
			}
		}
	}
	return min(greatest, 100)
}

// paintSpot draws one cell of the map: the darker the slower, on a log scale.
func paintSpot(c draw.Canvas, s spot, best, darkest float64, at, size vg.Point, style text.Style) {
	fill, words := color.NRGBA{R: 255, G: 255, B: 255, A: 255}, s.word
	if s.word == "" {
		ratio := s.value / best
		fill, words = shade(min(1, math.Log(ratio)/math.Log(darkest))), table.ShortRatio(ratio)
		if ratio == 1 {
			style = bold(style)
		}
		style.Color = readable(fill)
	} else {
		style.Color = faint
	}
	if room := size.X - 3; style.Width(words) > room {
		style.Font.Size *= room / style.Width(words)
	}
	box := around(at, size.Scale(0.5))
	c.SetColor(fill)
	c.Fill(box.Path())
	c.SetLineStyle(draw.LineStyle{Color: grid, Width: 0.5})
	c.Stroke(box.Path())
	write(c, style, at, words)
}

// shade runs from white to dark blue, darker at every step, so that it reads in
// greyscale.
func shade(depth float64) color.NRGBA {
	mix := func(from, to float64) uint8 { return uint8(math.Round(from + (to-from)*depth)) }
	return color.NRGBA{R: mix(255, 8), G: mix(255, 48), B: mix(255, 107), A: 255}
}

// readable is black or white, whichever stands out more from the ground.
func readable(ground color.NRGBA) color.Gray {
	if contrast(ground, color.Gray{Y: 0xff}) > contrast(ground, color.Gray{}) {
		return color.Gray{Y: 0xff}
	}
	return color.Gray{}
}

// contrast is the ratio of the lightnesses, 1 to 21, that the Web Content
// Accessibility Guidelines define; they ask for 4.5.
func contrast(a, b color.Color) float64 {
	luminance := func(c color.Color) float64 {
		linear := func(v uint32) float64 {
			if u := float64(v) / 0xffff; u > 0.04045 {
				return math.Pow((u+0.055)/1.055, 2.4)
			} else {
				return u / 12.92
			}
		}
		r, g, b, _ := c.RGBA()
		return 0.2126*linear(r) + 0.7152*linear(g) + 0.0722*linear(b)
	}
	x, y := luminance(a)+0.05, luminance(b)+0.05
	return max(x/y, y/x)
}
