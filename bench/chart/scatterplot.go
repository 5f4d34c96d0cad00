package chart

import (
	"fmt"
	"image/color"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nqueens"
	"nqueens/bench/internal/lettering"
)

// scatterChart represents a square frame with the same axis on both sides, and strips above and
// right of it for each status of runs without an answer.
type scatterChart struct {
	axis     axis
	quantity quantity
	names    [2]string
	shared   []sharedProblem
	kinds    []string
	looks    []int // of the kinds
	limit    float64
	keyed    bool // name the kinds even if there is only one
}

// strips returns the failure statuses that occur on one side, in order.
func (s scatterChart) strips(side func(sharedProblem) point) []nqueens.Status {
	var strips []nqueens.Status
	for _, status := range failures {
		if slices.ContainsFunc(s.shared, func(m sharedProblem) bool { return side(m).status == status }) {
			strips = append(strips, status)
		}
	}
	return strips
}

// margins returns the room for labels, strips and key around the frame on a canvas of the given
// width.
func (s scatterChart) margins(width vg.Length) (left, right, bottom, top vg.Length) {
	style := sans(tickSize, ink)
	left, bottom = widest(style, s.axis.labels())+20, 28
	right, top = widest(style, s.axis.labels())/2, 6
	for _, status := range s.strips(onY) {
		left = max(left, style.Width(s.label(status))+20)
		top += rowHeight
	}
	right = max(right, columnWidth*vg.Length(len(s.strips(onX)))+4)
	if s.hasKey() {
		top += keyLeading*vg.Length(len(s.key(width))) + 4
	}
	return left, right, bottom, top
}

func onX(m sharedProblem) point { return m.x }
func onY(m sharedProblem) point { return m.y }

func (s scatterChart) paint(c draw.Canvas) {
	left, right, bottom, top := s.margins(c.Size().X)
	frame := draw.Crop(c, left, -right, bottom, -top)
	style := aligned(sans(tickSize, ink), draw.XRight)
	xStrips, yStrips := s.strips(onX), s.strips(onY)

	s.paintFrame(c, frame)
	written := s.paintFactors(frame)
	for i, status := range yStrips {
		write(c, style, vg.Point{X: frame.Min.X - 6, Y: rowY(frame, i)}, s.label(status))
	}
	for i, status := range xStrips {
		at := vg.Point{X: columnX(frame, i) + 0.75*rowHeight, Y: frame.Center().Y}
		label := rotated(aligned(style, draw.XCenter))
		write(c, label, at, s.label(status))
		written = append(written, around(at, vg.Point{X: 4, Y: label.Width(s.label(status)) / 2}))
	}
	places := s.paintMarks(frame, xStrips, yStrips)
	if s.sized() {
		s.paintSizes(frame, places, written)
	}
	s.paintKey(c)
}

func (s scatterChart) label(status nqueens.Status) string { return withLimit(status, s.limit) }

// columnWidth is the width of each strip to the right of the frame. A strip has the marks of runs
// with one status; the name of the status is written along the strip.
const columnWidth = 2.3 * rowHeight

// columnX returns the position of the marks in the i-th strip right of the frame.
func columnX(frame draw.Canvas, i int) vg.Length {
	return frame.Max.X + 3 + rowHeight/2 + columnWidth*vg.Length(i)
}

func (s scatterChart) paintFrame(c, frame draw.Canvas) {
	for _, t := range s.axis.ticks {
		if t.label != "" {
			x := frame.X(s.axis.at(t.value))
			frame.StrokeLine2(draw.LineStyle{Color: grid, Width: 0.5}, x, frame.Min.Y, x, frame.Max.Y)
		}
	}
	paintY(frame, s.axis)
	paintX(frame, s.axis)
	frame.StrokeLines(draw.LineStyle{Color: ink, Width: 0.7},
		[]vg.Point{{X: frame.Min.X, Y: frame.Max.Y}, frame.Max, {X: frame.Max.X, Y: frame.Min.Y}})
	frame.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.7}, frame.Min.X, frame.Min.Y, frame.Max.X, frame.Max.Y)
	style := sans(labelSize, ink)
	write(c, style, vg.Point{X: frame.Center().X, Y: frame.Min.Y - 21}, shortened(style, strings.ToLower(s.quantity.title)+" of "+lettering.Printable(s.names[0]), frame.Size().X/roomier))
	writeYTitle(frame, s.axis, strings.ToLower(s.quantity.title)+" of "+lettering.Printable(s.names[1]))
}

// factors returns the factors 10 and 100, without those that the axis does not span.
func factors(a axis) []float64 {
	return slices.DeleteFunc([]float64{10, 100}, func(factor float64) bool { return !a.log || a.max < 1.1*factor*a.min })
}

// paintFactors draws the lines along which one side is 10 or 100 times as fast, and returns the
// boxes of their labels.
func (s scatterChart) paintFactors(frame draw.Canvas) (written []vg.Rectangle) {
	style := draw.LineStyle{Color: faint, Width: 0.5, Dashes: []vg.Length{3, 2}}
	words := sans(6.5, faint)
	for _, factor := range factors(s.axis) {
		near := s.axis.at(s.axis.min * factor)
		far := s.axis.at(s.axis.max / factor)
		frame.StrokeLine2(style, frame.Min.X, frame.Y(near), frame.X(far), frame.Max.Y)
		frame.StrokeLine2(style, frame.X(near), frame.Min.Y, frame.Max.X, frame.Y(far))
		times := fmt.Sprintf("×%g", factor)
		half := vg.Point{X: words.Width(times) / 2, Y: 3}
		for _, at := range []vg.Point{
			{X: frame.X(far) - 10 - half.X, Y: frame.Max.Y - 5},
			{X: frame.Max.X - 2 - half.X, Y: frame.Y(far) - 2*half.X - 9},
		} {
			write(frame, words, at, times)
			written = append(written, around(at, half))
		}
	}
	return written
}

// paintMarks draws the marks of the problems and returns their positions.
func (s scatterChart) paintMarks(frame draw.Canvas, xStrips, yStrips []nqueens.Status) (places []vg.Point) {
	type mark struct { // rounded to a quarter of a point, which is not visible
		x, y   int
		kind   int
		hollow bool
	}
	drawn := map[mark]bool{}
	for _, m := range s.shared {
		at := vg.Point{X: frame.X(s.axis.at(m.x.value)), Y: frame.Y(s.axis.at(m.y.value))}
		if m.x.status != "" {
			at.X = columnX(frame, slices.Index(xStrips, m.x.status))
		}
		if m.y.status != "" {
			at.Y = rowY(frame, slices.Index(yStrips, m.y.status))
		}
		places = append(places, at)
		this := mark{int(4 * at.X), int(4 * at.Y), m.kind, m.x.status != "" || m.y.status != ""}
		if drawn[this] {
			continue
		}
		drawn[this] = true
		if look := lookOf(s.looks[m.kind]); this.hollow {
			look.hollow(frame, at)
		} else {
			look.mark(frame, at)
		}
	}
	return places
}

const (
	keyLeading = vg.Length(12) // between rows of the key
	keyMark    = vg.Length(10) // width of the mark before a name
	keyGap     = vg.Length(14) // between a name and the next mark
)

func (s scatterChart) hasKey() bool { return s.keyed || len(s.kinds) > 1 }

// key returns the names of the kinds in rows no wider than width.
func (s scatterChart) key(width vg.Length) [][]string {
	style := sans(labelSize, ink)
	var rows [][]string
	var used vg.Length
	for _, kind := range s.kinds {
		words := shortened(style, lettering.Printable(kind), width-keyMark) // names of families have any length
		room := keyMark + style.Width(words)
		if len(rows) == 0 || used+keyGap+room > width {
			rows, used = append(rows, nil), -keyGap
		}
		last := len(rows) - 1
		rows[last] = append(rows[last], words)
		used += keyGap + room
	}
	return rows
}

// paintKey draws the key at the top, if there is one.
func (s scatterChart) paintKey(c draw.Canvas) {
	if !s.hasKey() {
		return
	}
	style := aligned(sans(labelSize, ink), draw.XLeft)
	kind, y := 0, c.Max.Y-6
	for _, row := range s.key(c.Size().X) {
		x := c.Min.X
		for _, words := range row {
			lookOf(s.looks[kind]).mark(c, vg.Point{X: x + 4, Y: y})
			write(c, style, vg.Point{X: x + keyMark, Y: y}, words)
			x += keyMark + style.Width(words) + keyGap
			kind++
		}
		y -= keyLeading
	}
}

// mostSizes is the largest number of marks that have sizes beside them.
const mostSizes = 40

// sized reports whether the marks have their sizes beside them: there are few marks, and the sizes
// differ.
func (s scatterChart) sized() bool {
	n := len(s.shared) // avoids going through many marks each time
	return n == 1 || n <= mostSizes && slices.ContainsFunc(s.shared, func(m sharedProblem) bool { return m.n != s.shared[0].n })
}

// paintSizes writes the sizes beside the marks at the given places. It omits a size that would
// overlap words or be as near to another mark as to its own.
func (s scatterChart) paintSizes(frame draw.Canvas, places []vg.Point, words []vg.Rectangle) {
	var marks []vg.Rectangle
	for _, p := range places {
		marks = append(marks, around(p, vg.Point{X: 1.3 * markerRadius, Y: 1.3 * markerRadius}))
	}
	page := frame.Rectangle // with the strips
	page.Max.X += 4 + columnWidth*vg.Length(len(s.strips(onX)))
	page.Max.Y += 4 + rowHeight*vg.Length(len(s.strips(onY)))
	style := sans(6.5, ink)
	for i, m := range s.shared {
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

// beside returns positions for words of the given half extent beside a mark, best first: away from
// the diagonal.
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

// around returns the rectangle that extends half in each direction from its middle.
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
