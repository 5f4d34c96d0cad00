package bitmask

import (
	"math/bits"
	"slices"
)

// row is a rank, or in another orientation a file, that is to be filled inside a ring.
type row struct {
	open  uint32 // its squares inside the ring that the ring does not attack
	ahead uint32 // distance in ranks to the next row to be filled
}

// interior is the part of the board that is left to fill inside a ring.
type interior struct {
	weight uint64
	size   float64 // the estimated number of nodes
	rows   []row
	leaps  leaps // the leaps of the pieces
}

// leaps has, by distance in ranks (1 or 2), how many files a piece leaps in either direction; 0
// means no leap. The knight's are {1: 2, 2: 1}.
type leaps [3]uint64

// nowhere is a shift by more bits than there are files, so that no file is left.
const nowhere = 63

// shift returns by how many bits files must be shifted for the leap to a rank at the given
// distance.
func (l leaps) shift(ranks uint32) uint64 {
	if ranks < uint32(len(l)) && l[ranks] > 0 {
		return l[ranks]
	}
	return nowhere
}

// interiors calls wanted for each ring and, if it returns true, calls visit with the interior in
// the orientation with the smallest estimated tree. Mirror images across the direction of filling
// have the same tree, so there are four orientations. The rows are overwritten after each call.
// interiors stops if visit returns false.
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
	var leapt [maxCounterSize]uint64 // by rank, the files that leaps attack
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

// queenAttacks returns the files that queens on the files q attack on a rank at the given distance,
// which must be at least 1. Bits beyond the last file have no meaning.
func queenAttacks(q uint64, away int) uint64 { return q | q<<away | q>>away }

func distance(a, b int) int { return max(a-b, b-a) }

// reverse reverses the order of the rows to be filled.
func reverse(rows []row) {
	slices.Reverse(rows)
	for i := range len(rows) - 1 {
		rows[i].ahead = rows[i+1].ahead
	}
}

// estimate returns an estimate, up to a constant factor, of the number of nodes below the rows, and
// 0 if a row has no square. It assumes that the queens of earlier rows close a fraction of the open
// squares of a row by their files, and about the same fraction again by their diagonals.
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
