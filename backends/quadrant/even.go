package quadrant

import (
	"math/bits"
	"sync/atomic"
)

// Even boards, of N = 2m squares a side.
//
// The board is cut in four quadrants of m by m squares, and columns and rows are
// counted from its centre, so that all four look alike: one table of placements
// serves them all, turned upside down for the south, and western half-boards are
// made like eastern ones and mirrored. A choice is the m rows whose queens stand
// in the east half; the others have theirs in the west. A half-board is a placement
// in the north and one in the south that split the columns between them and have
// no diagonal in common, and its pattern is the diagonals of both. It lies in the
// table of the north by the set of its columns, and the south has the rest of them:
// newSubsets orders sets so that these two are found at mirrored places.
//
// Symmetry is used up in two ways. Turned upside down a choice becomes
// another one, or itself: of two such only one is a task. Rotations are taken care
// of by the main diagonals, each with one queen at most. Let z be the number of
// solutions without a queen on either, q that of solutions with one in the
// south-west and none on the other diagonal, p that of solutions with one in the
// south-west and one in the north-west. By rotation there are z + 4q + 4p in all. Only
// eastern half-boards without a queen on a main diagonal are made. With western ones
// that have none, one and two they make z, 2q and p pairs, which therefore count
// once, twice and four times. For z the mirror image of a choice is as good, and
// only one of the two is done.
//
// No pair need be tested for the main diagonals, so patterns have 4m-4 bits, 32
// at N = 18. Western half-boards are sorted by class, the row of the queen next to the
// middle: see evenBoard.deciding for what that saves.

// evenPlan counts on a board of 2m squares a side. A task is a choice of the
// rows whose queens stand in the east half: a set of rows of the north-east
// quadrant and one of the south-east quadrant, the second no smaller as a
// number than the first. The other choices are these turned upside down.
type evenPlan[P pattern] struct {
	board    evenBoard[P]
	tables   *tables[P, evenTable[P]]
	kernels  kernels[P]
	composer *composer[P]
	choices  []choice
	halves   *estimate
}

// newEvenPlan makes the plan. Tables that its workers share take so many bytes of
// memory at most; what does not fit is made anew when it is needed.
func newEvenPlan[P pattern](b evenBoard[P], k kernels[P], c *composer[P], memory int64) *evenPlan[P] {
	m, left := b.m, new(atomic.Int64)
	left.Store(memory)
	p := &evenPlan[P]{board: b, kernels: k, composer: c, halves: newEstimate(m, 1)}
	p.tables = newTables(m, left, newEvenQuadrant(b).table)
	var bySize []subsets
	for k := range m + 1 {
		bySize = append(bySize, newSubsets(m, k))
	}
	for north := range uint32(1) << m {
		for _, south := range bySize[m-bits.OnesCount32(north)].sets {
			if south >= north {
				p.choices = append(p.choices, choice{uint16(north), uint16(south)})
			}
		}
	}
	return p
}

func (p *evenPlan[P]) tasks() int { return len(p.choices) }

func (p *evenPlan[P]) cost(task int) float64 {
	c, every := p.choices[task], uint32(1)<<p.board.m-1
	north, south := uint32(c.north), uint32(c.south)
	// Of half-boards about so many have 1, 2 and no queens on main diagonals.
	west := 0.5 + 0.2
	if _, bare := p.weights(c); bare > 0 {
		west += 0.3
	}
	return west * p.halves.halfBoards(north, south) * p.halves.halfBoards(every&^north, every&^south)
}

// weights says how many choices the task stands for: for pairs with a queen on
// a main diagonal in the west, and for those with none at all, where the mirror
// image of the board is as good and one of the two is left out.
func (p *evenPlan[P]) weights(c choice) (flagged, bare uint64) {
	every := uint16(1<<p.board.m - 1)
	flagged = 2
	if c.north == c.south {
		flagged = 1
	}
	// The mirror image has the other rows; upside down if that is canonical.
	a, b := every&^c.north, every&^c.south
	mirrored := choice{min(a, b), max(a, b)}
	switch {
	case mirrored == c:
		return flagged, flagged
	case mirrored.north < c.north || mirrored.north == c.north && mirrored.south < c.south:
		return flagged, 0
	}
	return flagged, 2 * flagged
}
