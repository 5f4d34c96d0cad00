package nqueens

import "slices"

// Torus is the modular n-queens problem of G. Pólya (1918): opposite edges of
// the board are joined, so that each diagonal wraps round and has n squares.
var Torus = &Family{
	Name:    "torus",
	About:   "n queens on a board whose opposite edges are joined (modular queens)",
	Piece:   'Q',
	Model:   torusModel,
	Attacks: torusAttacks,
	Pieces:  identity,
	Scan:    torusScan,
	Known: []Sequence{
		// The OEIS lists the odd sizes only: its k-th term is for n = 2k+1.
		{OEIS: "A007705", Published: "n = 1..31, and 0 wherever gcd(n, 6) > 1 (Pólya)", Term: torusTerm},
	},
}

func torusTerm(n int) *Count {
	if n%2 == 0 || n%3 == 0 {
		return NewCount(0)
	}
	count, ok := map[int]uint64{
		1: 1, 5: 10, 7: 28, 11: 88, 13: 4524, 17: 140692, 19: 820496, 23: 128850048,
		25: 1957725000, 29: 605917055356, 31: 13404947681712,
	}[n]
	if !ok {
		return nil
	}
	return NewCount(count)
}

func torusModel(n int) *Model {
	return &Model{
		Placements: board(n),
		Lines: slices.Concat(
			ranksAndFiles(n),
			group(n, "sum", func(s Square) int { return (s.File + s.Rank) % n }),
			group(n, "diff", func(s Square) int { return (s.File - s.Rank + n) % n }),
		),
	}
}

func torusAttacks(n int, a, b Square) bool {
	files, ranks := a.File-b.File, a.Rank-b.Rank
	return files == 0 || ranks == 0 || (files-ranks)%n == 0 || (files+ranks)%n == 0
}

func torusScan(n int) scan {
	ranks, sums, diffs := newBitSet(n), newBitSet(n), newBitSet(n)
	return func(file, rank int) string {
		sum, diff := file+rank, file-rank
		if sum >= n { // a division would take as long as all else
			sum -= n
		}
		if diff < 0 {
			diff += n
		}
		r, s, d := ranks.meets(rank), sums.meets(sum), diffs.meets(diff)
		if r || s || d {
			return lineMet(r, s, file, rank)
		}
		return ""
	}
}
