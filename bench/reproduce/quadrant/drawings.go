package quadrant

import (
	"fmt"
	"image/color"
	"strings"

	"nqueens/bench/diagram"
)

// Colours that both sighted and colour-blind readers tell apart.
var (
	none   = color.NRGBA{}
	white  = rgb(0xffffff)
	black  = rgb(0x1a1a1a)
	grey   = rgb(0x767676)
	blue   = rgb(0x0b5fa5) // the west, and sums
	orange = rgb(0xb85400) // the east, and differences
	green  = rgb(0x1b7f3b) // what fits
	red    = rgb(0xb3001b) // main diagonals
)

// tints of the squares of a board: west and east, light and dark.
var tints = [2][2]color.NRGBA{{rgb(0xe6f0fa), rgb(0xc9def2)}, {rgb(0xfdefdd), rgb(0xf8d9b2)}}

func rgb(c uint32) color.NRGBA { return color.NRGBA{uint8(c >> 16), uint8(c >> 8), uint8(c), 0xff} }

// ring is an edge around a white disc.
func ring(c *diagram.Drawing, x, y, radius float64, edge color.NRGBA) {
	c.Disc(x, y, radius, edge)
	c.Disc(x, y, radius-1.5, white)
}

// Drawings are the pictures that explain the method, by the names of their files.
// Boards, patterns and numbers of the example are computed here, by the simplest
// means, and not by the package that they explain.
func Drawings() map[string]*diagram.Drawing {
	x := example()
	return map[string]*diagram.Drawing{
		"cut":       drawCut(),
		"diagonals": drawDiagonals(),
		"patterns":  drawPatterns(x),
		"halves":    drawHalves(x),
		"pairs":     drawPairs(x),
		"symmetry":  drawSymmetry(),
		"odd":       drawOdd(),
		"split":     drawSplit(x),
		"block":     drawBlock(x),
		"adder":     drawAdder(),
	}
}

// board is squares of a board of n files and ranks with queens on it: the files
// from the first on, as many as given. Its upper left corner is x, y.
type board struct {
	on              *diagram.Drawing
	n, first, files int
	x, y, cell      float64
}

// newBoard draws the squares, tinted by half. On odd boards the middle is white.
func newBoard(c *diagram.Drawing, n, first, files int, x, y, cell float64) board {
	b := board{c, n, first, files, x, y, cell}
	for file := first; file < first+files; file++ {
		for rank := range n {
			east := 0
			if file >= n/2 {
				east = 1
			}
			fill := tints[east][(file+rank+1)%2]
			if n%2 == 1 && (file == n/2 || rank == n/2) {
				fill = [2]color.NRGBA{rgb(0xf2f2f2), rgb(0xdddddd)}[(file+rank+1)%2]
			}
			sx, sy := b.corner(queen{file, rank})
			c.Rect(sx, sy, cell, cell, fill, none)
		}
	}
	c.Rect(x, y, float64(files)*cell, float64(n)*cell, none, grey)
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

func (b board) queens(colour color.NRGBA, queens ...queen) {
	for _, q := range queens {
		x, y := b.corner(q)
		b.on.Queen(x, y, b.cell, colour)
	}
}

// letters writes files and ranks beside the board.
func (b board) letters() {
	for i := range b.files {
		b.on.Text(b.x+(float64(i)+.5)*b.cell, b.y+float64(b.n)*b.cell+16, 13, diagram.Middle, grey, string(rune('a'+b.first+i)))
	}
	for r := range b.n {
		b.on.Text(b.x-8, b.y+(float64(b.n-r)-.5)*b.cell+5, 13, diagram.End, grey, fmt.Sprint(r+1))
	}
}

// drawBits draws a row of n squares, full ones for the bits that are set.
func drawBits(c *diagram.Drawing, x, y, cell float64, n int, set uint, colour func(bit int) color.NRGBA) {
	for i := range n {
		fill := white
		if set>>i&1 != 0 {
			fill = colour(i)
		}
		c.Rect(x+float64(i)*cell, y, cell, cell, fill, rgb(0x9a9a9a))
	}
}

// drawPattern is that for the diagonals of a pattern.
func drawPattern(c *diagram.Drawing, x, y, cell float64, p pattern) {
	drawBits(c, x, y, cell, width, uint(p), bitColour)
}

// plain is the same colour for every bit.
func plain(c color.NRGBA) func(int) color.NRGBA { return func(int) color.NRGBA { return c } }

// paragraph is lines of words below each other, the first at y.
func paragraph(c *diagram.Drawing, x, y, size, lead float64, lines ...string) {
	for i, line := range lines {
		c.Text(x, y+lead*float64(i), size, diagram.Start, black, line)
	}
}

// bitColour is blue for sums and orange for differences.
func bitColour(i int) color.NRGBA {
	if i < width/2 {
		return blue
	}
	return orange
}

// signed is a number with its sign.
func signed(v int) string {
	if v == 0 {
		return "0"
	}
	return strings.Replace(fmt.Sprintf("%+d", v), "-", "−", 1)
}
