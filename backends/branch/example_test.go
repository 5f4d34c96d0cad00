package branch_test

import (
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/branch"
)

// Rooks that guard a whole board: a rook on each rank, or on each file. These are two sets of n^n
// solutions that have n! in common.
func Example() {
	guards := &nqueens.Family{
		Name: "guards", About: "n rooks that guard the whole board",
		Pieces: func(p nqueens.Problem) int { return p.N },
		Build: func(p nqueens.Problem) *nqueens.Model {
			n, m := p.N, &nqueens.Model{Placements: nqueens.Placed(p.Board().Squares())}
			all := nqueens.Line{Name: "board", Min: n, Max: n}
			for i, guarded := range m.Placements {
				all.Placements = append(all.Placements, i)
				by := nqueens.Line{Name: fmt.Sprintf("guards of %v", guarded), Min: 1, Max: n * n}
				for j, rook := range m.Placements {
					if rook.Square.File == guarded.Square.File || rook.Square.Rank == guarded.Square.Rank {
						by.Placements = append(by.Placements, j)
					}
				}
				m.Lines = append(m.Lines, by)
			}
			m.Lines = append(m.Lines, all)
			return m
		},
	}
	request := nqueens.Request{Problem: nqueens.Problem{Family: guards, N: 5}, Task: nqueens.CountAll}
	out := branch.Backend{}.Run(context.Background(), request, nil)
	fmt.Println(out.Status, out.Count)
	// Output: solved 6130
}
