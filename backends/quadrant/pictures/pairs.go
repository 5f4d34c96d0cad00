package main

import "fmt"

// drawPairs is the table of all pairs of half-boards of the example.
func drawPairs(x halves) string {
	c := newCanvas(860, 500)
	const left, top, cell = 70.0, 76.0, 44.0
	c.title(20, 28, "How many diagonals do two half-boards have in common?")
	for i, e := range x.east {
		y := top + float64(i)*cell
		c.label(left-12, y+28, 15, "end", orange, fmt.Sprintf("E%d", i+1))
		for k, w := range x.west {
			n := common(e, w)
			fill, colour := white, black
			if e.main > 0 {
				fill, colour = "#f0f0f0", grey
			}
			if n == 0 {
				fill, colour = green, white
			}
			c.rect(left+float64(k)*cell, y, cell, cell, fill, grey)
			c.label(left+(float64(k)+.5)*cell, y+28, 16, "middle", colour, fmt.Sprint(n))
		}
	}
	for k := range x.west {
		c.label(left+(float64(k)+.5)*cell, top-10, 15, "middle", blue, fmt.Sprintf("W%d", k+1))
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
		c.line(x1, y, x2, y, 3, blue)
		c.label((x1+x2)/2, y+22, 15, "middle", blue, fmt.Sprintf("× %d", 1<<main))
		from += n
	}
	bare := float64(len(x.bare()))
	c.line(left+8*cell+12, top+4, left+8*cell+12, top+bare*cell-4, 3, orange)
	for i, text := range []string{
		"Green: none in common. That pair is a",
		"solution. There are three of them.",
	} {
		c.label(left+8*cell+30, top+5.4*cell+float64(i)*24, 15, "start", black, text)
	}
	for i, text := range []string{
		"Only these three rows are compared:",
		"half-boards E1 to E3 have no queen",
		"on a main diagonal. The weights below",
		"make up for the rows in grey.",
	} {
		c.label(left+8*cell+30, top+20+float64(i)*24, 15, "start", black, text)
	}
	c.label(left, top+8*cell+62, 15, "start", black, "Weights by queens of the western half-board on main diagonals: none, one, two.")
	return c.done()
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
func drawSplit(x halves) string {
	c := newCanvas(860, 350)
	d, east, west := x.crossing()
	values, kinds := diagonals()
	name := map[string]string{"s": "sum ", "d": "difference "}[kinds[d]] + signed(values[d])
	c.title(20, 28, fmt.Sprintf("All pairs of the example, split by %s", name))
	const left, top, cell = 200.0, 84.0, 28.0
	all := float64(len(x.east))
	e, w := float64(east), float64(west)
	c.rect(left, top, w*cell, e*cell, "#f3c6cc", black)
	c.rect(left+w*cell, top, (all-w)*cell, e*cell, "#d8efdf", black)
	c.rect(left, top+e*cell, all*cell, (all-e)*cell, "#eef6e4", black)
	c.label(left+w*cell/2, top+e*cell/2+5, 15, "middle", red, "never")
	c.label(left+(w+all)*cell/2, top+e*cell/2+5, 15, "middle", green, "first join")
	c.label(left+all*cell/2, top+(e+all)*cell/2+5, 15, "middle", green, "second join")
	c.label(left-12, top+e*cell/2+5, 14, "end", orange, fmt.Sprintf("%d eastern with it", east))
	c.label(left-12, top+(e+all)*cell/2+5, 14, "end", orange, fmt.Sprintf("%d without it", len(x.east)-east))
	c.label(left+w*cell/2, top-28, 14, "middle", blue, fmt.Sprintf("%d western", west))
	c.label(left+w*cell/2, top-10, 14, "middle", blue, "with it")
	c.label(left+(w+all)*cell/2, top-28, 14, "middle", blue, fmt.Sprintf("%d", len(x.west)-west))
	c.label(left+(w+all)*cell/2, top-10, 14, "middle", blue, "without it")
	for i, text := range []string{
		fmt.Sprintf("Two half-boards that both have %s", name),
		fmt.Sprintf("cannot fit: those %d pairs are never", east*west),
		"looked at.",
		"In each of the two joins that are left one",
		"side lacks the diagonal altogether, so its",
		"bit need not be looked at any more either.",
		fmt.Sprintf("Of 12 bits 11 are left, of 64 pairs %d.", 64-east*west),
	} {
		c.label(left+all*cell+30, top+16+float64(i)*26, 15, "start", black, text)
	}
	return c.done()
}
