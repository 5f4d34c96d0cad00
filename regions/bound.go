package regions

import (
	"context"
	"slices"

	"nqueens"
)

// mostProved is the largest number of changes that LeastChanges can prove to be too few.
const mostProved = 3

// LeastChanges returns a lower bound on the number of squares that must get another region before a
// puzzle has at most one solution. A solution without a queen on any of these squares stays a solution,
// so all solutions but one have a queen on one of them. The bound is computed from the first 5000
// solutions. It is at most 4, because the work grows exponentially with it.
func LeastChanges(ctx context.Context, p nqueens.Problem) (int, error) {
	sample, err := solutions(ctx, p, mostSampled)
	if err != nil {
		return 0, err
	}
	var sets [][]int
	for _, s := range sample {
		sets = append(sets, indices(p.Board(), s))
	}
	least := 0
	for least <= mostProved && !hit(sets, least) {
		least++
	}
	return least, ctx.Err()
}

// hit reports whether there are squares, at most the given number of them, such that each set contains one
// of them, with at most one exception.
func hit(sets [][]int, squares int) bool {
	if len(sets) <= 1 {
		return true
	}
	if squares == 0 {
		return false
	}
	// One of any two sets must be hit.
	for k, i := range append(slices.Clone(sets[0]), sets[1]...) {
		if k >= len(sets[0]) && slices.Contains(sets[0], i) {
			continue
		}
		var rest [][]int
		for _, set := range sets {
			if !slices.Contains(set, i) {
				rest = append(rest, set)
			}
		}
		if hit(rest, squares-1) {
			return true
		}
	}
	return false
}
