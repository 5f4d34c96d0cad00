package family

import (
	"math/big"

	"nqueens"
)

// Bishops requires as many bishops as possible that do not attack each other: 2n − 2 on a board of
// n > 1, in 2ⁿ ways (A. M. and I. M. Yaglom, Challenging Mathematical Problems, 1964). With
// Problem.Pieces it requires that number of bishops.
var Bishops = &nqueens.Family{
	Name:       "bishops",
	About:      "as many bishops as fit, at most one on a diagonal",
	Piece:      'B',
	Rule:       &nqueens.Rule{Lines: []nqueens.Bound{{Along: nqueens.Sums, Min: 0, Max: 1}, {Along: nqueens.Diffs, Min: 0, Max: 1}}},
	Attacks:    bishopAttacks,
	Objective:  nqueens.Most,
	Rectangles: true,
	Known: []nqueens.Sequence{
		{Optimum: true, Source: "Yaglom and Yaglom 1964", Published: "2n − 2, every n > 1", Term: bare(func(n int) *nqueens.Count {
			return nqueens.NewCount(uint64(max(1, 2*n-2)))
		})},
		{Source: "Yaglom and Yaglom 1964", Published: "2ⁿ, every n > 1", Term: bare(func(n int) *nqueens.Count {
			if n == 1 {
				return nqueens.NewCount(1)
			}
			return nqueens.CountOf(new(big.Int).Lsh(big.NewInt(1), uint(n)))
		})},
		{OEIS: "A002465", Published: "n bishops, n = 1..8 listed", Term: asManyAsRanks(1, 4, 26, 260, 3368, 53744, 1022320, 22522960)},
	},
}

func bishopAttacks(_ nqueens.Board, a, b nqueens.Square) bool {
	files, ranks := a.File-b.File, a.Rank-b.Rank
	return files == ranks || files == -ranks
}

// Knights requires as many knights as possible that do not attack each other.
var Knights = &nqueens.Family{
	Name:       "knights",
	About:      "as many knights as fit, none a knight's leap from another",
	Piece:      'N',
	Rule:       &nqueens.Rule{Leaps: []nqueens.Leap{{Name: "knight", Files: 1, Ranks: 2}}},
	Attacks:    knightAttacks,
	Objective:  nqueens.Most,
	Rectangles: true,
	Known: []nqueens.Sequence{
		{OEIS: "A030978", Optimum: true, Published: "every n; 1..11 listed", Term: terms(1, 4, 5, 8, 13, 18, 25, 32, 41, 50, 61)},
		{OEIS: "A289203", Published: "n = 1..11 listed", Term: terms(1, 1, 2, 6, 1, 2, 1, 2, 1, 2, 1)},
	},
}

func knightAttacks(_ nqueens.Board, a, b nqueens.Square) bool {
	files, ranks := a.File-b.File, a.Rank-b.Rank
	return files*files+ranks*ranks == 5
}

// Kings requires as many kings as possible that do not attack each other: one in each 2 × 2 block.
var Kings = &nqueens.Family{
	Name:       "kings",
	About:      "as many kings as fit, none beside another",
	Piece:      'K',
	Rule:       &nqueens.Rule{Leaps: []nqueens.Leap{{Name: "king", Files: 0, Ranks: 1}, {Name: "king", Files: 1, Ranks: 1}}},
	Attacks:    kingAttacks,
	Objective:  nqueens.Most,
	Rectangles: true,
	Known: []nqueens.Sequence{
		{Optimum: true, Source: "one in each block of 2 × 2", Published: "⌈n/2⌉², every n", Term: bare(func(n int) *nqueens.Count {
			return nqueens.NewCount(uint64((n + 1) / 2 * ((n + 1) / 2)))
		})},
		// The OEIS only lists the even sizes: on an odd board the corner of each block is forced.
		{OEIS: "A018807", Published: "n = 1..14 listed", Term: terms(
			1, 4, 1, 79, 1, 3600, 1, 281571, 1, 32572756, 1, 5109144543, 1, 1027533353168)},
	},
}

func kingAttacks(_ nqueens.Board, a, b nqueens.Square) bool {
	files, ranks := a.File-b.File, a.Rank-b.Rank
	return files*files <= 1 && ranks*ranks <= 1
}

// DragonKings requires as many pieces as possible that move as a rook and as a king, like the
// dragon king of shogi, and do not attack each other: n on a board of n > 3 (Hertzsprung's
// problem).
var DragonKings = &nqueens.Family{
	Name:       "dragon-kings",
	About:      "as many pieces as fit that move as rook and as king",
	Piece:      'D',
	Rule:       &nqueens.Rule{Lines: []nqueens.Bound{{Along: nqueens.Ranks, Min: 0, Max: 1}, {Along: nqueens.Files, Min: 0, Max: 1}}, Leaps: []nqueens.Leap{{Name: "king", Files: 1, Ranks: 1}}},
	Attacks:    dragonKingAttacks,
	Objective:  nqueens.Most,
	Rectangles: true,
	Known: []nqueens.Sequence{
		{OEIS: "A002464", Published: "n dragon kings, every n, by a recurrence", Term: func(p nqueens.Problem) *nqueens.Count {
			if p.Pieces == nil || *p.Pieces != *nqueens.Exactly(p.N) {
				return nil
			}
			p.Pieces = nil
			return bare(hertzsprung)(p)
		}},
		{OEIS: "A002464", Published: "every n > 3, where n fit, by a recurrence", Term: bare(func(n int) *nqueens.Count {
			if n < 4 {
				return nil
			}
			return hertzsprung(n)
		})},
	},
}

// hertzsprung returns the number of ways to place n dragon kings on n × n squares, by the
// recurrence of OEIS A002464. It returns nil for boards larger than those that have a Model.
func hertzsprung(n int) *nqueens.Count {
	if n > nqueens.MaxModelSize {
		return nil
	}
	a := []*big.Int{big.NewInt(1), big.NewInt(1), new(big.Int), new(big.Int)} // from n = 0
	for i := int64(4); i <= int64(n); i++ {
		next := new(big.Int)
		for back, factor := range []int64{i + 1, 2 - i, 5 - i, i - 3} {
			next.Add(next, new(big.Int).Mul(big.NewInt(factor), a[len(a)-1-back]))
		}
		a = append(a, next)
	}
	return nqueens.CountOf(a[n])
}

func dragonKingAttacks(board nqueens.Board, a, b nqueens.Square) bool {
	return rookAttacks(board, a, b) || kingAttacks(board, a, b)
}
