package main

// drawSymmetry is the kinds of solutions by their queens on main diagonals.
func drawSymmetry() string {
	c := newCanvas(860, 484)
	rows := []struct {
		name, text, alike string
		queens            [][]string // by board, the quadrants with a queen on a main diagonal
	}{
		{"z", "no queen on a main diagonal", "weight 1", [][]string{nil}},
		{"q", "a queen on one of them", "four kinds alike: weight 4", [][]string{{"SW"}, {"NE"}, {"NW"}, {"SE"}}},
		{"p", "a queen on both", "four kinds alike: weight 4", [][]string{{"SW", "NW"}, {"NE", "SE"}, {"SW", "SE"}, {"NW", "NE"}}},
	}
	for i, row := range rows {
		y := 20 + float64(i)*150
		c.add(`<text x="20" y="%g" font-size="20" font-weight="bold" fill="%s">%s</text>`, y+46, black, row.name)
		c.label(48, y+46, 15, "start", black, row.text)
		c.label(48, y+72, 15, "start", grey, row.alike)
		for k, queens := range row.queens {
			x := 300 + float64(k)*138
			mainDiagonals(c, x, y, 110, queens)
			if k == 0 {
				c.rect(x-6, y-6, 122, 122, "none", green)
			}
		}
	}
	c.label(300, 464, 14, "start", green, "Framed: the kind that is counted. It stands for its whole row.")
	return c.done()
}

// mainDiagonals is a board with its main diagonals, D from the south-west and A
// from the north-west, and a queen on them in some quadrants.
func mainDiagonals(c *canvas, x, y, size float64, queens []string) {
	c.rect(x, y, size/2, size, tints[0][0], "")
	c.rect(x+size/2, y, size/2, size, tints[1][0], "")
	c.rect(x, y, size, size, "none", black)
	c.line(x+size/2, y, x+size/2, y+size, 1, grey)
	c.line(x, y+size/2, x+size, y+size/2, 1, grey)
	c.line(x, y+size, x+size, y, 2, red)
	c.line(x, y, x+size, y+size, 2, red)
	const cell = 26.0
	for i, quadrant := range queens {
		// The second queen may not be attacked by the first.
		away := []float64{.17, .29}[i]
		cx, cy := x+away*size, y+away*size
		if quadrant[1] == 'E' {
			cx = x + (1-away)*size
		}
		if quadrant[0] == 'S' {
			cy = y + (1-away)*size
		}
		c.add(`<circle cx="%g" cy="%g" r="15" fill="white" stroke="%s"/>`, cx, cy, red)
		c.crown(cx-cell/2, cy-cell/2, cell, black)
	}
}

// drawOdd is the two kinds of odd boards.
func drawOdd() string {
	c := newCanvas(860, 410)
	const n, m = 9, 4
	c.title(20, 28, "The centre is empty")
	b := c.newBoard(n, 0, n, 40, 50, 32)
	size := n * b.cell
	x, y := b.centre(queen{m, m})
	row, column := queen{m - 3, m}, queen{m, m + 2}
	b.queen(row, black)
	b.queen(column, black)
	rx, ry := b.centre(row)
	_, cy := b.centre(column)
	c.add(`<circle cx="%g" cy="%g" r="4" fill="%s"/>`, x, y, black)
	c.line(rx+14, ry+24, x, ry+24, 2, black)
	c.label((rx+x)/2+6, ry+42, 15, "middle", black, "c = 3")
	c.line(x+24, cy, x+24, y, 2, black)
	c.label(x+32, (cy+y)/2+5, 15, "start", black, "r = 2")
	edge := b.x + (m+1)*b.cell
	c.line(edge, b.y-10, edge, b.y+size+10, 3, black)
	c.label(b.x+2.5*b.cell, b.y+size+26, 15, "middle", blue, "A: m+1 files")
	c.label(b.x+7*b.cell, b.y+size+26, 15, "middle", orange, "B: m files")
	c.label(b.x, b.y+size+50, 14, "start", black, "c > r ≥ 1: one of eight boards alike")
	c.title(450, 28, "A queen in the centre")
	k := c.newBoard(n, 0, n, 470, 50, 32)
	k1x, k1y := k.centre(queen{0, 0})
	k2x, k2y := k.centre(queen{n - 1, n - 1})
	c.dashes(k1x, k1y, k2x, k2y, 2, red)
	c.dashes(k1x, k2y, k2x, k1y, 2, red)
	k.queen(queen{m, m}, black)
	for i, name := range []string{"NW", "NE", "SW", "SE"} {
		c.label(k.x+2*k.cell+float64(i%2)*5*k.cell, k.y+1.2*k.cell+float64(i/2)*7*k.cell, 16, "middle", grey, name)
	}
	c.label(k.x, k.y+size+26, 15, "start", black, "Four quadrants alike, nothing on the")
	c.label(k.x, k.y+size+50, 15, "start", black, "middle lines and main diagonals.")
	return c.done()
}
