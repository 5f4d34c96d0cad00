package main

import "fmt"

// drawCut is the board of the example with a solution, cut in quadrants.
func drawCut() string {
	c := newCanvas(860, 400)
	x := example()
	east, west := x.east[0], x.west[1]
	c.title(20, 28, "One solution, four quadrants")
	b := c.newBoard(side, 0, side, 50, 60, 36)
	b.letters()
	size := float64(side) * b.cell
	for _, q := range west.queens {
		b.queen(q, blue)
	}
	for _, q := range east.queens {
		b.queen(q, orange)
	}
	c.line(b.x+size/2, b.y-8, b.x+size/2, b.y+size+4, 3, black)
	c.line(b.x-4, b.y+size/2, b.x+size+8, b.y+size/2, 3, black)
	for i, name := range []string{"NW", "NE", "SW", "SE"} {
		x := b.x + float64(i%2)*size/2 + 4
		y := b.y + float64(i/2)*size/2 + 16
		c.label(x, y, 14, "start", grey, name)
	}
	for v := range mid {
		c.label(b.x+size+14, b.y+size/2-(float64(v)+.5)*b.cell+5, 13, "start", grey, fmt.Sprintf("v=%d", v))
		c.label(b.x+size+14, b.y+size/2+(float64(v)+.5)*b.cell+5, 13, "start", grey, fmt.Sprintf("v=%d", v))
		c.label(b.x+size/2+(float64(v)+.5)*b.cell, b.y-12, 13, "middle", grey, fmt.Sprintf("u=%d", v))
		c.label(b.x+size/2-(float64(v)+.5)*b.cell, b.y-12, 13, "middle", grey, fmt.Sprintf("u=%d", v))
	}
	c.title(450, 28, "The two halves, each with its own ranks")
	w := c.newBoard(side, 0, mid, 490, 60, 36)
	w.letters()
	e := c.newBoard(side, mid, mid, 680, 60, 36)
	e.letters()
	for _, q := range west.queens {
		w.queen(q, blue)
	}
	for _, q := range east.queens {
		e.queen(q, orange)
	}
	c.label(562, 388, 14, "middle", blue, "ranks 2, 3, 5, 8")
	c.label(752, 388, 14, "middle", orange, "ranks 1, 4, 6, 7")
	return c.done()
}

// drawDiagonals is which diagonals both halves share.
func drawDiagonals() string {
	c := newCanvas(860, 400)
	for kind, name := range []string{"Sums that cross", "Differences that cross", "Those that do not cross"} {
		b := c.newBoard(side, 0, side, 20+float64(kind)*288, 70, 30)
		size := float64(side) * b.cell
		c.add(`<text x="%g" y="30" font-size="15" font-weight="bold" fill="%s">%s</text>`, b.x, black, name)
		colour := []string{blue, orange, grey}[kind]
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
		c.line(b.x+size/2, b.y-6, b.x+size/2, b.y+size+6, 3, black)
	}
	c.label(20, 342, 14, "start", black, "Side 8: seven sums and seven differences, −3 to +3, cross the line between files d and e. The main ones are 0")
	c.label(20, 364, 14, "start", black, "(dashed); without them twelve are left, a bit each. A diagonal that does not cross lies in one half, and")
	c.label(20, 386, 14, "start", black, "that half has seen to it already.")
	return c.done()
}

// diagonal draws the one whose rank in a file is given, and its number where it
// leaves the board in the west.
func diagonal(b board, value int, rank func(file int) int, colour string) {
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
		b.dashes(x1, y1, x2, y2, 3, red)
	case len(on) == 1:
		b.add(`<circle cx="%g" cy="%g" r="4" fill="%s"/>`, x1, y1, colour)
	default:
		b.line(x1, y1, x2, y2, 3, colour)
	}
	if colour == grey {
		return
	}
	b.add(`<circle cx="%g" cy="%g" r="11" fill="white" stroke="%s"/>`, x1, y1, colour)
	b.label(x1, y1+4, 12, "middle", black, signed(value))
}

// drawPatterns is how the pattern of a half-board comes about, and its mirror
// image.
func drawPatterns(x halves) string {
	c := newCanvas(860, 440)
	h := x.east[0]
	var north, south []queen
	for _, q := range h.queens {
		if q.rank >= mid {
			north = append(north, q)
		} else {
			south = append(south, q)
		}
	}
	c.title(20, 28, "Half-board E1")
	b := c.newBoard(side, mid, mid, 44, 60, 36)
	b.letters()
	for _, q := range h.queens {
		b.queen(q, orange)
	}
	c.line(b.x-6, b.y+4*b.cell, b.x+4*b.cell+6, b.y+4*b.cell, 3, black)
	const left, cell = 330.0, 36.0
	row := func(y float64, name string, p pattern) {
		c.label(left-14, y+24, 15, "end", black, name)
		c.bits(left, y, cell, p)
	}
	c.label(left+3*cell, 36, 15, "middle", blue, "sums")
	c.label(left+9*cell, 36, 15, "middle", orange, "differences")
	values, _ := diagonals()
	for i, v := range values {
		c.label(left+(float64(i)+.5)*cell, 56, 14, "middle", grey, signed(v))
	}
	row(66, "north", patternOf(north))
	row(116, "south", patternOf(south))
	row(176, "or: all of E1", h.pattern)
	c.line(left, 164, left+12*cell, 164, 2, black)
	// The mirror image.
	var mirrored []queen
	for _, q := range h.queens {
		mirrored = append(mirrored, queen{side - 1 - q.file, q.rank})
	}
	for i := range 2 {
		from, to := left+(3+6*float64(i))*cell, left+(9-6*float64(i))*cell
		c.line(from, 220, to, 288, 3, []string{blue, orange}[i])
	}
	row(296, "its mirror image", patternOf(mirrored))
	c.label(left, 366, 14, "start", black, "North and south fit together because no diagonal is in both.")
	c.label(left, 390, 14, "start", black, "Mirrored left to right, sum −3 becomes difference −3, and so on:")
	c.label(left, 414, 14, "start", black, "the two halves of the pattern change places.")
	return c.done()
}

// drawHalves is all half-boards of the example.
func drawHalves(x halves) string {
	c := newCanvas(860, 530)
	for half, list := range [][]halfBoard{x.west, x.east} {
		name, colour := "W", blue
		title := "West: every way to put queens on ranks 2, 3, 5 and 8 of files a to d"
		if half == 1 {
			name, colour = "E", orange
			title = "East: every way to put queens on ranks 1, 4, 6 and 7 of files e to h"
		}
		y := 16 + float64(half)*260
		c.title(20, y+14, title)
		for i, h := range list {
			b := c.newBoard(side, half*mid, mid, 24+float64(i)*104, y+52, 20)
			c.label(b.x+40, b.y-8, 15, "middle", black, fmt.Sprintf("%s%d", name, i+1))
			for _, q := range h.queens {
				fill := colour
				if q.onMain() {
					fill = red
				}
				b.queen(q, fill)
			}
			c.bits(b.x-2, b.y+168, 7, h.pattern)
		}
	}
	return c.done()
}
