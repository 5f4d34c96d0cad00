package puzzle

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nqueens/dlx"
)

// pieces are the twelve pentominoes by their letters, row by row.
var pieces = []struct{ name, rows string }{
	{"F", ".XX/XX./.X."}, {"I", "XXXXX"}, {"L", "XXXX/X..."}, {"N", "XXX./..XX"},
	{"P", "XX/XX/X."}, {"T", "XXX/.X./.X."}, {"U", "X.X/XXX"}, {"V", "X../X../XXX"},
	{"W", "X../XX./.XX"}, {"X", ".X./XXX/.X."}, {"Y", "XXXX/.X.."}, {"Z", "XX./.X./.XX"},
}

// A square is a row and a column.
type square struct{ row, column int }

// pentominoes returns a problem whose items are the pieces and the cells p1,1 and so on. For a rectangle of
// fewer than 60 cells the pieces are secondary items, because some are left over.
func pentominoes(r Request) (*dlx.Problem, error) {
	high, wide, ok := strings.Cut(r.Size, "x")
	rows, err1 := strconv.Atoi(high)
	columns, err2 := strconv.Atoi(wide)
	switch {
	case !ok || err1 != nil || err2 != nil || rows < 1 || columns < 1:
		return nil, fmt.Errorf("size %q: write rows and columns, as in 6x10", r.Size)
	case rows > 60 || columns > 60 || rows*columns > 60 || rows*columns%5 != 0:
		return nil, fmt.Errorf("size %s: %d cells, but twelve pieces of five tile 60 cells, and fewer of them 55, 50 and so on", r.Size, rows*columns)
	}
	var letters []string
	for _, piece := range pieces {
		letters = append(letters, piece.name)
	}
	primary, secondary := pairs("p", rows, columns), letters
	firstCell, firstPiece := 0, rows*columns
	if rows*columns == 60 {
		primary, secondary = append(letters, primary...), nil
		firstCell, firstPiece = len(pieces), 0
	}
	p, err := dlx.NewProblem(primary, secondary)
	for k, piece := range pieces {
		for _, shape := range orientations(piece.rows) {
			for at := range rows * columns {
				option := []int{firstPiece + k}
				for _, s := range shape {
					if row, column := at/columns+s.row, at%columns+s.column; row < rows && column < columns {
						option = append(option, firstCell+row*columns+column)
					}
				}
				if len(option) == 1+len(shape) && err == nil {
					err = p.AddOption(option...)
				}
			}
		}
	}
	return p, err
}

// orientations returns the different rotations and reflections of a piece, each as squares in order
// that touch row 0 and column 0.
func orientations(rows string) (all [][]square) {
	var shape []square
	for row, text := range strings.Split(rows, "/") {
		for column, c := range text {
			if c == 'X' {
				shape = append(shape, square{row, column})
			}
		}
	}
	for turn := range 8 {
		for i, s := range shape {
			if turn == 4 {
				s.column = -s.column
			}
			shape[i] = square{s.column, -s.row}
		}
		top, left := shape[0].row, shape[0].column
		for _, s := range shape {
			top, left = min(top, s.row), min(left, s.column)
		}
		var moved []square
		for _, s := range shape {
			moved = append(moved, square{s.row - top, s.column - left})
		}
		slices.SortFunc(moved, func(a, b square) int { return 60*(a.row-b.row) + a.column - b.column })
		if !slices.ContainsFunc(all, func(o []square) bool { return slices.Equal(o, moved) }) {
			all = append(all, moved)
		}
	}
	return all
}
