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
	// attacks is for the explorer: attacks[n·(n·rank + file) + other] has the
	// files of the other rank that a piece on the square closes.
	attacks []uint64
	// mirrored says that reversing the files maps solutions to solutions.
	mirrored bool
	// shifts says that moving all pieces one square along, round the edges,
	// does.
	shifts bool
	// weight is how many solutions each that is found stands for.
	weight uint64
}

func newBoard(p nqueens.Problem) *board {
	b := &board{n: p.N, open: make([]uint64, p.N), weight: 1}
	b.piece, _ = pieceOf(p.Family) // Supports has refused others
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
			b.open[rank] &^= b.attacked(g.Rank, g.File, rank)
		}
	}
	b.mirrored = slices.Contains(p.Symmetries(), nqueens.MirrorFiles)
	b.shifts = b.piece.wraps && p.Bare()
	return b
}

// attacked returns the files of a rank on which nothing can stand beside a
// piece on the given square.
func (b *board) attacked(rank, file, other int) uint64 {
	q := uint64(1) << file
	switch {
	case other > rank:
		return b.piece.attacks(q, other-rank, b.n)
	case other < rank:
		return b.piece.attacks(q, rank-other, b.n)
	}
	return ^q
}

// tabulate fills attacks.
func (b *board) tabulate() {
	b.attacks = make([]uint64, 0, b.n*b.n*b.n)
	for rank := range b.n {
		for file := range b.n {
			for other := range b.n {
				b.attacks = append(b.attacks, b.attacked(rank, file, other))
			}
		}
	}
}

// hopeless reports whether some rank has no open square.
func (b *board) hopeless() bool { return slices.Contains(b.open, 0) }

// fixFirst makes use of shifts, for tasks that need not see every solution: of
// each solution and its shifts along the ranks it keeps one, that whose first
// piece is on the middle file, where a mirror image remains one.
func (b *board) fixFirst() {
	if b.shifts {
		b.open[0], b.weight = 1<<(b.n/2), uint64(b.n)
		b.mirrored = b.n%2 == 1
	}
}

// dense reports whether enough of the board is open for the counter: with
// few choices a rank the explorer's smaller tree outweighs its slower nodes.
func (b *board) dense() bool {
	ranks, squares := 0, 0
	for _, open := range b.open {
		if c := bits.OnesCount64(open); c > 1 {
			ranks++
			squares += c
		}
	}
	return b.n <= maxCounterSize && 100*squares >= b.piece.dense*ranks*ranks
}
