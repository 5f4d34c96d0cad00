package instance

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"nqueens"
	"nqueens/family"
)

// MaxCorner is the largest side of an unsolvable corner: one this large is
// still found to be unsolvable at once.
const MaxCorner = 14

// cornerLeast is how many open squares the rows and columns of the corner keep,
// as in the published instances.
const cornerLeast = 4

// RandomCorner hides an unsolvable board in the corner of a larger one. The
// small board, side squares a side, has the fewest diagonals of a random list
// excluded that make it unsolvable (see RandomDiagonals); where a whole list
// does not, another is drawn, a thousand in all. Its rows and columns have no
// open square elsewhere. Each other row has least open squares, drawn at random
// from the other columns.
//
// So there is no solution, for a reason that involves few squares. A search that
// begins in the other part, where some columns have fewer squares, meets it again
// and again, while a solver that learns from its conflicts needs to meet it once.
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

// unsolvable makes a board without a solution: the open columns of each row.
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

// solvable reports whether queens can be placed on all rows. Columns are those
// taken, up and down the squares of the first row that are attacked along the
// two kinds of diagonals.
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
