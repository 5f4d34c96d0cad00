package nqueens

import "fmt"

// Rooks asks for n rooks, none attacking another: the permutations of n.
var Rooks = &Family{
	Name:    "rooks",
	About:   "n rooks, one in each rank and file",
	Piece:   'R',
	Model:   rooksModel,
	Attacks: rookAttacks,
	Pieces:  identity,
	Scan:    rooksScan,
	Known: []Sequence{
		{OEIS: "A000142", Published: "n!, n = 1..10000 here", Term: factorial},
		{OEIS: "A000903", UpToSymmetry: true, Published: "n = 1..8 here", Term: terms(1, 1, 2, 7, 23, 115, 694, 5282)},
	},
}

func rooksModel(n int) *Model {
	return &Model{Placements: board(n), Lines: ranksAndFiles(n)}
}

func rookAttacks(_ int, a, b Square) bool {
	return a.File == b.File || a.Rank == b.Rank
}

func rooksScan(n int) scan {
	ranks := newBitSet(n)
	return func(_, rank int) string {
		if ranks.meets(rank) {
			return fmt.Sprintf("rank %d", rank+1)
		}
		return ""
	}
}
