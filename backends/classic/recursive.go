package classic

import "nqueens"

// Place returns the procedure of the textbooks, E. Horowitz and S. Sahni, "Fundamentals of Computer
// Algorithms", 1978: PLACE(k) reports whether the queen of row k can stay, NQUEENS tries each of
// its columns and continues with the next row.
//
// What to notice: it is [Naive] in two procedures, and the recursion stores k.
func Place() *Method {
	return newMethod("place", "the textbooks' recursive NQUEENS with its test PLACE",
		bytes, func(s *search) { (&textbook{search: s, n: uint8(s.n)}).run() }, nqueens.FindFirst, nqueens.CountAll, nqueens.FindAll)
}

// textbook has the global variables of the procedures.
type textbook struct {
	*search
	n uint8
	x squares // the column of the queen of each row
}

func (t *textbook) run() {
	t.search.nodes = 1
	t.nqueens(0)
	t.placements = (t.nodes - t.found) * uint64(t.n)
}

// place reports whether the queen of row k can stay with those before it.
func (t *textbook) place(k uint8) bool {
	c := int(t.x[k])
	for i, other := range t.x[:k] {
		if across, up := c-int(other), int(k)-i; across == 0 || across == up || across == -up {
			return false
		}
	}
	return true
}

// nqueens tries all squares of row k, and reports whether the search continues.
func (t *textbook) nqueens(k uint8) bool {
	for i := uint8(0); i < t.n; i++ {
		t.x[k] = i
		stays := t.place(k)
		if t.tried != nil {
			t.tried(k, i, stays)
		}
		if !stays {
			continue
		}
		t.nodes++
		if k == t.n-1 {
			if !t.solved(&t.x) {
				return false
			}
		} else if !t.nqueens(k + 1) {
			return false
		}
	}
	return !t.stop.Load()
}

// Wirth returns the program of N. Wirth, "Algorithms + Data Structures = Programs", 1976, p. 145: a
// procedure that tries to place the queen of file i in each rank and calls itself for the next,
// with three arrays of booleans for what is free. It stops at the first solution, for 8 queens 1 5
// 8 6 3 7 2 4.
//
// A square is tested as in [Marks]. A queen is removed only if the recursion after it failed, so the board still
// holds the solution when the search succeeds.
func Wirth() *Method {
	return newMethod("wirth", "the recursive procedure that tries, with three boolean arrays",
		bytes, func(s *search) { (&trial{search: s, n: uint8(s.n)}).run() }, nqueens.FindFirst)
}

// trial has the program's variables. Its arrays mark the ranks and diagonals without a queen.
type trial struct {
	*search
	n       uint8
	x       squares // the rank of the queen of each file
	a, b, c marked  // no queen in the rank, on the sum, on the difference
}

func (t *trial) run() {
	for i := range t.a {
		t.a[i], t.b[i], t.c[i] = true, true, true
	}
	t.nodes = 1
	if t.try(0) {
		t.solved(&t.x)
	}
}

// try places the queens from file i on and reports whether it succeeded.
func (t *trial) try(i uint8) bool {
	for j := uint8(0); j < t.n; j++ {
		t.placements++
		if !t.a[j] || !t.b[i+j] || !t.c[i-j] {
			continue
		}
		t.nodes++
		t.x[i] = j
		t.a[j], t.b[i+j], t.c[i-j] = false, false, false
		if i == t.n-1 || t.try(i+1) {
			return true
		}
		if t.stop.Load() {
			return false
		}
		t.a[j], t.b[i+j], t.c[i-j] = true, true, true
	}
	return false
}

// Dijkstra returns the program that E. W. Dijkstra develops step by step in O.-J. Dahl, E. W.
// Dijkstra and C. A. R. Hoare, "Structured Programming", 1972, pp. 72–82: depth-first backtracking
// with the same three arrays that [Wirth] used later, for all solutions.
//
// What to notice: the board is a variable outside the procedure, which always finds queens in the
// first rows and leaves them unchanged. The redundant information, which lines are free, is stored
// with it to make the test of a square short.
func Dijkstra() *Method {
	return newMethod("dijkstra", "structured backtracking with three boolean arrays, all solutions",
		bytes, func(s *search) { (&generator{search: s, side: uint8(s.n)}).run() }, nqueens.CountAll, nqueens.FindAll)
}

// generator has the program's variables.
type generator struct {
	*search
	side          uint8
	n             uint8   // number of queens on the board
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
