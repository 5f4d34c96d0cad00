package bitmask

import (
	"math/bits"
	"slices"

	"nqueens"
)

// ring is a set of queens on the outermost ranks and files: the coordinate of the queen on each of
// the four sides. A queen in a corner stands on two sides.
type ring [4]int

// The indices of the sides in a ring. The comment of each side says which coordinate of its queen
// the ring contains.
const (
	firstRank = iota // the file
	lastRank
	firstFile // the rank
	lastFile
)

// square returns the square of the queen of a side.
func (r ring) square(n, side int) nqueens.Square {
	switch side {
	case firstRank:
		return nqueens.Square{File: r[firstRank], Rank: 0}
	case lastRank:
		return nqueens.Square{File: r[lastRank], Rank: n - 1}
	case firstFile:
		return nqueens.Square{File: 0, Rank: r[firstFile]}
	}
	return nqueens.Square{File: n - 1, Rank: r[lastFile]}
}

// transposed returns the ring with ranks and files exchanged.
func (r ring) transposed() ring {
	return ring{r[firstFile], r[lastFile], r[firstRank], r[lastRank]}
}

// turn is a symmetry of the board as it acts on rings: the queen of side from[s] moves to side s,
// with its coordinate counted from the other end if flip[s].
type turn struct {
	from [4]int
	flip [4]bool
}

func turnOf(g nqueens.Symmetry) (t turn) {
	const n = 4 // coordinate 1 of a side is not in a corner, and differs from 2
	for side := range 4 {
		to := g.Apply(nqueens.NByN(n), ring{1, 1, 1, 1}.square(n, side))
		switch {
		case to.Rank == 0:
			t.from[firstRank], t.flip[firstRank] = side, to.File != 1
		case to.Rank == n-1:
			t.from[lastRank], t.flip[lastRank] = side, to.File != 1
		case to.File == 0:
			t.from[firstFile], t.flip[firstFile] = side, to.Rank != 1
		default:
			t.from[lastFile], t.flip[lastFile] = side, to.Rank != 1
		}
	}
	return t
}

// compare returns -1 if the image of the ring comes before the ring, 1 if it comes after it, and 0
// if they are equal.
func (t turn) compare(n int, r ring) int {
	for side := range 4 {
		v := r[t.from[side]]
		if t.flip[side] {
			v = n - 1 - v
		}
		if v != r[side] {
			if v < r[side] {
				return -1
			}
			return 1
		}
	}
	return 0
}

// rings calls visit for one ring of each orbit under the symmetries that preserve the board, the
// smallest one, with the size of the orbit. Each solution of the board has exactly one ring, so the
// sum over these rings, with the sizes as weights, is the number of solutions. rings stops if visit
// returns false.
func (b *board) rings(visit func(r ring, weight uint64) bool) {
	n := b.n
	turns := make([]turn, len(b.symmetries))
	// The smallest ring of an orbit has on the first rank the smallest of the coordinates that
	// symmetries bring there.
	var lower, upper [4]bool
	for i, g := range b.symmetries {
		turns[i] = turnOf(g)
		side := turns[i].from[firstRank]
		if turns[i].flip[firstRank] {
			upper[side] = true
		} else {
			lower[side] = true
		}
	}
	byFile := transposed(b.open)
	sides := [4]uint64{b.open[0], b.open[n-1], byFile[0], byFile[n-1]}
	within := func(side, least int) uint64 {
		squares := sides[side]
		if lower[side] {
			squares &= ^uint64(0) << least
		}
		if upper[side] {
			squares &= 1<<(n-least) - 1
		}
		return squares
	}
	// choose fills the sides from the given one on.
	var choose func(r ring, side int) bool
	choose = func(r ring, side int) bool {
		if side == 4 {
			same := uint64(0)
			for _, t := range turns {
				switch t.compare(n, r) {
				case -1:
					return true
				case 0:
					same++
				}
			}
			return visit(r, uint64(len(turns))/same)
		}
		for squares := within(side, r[firstRank]); squares != 0; squares &= squares - 1 {
			r[side] = bits.TrailingZeros64(squares)
			if r.peaceful(n, side, b.piece) && !choose(r, side+1) {
				return false
			}
		}
		return true
	}
	for squares := sides[firstRank]; squares != 0; squares &= squares - 1 {
		r := ring{bits.TrailingZeros64(squares)}
		if within(firstRank, r[firstRank])>>r[firstRank]&1 == 1 && !choose(r, lastRank) {
			return
		}
	}
}

// peaceful reports whether the queen of the side attacks none of the queens of earlier sides.
// Queens on the same corner are one.
func (r ring) peaceful(n, side int, of piece) bool {
	s := r.square(n, side)
	for other := range side {
		t := r.square(n, other)
		files, ranks := s.File-t.File, s.Rank-t.Rank
		if s != t && (files == 0 || ranks == 0 || files == ranks || files == -ranks ||
			slices.Contains(of.leaps, nqueens.Square{File: files, Rank: ranks})) {
			return false
		}
	}
	return true
}

// transposed exchanges the ranks and files of a board.
func transposed(open []uint64) []uint64 {
	byFile := make([]uint64, len(open))
	for rank, files := range open {
		for ; files != 0; files &= files - 1 {
			byFile[bits.TrailingZeros64(files)] |= 1 << rank
		}
	}
	return byFile
}
