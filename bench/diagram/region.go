package diagram

import (
	"fmt"
	"image/color"
	"maps"
	"math"
	"slices"

	"nqueens"
)

// regionColours are light, so that pieces and letters stand out, and differ for eyes without red or
// green cones too. Neighbouring regions have different ones.
var regionColours = []color.NRGBA{
	{0xa6, 0xd3, 0xf2, 0xff}, // sky
	{0xf7, 0xc8, 0x5c, 0xff}, // orange
	{0xfb, 0xf7, 0xc4, 0xff}, // cream
	{0x6f, 0xb5, 0x9a, 0xff}, // green
	{0xd9, 0x9c, 0xc9, 0xff}, // pink
	{0x7f, 0x93, 0xcf, 0xff}, // blue
	{0xd9, 0x86, 0x5f, 0xff}, // brick
	{0xc6, 0xc6, 0xc6, 0xff}, // grey
	{0xff, 0xff, 0xff, 0xff},
}

const (
	leastLetters = 16.0 // smallest side of a square for writing the letter of its region in every square; on smaller squares each region has one letter
	leastLetter  = 9.0  // smallest side of a square for any letters
)

// coloured returns the number of a colour for each region, by square: the first colour that no
// neighbour has, also at a corner. Of regions with many neighbours some may share one.
func coloured(r nqueens.Regions) []int {
	board, region, number := r.Board(), r.BySquare(), r.Number()
	beside := make([][]bool, number)
	for i := range beside {
		beside[i] = make([]bool, number)
	}
	for i, s := range board.Squares() {
		for _, step := range []nqueens.Square{{File: 1}, {Rank: 1}, {File: 1, Rank: 1}, {File: 1, Rank: -1}} {
			if to := (nqueens.Square{File: s.File + step.File, Rank: s.Rank + step.Rank}); board.Contains(to) {
				a, b := region[i], region[board.Index(to)]
				beside[a][b], beside[b][a] = true, true
			}
		}
	}
	colour, uses := make([]int, number), make([]int, len(regionColours))
	for a := range number {
		best, clashes := 0, math.MaxInt
		for c := range regionColours {
			here := uses[c] // spreads the colours
			for b := range a {
				if beside[a][b] && colour[b] == c {
					here += number * number
				}
			}
			if here < clashes {
				best, clashes = c, here
			}
		}
		colour[a] = best
		uses[best]++
	}
	return colour
}

// RegionColours returns the colour of each square's region in the form #rrggbb, in the order of
// Board.Squares. Neighbouring regions have different colours.
func RegionColours(r nqueens.Regions) []string {
	colour := coloured(r)
	var list []string
	for _, region := range r.BySquare() {
		c := regionColours[colour[region]]
		list = append(list, fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B))
	}
	return list
}

// regions fills the squares with the colours of their regions.
func (b placed) regions(s surface) {
	board, region := b.Problem.Board(), b.Problem.Regions.BySquare()
	colour := coloured(b.Problem.Regions)
	fill := make([][]rect, len(regionColours))
	var grid []rect
	for i, sq := range board.Squares() {
		at := b.corner(sq)
		c := colour[region[i]]
		fill[c] = append(fill[c], rect{at.x, at.y, b.square, b.square})
		if b.square >= leastCheck {
			grid = append(grid, rect{at.x, at.y, b.square, 0.5}, rect{at.x, at.y, 0.5, b.square})
		}
	}
	for c, rects := range fill {
		s.rects(regionColours[c], rects)
	}
	s.rects(faint, grid)
}

// borders draws the borders between regions, and the letters of the regions.
func (b placed) borders(s surface) {
	board, region := b.Problem.Board(), b.Problem.Regions.BySquare()
	width := math.Max(whole(0.07*b.square), 1)
	var edges []rect
	lettered, stands, squares := map[int]bool{}, map[nqueens.Square]bool{}, map[int]int{}
	for _, piece := range b.pieces() {
		stands[piece.Square] = true
	}
	for _, own := range region {
		squares[own]++
	}
	style := words{size: math.Max(0.22*b.square, 6), color: ink}
	for rank := board.Ranks - 1; rank >= 0; rank-- {
		for file := range board.Files {
			sq := nqueens.Square{File: file, Rank: rank}
			at, own := b.corner(sq), region[board.Index(sq)]
			if file > 0 && region[board.Index(nqueens.Square{File: file - 1, Rank: rank})] != own {
				edges = append(edges, rect{at.x - width/2, at.y - width/2, width, b.square + width})
			}
			if rank+1 < board.Ranks && region[board.Index(nqueens.Square{File: file, Rank: rank + 1})] != own {
				edges = append(edges, rect{at.x - width/2, at.y - width/2, b.square + width, width})
			}
			if hidden := stands[sq] && squares[own] > 1; !hidden && (b.square >= leastLetters || b.square >= leastLetter && !lettered[own]) {
				lettered[own] = true
				s.text(style, point{at.x + 0.17*b.square, at.y + 0.19*b.square}, nqueens.RegionName(own))
			}
		}
	}
	s.rects(ink, edges)
}

// tinted fills squares with a ground that differs from the others.
func (b placed) tinted(s surface) {
	var rects []rect
	for _, sq := range unique(b.Tinted) {
		at := b.corner(sq)
		rects = append(rects, rect{at.x, at.y, b.square, b.square})
	}
	s.rects(tint, rects)
}

// crossed draws a small cross on squares.
func (b placed) crossed(s surface) {
	var lines []segment
	d := 0.16 * b.square
	for _, sq := range unique(b.Crossed) {
		at := b.corner(sq)
		x, y := at.x+b.square/2, at.y+b.square/2
		lines = append(lines, segment{point{x - d, y - d}, point{x + d, y + d}}, segment{point{x - d, y + d}, point{x + d, y - d}})
	}
	s.lines(faint, math.Max(0.75, 0.05*b.square), lines)
}

// framed draws thin frames within squares.
func (b placed) framed(s surface) {
	width := math.Max(whole(0.06*b.square), 0.5)
	in := whole(0.08 * b.square)
	var rects []rect
	for _, sq := range unique(b.Framed) {
		at := b.corner(sq)
		rects = append(rects, frame(rect{at.x + in, at.y + in, b.square - 2*in, b.square - 2*in}, width)...)
	}
	s.rects(forbidden, rects)
}

// noted writes the text of each of the board's Notes on the middle of its square, in letters small
// enough to fit.
func (b placed) noted(s surface) {
	for _, sq := range slices.SortedFunc(maps.Keys(b.Notes), nqueens.Square.Compare) {
		text := b.Notes[sq]
		at := b.corner(sq)
		size := math.Min(0.36*b.square, 0.36*b.square*0.85*b.square/math.Max(width(text, true, 0.36*b.square), 1))
		s.text(words{size: size, bold: true, color: ink}, point{at.x + b.square/2, at.y + b.square/2}, text)
	}
}
