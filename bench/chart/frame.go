package chart

import (
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// paintY draws a vertical axis left of the frame, and lines across it.
func paintY(frame draw.Canvas, a axis) {
	for _, t := range a.ticks {
		y, length := frame.Y(a.at(t.value)), vg.Length(2)
		if t.label != "" {
			length = 4
			frame.StrokeLine2(draw.LineStyle{Color: grid, Width: 0.5}, frame.Min.X, y, frame.Max.X, y)
			write(frame, aligned(sans(tickSize, ink), draw.XRight), vg.Point{X: frame.Min.X - 6, Y: y}, t.label)
		}
		frame.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.5}, frame.Min.X-length, y, frame.Min.X, y)
	}
	frame.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.7}, frame.Min.X, frame.Min.Y, frame.Min.X, frame.Max.Y)
}

// writeYTitle writes the title of the vertical axis left of its labels.
func writeYTitle(frame draw.Canvas, a axis, title string) {
	x := frame.Min.X - 6 - widest(sans(tickSize, ink), a.labels()) - 9
	style := rotated(sans(labelSize, ink))
	write(frame, style, vg.Point{X: x, Y: frame.Center().Y}, shortened(sans(labelSize, ink), title, frame.Size().Y))
}

// paintX draws a horizontal axis below the frame. A label that would run into
// the one before it or off the page is left off.
func paintX(frame draw.Canvas, a axis) {
	style := sans(tickSize, ink)
	free := frame.Min.X - 20 // every frame has that margin
	for _, t := range a.ticks {
		x, length := frame.X(a.at(t.value)), vg.Length(2)
		if t.label != "" {
			length = 4
			if half := style.Width(t.label) / 2; x-half > free {
				write(frame, style, vg.Point{X: x, Y: frame.Min.Y - 10}, t.label)
				free = x + half + 3
			}
		}
		frame.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.5}, x, frame.Min.Y-length, x, frame.Min.Y)
	}
	frame.StrokeLine2(draw.LineStyle{Color: ink, Width: 0.7}, frame.Min.X, frame.Min.Y, frame.Max.X, frame.Min.Y)
}
