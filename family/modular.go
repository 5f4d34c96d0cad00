package family

import (
	"nqueens"
)

// SemiQueens is the modular n-queens problem with only one direction of diagonals: n pieces on the
// torus, one in each rank, in each file and on each wrapped diagonal along which file + rank is
// constant. Its solutions are the orthomorphisms of the integers modulo n, so there are none for
// even n (Euler). The other direction gives mirror images.
var SemiQueens = &nqueens.Family{
	Name:    "semi-queens",
	About:   "n queens without one of the two diagonals, on a board whose opposite edges are joined",
	Piece:   'Q',
	Rule:    &nqueens.Rule{Wrap: true, Lines: []nqueens.Bound{{Along: nqueens.Ranks, Min: 1, Max: 1}, {Along: nqueens.Files, Min: 1, Max: 1}, {Along: nqueens.Sums, Min: 0, Max: 1}}},
	Attacks: semiQueenAttacks,
	Pieces:  aLine,
	Known: []nqueens.Sequence{
		// The OEIS only lists the odd sizes: its k-th term is for n = 2k+1.
		{OEIS: "A006717", Published: "odd n = 1..25; 1..15 listed; 0 for even n", Term: terms(
			1, 0, 3, 0, 15, 0, 133, 0, 2025, 0, 37851, 0, 1030367, 0, 36362925, 0)},
	},
}

func semiQueenAttacks(board nqueens.Board, a, b nqueens.Square) bool {
	files, ranks := a.File-b.File, a.Rank-b.Rank
	return files == 0 || ranks == 0 || (files+ranks)%board.Files == 0
}

// TorusMax requires as many queens as possible on the torus that do not attack each other. That is
// n if n is coprime to 6, and otherwise at least n − 2 (P. Monsky, American Mathematical Monthly
// 96, 1989, problem E3162).
var TorusMax = &nqueens.Family{
	Name:      "torus-max",
	About:     "as many queens as fit on a board whose opposite edges are joined",
	Piece:     'Q',
	Rule:      &nqueens.Rule{Wrap: true, Lines: []nqueens.Bound{{Along: nqueens.Ranks, Min: 0, Max: 1}, {Along: nqueens.Files, Min: 0, Max: 1}, {Along: nqueens.Sums, Min: 0, Max: 1}, {Along: nqueens.Diffs, Min: 0, Max: 1}}},
	Attacks:   torusAttacks,
	Objective: nqueens.Most,
	Known: []nqueens.Sequence{
		{OEIS: "A085801", Optimum: true, Published: "every n (Monsky)", Term: bare(func(n int) *nqueens.Count {
			switch n % 12 {
			case 1, 5, 7, 11:
				return nqueens.NewCount(uint64(n))
			case 2, 10:
				return nqueens.NewCount(uint64(n - 1))
			}
			return nqueens.NewCount(uint64(n - 2))
		})},
		{Unpublished: true, Published: "n = 1..12", Term: terms(
			1, 4, 9, 32, 10, 288, 28, 3072, 7776, 2400, 88, 163584)},
	},
}
