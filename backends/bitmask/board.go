package bitmask

import (
	"math/bits"
	"slices"

	"nqueens"
)

// board is a problem as machine words.
type board struct {
	n     int
	piece piece
	// open has, for each rank, the files on which a piece may stand at the start of the search:
	// those not closed, not attacked by a given, and on the rank of a given only its own.
	open []uint64
	// symmetries map solutions to solutions.
	symmetries []nqueens.Symmetry
	// mirrored is set if reversing the files is one of the symmetries.
	mirrored bool
	// shifts is set if moving all pieces by one square, cyclically, maps solutions to solutions.
	// fixed is set if the piece of the first rank is therefore fixed on one square.
	shifts, fixed bool
	// weight is the number of solutions that each solution found represents.
	weight uint64
	// portable selects plain Go in place of assembly.
	portable bool
	done     func(interior) // if not nil, called with each interior that has been counted
}

func newBoard(p nqueens.Problem) *board {
	b := &board{n: p.N, open: make([]uint64, p.N), weight: 1}
	b.piece, _ = pieceOf(p) // Supports has refused problems without one
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

// attacked returns the files of a rank on which no piece can stand if one stands on the given
// square.
func (b *board) attacked(s nqueens.Square, rank int) uint64 {
	if rank == s.Rank {
		return ^(1 << s.File)
	}
	return b.piece.attacked(b.n, s, rank)
}

// hopeless reports whether some rank has no open square.
func (b *board) hopeless() bool { return slices.Contains(b.open, 0) }

// fixFirst uses shifts, for tasks that need not find every solution. Of each solution and its
// shifts along the ranks it keeps the one whose first piece is on the middle file.
func (b *board) fixFirst() {
	if b.shifts {
		b.open[0], b.weight, b.fixed = 1<<(b.n/2), uint64(b.n), true
	}
}

// parts splits a board for packing. If a line has more squares than a field holds, parts returns
// one board for each square of the middle rank, with a piece on that square. The piece takes a
// square from every other line. Each solution belongs to exactly one part.
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

// fewestRanks is the number of unfilled ranks from which on counting inside rings is worth the cost
// of thousands of rings.
const fewestRanks = 14

// dense reports whether so much of the board is open that counting rank by rank is fastest. On
// other boards the explorer is faster, because its smaller tree outweighs its slower nodes.
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
