package instance

import (
	"bufio"
	"fmt"

	"nqueens"
)

// Three formats are written as the published generators print them, to the
// byte: two spaces after the equals sign, one after each comma.

func writeCompletion(w *bufio.Writer, p nqueens.Problem) {
	fmt.Fprintf(w, "letting n =  %d\nletting init =  ", p.N)
	writePairs(w, distinct(p.Given), func(s nqueens.Square) (int, int) { return s.Rank, s.File })
}

func writeBlocked(w *bufio.Writer, p nqueens.Problem) {
	fmt.Fprintf(w, "letting n =  %d\nletting blocks =  ", p.N)
	writePairs(w, closedSquares(p), func(s nqueens.Square) (int, int) { return s.Rank + 1, s.File + 1 })
}

func writeDiagonals(w *bufio.Writer, p nqueens.Problem) {
	excluded := distinct(p.Excluded)
	fmt.Fprintf(w, "n =  %d\nnumdiags =  %d\ndiags =  ", p.N, len(excluded))
	writePairs(w, excluded, func(d nqueens.Diagonal) (int, int) { return published(d, p.N) })
}

func writePairs[T any](w *bufio.Writer, list []T, pair func(T) (int, int)) {
	w.WriteByte('[')
	for i, item := range list {
		if i > 0 {
			w.WriteString(", ")
		}
		a, b := pair(item)
		fmt.Fprintf(w, "[%d, %d]", a, b)
	}
	w.WriteString("]\n")
}

func writeFacts(w *bufio.Writer, p nqueens.Problem) {
	for i := range p.N {
		fmt.Fprintf(w, "num(%d).\n", i+1)
	}
	writeSquareFacts(w, p)
}

func writeBoardFacts(w *bufio.Writer, p nqueens.Problem) {
	fmt.Fprintf(w, "board(%d).\n", p.N)
	writeSquareFacts(w, p)
}

func writeSquareFacts(w *bufio.Writer, p nqueens.Problem) {
	for _, s := range closedSquares(p) {
		fmt.Fprintf(w, "block(%d,%d).\n", s.Rank+1, s.File+1)
	}
	for _, s := range distinct(p.Given) {
		fmt.Fprintf(w, "queen(%d,%d).\n", s.Rank+1, s.File+1)
	}
}

func writeMiniZinc(w *bufio.Writer, p nqueens.Problem) {
	blocked := closedSquares(p)
	fmt.Fprintf(w, "n = %d;\nm = %d;\n", p.N, len(blocked))
	writeArray(w, "row", blocked, func(s nqueens.Square) int { return s.Rank + 1 })
	writeArray(w, "col", blocked, func(s nqueens.Square) int { return s.File + 1 })
}

func writeArray(w *bufio.Writer, name string, squares []nqueens.Square, coordinate func(nqueens.Square) int) {
	fmt.Fprintf(w, "%s = [", name)
	for i, s := range squares {
		if i > 0 {
			w.WriteByte(',')
		}
		fmt.Fprint(w, coordinate(s))
	}
	w.WriteString("];\n")
}

func writeBoard(w *bufio.Writer, p nqueens.Problem) {
	w.WriteString(p.Board(p.Given))
}

// distinct keeps the first of equal items, and the order.
func distinct[T comparable](list []T) []T {
	seen := make(map[T]bool, len(list))
	kept := make([]T, 0, len(list))
	for _, item := range list {
		if !seen[item] {
			seen[item] = true
			kept = append(kept, item)
		}
	}
	return kept
}

// closedSquares are the squares where no piece may stand, by row: blocked ones
// and those of excluded diagonals.
func closedSquares(p nqueens.Problem) []nqueens.Square {
	if len(p.Blocked)+len(p.Excluded) == 0 {
		return nil // the board may be too large to go through
	}
	var squares []nqueens.Square
	for i, closed := range p.Closed() {
		if closed {
			squares = append(squares, square(i/p.N, i%p.N))
		}
	}
	return squares
}
