package bitmask

import (
	"errors"
	"fmt"

	"nqueens"
)

// piece is what the searches know of a family: how its piece attacks. A new
// family needs one entry in pieceOf and two functions.
type piece struct {
	// attacks returns the files attacked on a rank that lies away ≥ 1 ranks
	// above or below the rank of a piece on an n × n board, q having the
	// bit of the piece's file. Bits from n on mean nothing.
	attacks func(q uint64, away, n int) uint64
	// diagonals says that it attacks along diagonals, besides ranks and files,
	// and leaps that it moves like a knight too.
	diagonals, leaps bool
	// place is the counter's step; queens are counted inside rings instead.
	place placement
	// dense is how many percent of the squares on the ranks and files that are
	// to be filled must be open for counting rank by rank to beat the explorer,
	// as measured on random boards of 10 to 26 squares a side.
	dense int
	// wraps says that opposite edges are joined.
	wraps bool
}

// pieceOf refuses families it does not know by address: another family of the
// same name may have other rules.
func pieceOf(family *nqueens.Family) (piece, error) {
	switch family {
	case nqueens.Queens:
		return piece{attacks: queenAttacks, diagonals: true, dense: 65}, nil
	case nqueens.Torus:
		return piece{attacks: torusAttacks, diagonals: true, place: placeTorusQueens, dense: 100, wraps: true}, nil
	case nqueens.Rooks:
		return piece{attacks: rookAttacks, place: placeRooks, dense: 30}, nil
	case nqueens.Superqueens:
		return piece{attacks: superqueenAttacks, diagonals: true, leaps: true, place: placeSuperqueens, dense: 75}, nil
	}
	if family == nqueens.Formulas {
		return piece{}, errors.New("bitmask takes boards only, not formulas")
	}
	return piece{}, fmt.Errorf("bitmask does not know how a piece of the family %s attacks", family.Name)
}

func rookAttacks(q uint64, _, _ int) uint64 { return q }

func queenAttacks(q uint64, away, _ int) uint64 { return q | q<<away | q>>away }

func torusAttacks(q uint64, away, n int) uint64 {
	return q | q<<away | q>>away | q>>(n-away) | q<<(n-away)
}

func superqueenAttacks(q uint64, away, n int) uint64 {
	a := queenAttacks(q, away, n)
	if away <= 2 {
		leap := 3 - away // the knight's other coordinate
		a |= q<<leap | q>>leap
	}
	return a
}

// sum and difference number the diagonals on which two squares of an n × n board
// share one: from 0, below 2n.
func (p piece) sum(n int, s nqueens.Square) int {
	if p.wraps {
		return (s.File + s.Rank) % n
	}
	return s.File + s.Rank
}

func (p piece) difference(n int, s nqueens.Square) int {
	if p.wraps {
		return (s.File - s.Rank + n) % n
	}
	return s.File - s.Rank + n
}

// leaps reports whether a knight's move leads from one square to the other.
func leaps(a, b nqueens.Square) bool {
	files, ranks := a.File-b.File, a.Rank-b.Rank
	return files*files+ranks*ranks == 5
}
