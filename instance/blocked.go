package instance

import (
	"context"
	"fmt"
	"slices"

	"nqueens"
)

// blockedAttempts is how often RandomBlocked begins again.
const blockedAttempts = 1000

// RandomBlocked blocks squares of an empty board: it goes through the squares
// in random order and blocks each whose row and column both have more than
// least open squares, until enough are blocked. When it runs out of squares it
// begins again, 1000 times in all, and then returns a *GaveUp. On a large board
// that takes minutes, unless the context ends them.
//
// This is the third generator of I. P. Gent, C. Jefferson and P. Nightingale,
// Complexity of n-Queens Completion, JAIR 59, 2017. Blocked squares are sorted
// by row.
func RandomBlocked(ctx context.Context, r Random, n, blocks, least int) (nqueens.Problem, error) {
	if err := (Recipe{Kind: Blocked, N: n, Size: blocks, Least: least}).Validate(); err != nil {
		return nqueens.Problem{}, err
	}
	b := newOpenBoard(n, least)
	order := make([]int, n*n)
	for range blockedAttempts {
		if ctx.Err() != nil {
			return nqueens.Problem{}, context.Cause(ctx)
		}
		for i := range order { // each attempt shuffles a list that is in order
			order[i] = i
		}
		shuffle(r, order)
		b.reset()
		blocked := make([]nqueens.Square, 0, blocks)
		for _, i := range order {
			if len(blocked) == blocks {
				break
			}
			if row, column := i/n, i%n; b.spares(row, column) {
				b.close(row, column)
				blocked = append(blocked, square(row, column))
			}
		}
		if len(blocked) == blocks {
			slices.SortFunc(blocked, byRow)
			return nqueens.Problem{Family: nqueens.Queens, N: n, Blocked: blocked}, nil
		}
	}
	return nqueens.Problem{}, &GaveUp{
		What: fmt.Sprintf("blocking %d squares of a board of %d squares a side", blocks, n),
		Why:  fmt.Sprintf("each of %d attempts ended with fewer", blockedAttempts),
	}
}

// byRow orders squares by row, then by column.
func byRow(a, b nqueens.Square) int {
	if a.Rank != b.Rank {
		return a.Rank - b.Rank
	}
	return a.File - b.File
}
