package chart

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nqueens"
	"nqueens/bench/internal/lettering"
	"nqueens/bench/summary"
)

// lineChart represents a chart with lines in a frame and their names at their right ends. Runs
// without an answer are marked in rows above the frame, one row for each status.
type lineChart struct {
	x, y           axis
	xTitle, yTitle string
	lines          []line
	rows           []row
	level          float64 // a dashed line across the frame, if above 0
	sparse         bool    // omit markers that would overlap
	joined         bool    // lines continue, dotted, to marks of runs without an answer
	published      []line  // published figures, drawn and named apart
}

// line holds the points of a contender, ordered by x.
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
	labelGap    = vg.Length(10.5) // between the names of lines
	keyWidth    = vg.Length(22)   // length of the sample before a name
	leaderWidth = vg.Length(14)   // from the end of a line to its sample
	plotHeight  = vg.Length(150)  // least height of a frame
)

// on returns the figure with the chart as its body. The figure has the height of a page, or more if
// there are many lines.
func (l lineChart) on(f Figure) Figure {
	least := max(plotHeight, labelGap*vg.Length(len(l.lines))+l.publishedHeight()) + rowHeight*vg.Length(len(l.rows)) + 40
	f.body, f.least, f.paint = max(least, pageHeight-f.head()-f.foot()), least, l.paint
	return f
}

func (l lineChart) paint(c draw.Canvas) {
	var names, published []string
	for _, line := range l.lines {
		names = append(names, line.label(c))
	}
	for _, line := range l.published {
		published = append(published, line.label(c))
	}
	style := sans(labelSize, ink)
	right := leaderWidth + keyWidth + 4 + roomier*max(widest(style, names), widest(style, published))
	if published != nil {
		right = max(right, leaderWidth+roomier*style.Width(publishedHead))
	}
	left := widest(sans(tickSize, ink), l.y.labels()) + 20
	for _, r := range l.rows {
		left = max(left, sans(tickSize, ink).Width(r.label)+8)
	}
	frame := draw.Crop(c, left, -right, 26, -rowHeight*vg.Length(len(l.rows))-4)

	paintAxes(c, frame, l.x, l.y, l.xTitle, l.yTitle)
	if l.level > 0 && l.level <= l.y.max {
		y := frame.Y(l.y.at(l.level))
		frame.StrokeLine2(levelStyle, frame.Min.X, y, frame.Max.X, y)
	}
	l.paintRows(frame)
	l.paintNames(c, frame, names)
	l.paintPublished(frame, published)
	for _, line := range l.lines {
		l.paintLine(frame, line)
	}
}

// label returns the line's name with its note, shortened to about a third of the canvas.
func (l line) label(c draw.Canvas) string {
	style := sans(labelSize, ink)
	return shortened(style, lettering.Printable(l.name), 0.35*c.Size().X-style.Width(l.note)) + l.note
}

func (l lineChart) paintLine(frame draw.Canvas, line line) {
	place := func(p point) vg.Point { return vg.Point{X: frame.X(l.x.at(p.x)), Y: frame.Y(l.y.at(p.value))} }
	var segment []vg.Point // points without a gap between them
	for _, p := range line.points {
		if p.status != "" || p.gap {
			frame.StrokeLines(line.look.stroke(1.1), segment)
			segment = nil
		}
		if p.status != "" {
			continue
		}
		segment = append(segment, place(p))
		if p.low < p.high {
			paintBar(frame, line.look, place(p).X, frame.Y(l.y.at(p.low)), frame.Y(l.y.at(p.high)))
		}
	}
	frame.StrokeLines(line.look.stroke(1.1), segment)
	last := vg.Point{X: -1e6}
	for i, p := range line.points {
		if p.status != "" {
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

// paintBar draws a vertical bar with marked ends.
func paintBar(frame draw.Canvas, look look, x, low, high vg.Length) {
	style := draw.LineStyle{Color: look.color, Width: 0.7}
	frame.StrokeLine2(style, x, low, x, high)
	frame.StrokeLine2(style, x-2, low, x+2, low)
	frame.StrokeLine2(style, x-2, high, x+2, high)
}

// last returns the line's last point with a value; ok is false if it has none.
func (l line) last() (p point, ok bool) {
	for _, p := range slices.Backward(l.points) {
		if p.status == "" {
			return p, true
		}
	}
	return point{}, false
}

// paintNames writes the name of each line right of the frame. The names of lines that reach the
// right end are at the height of their ends, with a leader; the others are above, the first to end
// on top.
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

// row represents the row of marks of runs with the same status.
type row struct {
	status nqueens.Status
	label  string
}

// rowsOf returns the rows that the points need. limit is the time limit in seconds for the label of
// time-outs.
func rowsOf(lines []line, limit float64) []row {
	var rows []row
	for _, status := range failures {
		if slices.ContainsFunc(lines, func(l line) bool {
			return slices.ContainsFunc(l.points, func(p point) bool { return p.status == status })
		}) {
			rows = append(rows, row{status, withLimit(status, limit)})
		}
	}
	return rows
}

func rowY(frame draw.Canvas, i int) vg.Length {
	return frame.Max.Y + 4 + rowHeight*(vg.Length(i)+0.5)
}

// paintRows draws the marks of runs without an answer; in a chart of times each is joined to the
// previous value.
func (l lineChart) paintRows(frame draw.Canvas) {
	if len(l.rows) == 0 {
		return
	}
	frame.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.7}, frame.Min.X, frame.Max.Y, frame.Max.X, frame.Max.Y)
	for i, r := range l.rows {
		write(frame, aligned(sans(tickSize, ink), draw.XRight), vg.Point{X: frame.Min.X - 6, Y: rowY(frame, i)}, r.label)
		marks := l.marksOf(frame, r.status, rowY(frame, i))
		for _, m := range marks {
			if l.joined && m.joined {
				frame.StrokeLine2(draw.LineStyle{Color: m.look.color, Width: 0.5, Dashes: []vg.Length{0.8, 2}}, m.from.X, m.from.Y, m.at.X, m.at.Y)
			}
		}
		for _, m := range marks {
			m.look.hollow(frame, m.at)
		}
	}
}

// rowMark is a mark in a row, and the value to which it is joined.
type rowMark struct {
	x        float64
	look     look
	at, from vg.Point
	joined   bool
}

// marksOf returns the marks of a row at height y. Marks that would overlap are placed side by side.
func (l lineChart) marksOf(frame draw.Canvas, status nqueens.Status, y vg.Length) []rowMark {
	var marks []rowMark
	for _, line := range l.lines {
		for i, p := range line.points {
			if p.status != status {
				continue
			}
			m := rowMark{x: p.x, look: line.look, at: vg.Point{X: frame.X(l.x.at(p.x)), Y: y}}
			if i > 0 && line.points[i-1].status == "" && !p.gap {
				before := line.points[i-1]
				m.joined, m.from = true, vg.Point{X: frame.X(l.x.at(before.x)), Y: frame.Y(l.y.at(before.value))}
			}
			marks = append(marks, m)
		}
	}
	slices.SortStableFunc(marks, func(a, b rowMark) int { return cmp.Compare(a.x, b.x) })
	room := frame.Size().X / 2 // distance between neighbouring sizes
	for i := range marks[:max(0, len(marks)-1)] {
		if d := marks[i+1].at.X - marks[i].at.X; d > 0 {
			room = min(room, d)
		}
	}
	for i := 0; i < len(marks); {
		j := i
		for j < len(marks) && marks[j].x == marks[i].x {
			j++
		}
		step := min(2.8*markerRadius, 0.8*room/vg.Length(j-i))
		for k := i; k < j; k++ {
			marks[k].at.X += step * (vg.Length(k-i) - vg.Length(j-i-1)/2)
		}
		i = j
	}
	return marks
}

// limitOf returns the time limit in seconds if all runs have the same, otherwise 0.
func limitOf(list []series) float64 {
	var cells []*summary.Cell
	for _, s := range list {
		cells = append(cells, s.cells...)
	}
	return sharedLimit(cells)
}

// spread moves positions so that neighbours are at least gap apart and all lie between lo and hi.
// It keeps their order and minimises the sum of squared moves (by pooling neighbours that collide).
// If there is not enough room, the positions are evenly spaced.
func spread(wanted []vg.Length, gap, lo, hi vg.Length) []vg.Length {
	if n := len(wanted); n > 1 {
		gap = min(gap, (hi-lo)/vg.Length(n-1))
	}
	order := make([]int, len(wanted))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(wanted[a], wanted[b]) })

	// A pool is a sequence of neighbours gap apart; start is the position of the lowest.
	type pool struct {
		start vg.Length
		size  int
	}
	var pools []pool
	for _, i := range order {
		pools = append(pools, pool{wanted[i], 1})
		for k := len(pools) - 1; k > 0; k-- {
			below, above := pools[k-1], pools[k]
			length := gap * vg.Length(below.size)
			if below.start+length <= above.start {
				break
			}
			size := below.size + above.size
			start := (below.start*vg.Length(below.size) + (above.start-length)*vg.Length(above.size)) / vg.Length(size)
			pools = append(pools[:k-1], pool{start, size})
		}
	}
	placed := make([]vg.Length, len(wanted))
	k := 0
	for _, p := range pools {
		for j := range p.size {
			placed[order[k]] = p.start + gap*vg.Length(j)
			k++
		}
	}
	// Moving positions inside the ends keeps order and gaps.
	for k, i := range order {
		placed[i] = max(placed[i], lo+gap*vg.Length(k))
	}
	for k, i := range order {
		placed[i] = min(placed[i], hi-gap*vg.Length(len(order)-1-k))
	}
	return placed
}
