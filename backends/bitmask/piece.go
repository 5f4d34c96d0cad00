package bitmask

import (
	"errors"
	"fmt"
	"iter"

	"nqueens"
)

// piece describes a family's rule for the searches: one piece in each rank and file, and the other
// squares that it attacks.
type piece struct {
	// sums and differences report whether it attacks along those diagonals.
	sums, differences bool
	// leaps are the offsets of the squares that it attacks besides lines.
	leaps []nqueens.Square
	// wraps reports whether opposite edges are joined.
	wraps bool
	// near has the leaps in the form for searches inside rings.
	near leaps
	// place is the counter's step, nil if there is none for the rule. rings reports whether the
	// piece can be counted inside rings. If neither is available, the frontier is used.
	place placement
	rings bool
	// dense is the percentage of open squares, on the ranks and files to be filled, from which on
	// counting rank by rank is faster than the explorer. It was measured on random boards of 10 to
	// 26 squares a side.
	dense int
}

// pieceOf returns the piece of a problem, or an error if the searches do not support its rule.
func pieceOf(p nqueens.Problem) (piece, error) {
	switch {
	case !p.HasBoard():
		return piece{}, errors.New("bitmask takes boards only, not formulas")
	case p.Family.Rule != nil && p.Family.Objective != nqueens.NoGoal:
		return piece{}, fmt.Errorf("bitmask needs one piece in each rank and file; the family %s requires the %v pieces", p.Family.Name, p.Family.Objective)
	case p.Family.Rule != nil && p.Rule() == nil:
		return piece{}, fmt.Errorf("bitmask supports the family %s only on square boards with default parameters, not %v", p.Family.Name, p.Short())
	case p.Rule() == nil:
		return piece{}, fmt.Errorf("bitmask does not know how a piece of the family %s attacks", p.Family.Name)
	}
	rule := p.Rule()
	known := rule.Permutes()
	for _, b := range rule.Lines {
		known = known && (b.Along < nqueens.Sums || b.Min == 0 && b.Max == 1)
	}
	if !known {
		return piece{}, fmt.Errorf("bitmask needs one piece in each rank and file and at most one on a diagonal, which is not the rule of the family %s", p.Family.Name)
	}
	of := piece{sums: rule.AtMostOne(nqueens.Sums), differences: rule.AtMostOne(nqueens.Diffs), leaps: rule.Offsets()}
	of.wraps = rule.Wrap && (of.sums || of.differences || len(of.leaps) > 0)
	switch queens := nqueens.QueenRule(); {
	case rule.Equal(queens):
		of.rings, of.dense = true, 65
	case !of.sums && !of.differences && len(of.leaps) == 0:
		of.place, of.dense = placeRooks, 30
	case rule.Equal(&nqueens.Rule{Lines: queens.Lines, Leaps: []nqueens.Leap{{Files: 1, Ranks: 2}}}):
		of.rings, of.near, of.dense = true, leaps{1: 2, 2: 1}, 75
	}
	return of, nil
}

// attacked returns the files of another rank on which no piece can stand beside one on the square
// of an n × n board.
func (p piece) attacked(n int, s nqueens.Square, rank int) (files uint64) {
	mark := func(file int) {
		if p.wraps {
			file = (file + 2*n) % n
		}
		if file >= 0 && file < n {
			files |= 1 << file
		}
	}
	mark(s.File)
	if p.sums {
		mark(s.File + s.Rank - rank)
	}
	if p.differences {
		mark(s.File - s.Rank + rank)
	}
	for to := range p.leapsFrom(n, s) {
		if to.Rank == rank {
			mark(to.File)
		}
	}
	return files
}

// leapsFrom iterates over the squares of an n × n board that leaps from a square lead to.
func (p piece) leapsFrom(n int, s nqueens.Square) iter.Seq[nqueens.Square] {
	return func(yield func(nqueens.Square) bool) {
		for _, by := range p.leaps {
			to := nqueens.Square{File: s.File + by.File, Rank: s.Rank + by.Rank}
			if p.wraps {
				to = nqueens.Square{File: (to.File%n + n) % n, Rank: (to.Rank%n + n) % n}
			}
			if to != s && min(to.File, to.Rank) >= 0 && max(to.File, to.Rank) < n && !yield(to) {
				return
			}
		}
	}
}

// sum and difference return the number of the diagonal of a square on an n × n board, from 0, below
// 2n. Squares on the same diagonal have the same number.
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

// state is the relevant part of a board whose first ranks are filled. Bits are files, bit 0 the
// first.
type state struct {
	files uint64 // the occupied files
	free  uint32 // files on which the next piece may still be placed
}

// placement places one piece of each state, on its lowest free square. It writes to out, which is
// at least as long as in, the resulting states that have a free square on the next rank, whose open
// squares are given. It keeps in in the states that have more free squares to try. It returns the
// lengths of both.
//
// Its loop has no branch that depends on a state: a state is always written, and counted if it is
// kept, which compiles to a conditional set instruction.
type placement func(in, out []state, open uint32) (rest, made int)

func placeRooks(in, out []state, open uint32) (rest, made int) {
	for _, s := range in {
		q := s.free & -s.free
		s.free ^= q
		in[rest] = s
		if s.free != 0 {
			rest++
		}
		s.files |= uint64(q)
		s.free = open &^ uint32(s.files)
		out[made] = s
		if s.free != 0 {
			made++
		}
	}
	return rest, made
}
