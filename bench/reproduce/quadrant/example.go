package quadrant

import (
	"fmt"
	"math/bits"
	"strings"
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
			h := halfBoard{queens: append([]queen(nil), queens...), pattern: patternOf(queens)}
			for _, q := range queens {
				if q.onMain() {
					h.main++
				}
			}
			list = append(list, h)
			return
		}
	next:
		for _, r := range ranks {
			q := queen{first + len(queens), r}
			for _, other := range queens {
				if q.attacks(other) {
					continue next
				}
			}
			place(append(queens, q))
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
	for r, k := 0, 0; r < side; r++ {
		if k < len(eastRanks) && eastRanks[k] == r {
			k++
			continue
		}
		westRanks = append(westRanks, r)
	}
	return halves{byMain(halfBoards(mid, eastRanks)), byMain(halfBoards(0, westRanks))}
}

func byMain(list []halfBoard) (sorted []halfBoard) {
	for main := range 3 {
		for _, h := range list {
			if h.main == main {
				sorted = append(sorted, h)
			}
		}
	}
	return sorted
}

// bare are the eastern half-boards without a queen on a main diagonal.
func (x halves) bare() []halfBoard {
	n := 0
	for n < len(x.east) && x.east[n].main == 0 {
		n++
	}
	return x.east[:n]
}

// symmetryCounts are, for a board of side n, the solutions with no queen on a
// main diagonal; those with one in the south-west and none on the other; and
// those with one in the south-west and one on the other in the north-west.
func symmetryCounts(n int) (all, z, q, p int) {
	columns := make([]int, 0, n)
	var place func()
	place = func() {
		if len(columns) == n {
			all++
			up, down := -1, -1 // where queens stand on the main diagonals
			for y, x := range columns {
				if x == y {
					up = x
				}
				if x+y == n-1 {
					down = x
				}
			}
			switch {
			case up < 0 && down < 0:
				z++
			case up >= 0 && up < n/2 && down < 0:
				q++
			case up >= 0 && up < n/2 && down >= 0 && down < n/2:
				p++
			}
			return
		}
	next:
		for x := range n {
			for r, c := range columns {
				if d := len(columns) - r; x == c || x == c+d || x == c-d {
					continue next
				}
			}
			columns = append(columns, x)
			place()
			columns = columns[:len(columns)-1]
		}
	}
	place()
	return all, z, q, p
}

// filesTable is how the eastern half-boards of the example come from their
// quadrants, in Markdown: for each choice of the files of the queens in the north.
func filesTable(x halves) string {
	var t strings.Builder
	t.WriteString("| files of the north | north | files of the south | south | pairs | half-boards |\n|---|---|---|---|---|---|\n")
	var north, south []int
	for _, r := range eastRanks {
		if r >= mid {
			north = append(north, r)
		} else {
			south = append(south, r)
		}
	}
	for a := mid; a < side; a++ {
		for b := a + 1; b < side; b++ {
			var rest []int
			for f := mid; f < side; f++ {
				if f != a && f != b {
					rest = append(rest, f)
				}
			}
			files := []int{a, b}
			n, s := placements(files, north), placements(rest, south)
			var made []string
			for i, h := range x.east {
				if h.queens[a-mid].rank >= mid && h.queens[b-mid].rank >= mid {
					made = append(made, fmt.Sprintf("E%d", i+1))
				}
			}
			fmt.Fprintf(&t, "| %s | %s | %s | %s | %d | %s |\n", names(files), squares(n), names(rest), squares(s), len(n)*len(s), strings.Join(made, ", "))
		}
	}
	return t.String()
}

// placements are the ways to put two queens on two files and two ranks of a
// quadrant.
func placements(files, ranks []int) (list [][2]queen) {
	for i := range 2 {
		p := [2]queen{{files[0], ranks[i]}, {files[1], ranks[1-i]}}
		if !p[0].attacks(p[1]) {
			list = append(list, p)
		}
	}
	return list
}

func names(files []int) string {
	text := ""
	for _, f := range files {
		text += string(rune('a' + f))
	}
	return text
}

func squares(list [][2]queen) string {
	var texts []string
	for _, p := range list {
		texts = append(texts, p[0].String()+" "+p[1].String())
	}
	if len(texts) == 0 {
		return "none"
	}
	return strings.Join(texts, "; ")
}

// String is the square as people write it: a1.
func (q queen) String() string { return fmt.Sprintf("%c%d", 'a'+q.file, q.rank+1) }

// symmetryTable is z, q and p of small boards.
func symmetryTable() string {
	var t strings.Builder
	t.WriteString("| N | z | q | p | z + 4q + 4p | solutions |\n|---|---|---|---|---|---|\n")
	for _, n := range []int{6, 8, 10} {
		all, z, q, p := symmetryCounts(n)
		fmt.Fprintf(&t, "| %d | %d | %d | %d | %d | %d |\n", n, z, q, p, z+4*q+4*p, all)
	}
	return t.String()
}
