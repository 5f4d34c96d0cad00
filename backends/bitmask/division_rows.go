package bitmask

import (
	"iter"
	"math/big"
	"math/bits"

	"nqueens"
)

// mostEach is the largest number of pieces in each line of a board with regions.
const mostEach = 3

// A filledRows describes the filled rows of a board with regions as far as the rows above depend on them.
// Two ways to fill these rows that have the same state can be continued in the same ways.
type filledRows struct {
	// files and regions have a bit for each line with at least one, two and three pieces.
	files, regions [mostEach]uint32
	// touched are the squares of the next row that touch a piece and would otherwise be free.
	touched uint32
}

// A wideCount is a number of at most 128 bits.
type wideCount struct{ high, low uint64 }

// add returns the sum, and false if it needs more than 128 bits.
func (c wideCount) add(d wideCount) (wideCount, bool) {
	low, carry := bits.Add64(c.low, d.low, 0)
	high, carry := bits.Add64(c.high, d.high, carry)
	return wideCount{high, low}, carry == 0
}

// count returns the number as a count of solutions.
func (c wideCount) count() *nqueens.Count {
	n := new(big.Int).SetUint64(c.high)
	return nqueens.CountOf(n.Lsh(n, 64).Or(n, new(big.Int).SetUint64(c.low)))
}

// A rowCounter counts the solutions of a board with regions row by row. For each state it keeps the number
// of ways to reach the state, so that the rows above are counted only once for each state.
type rowCounter struct {
	n, each int
	open    []uint32  // by row: the files on which a piece may stand
	given   []uint32  // by row: the files of the given pieces
	region  [][]uint8 // by row and file
	// needed are the lines that must have at least one, two and three pieces when the row is filled,
	// because the rows above have no room for more.
	neededFiles, neededRegions [][mostEach]uint32

	most    int // number of states of a row that are kept at a time
	pause   func() bool
	total   wideCount
	nodes   uint64
	stopped bool
	// overflow is set if a number needs more than 128 bits.
	overflow bool
}

// newRowCounter returns a counter for a problem with a division into regions.
func newRowCounter(p nqueens.Problem, d *nqueens.Division) *rowCounter {
	const most = 1 << 18 // about 20 MB a row
	c := &rowCounter{
		n: p.N, each: d.Each, most: most, open: make([]uint32, p.N), given: make([]uint32, p.N), region: make([][]uint8, p.N),
		neededFiles: make([][mostEach]uint32, p.N), neededRegions: make([][mostEach]uint32, p.N),
	}
	closed, region := p.Closed(), d.Regions.BySquare()
	byFile, byRegion := make([][]nqueens.Square, p.N), make([][]nqueens.Square, d.Regions.Number())
	for i, s := range p.Board().Squares() {
		c.region[s.Rank] = append(c.region[s.Rank], uint8(region[i]))
		if closed[i] {
			continue
		}
		c.open[s.Rank] |= 1 << s.File
		byFile[s.File] = append(byFile[s.File], s)
		byRegion[region[i]] = append(byRegion[region[i]], s)
	}
	for _, s := range p.Given {
		c.given[s.Rank] |= 1 << s.File
	}
	for row := range p.N {
		c.neededFiles[row], c.neededRegions[row] = c.needed(byFile, row), c.needed(byRegion, row)
	}
	return c
}

// needed returns which lines must have at least one, two and three pieces when a row is filled. The
// squares of a line are in the order of rows.
func (c *rowCounter) needed(lines [][]nqueens.Square, row int) (needed [mostEach]uint32) {
	for line, squares := range lines {
		above := squares
		for len(above) > 0 && above[0].Rank <= row {
			above = above[1:]
		}
		for k := range c.each - apart(above, c.each) {
			needed[k] |= 1 << line
		}
	}
	return needed
}

// apart returns the largest number of pieces, up to most, that fit on some squares and do not touch.
func apart(squares []nqueens.Square, most int) (number int) {
	if most == 0 {
		return 0
	}
	for i, s := range squares {
		var rest []nqueens.Square
		for _, t := range squares[i+1:] {
			if files, ranks := t.File-s.File, t.Rank-s.Rank; files*files > 1 || ranks*ranks > 1 {
				rest = append(rest, t)
			}
		}
		if number = max(number, 1+apart(rest, most-1)); number == most {
			break
		}
	}
	return number
}

// steps counts all solutions. The iteration pauses regularly; it ends when the count is complete.
func (c *rowCounter) steps() iter.Seq[int] {
	return func(yield func(int) bool) {
		c.pause = func() bool { return yield(0) }
		c.fill(0, []ways{{number: wideCount{low: 1}}})
	}
}

// ways is the number of ways to fill the first rows that have the same state.
type ways struct {
	state  filledRows
	number wideCount
}

// fill counts the ways to fill a row and all rows above it from states with the rows below filled.
// If there are too many states of a row, it continues from the first of them before it finds the
// others, so that memory is bounded.
func (c *rowCounter) fill(row int, list []ways) {
	if row == c.n {
		for _, w := range list {
			c.sum(&c.total, w.number)
		}
		return
	}
	var next []ways
	index := make(map[filledRows]int32, len(list)) // of each state in next
	for _, w := range list {
		if c.stopped {
			return
		}
		c.place(row, w.state, 0, c.open[row]&^w.state.touched, c.each, func(s filledRows) {
			i, seen := index[s]
			if !seen {
				i = int32(len(next))
				index[s] = i
				next = append(next, ways{state: s})
			}
			c.sum(&next[i].number, w.number)
		})
		if len(next) >= c.most {
			c.fill(row+1, next)
			next = next[:0]
			clear(index)
		}
	}
	if len(next) > 0 && !c.stopped {
		c.fill(row+1, next)
	}
}

// sum adds d to a number.
func (c *rowCounter) sum(to *wideCount, d wideCount) {
	sum, ok := to.add(d)
	if !ok {
		c.overflow, c.stopped = true, true
	}
	*to = sum
}

// place puts more pieces on the free squares of a row, in the order of files, and calls visit with
// each state that can lead to a solution.
func (c *rowCounter) place(row int, s filledRows, placed, free uint32, more int, visit func(filledRows)) {
	if more == 0 {
		c.finish(row, s, placed, visit)
		return
	}
	last := c.each - 1
	for free &^= s.files[last]; free != 0 && !c.stopped; free &= free - 1 {
		piece := free & -free
		file := bits.TrailingZeros32(free)
		region := uint32(1) << c.region[row][file]
		if s.regions[last]&region != 0 {
			continue
		}
		if c.nodes++; c.nodes%checkEvery == 0 && !c.pause() {
			c.stopped = true
			return
		}
		with := s
		with.files, with.regions = onePieceMore(s.files, piece), onePieceMore(s.regions, region)
		c.place(row, with, placed|piece, free&^(piece|piece<<1), more-1, visit)
	}
}

// onePieceMore returns at after the line gets one more piece. Element k of at is the set of lines with at
// least k+1 pieces.
func onePieceMore(at [mostEach]uint32, line uint32) [mostEach]uint32 {
	for k := range at {
		if at[k]&line == 0 {
			at[k] |= line
			break
		}
	}
	return at
}

// finish calls visit with the state of a filled row unless a line lacks more pieces than the rows above
// have room for.
func (c *rowCounter) finish(row int, s filledRows, placed uint32, visit func(filledRows)) {
	if c.given[row]&^placed != 0 {
		return
	}
	for k := range c.each {
		if c.neededFiles[row][k]&^s.files[k] != 0 || c.neededRegions[row][k]&^s.regions[k] != 0 {
			return
		}
	}
	s.touched = 0
	if row+1 < c.n {
		s.touched = (placed | placed<<1 | placed>>1) & c.open[row+1] &^ s.files[c.each-1]
	}
	visit(s)
}
