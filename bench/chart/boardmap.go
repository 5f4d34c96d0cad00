package chart

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// BoardMap is a heat map of a board: a value for each of its equal parts, the
// darker the greater.
type BoardMap struct {
	Name, Title, Caption string
	Notes                []string
	Unit                 string      // what the values are, beside the scale
	Parts                [][]float64 // by rank, the lowest first, and file; none may be missing
}

const (
	boardSide  = 8 * vg.Centimeter
	scaleGap   = vg.Length(24) // between the board and its scale
	scaleWide  = vg.Length(14)
	scaleSteps = 6 // values beside the scale
	partText   = vg.Length(19)
)

// Figure makes the chart.
func (m BoardMap) Figure() Figure {
	f := newFigure(m.Name, m.Title, m.Caption, m.Notes)
	f.body, f.paint = boardSide+8, m.paint
	return f
}

// ends are the least and the greatest value, some way apart.
func (m BoardMap) ends() (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, row := range m.Parts {
		low, high = min(low, slices.Min(row)), max(high, slices.Max(row))
	}
	if !(low < high) {
		return 0, max(1, 2*high)
	}
	return low, high
}

func (m BoardMap) paint(c draw.Canvas) {
	if len(m.Parts) == 0 {
		return
	}
	low, high := m.ends()
	side := min(boardSide, c.Size().X/2)
	board := draw.Crop(c, (c.Size().X-side)/3, 0, 4, 0)
	part := side / vg.Length(len(m.Parts))
	for rank, row := range m.Parts {
		for file, value := range row {
			fill := shade((value - low) / (high - low))
			at := vg.Point{X: board.Min.X + part*(vg.Length(file)+0.5), Y: board.Min.Y + part*(vg.Length(rank)+0.5)}
			paintPart(c, at, part, fill)
			if part >= partText {
				style := sans(min(labelSize, part/3), readable(fill))
				write(c, style, at, fmt.Sprintf("%.2f", value))
			}
		}
	}
	frame := around(vg.Point{X: board.Min.X + side/2, Y: board.Min.Y + side/2}, vg.Point{X: side / 2, Y: side / 2})
	c.SetLineStyle(draw.LineStyle{Color: ink, Width: 0.7})
	c.Stroke(frame.Path())

	const bands = 60
	left := board.Min.X + side + scaleGap
	for i := range bands {
		y := board.Min.Y + side*vg.Length(i)/bands
		box := vg.Rectangle{Min: vg.Point{X: left, Y: y}, Max: vg.Point{X: left + scaleWide, Y: y + side/bands + 0.3}}
		c.SetColor(shade(float64(i) / (bands - 1)))
		c.Fill(box.Path())
	}
	style := sans(tickSize, ink)
	for i := range scaleSteps {
		share := float64(i) / (scaleSteps - 1)
		at := vg.Point{X: left + scaleWide + 5, Y: board.Min.Y + side*vg.Length(share)}
		write(c, aligned(style, draw.XLeft), at, fmt.Sprintf("%.2f", low+share*(high-low)))
	}
	write(c, rotated(sans(labelSize, ink)), vg.Point{X: left + scaleWide + 34, Y: board.Min.Y + side/2}, m.Unit)
}

// paintPart fills a square, and a little more so that no gap shows.
func paintPart(c draw.Canvas, at vg.Point, side vg.Length, fill color.Color) {
	half := side/2 + 0.15
	c.SetColor(fill)
	c.Fill(around(at, vg.Point{X: half, Y: half}).Path())
}
