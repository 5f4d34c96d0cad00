package instance

import (
	"slices"

	"nqueens"
)

// middle is a board on which queens stand for excluded diagonals and some rows
// and columns need no queen. Row and column numbers count from 0.
type middle struct {
	n             int
	queens        []nqueens.Square
	rows, columns []int // those in which a queen stands or must be placed, in order
	corner        nqueens.Square
}

// middleBoard puts the n × n board with excluded diagonals on one of 7n − 3
// squares a side, at row 3n − 2 and column 0, and on each excluded diagonal,
// outside the small board, a queen whose other diagonal misses it. No two of
// these queens attack each other: those of difference diagonals and those of
// sum diagonals have columns of different parity, and their diagonals lie apart.
func middleBoard(n int, excluded []nqueens.Diagonal) middle {
	m := middle{n: 7*n - 3, corner: square(3*n-2, 0)}
	for _, d := range excluded {
		if difference := -d.Value; !d.Sum { // row − column
			m.queens = append(m.queens, square(6*n-3-difference, 3*n-1-2*difference))
		}
	}
	for _, d := range excluded {
		if d.Sum {
			m.queens = append(m.queens, square(2*n-2-d.Value, n+2*d.Value))
		}
	}
	for i := range n {
		m.rows = append(m.rows, m.corner.Rank+i)
		m.columns = append(m.columns, m.corner.File+i)
	}
	for _, q := range m.queens {
		m.rows = append(m.rows, q.Rank)
		m.columns = append(m.columns, q.File)
	}
	slices.Sort(m.rows)
	slices.Sort(m.columns)
	return m
}

// fill makes a completion problem of the middle board: a board of 19 × 19
// blocks, with the middle board in the block of row 0 and column 0, and beyond
// them a strip as wide as the middle board has rows and columns to fill.
//
// A solution of 19 queens says in which blocks queens stand. None of its queens
// is less than two from the long diagonal, so that no diagonal of such a block
// goes through the corner block. In the block of row 0 the rows of the middle
// board are left out, and in that of column 0 its columns; the queens that stood
// there have moved to the strip.
func (m middle) fill() nqueens.Problem {
	inFirstRow, inFirstColumn := square(0, 8), square(17, 0)
	elsewhere := [][2]int{
		{1, 12}, {2, 17}, {3, 7}, {4, 10}, {5, 15}, {6, 1}, {7, 16}, {8, 13}, {9, 2},
		{10, 6}, {11, 18}, {12, 3}, {13, 5}, {14, 11}, {15, 9}, {16, 14}, {18, 4},
	}
	side := 2*m.n - 1 // of a block; neither 2 nor 3 divides it
	if m.n%3 == 2 {
		side = 2*m.n + 1
	}
	given := slices.Clone(m.queens)
	place := func(block nqueens.Square, row, column int) {
		given = append(given, square(block.Rank*side+row, block.File*side+column))
	}
	for i, row := range m.rows {
		place(square(19, inFirstRow.File), i, 2*row)
	}
	for i, column := range m.columns {
		place(square(inFirstColumn.Rank, 19), 2*column, i)
	}
	for i := range side {
		if _, required := slices.BinarySearch(m.rows, i); !required {
			place(inFirstRow, i, 2*i%side)
		}
	}
	for i := range side {
		if _, required := slices.BinarySearch(m.columns, i); !required {
			place(inFirstColumn, 2*i%side, i)
		}
	}
	for _, block := range elsewhere {
		for i := range side {
			place(square(block[0], block[1]), i, 2*i%side)
		}
	}
	return nqueens.Problem{Family: nqueens.Queens, N: 19*side + len(m.rows), Given: given}
}
