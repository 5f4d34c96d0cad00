package nqueens

import "slices"

// Queens is the n-queens problem: n queens, none attacking another along a
// rank, a file or a diagonal.
var Queens = &Family{
	Name:    "queens",
	About:   "n queens, one in each rank and file, at most one on a diagonal",
	Piece:   'Q',
	Model:   queensModel,
	Attacks: queenAttacks,
	Pieces:  identity,
	Scan:    queensScan,
	Known: []Sequence{
		{OEIS: "A000170", Published: "n = 1..27", Term: terms(
			1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512,
			95815104, 666090624, 4968057848, 39029188884, 314666222712, 2691008701644,
			24233937684440, 227514171973736, 2207893435808352, 22317699616364044, 234907967154122528)},
		{OEIS: "A002562", UpToSymmetry: true, Published: "n = 1..27", Term: terms(
			1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053, 1846955,
			11977939, 83263591, 621012754, 4878666808, 39333324973, 336376244042,
			3029242658210, 28439272956934, 275986683743434, 2789712466510289, 29363495934315694)},
		{OEIS: "A032522", Symmetric: HalfTurn, Published: "n = 1..32", Term: terms(
			1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000, 8152, 18104, 44184,
			144620, 375664, 1250692, 3581240, 11675080, 34132592, 115718268, 320403024,
			1250901440, 3600075088, 14589438024, 43266334696, 181254386312)},
		{OEIS: "A033148", Symmetric: QuarterTurn, Published: "n = 1..33", Term: terms(
			1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64, 128, 0, 0, 480, 704, 0, 0, 3328,
			3264, 0, 0, 32896, 43776, 0, 0, 406784, 667904)},
	},
}

func queensModel(n int) *Model {
	return &Model{
		Placements: board(n),
		Lines: slices.Concat(
			ranksAndFiles(n),
			group(n, "sum", func(s Square) int { return s.File + s.Rank }),
			group(n, "diff", func(s Square) int { return s.File - s.Rank }),
		),
	}
}

func queenAttacks(_ int, a, b Square) bool {
	files, ranks := a.File-b.File, a.Rank-b.Rank
	return files == 0 || ranks == 0 || files == ranks || files == -ranks
}

func queensScan(n int) scan {
	ranks, sums, diffs := newBitSet(n), newBitSet(2*n-1), newBitSet(2*n-1)
	return func(file, rank int) string {
		// No short cut: the three words are fetched side by side.
		r, s, d := ranks.meets(rank), sums.meets(file+rank), diffs.meets(file-rank+n-1)
		if r || s || d {
			return lineMet(r, s, file, rank)
		}
		return ""
	}
}
