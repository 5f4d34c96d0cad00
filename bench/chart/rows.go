package chart

import (
	"cmp"
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nqueens"
	"nqueens/bench/internal/lettering"
	"nqueens/bench/summary"
)

// row holds the marks of runs that ended in the same way.
type row struct {
	fate  nqueens.Status
	label string
}

// rowsOf are the rows that the points need.
func rowsOf(lines []line, label func(nqueens.Status) string) []row {
	var rows []row
	for _, fate := range fates {
		for _, l := range lines {
			if slices.ContainsFunc(l.points, func(p point) bool { return p.fate == fate }) {
				rows = append(rows, row{fate, lettering.Printable(label(fate))})
				break
			}
		}
	}
	return rows
}

// rowY is the height of the i-th row's middle.
func rowY(frame draw.Canvas, i int) vg.Length {
	return frame.Max.Y + 4 + rowHeight*(vg.Length(i)+0.5)
}

// paintRows marks the runs without an answer, in a chart of times each joined to
// the last value before it.
func (l lineChart) paintRows(frame draw.Canvas) {
	if len(l.rows) == 0 {
		return
	}
	frame.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.7}, frame.Min.X, frame.Max.Y, frame.Max.X, frame.Max.Y)
	for i, r := range l.rows {
		write(frame, aligned(sans(tickSize, ink), draw.XRight), vg.Point{X: frame.Min.X - 6, Y: rowY(frame, i)}, r.label)
		marks := l.marksOf(frame, r.fate, rowY(frame, i))
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

// rowMark is one mark in a row, and the value that it is joined to.
type rowMark struct {
	x        float64
	look     look
	at, from vg.Point
	joined   bool
}

// marksOf places the marks of a row at the given height. Those that would fall
// on each other stand side by side.
func (l lineChart) marksOf(frame draw.Canvas, fate nqueens.Status, y vg.Length) []rowMark {
	var marks []rowMark
	for _, line := range l.lines {
		for i, p := range line.points {
			if p.fate != fate {
				continue
			}
			m := rowMark{x: p.x, look: line.look, at: vg.Point{X: frame.X(l.x.at(p.x)), Y: y}}
			if i > 0 && line.points[i-1].fate == "" && !p.gap {
				before := line.points[i-1]
				m.joined, m.from = true, vg.Point{X: frame.X(l.x.at(before.x)), Y: frame.Y(l.y.at(before.value))}
			}
			marks = append(marks, m)
		}
	}
	slices.SortStableFunc(marks, func(a, b rowMark) int { return cmp.Compare(a.x, b.x) })
	room := frame.Size().X / 2 // between neighbouring sizes
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

// limitLabel names the row of a fate, with the time limit if it is the same
// throughout.
func limitLabel(list []series) func(nqueens.Status) string {
	var cells []summary.Cell
	for _, s := range list {
		cells = append(cells, s.cells...)
	}
	limit := sharedLimit(cells)
	return func(fate nqueens.Status) string {
		name := fateName(fate)
		if fate == nqueens.Timeout && limit > 0 {
			name += fmt.Sprintf(" (%.4g s)", limit)
		}
		return name
	}
}
