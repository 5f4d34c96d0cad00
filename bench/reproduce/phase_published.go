package reproduce

// publishedPeak is a row of the published tables: where half of the instances
// are solvable, and the nodes of the authors' bit solver at the hardest size.
type publishedPeak struct {
	n, half       float64 // of completion n is delta
	mean          float64 // the largest mean over the sizes
	meanAt        int
	median        float64 // the largest median over the sizes
	medianAt      int     // 0 where it was not published
	most, seconds float64 // the largest number; the mean at the peak, 0 where not published
}

// publishedDiagonals is the table of Excluded Diagonals: 1000 instances a point.
var publishedDiagonals = []publishedPeak{
	{n: 10, half: 6.01, mean: 1076, meanAt: 6, median: 863, most: 8581},
	{n: 11, half: 7.18, mean: 2654, meanAt: 7, median: 1946, most: 49_920},
	{n: 12, half: 8.32, mean: 6697, meanAt: 8, median: 4402, most: 98_210},
	{n: 13, half: 9.50, mean: 16_530, meanAt: 9, median: 10_720, most: 199_600},
	{n: 14, half: 10.71, mean: 44_410, meanAt: 10, median: 26_290, most: 1.0e6, seconds: 0.005},
	{n: 15, half: 11.96, mean: 110_600, meanAt: 11, median: 61_620, most: 2.0e6, seconds: 0.008},
	{n: 16, half: 13.21, mean: 304_900, meanAt: 13, median: 154_500, most: 6.6e6, seconds: 0.017},
}

// publishedCompletion is the table of random Completion, by the number of queens
// to be placed; half is the n at which half are solvable.
var publishedCompletion = []publishedPeak{
	{n: 5, half: 7.8, mean: 24, median: 23, most: 62},
	{n: 10, half: 20.3, mean: 509, meanAt: 18, median: 361, medianAt: 20, most: 6235},
	{n: 15, half: 42.5, mean: 13_400, meanAt: 39, median: 6340, medianAt: 41, most: 336_000},
	{n: 20, half: 75.1, mean: 378_000, meanAt: 70, median: 96_500, medianAt: 74, most: 2.73e7},
}

// publishedShares are the published fractions of solvable instances with
// excluded diagonals, from d = from on.
var publishedShares = map[int]struct {
	from   int
	shares []float64
}{
	10: {1, []float64{1, 1, .988, .901, .729, .502, .309, .168, .072, .031, .014, .007}},
	12: {5, []float64{.977, .900, .752, .562, .367, .210, .097, .044}},
	15: {8, []float64{.975, .916, .828, .668, .493, .336, .201, .097, .045}},
}

// publishedMost is the largest number of diagonals for which runs were
// published, by the board.
var publishedMost = map[int]int{10: 12, 11: 15, 12: 17, 13: 20, 14: 23, 15: 25, 16: 27}

// costOnly is a board on which contenders are compared and nothing else.
const costOnly = 18

// mostDiagonals is how many diagonals the lists of a board go to: where the
// shortest of the thousand ends.
func mostDiagonals(n int) int {
	if n == costOnly {
		return 33
	}
	return publishedMost[n]
}

// halfLaw is the published fit: half of the completion instances with delta
// queens to be placed are solvable near n = halfLaw · delta².
const halfLaw = 0.19
