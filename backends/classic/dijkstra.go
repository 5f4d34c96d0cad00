package classic

import "nqueens"

// Dijkstra is the program that E. W. Dijkstra develops step by step in O.-J.
// Dahl, E. W. Dijkstra and C. A. R. Hoare, "Structured Programming", 1972,
// pp. 72–82: depth-first backtracking with the same three arrays as [Wirth]
// took up later, for all solutions.
//
// To notice: the board is a variable outside the procedure, which always finds
// it with queens in the first rows and leaves it so. What is redundant, which
// lines are free, is kept beside it to make the test of a square short.
func Dijkstra() *Method {
	return newMethod("dijkstra", "structured backtracking with three boolean arrays, all solutions",
		bytes, func(s *search) { (&generator{search: s, side: uint8(s.n)}).run() }, nqueens.CountAll, nqueens.FindAll)
}

// generator has the program's variables.
type generator struct {
	*search
	side          uint8
	n             uint8   // queens on the board
	x             squares // the column of each
	col, up, down marked  // free columns, differences and sums
	ended         bool
}

func (g *generator) run() {
	for i := range g.col {
		g.col[i], g.up[i], g.down[i] = true, true, true
	}
	g.nodes = 1
	g.generate()
	g.placements = (g.nodes - g.found) * uint64(g.side)
}

// generate adds all configurations that begin with the queens on the board.
func (g *generator) generate() {
	for h := uint8(0); h < g.side && !g.ended; h++ {
		if !g.col[h] || !g.up[g.n-h] || !g.down[g.n+h] {
			continue
		}
		g.nodes++
		g.x[g.n] = h // set the queen
		g.col[h], g.up[g.n-h], g.down[g.n+h] = false, false, false
		g.n++
		if g.n == g.side {
			g.ended = !g.solved(&g.x)
		} else {
			g.generate()
		}
		g.n-- // remove it
		g.col[h], g.up[g.n-h], g.down[g.n+h] = true, true, true
	}
	g.ended = g.ended || g.stop.Load()
}
