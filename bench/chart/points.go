package chart

import (
	"cmp"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nqueens/bench/internal/lettering"
)

// Points is a chart of values against a size that need not come from a run, such as published
// figures beside measured ones.
type Points struct {
	Name, Title, Caption string
	Notes                []string
	X, Y                 Scale
	Series               []Series
	Levels               []Level
}

// Scale represents one axis. A log scale takes values above 0.
type Scale struct {
	Title   string
	Log     bool
	Seconds bool // the values are seconds; otherwise plain numbers
	Shares  bool // the values are fractions; a linear scale ends at 1
	Even    bool // labels are at round numbers instead of the values
}

// Series holds the points of one kind, ordered by X.
type Series struct {
	Name   string // "" for a thin line that belongs to another series
	Look   int    // index of colour, marker and dashes; related series share one
	Hollow bool   // hollow markers, by convention for published figures
	Joined bool   // connected by a line
	Bare   bool   // without markers
	Shaded bool   // shade the area between Low and High instead of drawing bars
	Points []Point
}

// Point represents a value, with a bar from Low to High if these differ.
type Point struct {
	X, Y, Low, High float64
	// Of is the number of instances of which the value is a mean or a share; 0 for other values. A
	// value of a single instance is marked, but no line goes through it.
	Of int
}

// Level is a dashed line across the frame, named below the series.
type Level struct {
	Value float64
	Name  string
}

// Figure returns the chart. If there is too little to draw, it says so.
func (p Points) Figure() Figure {
	f := newFigure(p.Name, p.Title, p.Caption, p.Notes)
	if needs := p.lacks(); needs != "" {
		return f.tooLittle(needs)
	}
	least := max(plotHeight, labelGap*vg.Length(len(p.Series)+len(p.Levels))) + 40
	f.body, f.paint = max(least, pageHeight-f.head()-f.foot()), p.paint
	f.rows = func() [][]string { return p.plot("").columns() }
	return f
}

func (p Points) axes() (x, y axis) {
	var xs, ys []float64
	for _, l := range p.Levels {
		ys = append(ys, l.Value)
	}
	for _, s := range p.Series {
		for _, q := range s.Points {
			xs, ys = append(xs, q.X), append(ys, q.Y)
			if q.Low < q.High {
				ys = append(ys, q.Low, q.High)
			}
		}
	}
	y = p.Y.axis(ys)
	if p.X.Log || len(xs) == 0 {
		x = p.X.axis(xs)
		if x.log { // keeps markers off the frame
			x.min, x.max = x.min/1.2, x.max*1.2
		}
		return x, y
	}
	if p.X.Even {
		return evenAxis(xs), y
	}
	var sizes []int
	for _, v := range xs {
		sizes = append(sizes, int(v))
	}
	return sizeAxis(sizes), y
}

// axis returns a logarithmic axis, or a linear one that starts at 0.
func (s Scale) axis(values []float64) axis {
	u := effort
	switch {
	case s.Seconds:
		u = seconds
	case s.Shares:
		u = shares
	}
	if s.Log {
		return logAxis(u, values)
	}
	if s.Shares {
		values = append(values, 1)
	}
	most := cmp.Or(slices.Max(append(values, 0)), 1)
	a, width := axis{max: most * 1.03}, roundStep(most, 7)
	for i := 0.0; i*width <= a.max; i++ {
		label := strconv.FormatFloat(i*width, 'g', 10, 64)
		if s.Seconds {
			label += " s"
		}
		a.ticks = append(a.ticks, tick{i * width, label})
	}
	return a
}

func (p Points) paint(c draw.Canvas) {
	x, y := p.axes()
	style := sans(labelSize, ink)
	var named []Series
	var names []string
	for _, s := range p.Series {
		if s.Name != "" {
			named, names = append(named, s), append(names, s.Name)
		}
	}
	for _, l := range p.Levels {
		names = append(names, l.Name)
	}
	for i, name := range names {
		names[i] = shortened(style, lettering.Printable(name), 0.35*c.Size().X)
	}
	right := leaderWidth + keyWidth + 4 + roomier*widest(style, names)
	frame := draw.Crop(c, widest(sans(tickSize, ink), y.labels())+20, -right, 26, -6)
	paintAxes(c, frame, x, y, p.X.Title, p.Y.Title)
	key := func(i int) vg.Point {
		return vg.Point{X: frame.Max.X + leaderWidth, Y: frame.Max.Y - 4 - labelGap*vg.Length(i)}
	}
	for i, name := range names {
		at := key(i)
		write(c, aligned(style, draw.XLeft), vg.Point{X: at.X + keyWidth + 4, Y: at.Y}, name)
	}
	for i, l := range p.Levels {
		at, y := key(len(named)+i), frame.Y(y.at(l.Value))
		frame.StrokeLine2(levelStyle, frame.Min.X, y, frame.Max.X, y)
		frame.StrokeLine2(levelStyle, at.X, at.Y, at.X+keyWidth, at.Y)
	}
	for _, s := range p.Series {
		if s.Shaded {
			s.shade(frame, x, y)
		}
	}
	for _, s := range p.Series {
		s.paint(frame, x, y)
	}
	for i, s := range named {
		s.paintKey(frame, key(i))
	}
}

// paintKey draws a sample of the series before its name.
func (s Series) paintKey(frame draw.Canvas, at vg.Point) {
	look := lookOf(s.Look)
	if s.Shaded {
		box := vg.Rectangle{Min: vg.Point{X: at.X, Y: at.Y - 3.5}, Max: vg.Point{X: at.X + keyWidth, Y: at.Y + 3.5}}
		frame.SetColor(paler(look.color))
		frame.Fill(box.Path())
	}
	if s.Joined && (len(s.line()) > 0 || len(s.Points) == 0) {
		frame.StrokeLine2(look.stroke(1.1), at.X, at.Y, at.X+keyWidth, at.Y)
	}
	s.mark(frame, vg.Point{X: at.X + keyWidth/2, Y: at.Y})
}

func (s Series) paint(frame draw.Canvas, x, y axis) {
	look := lookOf(s.Look)
	place := func(p Point) vg.Point { return vg.Point{X: frame.X(x.at(p.X)), Y: frame.Y(y.at(p.Y))} }
	for _, p := range s.Points {
		at := place(p)
		if p.Low < p.High && !s.Shaded {
			paintBar(frame, look, at.X, frame.Y(y.at(p.Low)), frame.Y(y.at(p.High)))
		}
	}
	if s.Joined {
		width := vg.Length(1.1)
		if s.Name == "" {
			width = 0.5
		}
		var places []vg.Point
		for _, p := range s.line() {
			places = append(places, place(p))
		}
		frame.StrokeLines(look.stroke(width), places)
	}
	for _, p := range s.Points {
		s.mark(frame, place(p))
	}
}

// shade fills the area between Low and High.
func (s Series) shade(frame draw.Canvas, x, y axis) {
	var edge []vg.Point
	points := s.line()
	for _, p := range points {
		edge = append(edge, vg.Point{X: frame.X(x.at(p.X)), Y: frame.Y(y.at(p.High))})
	}
	for _, p := range slices.Backward(points) {
		edge = append(edge, vg.Point{X: frame.X(x.at(p.X)), Y: frame.Y(y.at(p.Low))})
	}
	frame.FillPolygon(paler(lookOf(s.Look).color), edge)
}

func (s Series) mark(c draw.Canvas, at vg.Point) {
	switch {
	case s.Bare:
	case s.Hollow:
		lookOf(s.Look).hollow(c, at)
	default:
		lookOf(s.Look).mark(c, at)
	}
}
