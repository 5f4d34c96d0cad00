package instance

import (
	"fmt"
	"slices"

	"nqueens"
	"nqueens/family"
)

// A Translation is a problem with excluded diagonals and an equivalent completion problem: their
// solutions correspond one to one. The queens that complete the larger board are placed on a part
// of it as on the smaller board.
type Translation struct {
	Diagonals  nqueens.Problem
	Completion nqueens.Problem
	// Corner is the square of the larger board that corresponds to a1 of the smaller.
	Corner nqueens.Square
}

// ToCompletion places queens on a much larger board such that only an n × n part of it has rows and
// columns without a queen. The diagonals of queens through this part are exactly the excluded ones.
// A board of 10 squares a side with 13 excluded diagonals becomes one of 2550.
//
// It is the construction by which I. P. Gent, C. Jefferson and P. Nightingale prove that completion
// is NP-complete (Complexity of n-Queens Completion, JAIR 59, 2017). The queens are in the order in
// which their program prints them.
func ToCompletion(p nqueens.Problem) (Translation, error) {
	var none Translation
	if err := p.Validate(); err != nil {
		return none, err
	}
	if !p.PlacesQueens() || len(p.Given)+len(p.Blocked) > 0 || p.Symmetric != nqueens.Identity {
		return none, fmt.Errorf("only queens with excluded diagonals and nothing else can be translated to completion")
	}
	m := middleBoard(p.N, distinct(p.Excluded))
	big := m.fill()
	if big.N > MaxSize {
		return none, fmt.Errorf("the translation has %d squares a side, and at most %d are allowed", big.N, MaxSize)
	}
	return Translation{Diagonals: p, Completion: big, Corner: m.corner}, nil
}

// ToDiagonals is the inverse translation. It accepts every board whose rows without a queen are
// adjacent, and whose columns without one are adjacent too. It excludes the diagonals of queens
// that pass through the intersection of these rows and columns.
func ToDiagonals(p nqueens.Problem) (Translation, error) {
	var none Translation
	if err := p.Validate(); err != nil {
		return none, err
	}
	if !p.PlacesQueens() || len(p.Excluded)+len(p.Blocked) > 0 || p.Symmetric != nqueens.Identity {
		return none, fmt.Errorf("only queens with placed queens and nothing else can be translated to excluded diagonals")
	}
	if a, b, found := p.GivenConflict(); found {
		return none, fmt.Errorf("%v and %v attack each other: there is no solution", a, b)
	}
	rows, columns := make([]bool, p.N), make([]bool, p.N)
	for _, s := range p.Given {
		rows[s.Rank], columns[s.File] = true, true
	}
	row, height, whole := gap(rows)
	column, width, wholeToo := gap(columns)
	switch {
	case !whole || !wholeToo:
		return none, fmt.Errorf("the rows without a queen must be adjacent to form a board, and the columns too")
	case height == 0:
		return none, fmt.Errorf("every row has a queen: no part is left to form a board")
	}
	t := Translation{
		Diagonals:  nqueens.Problem{Family: family.Queens, N: width},
		Completion: p,
		Corner:     square(row, column),
	}
	for _, s := range distinct(p.Given) {
		sum := nqueens.Diagonal{Sum: true, Value: s.File + s.Rank - row - column}
		difference := nqueens.Diagonal{Value: s.File - s.Rank + row - column}
		if sum.Value >= 0 && sum.Value <= 2*width-2 {
			t.Diagonals.Excluded = append(t.Diagonals.Excluded, sum)
		}
		if difference.Value > -width && difference.Value < width {
			t.Diagonals.Excluded = append(t.Diagonals.Excluded, difference)
		}
	}
	return t, nil
}

// gap returns the first line that is not taken, the number of such lines, and whether they are
// adjacent.
func gap(taken []bool) (first, length int, whole bool) {
	first = max(0, slices.Index(taken, false))
	for first+length < len(taken) && !taken[first+length] {
		length++
	}
	return first, length, !slices.Contains(taken[first+length:], false)
}

// Completed returns the solution of the completion problem that corresponds to a solution of the
// problem with diagonals.
func (t Translation) Completed(s nqueens.Solution) nqueens.Solution {
	completed := nqueens.Placed(distinct(t.Completion.Given))
	for _, sq := range s.Squares() {
		completed = append(completed, nqueens.On(sq.File+t.Corner.File, sq.Rank+t.Corner.Rank))
	}
	completed.Sort()
	return completed
}

// Reduced returns the solution of the problem with diagonals that corresponds to a solution of the
// completion problem.
func (t Translation) Reduced(s nqueens.Solution) nqueens.Solution {
	n := t.Diagonals.N
	var reduced nqueens.Solution
	for _, sq := range s.Squares() {
		file, rank := sq.File-t.Corner.File, sq.Rank-t.Corner.Rank
		if file >= 0 && file < n && rank >= 0 && rank < n {
			reduced = append(reduced, nqueens.On(file, rank))
		}
	}
	reduced.Sort()
	return reduced
}

// A middle is a board on which queens represent excluded diagonals and some rows and columns need
// no queen. Rows and columns count from 0.
type middle struct {
	n             int
	queens        []nqueens.Square
	rows, columns []int // with a queen, or where a queen must be placed, in order
	corner        nqueens.Square
}

// middleBoard puts the n × n board with excluded diagonals on a board of 7n − 3 squares a side, at
// row 3n − 2 and column 0. For each excluded diagonal it places a queen on it outside the small
// board, such that the queen's other diagonal misses the small board. No two of these queens attack
// each other: those of difference diagonals and those of sum diagonals have columns of different
// parity, and their diagonals are disjoint.
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

// fill returns a completion problem made from the middle board. The board has 19 × 19 blocks of the
// size of the middle board, which is the block of row 0 and column 0. Beyond the blocks is a strip
// of additional rows and columns, as many as rows and columns of the middle board must be filled.
//
// A solution of 19 queens determines the blocks that are filled with queens. Each of its queens is
// at least two squares away from the long diagonal, so that no diagonal of a filled block passes
// through the corner block. Two of these blocks are filled only in part. The one in block row 0 has
// no queens in the rows of the middle board that must be filled, and the one in block column 0 has
// none in such columns. The queens that are missing there are in the strip instead.
func (m middle) fill() nqueens.Problem {
	inFirstRow, inFirstColumn := square(0, 8), square(17, 0)
	elsewhere := [][2]int{
		{1, 12}, {2, 17}, {3, 7}, {4, 10}, {5, 15}, {6, 1}, {7, 16}, {8, 13}, {9, 2},
		{10, 6}, {11, 18}, {12, 3}, {13, 5}, {14, 11}, {15, 9}, {16, 14}, {18, 4},
	}
	side := 2*m.n - 1 // of a block; divisible by neither 2 nor 3
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
	return nqueens.Problem{Family: family.Queens, N: 19*side + len(m.rows), Given: given}
}
