package main

import (
	"fmt"
	"math/bits"
)

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
func drawBlock(x halves) string {
	c := newCanvas(860, 670)
	const cell, left, right, top = 24.0, 64.0, 560.0, 92.0
	c.title(20, 28, "The eight western half-boards …")
	c.title(right-130, 28, "… turned on their side: a block")
	values, _ := diagonals()
	rows := sliced(x.west)
	for i, v := range values {
		c.label(left+(float64(i)+.5)*cell, top-8, 12, "middle", bitColour(i), signed(v))
		c.label(right-12, top+(float64(i)+.5)*cell+5, 12, "end", bitColour(i), signed(v))
		for k := range x.west {
			c.bit(right+float64(k)*cell, top+float64(i)*cell, cell, rows[i]>>k&1 != 0, bitColour(i))
		}
	}
	c.label(left+3*cell, top-28, 14, "middle", blue, "sums")
	c.label(left+9*cell, top-28, 14, "middle", orange, "differences")
	for k, h := range x.west {
		c.label(left-10, top+float64(k)*cell+17, 14, "end", black, fmt.Sprintf("W%d", k+1))
		c.bits(left, top+float64(k)*cell, cell, h.pattern)
		c.label(right+(float64(k)+.5)*cell, top-8, 12, "middle", black, fmt.Sprintf("W%d", k+1))
	}
	for g, name := range []string{"group 1", "group 2"} {
		y := top + float64(g)*6*cell
		c.line(right+8*cell+10, y+4, right+8*cell+10, y+6*cell-4, 3, []string{blue, orange}[g])
		c.label(right+8*cell+20, y+3*cell+5, 14, "start", black, name)
	}
	c.arrow(left+12*cell+20, top+4*cell, right-70, top+4*cell, black)
	// One half-board against the block.
	e := x.east[0]
	y := top + 12*cell + 50
	c.title(20, y, "E1 against the whole block")
	c.bits(left, y+18, cell, e.pattern)
	c.label(left-10, y+35, 14, "end", black, "E1")
	c.label(left+3*cell, y+64, 14, "middle", blue, "six bits: one of 64 rows")
	c.label(left+9*cell+14, y+84, 14, "middle", orange, "six bits: one of 64 rows")
	union := uint(0)
	for g := range 2 {
		row := met(rows, e.pattern, g)
		union |= row
		ry := y + 18 + float64(g)*40
		c.label(right-12, ry+17, 14, "end", black, fmt.Sprintf("look-up in group %d", g+1))
		for k := range x.west {
			c.bit(right+float64(k)*cell, ry, cell, row>>k&1 != 0, []string{blue, orange}[g])
		}
	}
	ry := y + 108
	c.line(right, ry-12, right+8*cell, ry-12, 2, black)
	c.label(right-12, ry+17, 14, "end", black, "or: has something in common with E1")
	for k := range x.west {
		c.bit(right+float64(k)*cell, ry, cell, union>>k&1 != 0, black)
		if union>>k&1 == 0 {
			c.rect(right+float64(k)*cell+2, ry+2, cell-4, cell-4, green, "")
			c.label(right+(float64(k)+.5)*cell, ry+44, 14, "middle", green, fmt.Sprintf("W%d", k+1))
		}
	}
	c.label(right-12, ry+44, 14, "end", green, "zeros: these fit")
	for i, text := range []string{
		"The blocks of the engine hold 512 half-boards and up to five groups, 30 diagonals.",
		"Main diagonals need no bit: E1 has no queen on one.",
	} {
		c.label(20, ry+80+22*float64(i), 14, "start", black, text)
	}
	return c.done()
}

// addend are the three rows of the picture of a full adder: any would do.
var addend = [3]uint{0b10110100, 0b11100110, 0b10101011}

// fullAdder adds three rows place by place: the sum in each place is 2*carry + one.
func fullAdder(a, b, c uint) (one, carry uint) {
	return a ^ b ^ c, a&b | a&c | b&c
}

// drawAdder is one full adder, and sixteen rows counted by fifteen of them.
func drawAdder() string {
	c := newCanvas(860, 420)
	const cell, left = 26.0, 90.0
	c.title(20, 28, "A full adder for rows")
	row := func(y float64, name string, v uint, colour string) {
		c.label(left-12, y+18, 14, "end", black, name)
		for i := range 8 {
			x := left + float64(i)*cell
			c.bit(x, y, cell, v>>i&1 != 0, colour)
		}
	}
	for i, a := range addend {
		row(56+float64(i)*34, []string{"x", "y", "z"}[i], a, grey)
	}
	one, carry := fullAdder(addend[0], addend[1], addend[2])
	c.label(left+4*cell, 178, 14, "middle", black, "how many in each column")
	for i := range 8 {
		n := addend[0]>>i&1 + addend[1]>>i&1 + addend[2]>>i&1
		c.label(left+(float64(i)+.5)*cell, 204, 15, "middle", black, fmt.Sprint(n))
	}
	row(222, "ones", one, blue)
	row(256, "twos", carry, orange)
	ones, twos := bits.OnesCount(one), bits.OnesCount(carry)
	c.label(20, 320, 15, "start", black, fmt.Sprintf("%d ones and %d twos: %d + 2 × %d = %d", ones, twos, ones, twos, ones+2*twos))
	c.label(20, 346, 14, "start", grey, "Five bit operations add all columns.")
	// The tree.
	c.title(400, 28, "Sixteen rows, fifteen adders, one count")
	names := []string{"ones", "twos", "fours", "eights"}
	for level, name := range names {
		n := 8 >> level
		y := 84 + float64(level)*76
		c.label(458, y+20, 14, "end", black, name)
		var last float64
		for i := range n {
			x := adderAt(level, i)
			c.rect(x-13, y, 26, 28, "#eef3f8", blue)
			c.label(x, y+19, 15, "middle", black, "+")
			if i == 0 {
				c.arrow(464, y+14, x-18, y+14, blue)
			} else {
				c.arrow(last+13, y+14, x-18, y+14, blue)
			}
			last = x
			if level == 0 {
				c.line(x-6, y-22, x-6, y, 2, grey)
				c.line(x+6, y-22, x+6, y, 2, grey)
			} else {
				for k := range 2 {
					from := adderAt(level-1, 2*i+k)
					to := x - 6 + 12*float64(k)
					c.line(from, y-48, from, y-30, 2, orange)
					c.line(from, y-30, to, y-14, 2, orange)
					c.line(to, y-14, to, y, 2, orange)
				}
			}
		}
		c.arrow(last+13, y+14, 842, y+14, blue)
	}
	c.label(adderAt(0, 0)-12, 56, 14, "start", grey, "two new rows each")
	x, y := adderAt(3, 0), 84+3*76.0
	c.arrow(x, y+28, x, y+56, orange)
	c.label(x, y+78, 14, "middle", black, "sixteens: count its bits, once for sixteen rows")
	return c.done()
}

// adderAt is the middle of an adder of the tree, across.
func adderAt(level, i int) float64 {
	step := 42.0 * float64(int(1)<<level)
	return 505 + step*float64(i) + step/2 - 21
}
