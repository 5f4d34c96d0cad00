package main

import (
	"fmt"
	"strings"
)

// Colours that both sighted and colour-blind readers tell apart.
const (
	white  = "#ffffff"
	black  = "#1a1a1a"
	grey   = "#767676"
	pale   = "#e4e4e4"
	blue   = "#0b5fa5" // the west, and sums
	orange = "#b85400" // the east, and differences
	green  = "#1b7f3b" // what fits
	red    = "#b3001b" // main diagonals
)

// tints of the squares of a board: west and east, light and dark.
var tints = [2][2]string{{"#e6f0fa", "#c9def2"}, {"#fdefdd", "#f8d9b2"}}

// canvas is a picture being drawn. Lengths are in pixels, y goes down.
type canvas struct{ strings.Builder }

// newCanvas is a white picture.
func newCanvas(width, height float64) *canvas {
	c := new(canvas)
	c.add(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %g %g" width="%g" height="%g" font-family="DejaVu Sans, Verdana, sans-serif">`, width, height, width, height)
	c.rect(0, 0, width, height, white, "")
	return c
}

func (c *canvas) add(format string, args ...any) { fmt.Fprintf(c, format+"\n", args...) }

// done is the picture as text.
func (c *canvas) done() string { return c.String() + "</svg>\n" }

// rect is a filled rectangle, with an edge if its colour is given.
func (c *canvas) rect(x, y, w, h float64, fill, edge string) {
	if edge == "" {
		edge = "none"
	}
	c.add(`<rect x="%.6g" y="%.6g" width="%.6g" height="%.6g" fill="%s" stroke="%s"/>`, x, y, w, h, fill, edge)
}

func (c *canvas) line(x1, y1, x2, y2, width float64, colour string) {
	c.add(`<line x1="%.6g" y1="%.6g" x2="%.6g" y2="%.6g" stroke="%s" stroke-width="%g" stroke-linecap="round"/>`, x1, y1, x2, y2, colour, width)
}

func (c *canvas) dashes(x1, y1, x2, y2, width float64, colour string) {
	c.add(`<line x1="%.6g" y1="%.6g" x2="%.6g" y2="%.6g" stroke="%s" stroke-width="%g" stroke-dasharray="5 4"/>`, x1, y1, x2, y2, colour, width)
}

// arrow goes straight across or straight down.
func (c *canvas) arrow(x1, y1, x2, y2 float64, colour string) {
	c.line(x1, y1, x2, y2, 2, colour)
	if y1 == y2 {
		c.add(`<polygon points="%.6g,%.6g %.6g,%.6g %.6g,%.6g" fill="%s"/>`, x2+3, y2, x2-6, y2-5, x2-6, y2+5, colour)
		return
	}
	c.add(`<polygon points="%.6g,%.6g %.6g,%.6g %.6g,%.6g" fill="%s"/>`, x2, y2+3, x2-5, y2-6, x2+5, y2-6, colour)
}

// label is text that starts at x, ends there or has its middle there: anchor is
// start, end or middle. y is the line that letters stand on.
func (c *canvas) label(x, y, size float64, anchor, colour, text string) {
	text = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;").Replace(text)
	c.add(`<text x="%.6g" y="%.6g" font-size="%g" text-anchor="%s" fill="%s">%s</text>`, x, y, size, anchor, colour, text)
}

// title is a heading.
func (c *canvas) title(x, y float64, text string) {
	c.add(`<text x="%.6g" y="%.6g" font-size="16" font-weight="bold" fill="%s">%s</text>`, x, y, black, text)
}

// crown is a queen on the square whose upper left corner is given.
func (c *canvas) crown(x, y, cell float64, colour string) {
	var points []string
	for _, p := range [][2]float64{{.24, .82}, {.76, .82}, {.88, .32}, {.67, .54}, {.5, .16}, {.33, .54}, {.12, .32}} {
		points = append(points, fmt.Sprintf("%.6g,%.6g", x+p[0]*cell, y+p[1]*cell))
	}
	c.add(`<polygon points="%s" fill="%s"/>`, strings.Join(points, " "), colour)
}

// board is squares of a board of n files and ranks with queens on it: the files
// from the first on, as many as given. Its upper left corner is x, y.
type board struct {
	*canvas
	n, first, files int
	x, y, cell      float64
}

// newBoard draws the squares, tinted by half. On odd boards the middle is white.
func (c *canvas) newBoard(n, first, files int, x, y, cell float64) board {
	b := board{c, n, first, files, x, y, cell}
	for file := first; file < first+files; file++ {
		for rank := range n {
			east := 0
			if file >= n/2 {
				east = 1
			}
			fill := tints[east][(file+rank+1)%2]
			if n%2 == 1 && (file == n/2 || rank == n/2) {
				fill = [2]string{"#f2f2f2", "#dddddd"}[(file+rank+1)%2]
			}
			sx, sy := b.corner(queen{file, rank})
			c.rect(sx, sy, cell, cell, fill, "")
		}
	}
	c.rect(x, y, float64(files)*cell, float64(n)*cell, "none", grey)
	return b
}

// corner is the upper left corner of a square.
func (b board) corner(q queen) (x, y float64) {
	return b.x + float64(q.file-b.first)*b.cell, b.y + float64(b.n-1-q.rank)*b.cell
}

// centre is the middle of a square.
func (b board) centre(q queen) (x, y float64) {
	x, y = b.corner(q)
	return x + b.cell/2, y + b.cell/2
}

func (b board) queen(q queen, colour string) {
	x, y := b.corner(q)
	b.crown(x, y, b.cell, colour)
}

// letters writes files and ranks beside the board.
func (b board) letters() {
	for i := range b.files {
		b.label(b.x+(float64(i)+.5)*b.cell, b.y+float64(b.n)*b.cell+16, 13, "middle", grey, string(rune('a'+b.first+i)))
	}
	for r := range b.n {
		b.label(b.x-8, b.y+(float64(b.n-r)-.5)*b.cell+5, 13, "end", grey, fmt.Sprint(r+1))
	}
}

// bits draws the pattern as squares, full ones for its diagonals.
func (c *canvas) bits(x, y, cell float64, p pattern) {
	for i := range width {
		c.bit(x+float64(i)*cell, y, cell, p>>i&1 != 0, bitColour(i))
	}
}

func (c *canvas) bit(x, y, cell float64, set bool, colour string) {
	if !set {
		colour = white
	}
	c.rect(x, y, cell, cell, colour, "#9a9a9a")
}

// bitColour is blue for sums and orange for differences.
func bitColour(i int) string {
	if i < width/2 {
		return blue
	}
	return orange
}

// signed is a number with its sign.
func signed(v int) string {
	switch {
	case v > 0:
		return fmt.Sprintf("+%d", v)
	case v < 0:
		return fmt.Sprintf("−%d", -v)
	}
	return "0"
}
