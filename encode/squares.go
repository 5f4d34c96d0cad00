package encode

import (
	"bufio"
	"fmt"

	"nqueens"
)

// The comment "squares 1 = a1 b1 c1" says that variable 1 stands for a1, 2 for
// b1 and 3 for c1. The DIMACS and OPB files of a board problem begin with one
// such line for each rank, so that whoever reads a solver's answer can find
// the squares in it.

// maxSquaresPerLine breaks the long ranks of large boards.
const maxSquaresPerLine = 32

// checkSquares refuses squares that no variable or no text can stand for.
func checkSquares(squares []nqueens.Square, variables int) error {
	if len(squares) > variables {
		return fmt.Errorf("%d squares for %d variables", len(squares), variables)
	}
	for i, s := range squares {
		if s.File < 0 || s.Rank < 0 {
			return fmt.Errorf("variable %d stands for file %d, rank %d, which is off every board", i+1, s.File, s.Rank)
		}
	}
	return nil
}

// writeSquares writes the map from variables to squares as comments.
func writeSquares(w *bufio.Writer, comment string, squares []nqueens.Square) {
	for start := 0; start < len(squares); {
		fmt.Fprintf(w, "%s squares %d =", comment, start+1)
		end := start
		for end < len(squares) && squares[end].Rank == squares[start].Rank && end-start < maxSquaresPerLine {
			fmt.Fprintf(w, " %v", squares[end])
			end++
		}
		fmt.Fprintln(w)
		start = end
	}
}

// readSquares reads the rest of a comment that begins with the word squares and
// appends what it names. Only a number after that word makes it a map: "c
// squares are numbered by rank" stays a comment.
func (s *scanner) readSquares(squares []nqueens.Square) ([]nqueens.Square, error) {
	if !s.nextOnLine() {
		return squares, nil
	}
	start, ok := s.integer()
	if !ok {
		return squares, nil
	}
	if start != int64(len(squares))+1 {
		return nil, s.wrong("the squares of variables from %d on: those from %d on should come next", start, len(squares)+1)
	}
	if !s.nextOnLine() || !s.is("=") {
		return nil, s.wrong(`%s: should be "=" and the squares, as in "squares 1 = a1 b1"`, s.quoted())
	}
	for s.nextOnLine() {
		square, err := nqueens.ParseSquare(string(s.word))
		if err != nil {
			return nil, s.wrong("%v", err)
		}
		squares = append(squares, square)
	}
	return squares, nil
}
