package bitmask

import (
	"math/bits"
	"slices"

	"nqueens"
)

// board is a problem in words.
type board struct {
	n     int
	piece piece
	// open has, for each rank, the files on which a piece may stand as far as
	// is known before the search: not closed, not attacked by a given, and on
	// a given's own rank no other.
	open []uint64
	// symmetries map solutions to solutions.
	symmetries []nqueens.Symmetry
	// mirrored says that reversing the files is one of them.
	mirrored bool
	// shifts says that moving all pieces one square along, round the edges,
	// does, and fixed that the first rank's piece is on one square therefore.
	shifts, fixed bool
	// weight is how many solutions each that is found stands for.
	weight uint64
	// portable keeps to plain Go where the processor could do more.
	portable bool
	done     func(interior) // if not nil, told of each that is counted
}

func newBoard(p nqueens.Problem) *board {
	b := &board{n: p.N, open: make([]uint64, p.N), weight: 1}
	b.piece, _ = pieceOf(p) // Supports has refused others
	closed := p.Closed()
	for rank := range b.open {
		for file := range p.N {
			if !closed[rank*p.N+file] {
				b.open[rank] |= 1 << file
			}
		}
	}
	for _, g := range p.Given {
		for rank := range b.open {
			b.open[rank] &^= b.attacked(g, rank)
		}
	}
	b.symmetries = p.Symmetries()
	b.mirrored = slices.Contains(b.symmetries, nqueens.MirrorFiles)
	b.shifts = b.piece.wraps && p.Bare()
	return b
}

// attacked returns the files of a rank on which nothing can stand beside a
// piece on the given square.
func (b *board) attacked(s nqueens.Square, rank int) uint64 {
	if rank == s.Rank {
		return ^(1 << s.File)
	}
	return b.piece.attacked(b.n, s, rank)
}

// hopeless reports whether some rank has no open square.
func (b *board) hopeless() bool { return slices.Contains(b.open, 0) }

// fixFirst makes use of shifts, for tasks that need not see every solution: of
// each solution and its shifts along the ranks it keeps one, that whose first
// piece is on the middle file.
func (b *board) fixFirst() {
	if b.shifts {
		b.open[0], b.weight, b.fixed = 1<<(b.n/2), uint64(b.n), true
	}
}

// parts splits a board for packing. On one with a line of more squares than a
// field holds, a piece is put on each square of the middle rank in turn, which
// takes a square of every other line; each solution is one of one part.
func (b *board) parts() []*board {
	wide := func(line uint64) bool { return bits.OnesCount64(line) > widestField }
	if !slices.ContainsFunc(b.open, wide) && !slices.ContainsFunc(transposed(b.open), wide) {
		return []*board{b}
	}
	var parts []*board
	middle := b.n / 2
	for files := b.open[middle]; files != 0; files &= files - 1 {
		file := bits.TrailingZeros64(files)
		part := *b
		part.open = slices.Clone(b.open)
		part.open[middle] = 1 << file
		for rank := range part.open {
			if rank != middle {
				part.open[rank] &^= b.attacked(nqueens.Square{File: file, Rank: middle}, rank)
			}
		}
		parts = append(parts, &part)
	}
	return parts
}

// fewestRanks is how many ranks must be left to fill for counting inside rings
// to make up for the thousands of rings.
const fewestRanks = 14

// dense reports whether so much of the board is open that it is best counted
// rank by rank: with few choices a rank the explorer's smaller tree outweighs
// its slower nodes.
func (b *board) dense() bool {
	if b.n > maxCounterSize || b.piece.place == nil && !b.piece.rings {
		return false
	}
	ranks, squares := 0, 0
	for _, open := range b.open {
		if c := bits.OnesCount64(open); c > 1 {
			ranks++
			squares += c
		}
	}
	if squares == b.n*b.n {
		return true
	}
	if b.piece.rings && ranks < fewestRanks {
		return false
	}
	return 100*squares >= b.piece.dense*ranks*ranks
}
