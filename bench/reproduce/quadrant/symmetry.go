package quadrant

import "nqueens/bench/diagram"

// drawSymmetry is the kinds of solutions by their queens on main diagonals.
func drawSymmetry() *diagram.Drawing {
	c := diagram.NewDrawing("Solutions by their queens on main diagonals", 860, 484)
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
		c.Heading(20, y+46, 20, black, row.name)
		c.Text(48, y+46, 15, diagram.Start, black, row.text)
		c.Text(48, y+72, 15, diagram.Start, grey, row.alike)
		for k, queens := range row.queens {
			x := 300 + float64(k)*138
			mainDiagonals(c, x, y, 110, queens)
			if k == 0 {
				c.Rect(x-6, y-6, 122, 122, none, green)
			}
		}
	}
	c.Text(300, 464, 14, diagram.Start, green, "Framed: the kind that is counted. It stands for its whole row.")
	return c
}

// mainDiagonals is a board with its main diagonals, D from the south-west and A
// from the north-west, and a queen on them in some quadrants.
func mainDiagonals(c *diagram.Drawing, x, y, size float64, queens []string) {
	c.Rect(x, y, size/2, size, tints[0][0], none)
	c.Rect(x+size/2, y, size/2, size, tints[1][0], none)
	c.Rect(x, y, size, size, none, black)
	c.Line(x+size/2, y, x+size/2, y+size, 1, grey)
	c.Line(x, y+size/2, x+size, y+size/2, 1, grey)
	c.Line(x, y+size, x+size, y, 2, red)
	c.Line(x, y, x+size, y+size, 2, red)
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
		ring(c, cx, cy, 15, red)
		c.Queen(cx-cell/2, cy-cell/2, cell, black)
	}
}

// drawOdd is the two kinds of odd boards.
func drawOdd() *diagram.Drawing {
	c := diagram.NewDrawing("The two kinds of odd boards", 860, 410)
	const n, m = 9, 4
	c.Heading(20, 28, 16, black, "The centre is empty")
	b := newBoard(c, n, 0, n, 40, 50, 32)
	size := n * b.cell
	x, y := b.centre(queen{m, m})
	row, column := queen{m - 3, m}, queen{m, m + 2}
	b.queens(black, row, column)
	rx, ry := b.centre(row)
	_, cy := b.centre(column)
	c.Disc(x, y, 4, black)
	c.Line(rx+14, ry+24, x, ry+24, 2, black)
	c.Text((rx+x)/2+6, ry+42, 15, diagram.Middle, black, "c = 3")
	c.Line(x+24, cy, x+24, y, 2, black)
	c.Text(x+32, (cy+y)/2+5, 15, diagram.Start, black, "r = 2")
	edge := b.x + (m+1)*b.cell
	c.Line(edge, b.y-10, edge, b.y+size+10, 3, black)
	c.Text(b.x+2.5*b.cell, b.y+size+26, 15, diagram.Middle, blue, "A: m+1 files")
	c.Text(b.x+7*b.cell, b.y+size+26, 15, diagram.Middle, orange, "B: m files")
	c.Text(b.x, b.y+size+50, 14, diagram.Start, black, "c > r ≥ 1: one of eight boards alike")
	c.Heading(450, 28, 16, black, "A queen in the centre")
	k := newBoard(c, n, 0, n, 470, 50, 32)
	k1x, k1y := k.centre(queen{0, 0})
	k2x, k2y := k.centre(queen{n - 1, n - 1})
	c.Dashes(k1x, k1y, k2x, k2y, 2, red)
	c.Dashes(k1x, k2y, k2x, k1y, 2, red)
	k.queens(black, queen{m, m})
	for i, name := range []string{"NW", "NE", "SW", "SE"} {
		c.Text(k.x+2*k.cell+float64(i%2)*5*k.cell, k.y+1.2*k.cell+float64(i/2)*7*k.cell, 16, diagram.Middle, grey, name)
	}
	paragraph(c, k.x, k.y+size+26, 15, 24, "Four quadrants alike, nothing on the", "middle lines and main diagonals.")
	return c
}
