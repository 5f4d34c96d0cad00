package quadrant

import "math/bits"

// maxSide is the longest side of a quadrant.
const maxSide = 16

// square contains what a queen on that square adds to a placement: the square's diagonals, as a
// pattern, and a mark whose meaning depends on the caller. Marks are added up.
type square[P pattern] struct {
	diagonals P
	mark      uint32
}

// placement is a set of non-attacking queens on a quadrant: the sum over their squares, and their
// columns.
type placement[P pattern] struct {
	square[P]
	columns uint32
}

// width returns the number of bits of a pattern.
func width[P pattern]() int { return bits.Len64(uint64(^P(0))) }

// quarter is a quadrant of a board, possibly with the middle row and column. Columns and rows are
// counted from the board's centre: column u and row v from 0.
type quarter[P pattern] struct {
	columns, rows int
	squares       *[maxSide][maxSide]square[P] // by row, then column
	open          [maxSide]uint32              // by row, the columns where a queen may stand
	held          square[P]                    // the diagonals and marks of queens that are already there
}

// newQuarter returns a quadrant with all squares open; at returns what a queen in column u of row v
// adds.
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

// holding returns the quadrant with a queen in column u of row v. The squares that it attacks are
// closed, including its row and column, which are then in no set of rows or columns. Every
// placement includes that queen's square.
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

// place appends to dst all placements of one queen on each of the rows, no two attacking each
// other. rows is a set, one bit a row. If stopped returns true, some are missing.
func (q *quarter[P]) place(dst []placement[P], rows uint32, stopped func() bool) []placement[P] {
	return q.descend(dst, rows, placement[P]{q.held, 0}, 0, 0, stopped)
}

// rowsUnstopped is the number of remaining rows from which on a descent calls stopped.
const rowsUnstopped = 5

// descend places a queen on the lowest of the rows in every way and continues with the other rows.
// It appends the complete placements to dst. left and right are the columns of row 0 on the
// diagonals of the queens so far: left for diagonals that go to higher columns with each row, right
// for those that go to lower ones, with room for columns below 0.
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

// subsets are the sets of k of n elements, in the order of their numbers. The complements of the
// sets, in the same order, are the sets of n-k elements in reverse order.
type subsets struct {
	sets []uint32
	rank []int32 // the index of a set among those of its size
}

// newSubsets returns the sets of n elements by their size.
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
