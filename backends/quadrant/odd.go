package quadrant

import (
	"math/bits"
	"sync/atomic"
)

// Odd boards, of N = 2m+1 squares a side.
//
// Count columns x and rows y from the centre, -m to m. Suppose that no queen
// stands in the centre. The queen of the middle row stands c columns from it,
// that of the middle column r rows, and c differs from r, as squares equally far
// out share a diagonal. Turning and mirroring the board changes west into east,
// north into south and the two queens' roles, each on its own: of the eight
// images of a solution exactly one has the former queen in the west, the latter
// in the north and c > r. These are counted, and stand for eight each. Unlike
// with even boards there are no flags and no choices of rows to leave out.
//
// The board is cut in unequal halves: east has the columns from 1 to m, west
// those from -m to 0 and both middle queens. A choice of m of the rows other than
// the middle one for the queens of the east leaves the rest to the west. Eastern
// half-boards are made of plain quadrants of m by m squares, western ones of a
// plain south-west quadrant and a north-west one with the middle row and column,
// in lists by the rows above and the columns left of the middle.
//
// Both halves share the sums x+y from 1-m to m and the differences y-x from -m to
// m-1. On the sum m and the difference -m the only western squares are the ends
// of the middle column. With c > r the queen there stands further in, so these
// two drop out (with c < r one of them would not): 4m-2 diagonals decide. West of
// the middle the sum -m is shared by both quadrants, the end of the middle row
// being on it, and so is in patterns, but in no comparison.
//
// Western half-boards of one r, a class, have two diagonals in common. They are
// compared only with eastern ones that have neither, two in five, and these two
// need no test. At N = 17 that leaves 28 diagonals. At N = 19 it leaves 32, two
// more than a block takes: but on the sum 1-m and the difference m-1 there are
// no eastern squares but a corner each, so eastern half-boards with a queen there
// make short lists of their own, compared with those western ones that lack the
// corner's diagonal. The other lists need 30 diagonals. As the class's diagonals
// are known, patterns need 32 bits and not 36, except while western half-boards
// are made. From N = 21 on patterns have 64 bits, and lists are so long that
// splits (see joiner) pay that leave few enough diagonals.
//
// With a queen in the centre, see centreBoard.

// oddPlan counts on a board of 2m+1 squares a side. A task is a choice of the
// rows whose queens stand in the east half, with a queen in the centre or
// without one.
type oddPlan[W, P pattern] struct {
	form     oddForm[W, P]
	wide     *composer[W]
	composer *composer[P]
	kernels  kernels[P]
	tables   *tables[W, oddTable[W, P]]
	centre   *tables[W, centreTable[P]]
	choices  []choice
	halves   *estimate
	axes     *axesEstimate
	empty    int // how many choices, the first, are for an empty centre
}

// newOddPlan makes the plan. Tables that its workers share take memory bytes at
// most; what does not fit is made anew when it is needed. Boards of 19 squares
// a side are compared with shorter patterns than asked for.
func newOddPlan[P pattern](n int, k kernels[P], c *composer[P], memory int64) plan {
	if n == 19 {
		wide, short := composerNamed[uint64](c.name), composerNamed[uint32](c.name)
		return newOddPlanOf(newOddForm[uint64, uint32](n), wide, short, kernelsOf[uint32](k.name), memory)
	}
	return newOddPlanOf(newOddForm[P, P](n), c, c, k, memory)
}

func newOddPlanOf[W, P pattern](f oddForm[W, P], wide *composer[W], c *composer[P], k kernels[P], memory int64) *oddPlan[W, P] {
	p := &oddPlan[W, P]{form: f, wide: wide, composer: c, kernels: k}
	m, left := p.form.board.m, new(atomic.Int64)
	left.Store(memory)
	q := newOddQuadrants(p.form)
	p.halves, p.axes = newEstimate(m, 2), newAxesEstimate(m)
	p.tables = newTables(m, left, q.emptyCentre)
	p.centre = newTables(m, left, q.centre)
	for north := range uint32(1) << m {
		for _, south := range q.columns[m-bits.OnesCount32(north)].sets {
			p.choices = append(p.choices, choice{uint16(north), uint16(south)})
		}
	}
	p.empty = len(p.choices)
	for _, c := range p.choices[:p.empty] {
		if orbit(m, c) > 0 {
			p.choices = append(p.choices, c)
		}
	}
	return p
}

func (p *oddPlan[W, P]) tasks() int { return len(p.choices) }

func (p *oddPlan[W, P]) cost(task int) float64 {
	c, every := p.choices[task], uint32(1)<<p.form.board.m-1
	north, south := uint32(c.north), uint32(c.south)
	pairs := p.halves.halfBoards(north, south) * p.halves.halfBoards(every&^north, every&^south)
	if task >= p.empty {
		return centreShare * pairs
	}
	return pairs * p.axes.places(every&^north, every&^south)
}

// centreShare is what pairs of half-boards with a queen in the centre take, as
// part of what those with an empty centre would by the same estimate.
const centreShare = 0.6
