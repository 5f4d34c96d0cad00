package bitmask

import (
	"math/bits"
	"slices"
)

// row is a rank, or in another orientation a file, that is to be filled inside
// a ring.
type row struct {
	open  uint32 // its squares inside the ring that the ring does not attack
	ahead uint32 // how many ranks on the next row to be filled is
}

// interior is what is left to fill when a ring stands.
type interior struct {
	weight uint64
	size   float64 // the estimated number of nodes
	rows   []row
	leaps  leaps // of the pieces
}

// leaps says how many files aside a piece leaps, either way, to a rank one or two away; 0 is
// nowhere. The knight's are {1: 2, 2: 1}.
type leaps [3]uint64

// nowhere is a shift that leaves no file.
const nowhere = 63

// shift is by how much files are shifted where leaps lead, so many ranks away.
func (l leaps) shift(ranks uint32) uint64 {
	if ranks < uint32(len(l)) && l[ranks] > 0 {
		return l[ranks]
	}
	return nowhere
}

// interiors asks about each ring whether it is wanted, and calls visit for what those that
// are leave to fill, read in the one of its orientations that promises the smallest tree.
// Mirror images in the other direction have the same tree, so there are four to choose from.
// The rows are overwritten after each call. It ends early if visit returns false.
func (b *board) interiors(wanted func() bool, visit func(interior) bool) {
	byFile := transposed(b.open)
	rows, best := make([]row, 0, b.n), make([]row, 0, b.n)
	b.rings(func(r ring, weight uint64) bool {
		if !wanted() {
			return true
		}
		least := -1.0
		for i, open := range [][]uint64{b.open, byFile} {
			if i == 1 {
				r = r.transposed()
			}
			rows = inside(rows[:0], open, r, b.piece)
			for range 2 {
				size := estimate(rows)
				if size == 0 {
					return true
				}
				if least < 0 || size < least {
					least, best = size, append(best[:0], rows...)
				}
				reverse(rows)
			}
		}
		return visit(interior{weight, least, best, b.piece.near})
	})
}

// inside appends the rows to be filled inside a ring, from the first rank up.
func inside(rows []row, open []uint64, r ring, of piece) []row {
	n := len(open)
	var leapt [maxCounterSize]uint64 // the files of each rank that leaps lead to
	for side := range r {
		for to := range of.leapsFrom(n, r.square(n, side)) {
			leapt[to.Rank] |= 1 << to.File
		}
	}
	for rank := 1; rank < n-1; rank++ {
		if rank == r[firstFile] || rank == r[lastFile] {
			if len(rows) > 0 {
				rows[len(rows)-1].ahead++
			}
			continue
		}
		attacked := queenAttacks(1<<r[firstRank], rank) | queenAttacks(1<<r[lastRank], n-1-rank) |
			queenAttacks(1, distance(rank, r[firstFile])) | queenAttacks(1<<(n-1), distance(rank, r[lastFile]))
		free := open[rank] &^ (attacked | leapt[rank]) >> 1 & (1<<(n-2) - 1)
		rows = append(rows, row{open: uint32(free), ahead: 1})
	}
	return rows
}

// queenAttacks returns the files attacked on a rank that lies away ≥ 1 ranks above
// or below that of queens on the files q. Bits beyond the last file mean nothing.
func queenAttacks(q uint64, away int) uint64 { return q | q<<away | q>>away }

func distance(a, b int) int { return max(a-b, b-a) }

// reverse turns the rows to be filled from the other end.
func reverse(rows []row) {
	slices.Reverse(rows)
	for i := range len(rows) - 1 {
		rows[i].ahead = rows[i+1].ahead
	}
}

// estimate is a guess, up to a factor, at the number of nodes below the rows:
// 0 if a row has no square. Of the open squares of a row those remain that
// share no file with a queen on an earlier row and, about as many of them
// again, no diagonal.
func estimate(rows []row) float64 {
	nodes, sum := 1.0, 1.0
	scale := 1 / float64(len(rows)*len(rows))
	for i, r := range rows {
		left := len(rows) - i
		nodes *= float64(bits.OnesCount32(r.open)*left*left) * scale
		sum += nodes
	}
	if nodes == 0 && len(rows) > 0 {
		return 0
	}
	return sum
}
