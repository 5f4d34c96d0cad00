package quadrant

import (
	"fmt"
	"image/color"

	"nqueens/bench/diagram"
)

// drawCut is the board of the example with a solution, cut in quadrants.
func drawCut() *diagram.Drawing {
	c := diagram.NewDrawing("A solution of eight queens, cut in quadrants", 860, 400)
	x := example()
	east, west := x.east[0], x.west[1]
	c.Heading(20, 28, 16, black, "One solution, four quadrants")
	b := newBoard(c, side, 0, side, 50, 60, 36)
	b.letters()
	size := float64(side) * b.cell
	b.queens(blue, west.queens...)
	b.queens(orange, east.queens...)
	c.Line(b.x+size/2, b.y-8, b.x+size/2, b.y+size+4, 3, black)
	c.Line(b.x-4, b.y+size/2, b.x+size+8, b.y+size/2, 3, black)
	for i, name := range []string{"NW", "NE", "SW", "SE"} {
		x := b.x + float64(i%2)*size/2 + 4
		y := b.y + float64(i/2)*size/2 + 16
		c.Text(x, y, 14, diagram.Start, grey, name)
	}
	for v := range mid {
		c.Text(b.x+size+14, b.y+size/2-(float64(v)+.5)*b.cell+5, 13, diagram.Start, grey, fmt.Sprintf("v=%d", v))
		c.Text(b.x+size+14, b.y+size/2+(float64(v)+.5)*b.cell+5, 13, diagram.Start, grey, fmt.Sprintf("v=%d", v))
		c.Text(b.x+size/2+(float64(v)+.5)*b.cell, b.y-12, 13, diagram.Middle, grey, fmt.Sprintf("u=%d", v))
		c.Text(b.x+size/2-(float64(v)+.5)*b.cell, b.y-12, 13, diagram.Middle, grey, fmt.Sprintf("u=%d", v))
	}
	c.Heading(450, 28, 16, black, "The two halves, each with its own ranks")
	w := newBoard(c, side, 0, mid, 490, 60, 36)
	w.letters()
	e := newBoard(c, side, mid, mid, 680, 60, 36)
	e.letters()
	w.queens(blue, west.queens...)
	e.queens(orange, east.queens...)
	c.Text(562, 388, 14, diagram.Middle, blue, "ranks 2, 3, 5, 8")
	c.Text(752, 388, 14, diagram.Middle, orange, "ranks 1, 4, 6, 7")
	return c
}

// drawDiagonals is which diagonals both halves share.
func drawDiagonals() *diagram.Drawing {
	c := diagram.NewDrawing("Diagonals that cross the middle", 860, 400)
	for kind, name := range []string{"Sums that cross", "Differences that cross", "Those that do not cross"} {
		b := newBoard(c, side, 0, side, 20+float64(kind)*288, 70, 30)
		size := float64(side) * b.cell
		c.Heading(b.x, 30, 15, black, name)
		colour := []color.NRGBA{blue, orange, grey}[kind]
		for v := 1 - side; v < side; v++ {
			crosses := v > -mid && v < mid
			if crosses != (kind < 2) {
				continue
			}
			if kind != 1 {
				diagonal(b, v, func(f int) int { return side - 1 + v - f }, colour)
			}
			if kind != 0 {
				diagonal(b, v, func(f int) int { return v + f }, colour)
			}
		}
		c.Line(b.x+size/2, b.y-6, b.x+size/2, b.y+size+6, 3, black)
	}
	paragraph(c, 20, 342, 14, 22,
		"Side 8: seven sums and seven differences, −3 to +3, cross the line between files d and e. The main ones are 0",
		"(dashed); without them twelve are left, a bit each. A diagonal that does not cross lies in one half, and",
		"that half has seen to it already.")
	return c
}

// diagonal draws the one whose rank in a file is given, and its number where it
// leaves the board in the west.
func diagonal(b board, value int, rank func(file int) int, colour color.NRGBA) {
	var on []queen
	for f := range side {
		if r := rank(f); r >= 0 && r < side {
			on = append(on, queen{f, r})
		}
	}
	x1, y1 := b.centre(on[0])
	x2, y2 := b.centre(on[len(on)-1])
	switch {
	case value == 0:
		b.on.Dashes(x1, y1, x2, y2, 3, red)
	case len(on) == 1:
		b.on.Disc(x1, y1, 4, colour)
	default:
		b.on.Line(x1, y1, x2, y2, 3, colour)
	}
	if colour == grey {
		return
	}
	ring(b.on, x1, y1, 11, colour)
	b.on.Text(x1, y1+4, 12, diagram.Middle, black, signed(value))
}

// drawPatterns is how the pattern of a half-board comes about, and its mirror
// image.
func drawPatterns(x halves) *diagram.Drawing {
	c := diagram.NewDrawing("The pattern of a half-board is made of two", 860, 440)
	h := x.east[0]
	var north, south []queen
	for _, q := range h.queens {
		if q.rank >= mid {
			north = append(north, q)
		} else {
			south = append(south, q)
		}
	}
	c.Heading(20, 28, 16, black, "Half-board E1")
	b := newBoard(c, side, mid, mid, 44, 60, 36)
	b.letters()
	b.queens(orange, h.queens...)
	c.Line(b.x-6, b.y+4*b.cell, b.x+4*b.cell+6, b.y+4*b.cell, 3, black)
	const left, cell = 330.0, 36.0
	row := func(y float64, name string, p pattern) {
		c.Text(left-14, y+24, 15, diagram.End, black, name)
		drawPattern(c, left, y, cell, p)
	}
	c.Text(left+3*cell, 36, 15, diagram.Middle, blue, "sums")
	c.Text(left+9*cell, 36, 15, diagram.Middle, orange, "differences")
	values, _ := diagonals()
	for i, v := range values {
		c.Text(left+(float64(i)+.5)*cell, 56, 14, diagram.Middle, grey, signed(v))
	}
	row(66, "north", patternOf(north))
	row(116, "south", patternOf(south))
	row(176, "or: all of E1", h.pattern)
	c.Line(left, 164, left+12*cell, 164, 2, black)
	// The mirror image.
	var mirrored []queen
	for _, q := range h.queens {
		mirrored = append(mirrored, queen{side - 1 - q.file, q.rank})
	}
	for i := range 2 {
		from, to := left+(3+6*float64(i))*cell, left+(9-6*float64(i))*cell
		c.Line(from, 220, to, 288, 3, []color.NRGBA{blue, orange}[i])
	}
	row(296, "its mirror image", patternOf(mirrored))
	paragraph(c, left, 366, 14, 24,
		"North and south fit together because no diagonal is in both.",
		"Mirrored left to right, sum −3 becomes difference −3, and so on:",
		"the two halves of the pattern change places.")
	return c
}

// drawHalves is all half-boards of the example.
func drawHalves(x halves) *diagram.Drawing {
	c := diagram.NewDrawing("All half-boards of the example", 860, 530)
	for half, list := range [][]halfBoard{x.west, x.east} {
		name, colour := "W", blue
		title := "West: every way to put queens on ranks 2, 3, 5 and 8 of files a to d"
		if half == 1 {
			name, colour = "E", orange
			title = "East: every way to put queens on ranks 1, 4, 6 and 7 of files e to h"
		}
		y := 16 + float64(half)*260
		c.Heading(20, y+14, 16, black, title)
		for i, h := range list {
			b := newBoard(c, side, half*mid, mid, 24+float64(i)*104, y+52, 20)
			c.Text(b.x+40, b.y-8, 15, diagram.Middle, black, fmt.Sprintf("%s%d", name, i+1))
			for _, q := range h.queens {
				fill := colour
				if q.onMain() {
					fill = red
				}
				b.queens(fill, q)
			}
			drawPattern(c, b.x-2, b.y+168, 7, h.pattern)
		}
	}
	return c
}
