package regions

import (
	"context"
	"errors"
	"fmt"

	"nqueens"
	"nqueens/backends/bitmask"
)

// solutions returns up to most solutions of a puzzle.
func solutions(ctx context.Context, p nqueens.Problem, most int) ([]nqueens.Solution, error) {
	list, _, err := solutionsAndWork(ctx, p, most)
	return list, err
}

// solutionsAndWork returns up to most solutions of a puzzle and the number of nodes of the search.
func solutionsAndWork(ctx context.Context, p nqueens.Problem, most int) (list []nqueens.Solution, nodes int64, err error) {
	if ctx.Err() != nil {
		return nil, 0, ctx.Err()
	}
	o := bitmask.New().Run(ctx, nqueens.Request{Problem: p, Task: nqueens.FindAll}, func(s nqueens.Solution) bool {
		list = append(list, append(nqueens.Solution(nil), s...))
		return len(list) < most
	})
	switch {
	case len(list) == most || o.Status.Answered():
		return list, o.Stats["nodes"], nil
	case ctx.Err() != nil:
		return nil, 0, ctx.Err()
	}
	return nil, 0, errors.New(o.Reason)
}

// Valid returns an error if the problem is not a valid puzzle with regions.
func Valid(p nqueens.Problem) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if p.Division() == nil {
		return fmt.Errorf("%v is not a board with regions", p.Short())
	}
	return nil
}

// beside returns the squares that share an edge with a square.
func beside(board nqueens.Board, i int) (list []int) {
	s := nqueens.Square{File: i % board.Files, Rank: i / board.Files}
	for _, step := range []nqueens.Square{{File: 1}, {File: -1}, {Rank: 1}, {Rank: -1}} {
		if to := (nqueens.Square{File: s.File + step.File, Rank: s.Rank + step.Rank}); board.Contains(to) {
			list = append(list, board.Index(to))
		}
	}
	return list
}

// connectedWithout reports whether the region of a square stays connected, and not empty, without
// it.
func connectedWithout(board nqueens.Board, region []int, i int) bool {
	var start, size int
	for j, r := range region {
		if r == region[i] && j != i {
			start = j
			size++
		}
	}
	if size == 0 {
		return false
	}
	seen := map[int]bool{start: true}
	for queue := []int{start}; len(queue) > 0; queue = queue[1:] {
		for _, j := range beside(board, queue[0]) {
			if region[j] == region[i] && j != i && !seen[j] {
				seen[j] = true
				queue = append(queue, j)
			}
		}
	}
	return len(seen) == size
}
