package chart

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nqueens/bench/internal/lettering"
)

// Winners is a map of who does best where: a field for each row and column in
// the colour of the winner, with a word.
type Winners struct {
	Name, Title, Caption string
	Notes                []string
	X, Y                 string   // what columns and rows are
	Columns, Rows        []string // their labels, the first row on top
	Contenders           []string // in the order of their looks
	Fields               []Field
}

// Field is one field that is not empty.
type Field struct {
	Column, Row, Contender int
	Word                   string // short: how much better it does than the next
}

// Figure makes the chart.
func (w Winners) Figure() Figure {
	f := newFigure(w.Name, w.Title, w.Caption, w.Notes)
	f.body, f.paint = 15*vg.Length(len(w.Rows))+46, w.paint
	return f
}

func (w Winners) paint(c draw.Canvas) {
	style := sans(tickSize, ink)
	left := widest(style, w.Rows) + 24
	frame := draw.Crop(c, left, -4, 44, -4)
	size := vg.Point{X: frame.Size().X / vg.Length(max(1, len(w.Columns))), Y: frame.Size().Y / vg.Length(max(1, len(w.Rows)))}
	middle := func(column, row int) vg.Point {
		return vg.Point{X: frame.Min.X + size.X*(vg.Length(column)+0.5), Y: frame.Max.Y - size.Y*(vg.Length(row)+0.5)}
	}
	for _, f := range w.Fields {
		at := middle(f.Column, f.Row)
		fill := light(lookOf(f.Contender).color)
		frame.SetColor(fill)
		frame.Fill(around(at, size.Scale(0.48)).Path())
		s := style
		s.Color = readable(fill)
		if width := s.Width(f.Word); width > size.X-2 {
			s.Font.Size *= (size.X - 2) / width
		}
		write(frame, s, at, f.Word)
	}
	for row, label := range w.Rows {
		write(frame, aligned(style, draw.XRight), vg.Point{X: frame.Min.X - 4, Y: middle(0, row).Y}, label)
	}
	for column, label := range w.Columns {
		write(frame, style, vg.Point{X: middle(column, 0).X, Y: frame.Min.Y - 7}, label)
	}
	title := sans(labelSize, ink)
	write(frame, title, vg.Point{X: frame.Center().X, Y: frame.Min.Y - 18}, w.X)
	write(frame, rotated(title), vg.Point{X: c.Min.X + 6, Y: frame.Center().Y}, w.Y)
	x := frame.Min.X
	for i, name := range w.Contenders {
		name = lettering.Printable(name)
		at := vg.Point{X: x + 5, Y: frame.Min.Y - 34}
		frame.SetColor(light(lookOf(i).color))
		frame.Fill(around(at, vg.Point{X: 5, Y: 4}).Path())
		write(frame, aligned(title, draw.XLeft), vg.Point{X: x + 14, Y: at.Y}, name)
		x += 26 + title.Width(name)
	}
}

// light is a colour on which a word can be read.
func light(c color.Color) color.NRGBA {
	r, g, b, _ := c.RGBA()
	mix := func(v uint32) uint8 { return uint8(255 - (255-v>>8)/2) }
	return color.NRGBA{R: mix(r), G: mix(g), B: mix(b), A: 255}
}
