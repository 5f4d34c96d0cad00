package family

import "nqueens"

// Queens is the n-queens problem: n queens, no two of which attack each other along a rank, a file
// or a diagonal. A rectangle has as many queens as its shorter side has squares.
var Queens = &nqueens.Family{
	Name:       "queens",
	About:      "n queens, one in each rank and file, at most one on a diagonal",
	Piece:      'Q',
	Rule:       nqueens.QueenRule(),
	Attacks:    queenAttacks,
	Pieces:     aLine,
	Rectangles: true,
	Known: []nqueens.Sequence{
		{OEIS: "A000170", Published: "n = 1..27", Term: terms(
			1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512,
			95815104, 666090624, 4968057848, 39029188884, 314666222712, 2691008701644,
			24233937684440, 227514171973736, 2207893435808352, 22317699616364044, 234907967154122528)},
		{OEIS: "A002562", UpToSymmetry: true, Published: "n = 1..27", Term: terms(
			1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752, 285053, 1846955,
			11977939, 83263591, 621012754, 4878666808, 39333324973, 336376244042,
			3029242658210, 28439272956934, 275986683743434, 2789712466510289, 29363495934315694)},
		{OEIS: "A032522", Symmetric: nqueens.HalfTurn, Published: "n = 1..32", Term: terms(
			1, 0, 0, 2, 2, 4, 8, 4, 16, 12, 48, 80, 136, 420, 1240, 3000, 8152, 18104, 44184,
			144620, 375664, 1250692, 3581240, 11675080, 34132592, 115718268, 320403024,
			1250901440, 3600075088, 14589438024, 43266334696, 181254386312)},
		{OEIS: "A033148", Symmetric: nqueens.QuarterTurn, Published: "n = 1..33", Term: terms(
			1, 0, 0, 2, 2, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 64, 128, 0, 0, 480, 704, 0, 0, 3328,
			3264, 0, 0, 32896, 43776, 0, 0, 406784, 667904)},
		{OEIS: "A348129", Published: "exactly k queens, n = 1..10 listed", Term: fewerQueens},
		{OEIS: "A287227", Published: "any number of queens, n = 1..11 listed", Term: ranged(func(int) nqueens.Range { return nqueens.Range{Min: 0, Max: nqueens.Unbounded} },
			2, 5, 18, 87, 462, 2635, 16870, 118969, 915442, 7535369, 66807234)},
		{OEIS: "A269133", Published: "boards of up to 12 squares a side", Term: rectangleTerm},
	},
}

// fewerQueens returns the number of ways to put exactly the given number of queens on a square
// board: the triangle of A348129, row n from no queen to n.
func fewerQueens(p nqueens.Problem) *nqueens.Count {
	if p.Pieces == nil || p.Pieces.Min != p.Pieces.Max || p.Board() != nqueens.NByN(p.N) {
		return nil
	}
	return triangle{
		{1, 1},
		{1, 4, 0},
		{1, 9, 8, 0},
		{1, 16, 44, 24, 2},
		{1, 25, 140, 204, 82, 10},
		{1, 36, 340, 1024, 982, 248, 4},
		{1, 49, 700, 3628, 7002, 4618, 832, 40},
		{1, 64, 1288, 10320, 34568, 46736, 22708, 3192, 92},
		{1, 81, 2184, 25096, 131248, 310496, 312956, 119180, 13848, 352},
		{1, 100, 3480, 54400, 412596, 1535440, 2716096, 2119176, 636524, 56832, 724},
	}.term(p.N, p.Pieces.Min)
}

// rectangleTerm returns the number of ways to put queens on a board that is not square, one on each
// line of the shorter direction: the triangle of A269133, row n from one line to n.
func rectangleTerm(p nqueens.Problem) *nqueens.Count {
	b := p.Board()
	m, n := min(b.Files, b.Ranks), b.Side()
	if p.Pieces != nil || m == n {
		return nil
	}
	return triangle{
		{1},
		{2, 0},
		{3, 2, 0},
		{4, 6, 4, 2},
		{5, 12, 14, 12, 10},
		{6, 20, 36, 46, 40, 4},
		{7, 30, 76, 140, 164, 94, 40},
		{8, 42, 140, 344, 568, 550, 312, 92},
		{9, 56, 234, 732, 1614, 2292, 2038, 1066, 352},
		{10, 72, 364, 1400, 3916, 7552, 9632, 7828, 4040, 724},
		{11, 90, 536, 2468, 8492, 21362, 37248, 44148, 34774, 15116, 2680},
		{12, 110, 756, 4080, 16852, 52856, 120104, 195270, 222720, 160964, 68264, 14200},
	}.term(n, m-1)
}

func queenAttacks(_ nqueens.Board, a, b nqueens.Square) bool {
	files, ranks := a.File-b.File, a.Rank-b.Rank
	return files == 0 || ranks == 0 || files == ranks || files == -ranks
}

// Torus is the modular n-queens problem of G. Pólya (1918): opposite edges of the board are joined,
// so that each diagonal wraps around and has n squares.
var Torus = &nqueens.Family{
	Name:    "torus",
	About:   "n queens on a board whose opposite edges are joined (modular queens)",
	Piece:   'Q',
	Rule:    nqueens.TorusRule(),
	Attacks: torusAttacks,
	Pieces:  aLine,
	Known: []nqueens.Sequence{
		// The OEIS only lists the odd sizes: its k-th term is for n = 2k+1.
		{OEIS: "A007705", Published: "n = 1..31, and 0 wherever gcd(n, 6) > 1 (Pólya)", Term: bare(torusTerm)},
		{OEIS: "A053994", UpToSymmetry: true, Published: "n = 1..30: rotations, reflections and shifts are one; 0 wherever gcd(n, 6) > 1", Term: bare(torusClasses)},
	},
}

func torusTerm(n int) *nqueens.Count {
	if n%2 == 0 || n%3 == 0 {
		return nqueens.NewCount(0)
	}
	count, ok := map[int]uint64{
		1: 1, 5: 10, 7: 28, 11: 88, 13: 4524, 17: 140692, 19: 820496, 23: 128850048,
		25: 1957725000, 29: 605917055356, 31: 13404947681712,
	}[n]
	if !ok {
		return nil
	}
	return nqueens.NewCount(count)
}

func torusClasses(n int) *nqueens.Count {
	if n%2 == 0 || n%3 == 0 {
		return nqueens.NewCount(0)
	}
	count, ok := map[int]uint64{1: 1, 5: 1, 7: 1, 11: 2, 13: 11, 17: 97, 19: 354, 23: 31381, 25: 395551, 29: 90120677}[n]
	if !ok {
		return nil
	}
	return nqueens.NewCount(count)
}

func torusAttacks(board nqueens.Board, a, b nqueens.Square) bool {
	files, ranks := a.File-b.File, a.Rank-b.Rank
	return files == 0 || ranks == 0 || (files-ranks)%board.Files == 0 || (files+ranks)%board.Files == 0
}

// Rooks requires n rooks that do not attack each other, which are the permutations of n.
var Rooks = &nqueens.Family{
	Name:       "rooks",
	About:      "n rooks, one in each rank and file",
	Piece:      'R',
	Rule:       &nqueens.Rule{Lines: []nqueens.Bound{{Along: nqueens.Ranks, Min: 1, Max: 1}, {Along: nqueens.Files, Min: 1, Max: 1}}},
	Attacks:    rookAttacks,
	Pieces:     aLine,
	Rectangles: true,
	Known: []nqueens.Sequence{
		{OEIS: "A000142", Published: "n!, n = 1..10000 listed", Term: bare(factorial)},
		{OEIS: "A000903", UpToSymmetry: true, Published: "n = 1..8 listed", Term: terms(1, 1, 2, 7, 23, 115, 694, 5282)},
	},
}

func rookAttacks(_ nqueens.Board, a, b nqueens.Square) bool {
	return a.File == b.File || a.Rank == b.Rank
}

// Superqueens requires n pieces that move as a queen and as a knight (also called amazons) and do
// not attack each other (OEIS A051223: 156 ways for n = 12 and 1876 for 13). Its model has a clause
// for each knight's leap in addition to the lines.
var Superqueens = &nqueens.Family{
	Name:       "superqueens",
	Also:       "amazons",
	About:      "n pieces that move as queen and as knight, amazons",
	Piece:      'S',
	Rule:       &nqueens.Rule{Lines: nqueens.QueenRule().Lines, Leaps: []nqueens.Leap{{Name: "knight", Files: 1, Ranks: 2}}},
	Attacks:    superqueenAttacks,
	Pieces:     aLine,
	Rectangles: true,
	Known: []nqueens.Sequence{
		{OEIS: "A051223", Published: "n = 1..18 listed", Term: terms(
			1, 0, 0, 0, 0, 0, 0, 0, 0, 4, 44, 156, 1876, 5180, 32516, 202900, 1330622, 8924976)},
		{OEIS: "A051224", UpToSymmetry: true, Published: "n = 1..18 listed", Term: terms(
			1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 6, 22, 239, 653, 4089, 25411, 166463, 1115871)},
	},
}

func superqueenAttacks(board nqueens.Board, a, b nqueens.Square) bool {
	return queenAttacks(board, a, b) || knightAttacks(board, a, b)
}

// aLine returns the number of pieces if each line of the shorter direction has one.
func aLine(p nqueens.Problem) int { return min(p.Board().Files, p.Board().Ranks) }
