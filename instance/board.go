package instance

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"nqueens"
	"nqueens/encode"
)

// readBoard reads what Problem.Board draws, as nqueens.ReadBoard does, with the
// column of what is wrong. Its memory grows with the board, not with the text.
func readBoard(family *nqueens.Family, text []byte) (nqueens.Problem, error) {
	p := nqueens.Problem{Family: family}
	rows, line := 0, 0
	wrong := func(column int, format string, args ...any) error {
		return &encode.SyntaxError{Format: "board", Line: line, Column: column, Message: fmt.Sprintf(format, args...)}
	}
	for row := range bytes.Lines(text) {
		line++
		row = bytes.TrimRight(row, " \t\r\n")
		if len(row) == 0 {
			continue
		}
		if rows++; rows == 1 {
			p.N = len(row)
			for _, blank := range [...]string{" ", "\t", "\r"} {
				p.N -= bytes.Count(row, []byte(blank))
			}
		}
		file := 0
		for i, c := range row {
			s := nqueens.Square{File: file, Rank: p.N - rows}
			switch c {
			case ' ', '\t', '\r':
				continue
			case family.Piece:
				p.Given = append(p.Given, s)
			case '#':
				p.Blocked = append(p.Blocked, s)
			case '.':
			default:
				r, _ := utf8.DecodeRune(row[i:])
				if rows == 1 {
					return p, wrong(i+1, "%q begins no instance: that would be letting n = 8, n = 8, num(1). or a board of %c, . and #", r, family.Piece)
				}
				return p, wrong(i+1, "%q is no square: %c is a piece, . free, # blocked", r, family.Piece)
			}
			if file++; file > nqueens.MaxModelSize {
				return p, wrong(i+1, "longer than any board: a row has at most %d squares", nqueens.MaxModelSize)
			}
		}
		if file != p.N {
			return p, wrong(len(row)+1, "the row has %d squares, and the first has %d", file, p.N)
		}
		if rows > p.N {
			return p, wrong(1, "row %d of a board with %d columns; it should have as many rows", rows, p.N)
		}
	}
	line++
	switch {
	case rows == 0:
		return p, wrong(1, "no instance in an empty text: it would begin with letting n = 8, n = 8, num(1). or the row of a board")
	case rows != p.N:
		return p, wrong(1, "the board ends after %d rows of %d columns; it should have as many rows", rows, p.N)
	}
	return p, nil
}
