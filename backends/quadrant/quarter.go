package quadrant

import "math/bits"

// maxSide is the longest side of a quadrant.
const maxSide = 16

// square is what a queen on a square adds to a placement: its diagonals, as far
// as they are in patterns, and a mark for the caller's own use; marks are summed.
type square[P pattern] struct {
	diagonals P
	mark      uint32
}

// placement is non-attacking queens on a quadrant: all that their squares
// add, and their columns.
type placement[P pattern] struct {
	square[P]
	columns uint32
}

// width is how many bits a pattern has.
func width[P pattern]() int { return bits.Len64(uint64(^P(0))) }

// quarter is a quadrant of a board, or a little more than one: columns and rows
// are counted from the board's centre, column u and row v from 0.
type quarter[P pattern] struct {
	columns, rows int
	squares       *[maxSide][maxSide]square[P] // by row, then column
	open          [maxSide]uint32              // by row, the columns where a queen may stand
	held          square[P]                    // what queens that are there already add
}

// newQuarter makes a quadrant with all squares open; at says what a queen in
// column u of row v adds.
func newQuarter[P pattern](columns, rows int, at func(u, v int) square[P]) *quarter[P] {
	q := &quarter[P]{columns: columns, rows: rows, squares: new([maxSide][maxSide]square[P])}
	for v := range rows {
		q.open[v] = 1<<columns - 1
		for u := range columns {
			q.squares[v][u] = at(u, v)
		}
	}
	return q
}

// holding is the quadrant with a queen in column u of row v. What that queen
// attacks is closed, its row and column included, which are from then on in no
// set of rows or columns. Every placement has what the square adds.
func (q *quarter[P]) holding(u, v int) *quarter[P] {
	h := *q
	h.held.diagonals |= q.squares[v][u].diagonals
	h.held.mark += q.squares[v][u].mark
	for r := range q.rows {
		attacked := uint32(1) << u
		if d := r - v; d == 0 {
			attacked = 1<<q.columns - 1
		} else {
			attacked |= 1 << u << max(d, -d)
			attacked |= 1 << u >> max(d, -d)
		}
		h.open[r] &^= attacked
	}
	return &h
}

// place appends to dst all placements of a queen on each of the rows, no two
// attacking each other. Rows is a set, one bit a row. If stopped, some are missing.
func (q *quarter[P]) place(dst []placement[P], rows uint32, stopped func() bool) []placement[P] {
	return q.descend(dst, rows, placement[P]{q.held, 0}, 0, 0, stopped)
}

// A descent with so many rows or more to fill looks whether it is to stop.
const rowsUnstopped = 5

// descend fills the lowest of the rows. The two sets are the columns that the
// diagonals of the queens so far reach in row 0: left those going to higher
// columns with each row, right those to lower ones, the latter with room for
// columns below 0.
func (q *quarter[P]) descend(dst []placement[P], rows uint32, p placement[P], left, right uint64, stopped func() bool) []placement[P] {
	if rows == 0 {
		return append(dst, p)
	}
	if bits.OnesCount32(rows) >= rowsUnstopped && stopped() {
		return dst
	}
	v := bits.TrailingZeros32(rows)
	free := q.open[v] &^ (p.columns | uint32(left>>(maxSide-v)) | uint32(right>>(maxSide+v)))
	at, rest := &q.squares[v], rows&(rows-1)
	for ; free != 0; free &= free - 1 {
		u := bits.TrailingZeros32(free)
		s := &at[u&(maxSide-1)]
		next := placement[P]{square[P]{p.diagonals | s.diagonals, p.mark + s.mark}, p.columns | 1<<u}
		if rest == 0 {
			dst = append(dst, next)
			continue
		}
		dst = q.descend(dst, rest, next, left|1<<(maxSide+u-v), right|1<<(maxSide+u+v), stopped)
	}
	return dst
}

// subsets are the sets of k of n things, in the order of their numbers. The
// complements of the sets, in the same order, are the list of those of n-k
// things backwards.
type subsets struct {
	sets []uint32
	rank []int32 // the place of a set among those of its size
}

// newSubsets are the sets of n things by their size.
func newSubsets(n int) []subsets {
	bySize, rank := make([]subsets, n+1), make([]int32, 1<<n)
	for set := range uint32(1 << n) {
		of := &bySize[bits.OnesCount32(set)]
		rank[set] = int32(len(of.sets))
		of.sets = append(of.sets, set)
	}
	for size := range bySize {
		bySize[size].rank = rank
	}
	return bySize
}
