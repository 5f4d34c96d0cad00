package quadrant

import (
	"math/bits"
	"slices"
)

// The worked example is a board of side 8. Files and ranks are counted from 0
// here; readers see letters and numbers.
const (
	side = 8
	mid  = side / 2
)

// eastRanks are the ranks whose queens stand in the east half: 1, 4, 6 and 7.
var eastRanks = []int{0, 3, 5, 6}

// queen is a queen on a square.
type queen struct{ file, rank int }

// sum and difference number the diagonals of a square from the main ones, 0.
func (q queen) sum() int        { return q.file + q.rank - (side - 1) }
func (q queen) difference() int { return q.rank - q.file }

func (q queen) onMain() bool { return q.sum() == 0 || q.difference() == 0 }

// attacks reports whether two queens attack each other.
func (q queen) attacks(r queen) bool {
	return q.file == r.file || q.rank == r.rank || q.sum() == r.sum() || q.difference() == r.difference()
}

// diagonals are the ones that cross the middle, in the order of the bits of a
// pattern: sums, then differences, without the main ones.
func diagonals() (values []int, names []string) {
	for _, kind := range []string{"s", "d"} {
		for v := 1 - mid; v < mid; v++ {
			if v != 0 {
				values = append(values, v)
				names = append(names, kind)
			}
		}
	}
	return values, names
}

// pattern is the crossing diagonals of some queens, but for the main ones: bit i
// is diagonal i of diagonals.
type pattern uint16

func patternOf(queens []queen) (p pattern) {
	values, names := diagonals()
	for i, v := range values {
		for _, q := range queens {
			if names[i] == "s" && q.sum() == v || names[i] == "d" && q.difference() == v {
				p |= 1 << i
			}
		}
	}
	return p
}

// width is how many bits a pattern has, and groupOf how many are looked up
// together.
const (
	width   = 4*mid - 4
	groupOf = 6
)

func (p pattern) size() int { return bits.OnesCount16(uint16(p)) }

// halfBoard is a queen in each file of a half, in the order of files.
type halfBoard struct {
	queens []queen
	pattern
	main int // how many stand on a main diagonal
}

// halfBoards are those with a queen in each of the four files from the first
// on, one in each of the ranks, that do not attack each other.
func halfBoards(first int, ranks []int) (list []halfBoard) {
	var place func(queens []queen)
	place = func(queens []queen) {
		if len(queens) == mid {
			h := halfBoard{queens: slices.Clone(queens), pattern: patternOf(queens)}
			for _, q := range queens {
				if q.onMain() {
					h.main++
				}
			}
			list = append(list, h)
			return
		}
		for _, r := range ranks {
			if q := (queen{first + len(queens), r}); !slices.ContainsFunc(queens, q.attacks) {
				place(append(queens, q))
			}
		}
	}
	place(nil)
	return list
}

// common is how many crossing diagonals two half-boards share, main ones included.
func common(a, b halfBoard) int {
	n := (a.pattern & b.pattern).size()
	for _, q := range a.queens {
		for _, r := range b.queens {
			if q.sum() == 0 && r.sum() == 0 || q.difference() == 0 && r.difference() == 0 {
				n++
			}
		}
	}
	return n
}

// halves is the example: all half-boards for the ranks. In the east those
// without a queen on a main diagonal come first; in the west those with none,
// then one, then two.
type halves struct{ east, west []halfBoard }

func example() halves {
	var westRanks []int
	for r := range side {
		if !slices.Contains(eastRanks, r) {
			westRanks = append(westRanks, r)
		}
	}
	return halves{byMain(halfBoards(mid, eastRanks)), byMain(halfBoards(0, westRanks))}
}

func byMain(list []halfBoard) []halfBoard {
	slices.SortStableFunc(list, func(a, b halfBoard) int { return a.main - b.main })
	return list
}

// bare are the eastern half-boards without a queen on a main diagonal.
func (x halves) bare() []halfBoard {
	n := slices.IndexFunc(x.east, func(h halfBoard) bool { return h.main > 0 })
	if n < 0 {
		return x.east
	}
	return x.east[:n]
}
