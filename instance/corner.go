package instance

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"nqueens"
	"nqueens/family"
)

// MaxCorner is the largest side of an unsolvable corner. At this size unsolvability is still proved
// at once.
const MaxCorner = 14

// cornerLeast is the number of open squares that the rows and columns of the corner keep, as in the
// published instances.
const cornerLeast = 4

// RandomCorner hides an unsolvable board in the corner of a larger one. The small board, of the
// given side, excludes the shortest prefix of a random list of diagonals that makes it unsolvable
// (see RandomDiagonals). If the whole list does not, another list is drawn, at most a thousand
// times. The rows and columns of the corner have no open square elsewhere. Each other row has least
// open squares, drawn at random from the other columns.
//
// The board has no solution, for a reason that involves few squares. A search that begins in the
// other part, where some columns have fewer squares, meets this reason repeatedly, while a solver
// that learns from conflicts needs to meet it only once.
func RandomCorner(ctx context.Context, r Random, n, side, least int) (nqueens.Problem, error) {
	if err := (Recipe{Kind: Corner, N: n, Size: side, Least: least}).Validate(); err != nil {
		return nqueens.Problem{}, err
	}
	p := nqueens.Problem{Family: family.Queens, N: n}
	corner, err := unsolvable(ctx, r, side)
	if err != nil {
		return p, err
	}
	columns := upTo(n - side)
	rest := make([][]int, n-side)
	for row := range rest {
		shuffle(r, columns)
		rest[row] = slices.Clone(columns[:least])
	}
	for row := range n {
		for column := range n {
			closed := (row < side) != (column < side)
			switch {
			case closed:
			case row < side:
				closed = corner[row]>>column&1 == 0
			default:
				closed = !slices.Contains(rest[row-side], column-side)
			}
			if closed {
				p.Blocked = append(p.Blocked, square(row, column))
			}
		}
	}
	slices.SortFunc(p.Blocked, byRow)
	return p, nil
}

// unsolvable returns the open columns of each row of a board without a solution.
func unsolvable(ctx context.Context, r Random, n int) ([]uint64, error) {
	const attempts = 1000
	for range attempts {
		all, err := RandomDiagonals(r, n, cornerLeast)
		if err != nil {
			return nil, err
		}
		rows := slices.Repeat([]uint64{1<<n - 1}, n)
		for _, d := range all.Excluded {
			for _, s := range along(d, n) {
				rows[s.Rank] &^= 1 << s.File
			}
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if !solvable(rows, 0, 0, 0) {
				return rows, nil
			}
		}
	}
	return nil, &GaveUp{
		What: fmt.Sprintf("making a board of %d squares a side unsolvable", n),
		Why:  fmt.Sprintf("each of %d lists of diagonals left a solution", attempts),
	}
}

// solvable reports whether queens can be placed on all rows. columns are the taken columns; up and
// down are the squares of the first row that are attacked along the two kinds of diagonals.
func solvable(rows []uint64, columns, up, down uint64) bool {
	if len(rows) == 0 {
		return true
	}
	for free := rows[0] &^ (columns | up | down); free != 0; free &= free - 1 {
		q := uint64(1) << bits.TrailingZeros64(free)
		if solvable(rows[1:], columns|q, (up|q)<<1, (down|q)>>1) {
			return true
		}
	}
	return false
}
