package chart

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nqueens/bench/internal/lettering"
)

// Winners is a map of the best contender by row and column: each field has the colour of the winner
// and a word.
type Winners struct {
	Name, Title, Caption string
	X, Y                 string   // titles of columns and rows
	Columns, Rows        []string // labels, the first row on top
	Contenders           []string // in the order of their looks
	Fields               []Field
}

// Field represents one field that is not empty.
type Field struct {
	Column, Row, Contender int
	Word                   string // short: how much better the winner is than the next
}

// Figure returns the chart. If there is no field, it says so.
func (w Winners) Figure() Figure {
	f := newFigure(w.Name, w.Title, w.Caption, nil)
	if len(w.Fields) == 0 {
		return f.tooLittle("one size that three contenders were asked, and there is none")
	}
	f.body, f.paint, f.rows = 15*vg.Length(len(w.Rows))+46, w.paint, w.table
	return f
}

// table returns a row for each field: its labels, the winner and the word.
func (w Winners) table() [][]string {
	rows := [][]string{{w.X, "contender", "word"}}
	if w.Y != "" {
		rows[0] = append([]string{w.Y}, rows[0]...)
	}
	for _, f := range w.Fields {
		row := []string{w.Columns[f.Column], w.Contenders[f.Contender], f.Word}
		if w.Y != "" {
			row = append([]string{w.Rows[f.Row]}, row...)
		}
		rows = append(rows, row)
	}
	return rows
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

// light returns a light version of c on which text is readable.
func light(c color.Color) color.NRGBA {
	r, g, b, _ := c.RGBA()
	mix := func(v uint32) uint8 { return uint8(255 - (255-v>>8)/2) }
	return color.NRGBA{R: mix(r), G: mix(g), B: mix(b), A: 255}
}

// BoardMap represents a heat map of a board: a value for each of its equal parts. Greater is
// darker.
type BoardMap struct {
	Name, Title, Caption string
	Unit                 string      // of the values, beside the scale
	Parts                [][]float64 // by rank, lowest first, and file; none may be missing
}

const (
	boardSide  = 8 * vg.Centimeter
	scaleGap   = vg.Length(24) // between the board and its scale
	scaleWide  = vg.Length(14)
	scaleSteps = 6 // number of values beside the scale
	partText   = vg.Length(19)
)

// Figure returns the chart.
func (m BoardMap) Figure() Figure {
	f := newFigure(m.Name, m.Title, m.Caption, nil)
	f.body, f.paint, f.rows = boardSide+8, m.paint, m.table
	return f
}

// table returns a row for each part: its file and rank, counted from 1, and its value.
func (m BoardMap) table() [][]string {
	rows := [][]string{{"file", "rank", m.Unit}}
	for rank, row := range m.Parts {
		for file, value := range row {
			rows = append(rows, []string{strconv.Itoa(file + 1), strconv.Itoa(rank + 1), number(value)})
		}
	}
	return rows
}

// ends returns the ends of the scale, the least and the greatest value, which always differ.
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

// paintPart fills a square. It draws slightly beyond the edges so that no gap shows.
func paintPart(c draw.Canvas, at vg.Point, side vg.Length, fill color.Color) {
	half := side/2 + 0.15
	c.SetColor(fill)
	c.Fill(around(at, vg.Point{X: half, Y: half}).Path())
}
