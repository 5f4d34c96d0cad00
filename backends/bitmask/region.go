package bitmask

import (
	"iter"
	"math/bits"

	"nqueens"
)

// region is the part of a board of any size that is left to fill: the ranks and files without a
// piece, equally many of both, and the open squares where they cross.
type region struct {
	side  int // side of the whole board
	piece piece
	// lines are the lines that must have one piece each, those nearest to the middle first; kinds
	// is the number of kinds among them.
	lines []line
	kinds int
	// weight is the number of solutions of the board that each solution of the region represents.
	weight uint64
	open   []nqueens.Square // by rank, then by file
	// given are pieces on other squares. They are part of each solution and attack none of the open
	// squares.
	given nqueens.Solution
	// portable selects plain Go in place of assembly.
	portable bool
}

// line is a rank (kind 0), a file (kind 1), or one of the diagonals that follow in region.chains.
type line struct{ kind, index int }

const maxKinds = 4

// region returns the region of the whole board.
func (b *board) region() region {
	r := region{side: b.n, piece: b.piece, kinds: 2, weight: b.weight, portable: b.portable}
	for i, open := range b.open {
		r.lines = append(r.lines, line{0, fromMiddle(b.n, i)}, line{1, fromMiddle(b.n, i)})
		for ; open != 0; open &= open - 1 {
			r.open = append(r.open, nqueens.Square{File: bits.TrailingZeros64(open), Rank: i})
		}
	}
	return r
}

// withDiagonals returns the region with the diagonals of a torus among the lines to fill. There are
// as many diagonals of a kind as pieces, and none can have two, so each must have one; with this,
// dead ends are found far sooner.
func (r region) withDiagonals() region {
	if !r.piece.wraps {
		return r
	}
	r.lines, r.kinds = nil, len(r.chains())
	for i := range r.side {
		for kind := range r.kinds {
			r.lines = append(r.lines, line{kind, fromMiddle(r.side, i)})
		}
	}
	return r
}

// fromMiddle returns element j of the order of 0..n-1 from the middle outwards.
func fromMiddle(n, j int) int {
	if j%2 == 1 {
		return (n - 1 - j) / 2
	}
	return (n + j) / 2
}

// chain links the squares that share a key, and so a line, ascending.
type chain struct {
	key   func(nqueens.Square) int
	first []uint16 // by key, the number of a square plus one; 0 if there is none
	next  []uint16 // by the number of a square, the number of the next plus one; 0 if there is none
}

func (r region) chain(keys int, key func(nqueens.Square) int) chain {
	c := chain{key, make([]uint16, keys), make([]uint16, len(r.open))}
	for i := len(r.open) - 1; i >= 0; i-- {
		k := key(r.open[i])
		c.first[k], c.next[i] = uint16(i+1), c.first[k]
	}
	return c
}

// squares iterates over the numbers of the squares with a key.
func (c chain) squares(key int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for s := c.first[key]; s != 0; s = c.next[s-1] {
			if !yield(int(s - 1)) {
				return
			}
		}
	}
}

// chains returns the lines on which squares attack each other: the ranks, the files and, if the
// piece attacks along them, the diagonals.
func (r region) chains() []chain {
	n := r.side
	chains := []chain{
		r.chain(n, func(s nqueens.Square) int { return s.Rank }),
		r.chain(n, func(s nqueens.Square) int { return s.File }),
	}
	if r.piece.sums {
		chains = append(chains, r.chain(2*n, func(s nqueens.Square) int { return r.piece.sum(n, s) }))
	}
	if r.piece.differences {
		chains = append(chains, r.chain(2*n, func(s nqueens.Square) int { return r.piece.difference(n, s) }))
	}
	return chains
}

// attacked iterates over the numbers of the squares on which no other piece can stand beside a
// piece on the given one, including itself.
func (r region) attacked(square int, chains []chain) iter.Seq[int] {
	return func(yield func(int) bool) {
		from := r.open[square]
		for _, c := range chains {
			for other := range c.squares(c.key(from)) {
				if !yield(other) {
					return
				}
			}
		}
		for other := range r.leapt(square, chains) {
			if !yield(other) {
				return
			}
		}
	}
}

// leapt iterates over the numbers of the squares that the piece attacks by a leap.
func (r region) leapt(square int, chains []chain) iter.Seq[int] {
	return func(yield func(int) bool) {
		for to := range r.piece.leapsFrom(r.side, r.open[square]) {
			for other := range chains[0].squares(to.Rank) {
				if r.open[other] == to && !yield(other) {
					return
				}
			}
		}
	}
}
