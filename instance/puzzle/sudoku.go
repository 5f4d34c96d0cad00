package puzzle

import (
	"fmt"
	"slices"
	"strings"

	"nqueens/dlx"
)

// digits are the texts of the values of cells, from 1 on.
const digits = "123456789abcdefghijklmnopqrstuvwxyz"

// sudoku returns a problem with the items p1,2, the cells by row and column; r1,5, row 1 has a 5; c1,5,
// column 1 has a 5; and b1,5, box 1 has a 5. A cell that the grid fills has one option.
func sudoku(r Request) (*dlx.Problem, error) {
	n, err := number(r.Size, len(digits))
	box := 1
	for box*box < n {
		box++
	}
	if err == nil && box*box != n {
		err = fmt.Errorf("size %d: boxes are square, so write 4, 9, 16 or 25", n)
	}
	if err != nil {
		return nil, err
	}
	grid, err := cells(r.Grid, n)
	if err != nil {
		return nil, err
	}
	p, err := dlx.NewProblem(slices.Concat(pairs("p", n, n), pairs("r", n, n), pairs("c", n, n), pairs("b", n, n)), nil)
	for at, given := range grid {
		row, column := at/n, at%n
		for digit := 0; digit < n && err == nil; digit++ {
			if given < 0 || given == digit {
				err = p.AddOption(at, n*n+row*n+digit, 2*n*n+column*n+digit, 3*n*n+(row/box*box+column/box)*n+digit)
			}
		}
	}
	return p, err
}

// cells parses a grid: by cell, the value less 1, or −1 for an empty cell. Blanks are left out.
func cells(grid string, n int) ([]int, error) {
	list := slices.Repeat([]int{-1}, n*n)
	if grid == "" {
		return list, nil
	}
	grid = strings.Join(strings.Fields(grid), "")
	if len(grid) != n*n {
		return nil, fmt.Errorf("the grid has %d cells, not %d", len(grid), n*n)
	}
	for i := range list {
		if c := grid[i]; c != '.' && c != '0' {
			list[i] = strings.IndexByte(digits[:n], c)
			if list[i] < 0 {
				return nil, fmt.Errorf("cell %d of the grid is %q: write 1 to %c, or . for an empty one", i+1, c, digits[n-1])
			}
		}
	}
	return list, nil
}
