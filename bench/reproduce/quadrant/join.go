package quadrant

import (
	"fmt"
	"image/color"
	"math/bits"

	"nqueens/bench/diagram"
)

// drawPairs is the table of all pairs of half-boards of the example.
func drawPairs(x halves) *diagram.Drawing {
	c := diagram.NewDrawing("The table of all 64 pairs", 860, 500)
	const left, top, cell = 70.0, 76.0, 44.0
	c.Heading(20, 28, 16, black, "How many diagonals do two half-boards have in common?")
	for i, e := range x.east {
		y := top + float64(i)*cell
		c.Text(left-12, y+28, 15, diagram.End, orange, fmt.Sprintf("E%d", i+1))
		for k, w := range x.west {
			n := common(e, w)
			fill, colour := white, black
			if e.main > 0 {
				fill, colour = rgb(0xf0f0f0), grey
			}
			if n == 0 {
				fill, colour = green, white
			}
			c.Rect(left+float64(k)*cell, y, cell, cell, fill, grey)
			c.Text(left+(float64(k)+.5)*cell, y+28, 16, diagram.Middle, colour, fmt.Sprint(n))
		}
	}
	for k := range x.west {
		c.Text(left+(float64(k)+.5)*cell, top-10, 15, diagram.Middle, blue, fmt.Sprintf("W%d", k+1))
	}
	from := 0.0
	for main := range 3 {
		n := 0.0
		for _, w := range x.west {
			if w.main == main {
				n++
			}
		}
		x1, x2, y := left+from*cell+4, left+(from+n)*cell-4, top+8*cell+14
		c.Line(x1, y, x2, y, 3, blue)
		c.Text((x1+x2)/2, y+22, 15, diagram.Middle, blue, fmt.Sprintf("× %d", 1<<main))
		from += n
	}
	bare := float64(len(x.bare()))
	c.Line(left+8*cell+12, top+4, left+8*cell+12, top+bare*cell-4, 3, orange)
	paragraph(c, left+8*cell+30, top+5.4*cell, 15, 24, "Green: none in common. That pair is a", "solution. There are three of them.")
	paragraph(c, left+8*cell+30, top+20, 15, 24,
		"Only these three rows are compared:", "half-boards E1 to E3 have no queen",
		"on a main diagonal. The weights below", "make up for the rows in grey.")
	c.Text(left, top+8*cell+62, 15, diagram.Start, black, "Weights by queens of the western half-board on main diagonals: none, one, two.")
	return c
}

// crossing is the crossing diagonal that most pairs of the example share, and
// how many eastern and western half-boards have it.
func (x halves) crossing() (diagonal, east, west int) {
	for i := range width {
		e, w := having(x.east, i), having(x.west, i)
		if e*w > east*west {
			diagonal, east, west = i, e, w
		}
	}
	return diagonal, east, west
}

func having(list []halfBoard, diagonal int) (n int) {
	for _, h := range list {
		n += int(h.pattern >> diagonal & 1)
	}
	return n
}

// drawSplit is what a split by a diagonal saves.
func drawSplit(x halves) *diagram.Drawing {
	c := diagram.NewDrawing("Split by a diagonal", 860, 350)
	d, east, west := x.crossing()
	values, kinds := diagonals()
	name := map[string]string{"s": "sum ", "d": "difference "}[kinds[d]] + signed(values[d])
	c.Heading(20, 28, 16, black, fmt.Sprintf("All pairs of the example, split by %s", name))
	const left, top, cell = 200.0, 84.0, 28.0
	all := float64(len(x.east))
	e, w := float64(east), float64(west)
	c.Rect(left, top, w*cell, e*cell, rgb(0xf3c6cc), black)
	c.Rect(left+w*cell, top, (all-w)*cell, e*cell, rgb(0xd8efdf), black)
	c.Rect(left, top+e*cell, all*cell, (all-e)*cell, rgb(0xeef6e4), black)
	c.Text(left+w*cell/2, top+e*cell/2+5, 15, diagram.Middle, red, "never")
	c.Text(left+(w+all)*cell/2, top+e*cell/2+5, 15, diagram.Middle, green, "first join")
	c.Text(left+all*cell/2, top+(e+all)*cell/2+5, 15, diagram.Middle, green, "second join")
	c.Text(left-12, top+e*cell/2+5, 14, diagram.End, orange, fmt.Sprintf("%d eastern with it", east))
	c.Text(left-12, top+(e+all)*cell/2+5, 14, diagram.End, orange, fmt.Sprintf("%d without it", len(x.east)-east))
	c.Text(left+w*cell/2, top-28, 14, diagram.Middle, blue, fmt.Sprintf("%d western", west))
	c.Text(left+w*cell/2, top-10, 14, diagram.Middle, blue, "with it")
	c.Text(left+(w+all)*cell/2, top-28, 14, diagram.Middle, blue, fmt.Sprintf("%d", len(x.west)-west))
	c.Text(left+(w+all)*cell/2, top-10, 14, diagram.Middle, blue, "without it")
	paragraph(c, left+all*cell+30, top+16, 15, 26,
		fmt.Sprintf("Two half-boards that both have %s", name),
		fmt.Sprintf("cannot fit: those %d pairs are never", east*west),
		"looked at.",
		"In each of the two joins that are left one",
		"side lacks the diagonal altogether, so its",
		"bit need not be looked at any more either.",
		fmt.Sprintf("Of 12 bits 11 are left, of 64 pairs %d.", 64-east*west))
	return c
}

// sliced is half-boards turned on their side: for each diagonal which of them
// have it, bit i for half-board i.
func sliced(list []halfBoard) (rows [width]uint) {
	for i, h := range list {
		for d := range rows {
			rows[d] |= uint(h.pattern>>d&1) << i
		}
	}
	return rows
}

// met is which half-boards of the block have a diagonal of the group in common
// with the pattern: one look-up, made here on the spot.
func met(rows [width]uint, p pattern, group int) (row uint) {
	for d := group * groupOf; d < (group+1)*groupOf; d++ {
		if p>>d&1 != 0 {
			row |= rows[d]
		}
	}
	return row
}

// drawBlock is the western half-boards of the example as a block, and how one
// eastern half-board is compared with all of them at once.
func drawBlock(x halves) *diagram.Drawing {
	c := diagram.NewDrawing("A block and a look-up", 860, 670)
	const cell, left, right, top = 24.0, 64.0, 560.0, 92.0
	c.Heading(20, 28, 16, black, "The eight western half-boards …")
	c.Heading(right-130, 28, 16, black, "… turned on their side: a block")
	values, _ := diagonals()
	rows := sliced(x.west)
	for i, v := range values {
		c.Text(left+(float64(i)+.5)*cell, top-8, 12, diagram.Middle, bitColour(i), signed(v))
		c.Text(right-12, top+(float64(i)+.5)*cell+5, 12, diagram.End, bitColour(i), signed(v))
		drawBits(c, right, top+float64(i)*cell, cell, len(x.west), rows[i], plain(bitColour(i)))
	}
	c.Text(left+3*cell, top-28, 14, diagram.Middle, blue, "sums")
	c.Text(left+9*cell, top-28, 14, diagram.Middle, orange, "differences")
	for k, h := range x.west {
		c.Text(left-10, top+float64(k)*cell+17, 14, diagram.End, black, fmt.Sprintf("W%d", k+1))
		drawPattern(c, left, top+float64(k)*cell, cell, h.pattern)
		c.Text(right+(float64(k)+.5)*cell, top-8, 12, diagram.Middle, black, fmt.Sprintf("W%d", k+1))
	}
	for g, name := range []string{"group 1", "group 2"} {
		y := top + float64(g)*6*cell
		c.Line(right+8*cell+10, y+4, right+8*cell+10, y+6*cell-4, 3, []color.NRGBA{blue, orange}[g])
		c.Text(right+8*cell+20, y+3*cell+5, 14, diagram.Start, black, name)
	}
	c.Arrow(left+12*cell+20, top+4*cell, right-70, top+4*cell, black)
	// One half-board against the block.
	e := x.east[0]
	y := top + 12*cell + 50
	c.Heading(20, y, 16, black, "E1 against the whole block")
	drawPattern(c, left, y+18, cell, e.pattern)
	c.Text(left-10, y+35, 14, diagram.End, black, "E1")
	c.Text(left+3*cell, y+64, 14, diagram.Middle, blue, "six bits: one of 64 rows")
	c.Text(left+9*cell+14, y+84, 14, diagram.Middle, orange, "six bits: one of 64 rows")
	union := uint(0)
	for g := range 2 {
		row := met(rows, e.pattern, g)
		union |= row
		ry := y + 18 + float64(g)*40
		c.Text(right-12, ry+17, 14, diagram.End, black, fmt.Sprintf("look-up in group %d", g+1))
		drawBits(c, right, ry, cell, len(x.west), row, plain([]color.NRGBA{blue, orange}[g]))
	}
	ry := y + 108
	c.Line(right, ry-12, right+8*cell, ry-12, 2, black)
	c.Text(right-12, ry+17, 14, diagram.End, black, "or: has something in common with E1")
	drawBits(c, right, ry, cell, len(x.west), union, plain(black))
	for k := range x.west {
		if union>>k&1 == 0 {
			c.Rect(right+float64(k)*cell+2, ry+2, cell-4, cell-4, green, none)
			c.Text(right+(float64(k)+.5)*cell, ry+44, 14, diagram.Middle, green, fmt.Sprintf("W%d", k+1))
		}
	}
	c.Text(right-12, ry+44, 14, diagram.End, green, "zeros: these fit")
	paragraph(c, 20, ry+80, 14, 22,
		"The blocks of the engine hold 512 half-boards and up to five groups, 30 diagonals.",
		"Main diagonals need no bit: E1 has no queen on one.")
	return c
}

// addend are the three rows of the picture of a full adder: any would do.
var addend = [3]uint{0b10110100, 0b11100110, 0b10101011}

// fullAdder adds three rows place by place: the sum in each place is 2*carry + one.
func fullAdder(a, b, c uint) (one, carry uint) {
	return a ^ b ^ c, a&b | a&c | b&c
}

// drawAdder is one full adder, and sixteen rows counted by fifteen of them.
func drawAdder() *diagram.Drawing {
	c := diagram.NewDrawing("Full adders", 860, 420)
	const cell, left = 26.0, 90.0
	c.Heading(20, 28, 16, black, "A full adder for rows")
	row := func(y float64, name string, v uint, colour color.NRGBA) {
		c.Text(left-12, y+18, 14, diagram.End, black, name)
		drawBits(c, left, y, cell, 8, v, plain(colour))
	}
	for i, a := range addend {
		row(56+float64(i)*34, []string{"x", "y", "z"}[i], a, grey)
	}
	one, carry := fullAdder(addend[0], addend[1], addend[2])
	c.Text(left+4*cell, 178, 14, diagram.Middle, black, "how many in each column")
	for i := range 8 {
		n := addend[0]>>i&1 + addend[1]>>i&1 + addend[2]>>i&1
		c.Text(left+(float64(i)+.5)*cell, 204, 15, diagram.Middle, black, fmt.Sprint(n))
	}
	row(222, "ones", one, blue)
	row(256, "twos", carry, orange)
	ones, twos := bits.OnesCount(one), bits.OnesCount(carry)
	c.Text(20, 320, 15, diagram.Start, black, fmt.Sprintf("%d ones and %d twos: %d + 2 × %d = %d", ones, twos, ones, twos, ones+2*twos))
	c.Text(20, 346, 14, diagram.Start, grey, "Five bit operations add all columns.")
	// The tree.
	c.Heading(400, 28, 16, black, "Sixteen rows, fifteen adders, one count")
	names := []string{"ones", "twos", "fours", "eights"}
	for level, name := range names {
		n := 8 >> level
		y := 84 + float64(level)*76
		c.Text(458, y+20, 14, diagram.End, black, name)
		var last float64
		for i := range n {
			x := adderAt(level, i)
			c.Rect(x-13, y, 26, 28, rgb(0xeef3f8), blue)
			c.Text(x, y+19, 15, diagram.Middle, black, "+")
			if i == 0 {
				c.Arrow(464, y+14, x-18, y+14, blue)
			} else {
				c.Arrow(last+13, y+14, x-18, y+14, blue)
			}
			last = x
			if level == 0 {
				c.Line(x-6, y-22, x-6, y, 2, grey)
				c.Line(x+6, y-22, x+6, y, 2, grey)
			} else {
				for k := range 2 {
					from := adderAt(level-1, 2*i+k)
					to := x - 6 + 12*float64(k)
					c.Line(from, y-48, from, y-30, 2, orange)
					c.Line(from, y-30, to, y-14, 2, orange)
					c.Line(to, y-14, to, y, 2, orange)
				}
			}
		}
		c.Arrow(last+13, y+14, 842, y+14, blue)
	}
	c.Text(adderAt(0, 0)-12, 56, 14, diagram.Start, grey, "two new rows each")
	x, y := adderAt(3, 0), 84+3*76.0
	c.Arrow(x, y+28, x, y+56, orange)
	c.Text(x, y+78, 14, diagram.Middle, black, "sixteens: count its bits, once for sixteen rows")
	return c
}

// adderAt is the middle of an adder of the tree, across.
func adderAt(level, i int) float64 {
	step := 42.0 * float64(int(1)<<level)
	return 505 + step*float64(i) + step/2 - 21
}
