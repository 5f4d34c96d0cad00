package orbit

import (
	"math/bits"
	"slices"

	"nqueens"
)

// board is a problem as machine words. File i and rank i are the higher ones of pair i; both count
// from 0, from the middle outwards.
type board struct {
	n     int
	turn  nqueens.Symmetry // HalfTurn or QuarterTurn
	pairs int              // number of pairs of files, and of ranks
	// middle is the distance between the two lines of pair 0: 1 if n is even, and 2 if n is odd,
	// because the middle line is between them.
	middle int
	// right[i] has the ranks j for which the orbit of the square (i, j) may be placed; left[i] has
	// the same for the square's mirror image, on the other rank of pair j.
	right, left []uint64
	// unsolvable is set if there is no solution, without a search.
	unsolvable bool
	// mirrored is set if reversing the files maps solutions to solutions.
	mirrored bool
}

func newBoard(p nqueens.Problem) *board {
	b := &board{n: p.N, turn: p.Symmetric, pairs: p.N / 2, middle: 1 + p.N%2}
	switch p.Symmetric {
	case nqueens.HalfTurn:
		b.mirrored = slices.Contains(p.Symmetries(), nqueens.MirrorFiles)
	case nqueens.QuarterTurn, nqueens.QuarterTurnBack:
		b.turn = nqueens.QuarterTurn
		// An orbit fills two pairs, so that an odd pair would remain empty.
		b.unsolvable = b.pairs%2 == 1
	default:
		// A queen off the axis of a reflection attacks its image, and two queens on the axis attack
		// each other. On a board of one square all symmetries are the same.
		b.turn, b.unsolvable = nqueens.HalfTurn, p.N > 1
	}
	if b.unsolvable {
		return b
	}
	// The file of a given has no other square left, so that every solution contains all givens. If
	// one of them is barred there is no solution.
	barred := p.Barred()
	open := func(s nqueens.Square) bool {
		return !slices.ContainsFunc(b.orbit(nil, s), func(image nqueens.Placement) bool { return barred[image.Square.Rank*p.N+image.Square.File] })
	}
	if p.N%2 == 1 {
		b.unsolvable = !open(nqueens.Square{File: p.N / 2, Rank: p.N / 2})
	}
	b.right, b.left = make([]uint64, b.pairs), make([]uint64, b.pairs)
	for i := range b.pairs {
		for j := range b.pairs {
			if i == j {
				continue // on a main diagonal with its images
			}
			if open(b.square(i, j, false)) {
				b.right[i] |= 1 << j
			}
			if open(b.square(i, j, true)) {
				b.left[i] |= 1 << j
			}
		}
	}
	return b
}

// square returns the square of file i and rank j, or of the other rank of that pair.
func (b *board) square(i, j int, mirrored bool) nqueens.Square {
	first := b.n - b.pairs // the file and the rank of pair 0
	s := nqueens.Square{File: first + i, Rank: first + j}
	if mirrored {
		s = nqueens.MirrorRanks.Apply(nqueens.NByN(b.n), s)
	}
	return s
}

// orbit appends the square and its images under the board's symmetry to a solution.
func (b *board) orbit(to nqueens.Solution, s nqueens.Square) nqueens.Solution {
	for image := s; ; {
		to = append(to, nqueens.Placement{Square: image})
		if image = b.turn.Apply(nqueens.NByN(b.n), image); image == s {
			return to
		}
	}
}

// halve restricts the board to one solution of each pair of mirror images, and returns the number
// of solutions that each remaining one represents. In pair 0, one of two mirror images has a right
// orbit and the other a left one.
func (b *board) halve() uint64 {
	if b.pairs == 0 {
		return 1
	}
	b.left[0] = 0
	return 2
}

// dense reports whether so many orbits are open that the counter is faster than the explorer, which
// has a smaller tree and slower nodes. If a pair has no orbit, the explorer finds that out at once.
func (b *board) dense() bool {
	open, ranks := 0, uint64(0)
	for i := range b.pairs {
		if b.right[i]|b.left[i] == 0 {
			return false
		}
		ranks |= b.right[i] | b.left[i]
		open += bits.OnesCount64(b.right[i]) + bits.OnesCount64(b.left[i])
	}
	return b.turn == nqueens.HalfTurn && b.n <= maxCounterSize && ranks == 1<<b.pairs-1 &&
		100*open >= denseEnough*2*b.pairs*b.pairs
}

// denseEnough is the percentage of orbits that must be open, as measured on random boards of 14 to
// 22 squares a side.
const denseEnough = 40

// diagonals are the occupied pairs of diagonals of one direction, numbered by their distance from
// the main diagonal: bit k of pairs, and bit 63 − k of reversed.
type diagonals struct{ pairs, reversed uint64 }

// with returns d with pair k added.
func (d diagonals) with(k int) diagonals {
	return diagonals{d.pairs | 1<<k, d.reversed | 1<<(63-k)}
}

// far and near return the distances from the main diagonals of the two diagonals through a square.
// With file i and rank j, the sum diagonal is the far one and the difference diagonal the near one;
// with j on the other rank of its pair they are exchanged.
func (b *board) far(i, j int) int { return i + j + b.middle }
func near(i, j int) int           { return max(i-j, j-i) }

// attacked returns the set of j for which far(i, j) is in far or near(i, j) is in near.
func (b *board) attacked(i int, far, near diagonals) uint64 {
	// near.pairs has the bits for j ≥ i, near.reversed those for j ≤ i.
	return far.pairs>>(i+b.middle) | near.pairs<<i | near.reversed>>(63-i)
}
