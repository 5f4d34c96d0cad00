package dlx_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nqueens/dlx"
)

// langford returns the problem of arranging two each of the numbers 1 to n with exactly k numbers
// between the two k's.
func langford(tb testing.TB, n int) *dlx.Problem {
	tb.Helper()
	p, err := dlx.NewProblem(append(lines("number", n), lines("slot", 2*n)...), nil)
	if err != nil {
		tb.Fatal(err)
	}
	for k := range n {
		for first := 0; first+k+2 < 2*n; first++ {
			if err := p.AddOption(k, n+first, n+first+k+2); err != nil {
				tb.Fatal(err)
			}
		}
	}
	return p
}

// pentominoes are the twelve pieces, each as rows.
var pentominoes = map[string]string{
	"F": ".XX/XX./.X.", "I": "XXXXX", "L": "X./X./X./XX", "N": ".X/XX/X./X.",
	"P": "XX/XX/X.", "T": "XXX/.X./.X.", "U": "X.X/XXX", "V": "X../X../XXX",
	"W": "X../XX./.XX", "X": ".X./XXX/.X.", "Y": ".X/XX/.X/.X", "Z": "XX./.X./.XX",
}

type cell struct{ row, column int }

// orientations returns the distinct rotations and reflections of a piece. Their cells are sorted
// and touch the top and left edges.
func orientations(rows string) (all [][]cell) {
	var shape []cell
	for r, row := range strings.Split(rows, "/") {
		for c, square := range row {
			if square == 'X' {
				shape = append(shape, cell{r, c})
			}
		}
	}
	for turn := range 8 {
		top, left := 9, 9
		for i, s := range shape {
			s = cell{s.column, -s.row} // a quarter turn
			if turn == 4 {
				s.column = -s.column
			}
			shape[i] = s
			top, left = min(top, s.row), min(left, s.column)
		}
		var moved []cell
		for _, s := range shape {
			moved = append(moved, cell{s.row - top, s.column - left})
		}
		slices.SortFunc(moved, func(a, b cell) int { return 9*(a.row-b.row) + a.column - b.column })
		if !slices.ContainsFunc(all, func(o []cell) bool { return slices.Equal(o, moved) }) {
			all = append(all, moved)
		}
	}
	return all
}

// tiling returns the problem of tiling a rectangle of 60 cells with the twelve pentominoes.
func tiling(tb testing.TB, rows, columns int) *dlx.Problem {
	tb.Helper()
	var items []string
	for name := range pentominoes {
		items = append(items, name)
	}
	slices.Sort(items)
	for i := range rows * columns {
		items = append(items, fmt.Sprintf("%d,%d", i/columns, i%columns))
	}
	p, err := dlx.NewProblem(items, nil)
	if err != nil {
		tb.Fatal(err)
	}
	for piece, name := range items[:len(pentominoes)] {
		for _, shape := range orientations(pentominoes[name]) {
			for at := range rows * columns {
				option := []int{piece}
				for _, s := range shape {
					r, c := at/columns+s.row, at%columns+s.column
					if r < rows && c < columns {
						option = append(option, len(pentominoes)+r*columns+c)
					}
				}
				if len(option) != 6 {
					continue
				}
				if err := p.AddOption(option...); err != nil {
					tb.Fatal(err)
				}
			}
		}
	}
	return p
}

// sudoku returns the problem of completing a grid, given as rows with a dot for an empty cell.
func sudoku(tb testing.TB, puzzle string) *dlx.Problem {
	tb.Helper()
	p, err := dlx.NewProblem(slices.Concat(lines("cell", 81), lines("row", 81), lines("column", 81), lines("box", 81)), nil)
	if err != nil {
		tb.Fatal(err)
	}
	for at, given := range puzzle {
		r, c := at/9, at%9
		for digit := range 9 {
			if given != '.' && given != rune('1'+digit) {
				continue
			}
			if err := p.AddOption(at, 81+9*r+digit, 162+9*c+digit, 243+9*(r/3*3+c/3)+digit); err != nil {
				tb.Fatal(err)
			}
		}
	}
	return p
}

func TestFamilies(t *testing.T) {
	tests := []struct {
		name    string
		problem *dlx.Problem
		want    uint64
	}{
		// OEIS A014552 counts an arrangement and its reverse as one.
		{"Langford 3", langford(t, 3), 2 * 1},
		{"Langford 4", langford(t, 4), 2 * 1},
		{"Langford 5", langford(t, 5), 0},
		{"Langford 6", langford(t, 6), 0},
		{"Langford 7", langford(t, 7), 2 * 26},
		{"Langford 8", langford(t, 8), 2 * 150},
		{"Sudoku", sudoku(t, "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."), 1},
		// Two tilings, each in four reflections (C. B. and J. Haselgrove, 1960).
		{"pentominoes 3x20", tiling(t, 3, 20), 4 * 2},
	}
	for _, test := range tests {
		for _, choice := range choices {
			if choice == dlx.FirstItem && !strings.HasPrefix(test.name, "Langford") {
				continue // too slow: it places the pieces in a fixed order
			}
			for _, engine := range engines {
				t.Run(fmt.Sprint(test.name, "/", choice, "/", engine), func(t *testing.T) {
					got, err := test.problem.NewSearch(dlx.Config{Choice: choice, Engine: engine}).Count(t.Context())
					if err != nil || got != test.want {
						t.Errorf("%d solutions and error %v, want %d", got, err, test.want)
					}
				})
			}
		}
	}
}
