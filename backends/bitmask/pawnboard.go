package bitmask

import (
	"cmp"
	"fmt"
	"slices"

	"nqueens"
	"nqueens/backends/internal/turns"
)

// pawnBoard is a problem in which some pieces, the pawns, block the lines of others.
type pawnBoard struct {
	nqueens.Board
	pieces, pawns     int
	pawn              byte // its letter
	sums, differences bool // whether pieces attack along those diagonals
	// group has the symmetries of the problem that sets uses.
	group []nqueens.Symmetry
}

func newPawnBoard(p nqueens.Problem) pawnBoard {
	of := p.Blocking()
	return pawnBoard{
		Board: p.Board(), pieces: of.Pieces, pawns: of.Blockers, pawn: of.Blocker,
		sums: of.Rule.AtMostOne(nqueens.Sums), differences: of.Rule.AtMostOne(nqueens.Diffs),
		group: []nqueens.Symmetry{nqueens.Identity},
	}
}

// supportsPawns returns an error unless the family declares what blocks, each pawn must divide its
// rank, and the board has no givens, blocked squares or excluded lines.
func supportsPawns(p nqueens.Problem, of *nqueens.Blocking) error {
	switch board := p.Board(); {
	case len(of.Rule.Leaps) > 0 || of.Rule.Wrap || !of.Rule.AtMostOne(nqueens.Ranks) || !of.Rule.AtMostOne(nqueens.Files):
		return fmt.Errorf("bitmask takes only families without leaps whose rule allows at most one piece on each segment of a rank or file; the family %s has another rule", p.Family.Name)
	case of.Pieces != board.Ranks+of.Blockers:
		return fmt.Errorf("bitmask needs as many pieces as there are ranks and blocking pieces together: %d, not %d", board.Ranks+of.Blockers, of.Pieces)
	case board.Files > maxCounterSize:
		return fmt.Errorf("bitmask takes boards with blocking pieces of up to %d files, not %d", maxCounterSize, board.Files)
	case len(p.Laid())+len(p.Blocked)+len(p.Excluded) > 0:
		return fmt.Errorf("bitmask takes boards with blocking pieces only without givens, blocked squares and excluded lines, not %v", p.Short())
	}
	return nil
}

// sets calls visit for each set of squares, in order, on which the pawns may stand: each segment of
// a rank between them has a square, and the files have enough segments for the pieces. Of the sets
// that the group maps to each other it visits one; weight is their number. It returns false if
// visit did or if it was stopped.
func (b *pawnBoard) sets(stop *turns.Flag, visit func(pawns []nqueens.Square, weight uint64) bool) (all bool) {
	pawns := make([]nqueens.Square, 0, b.pawns)
	squares := b.Squares()
	var choose func(from int) bool
	choose = func(from int) bool {
		more := b.pawns - len(pawns)
		switch {
		case stop.Load():
			return false
		case b.segments(pawns)+more < b.pieces:
			return true // one more pawn adds at most one segment
		case more == 0:
			weight := b.orbit(pawns)
			return weight == 0 || visit(pawns, weight)
		}
		for i := from; i <= len(squares)-more; i++ {
			s := squares[i]
			last := len(pawns) - 1
			if s.File == 0 || s.File == b.Files-1 || last >= 0 && pawns[last] == (nqueens.Square{File: s.File - 1, Rank: s.Rank}) {
				continue
			}
			pawns = append(pawns, s)
			goOn := choose(i + 1)
			if pawns = pawns[:last+1]; !goOn {
				return false
			}
		}
		return true
	}
	return choose(0)
}

// segments returns the number of segments into which the pawns divide the files.
func (b *pawnBoard) segments(pawns []nqueens.Square) int {
	n := b.Files
	for _, s := range pawns {
		above := nqueens.Square{File: s.File, Rank: s.Rank + 1}
		if b.Contains(above) && !slices.Contains(pawns, above) {
			n++ // a segment begins there
		}
		if s.Rank == 0 {
			n-- // no segment begins at the edge
		}
	}
	return n
}

// orbit returns the number of sets that the group maps a set to, or 0 if one of these comes before
// it.
func (b *pawnBoard) orbit(pawns []nqueens.Square) uint64 {
	set := make([]int, len(pawns))
	same := 0
	for _, g := range b.group {
		for i, s := range pawns {
			set[i] = b.Index(g.Apply(b.Board, s))
		}
		slices.Sort(set)
		order := 0
		for i, s := range pawns {
			if order = cmp.Compare(set[i], b.Index(s)); order != 0 {
				break
			}
		}
		switch order {
		case -1:
			return 0
		case 0:
			same++
		}
	}
	return uint64(len(b.group) / same)
}

// lowest returns the image of a set with the pawns on the lowest ranks. Segments of files that end
// early leave fewer choices: with three pawns on 11 × 11 the search has 7739417 nodes, compared
// with 145580488 for the set as enumerated and 270615061 for the highest pawns.
func (b *pawnBoard) lowest(pawns []nqueens.Square) (best []nqueens.Square) {
	least := 0
	for _, g := range b.group {
		image, height := make([]nqueens.Square, len(pawns)), 0
		for i, s := range pawns {
			image[i] = g.Apply(b.Board, s)
			height += image[i].Rank * image[i].Rank
		}
		if best == nil || height < least {
			best, least = image, height
		}
	}
	return best
}
