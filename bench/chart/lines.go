package chart

import (
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nqueens/bench/internal/lettering"
)

// lineChart is a frame with lines, a row above it for each fate of runs
// without an answer, and the lines' names at their ends.
type lineChart struct {
	x, y           axis
	xTitle, yTitle string
	lines          []line
	rows           []row
	level          float64 // a dashed line across the frame, if above 0
	sparse         bool    // leave out markers that would run into each other
	joined         bool    // lines go on to their ends without an answer
	published      []line  // figures of others, drawn and named apart
}

// line is a contender's points in the order of x.
type line struct {
	name   string
	note   string // follows the name
	look   look
	points []point
}

var (
	tickSize  = vg.Points(7.5)
	labelSize = vg.Points(8)
)

const (
	rowHeight   = vg.Length(11)
	labelGap    = vg.Length(10.5) // from one line's name to the next
	keyWidth    = vg.Length(22)   // the piece of line before its name
	leaderWidth = vg.Length(14)   // from a line's end to its key
	plotHeight  = vg.Length(150)  // the least for a frame
)

// on gives the chart to a figure, which is as high as a page or, for many
// lines, higher.
func (l lineChart) on(f Figure) Figure {
	least := max(plotHeight, labelGap*vg.Length(len(l.lines))+l.publishedHeight()) + rowHeight*vg.Length(len(l.rows)) + 40
	f.body, f.paint = max(least, pageHeight-f.head()-f.foot()), l.paint
	return f
}

// paint draws the chart into the canvas.
func (l lineChart) paint(c draw.Canvas) {
	var names, published []string
	for _, line := range l.lines {
		names = append(names, line.label(c))
	}
	for _, line := range l.published {
		published = append(published, line.label(c))
	}
	style := sans(labelSize, ink)
	right := leaderWidth + keyWidth + 4 + max(widest(style, names), widest(style, published))
	if published != nil {
		right = max(right, leaderWidth+style.Width(publishedHead))
	}
	left := widest(sans(tickSize, ink), l.y.labels()) + 20
	for _, r := range l.rows {
		left = max(left, sans(tickSize, ink).Width(r.label)+8)
	}
	frame := draw.Crop(c, left, -right, 26, -rowHeight*vg.Length(len(l.rows))-4)

	l.paintAxes(c, frame)
	l.paintRows(frame)
	l.paintNames(c, frame, names)
	l.paintPublished(frame, published)
	for _, line := range l.lines {
		l.paintLine(frame, line)
	}
}

// label is the line's name, no wider than a third of the canvas.
func (l line) label(c draw.Canvas) string {
	style := sans(labelSize, ink)
	return shortened(style, lettering.Printable(l.name), 0.35*c.Size().X-style.Width(l.note)) + l.note
}

func (l lineChart) paintAxes(c, frame draw.Canvas) {
	paintY(frame, l.y)
	paintX(frame, l.x)
	write(c, sans(labelSize, ink), vg.Point{X: frame.Center().X, Y: c.Min.Y + 5}, l.xTitle)
	writeYTitle(frame, l.y, l.yTitle)
	if l.level > 0 && l.level <= l.y.max {
		y := frame.Y(l.y.at(l.level))
		frame.StrokeLine2(draw.LineStyle{Color: faint, Width: 0.7, Dashes: []vg.Length{3, 2}}, frame.Min.X, y, frame.Max.X, y)
	}
}

// paintLine draws a line, its bars and its markers.
func (l lineChart) paintLine(frame draw.Canvas, line line) {
	place := func(p point) vg.Point { return vg.Point{X: frame.X(l.x.at(p.x)), Y: frame.Y(l.y.at(p.value))} }
	var stretch []vg.Point // without a gap
	for _, p := range line.points {
		if p.fate != "" || p.gap {
			frame.StrokeLines(line.look.stroke(1.1), stretch)
			stretch = nil
		}
		if p.fate != "" {
			continue
		}
		stretch = append(stretch, place(p))
		if p.low < p.high {
			paintBar(frame, line.look, place(p).X, frame.Y(l.y.at(p.low)), frame.Y(l.y.at(p.high)))
		}
	}
	frame.StrokeLines(line.look.stroke(1.1), stretch)
	last := vg.Point{X: -1e6}
	for i, p := range line.points {
		if p.fate != "" {
			continue
		}
		at := place(p)
		if d := at.Sub(last); l.sparse && i < len(line.points)-1 && d.Dot(d) < 10*markerRadius*markerRadius {
			continue
		}
		line.look.mark(frame, at)
		last = at
	}
}

// paintBar draws an upright bar with its ends marked.
func paintBar(frame draw.Canvas, look look, x, low, high vg.Length) {
	style := draw.LineStyle{Color: look.color, Width: 0.7}
	frame.StrokeLine2(style, x, low, x, high)
	frame.StrokeLine2(style, x-2, low, x+2, low)
	frame.StrokeLine2(style, x-2, high, x+2, high)
}

// last is the line's last value; ok is false if it has none.
func (l line) last() (p point, ok bool) {
	for _, p := range slices.Backward(l.points) {
		if p.fate == "" {
			return p, true
		}
	}
	return point{}, false
}

// paintNames writes each line's name right of the frame: at the height of its
// end if it gets as far as any, and led to it; otherwise above, those that end
// first on top.
func (l lineChart) paintNames(c, frame draw.Canvas, names []string) {
	farthest := math.Inf(-1)
	for _, line := range l.lines {
		if p, ok := line.last(); ok {
			farthest = max(farthest, p.x)
		}
	}
	top := max(frame.Min.Y, frame.Max.Y+rowHeight*vg.Length(len(l.rows))-3)
	wanted := make([]vg.Length, len(l.lines))
	for i, line := range l.lines {
		p, ok := line.last()
		switch {
		case !ok:
			wanted[i] = top + 2*frame.Size().X
		case p.x == farthest:
			wanted[i] = frame.Y(l.y.at(p.value))
		default:
			wanted[i] = top + frame.Max.X - frame.X(l.x.at(p.x))
		}
	}
	for i, y := range spread(wanted, labelGap, frame.Min.Y+l.publishedHeight(), top) {
		line, key := l.lines[i], frame.Max.X+leaderWidth
		if p, ok := line.last(); ok && p.x == farthest {
			from := vg.Point{X: frame.X(l.x.at(p.x)), Y: wanted[i]}
			frame.StrokeLines(draw.LineStyle{Color: line.look.color, Width: 0.4},
				[]vg.Point{from, {X: frame.Max.X, Y: from.Y}, {X: key - 2, Y: y}})
		}
		frame.StrokeLine2(line.look.stroke(1.1), key, y, key+keyWidth, y)
		line.look.mark(frame, vg.Point{X: key + keyWidth/2, Y: y})
		write(c, aligned(sans(labelSize, ink), draw.XLeft), vg.Point{X: key + keyWidth + 4, Y: y}, names[i])
	}
}
