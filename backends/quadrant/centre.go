package quadrant

import "math/bits"

// centre returns the table of the placements on a set of rows of a quadrant, for boards with a
// queen in the centre, and the size of the table in bytes. The table is nil if the count was
// stopped.
func (q *oddQuadrants[W, P]) centre(s *scratch[W], rows uint32) (*centreTable[P], int64) {
	board, columns := centreBoard[W, P]{q.form.board}, q.columns[bits.OnesCount32(rows)]
	s.placements = q.quadrant.place(s.placements[:0], rows, s.stopped)
	offMain := func(p *placement[W]) int {
		if p.mark&onMain != 0 {
			return -1
		}
		return int(columns.rank[p.columns])
	}
	if s.stopped() {
		return nil, 0
	}
	north := s.sortLists(len(columns.sets), 1, offMain)
	south := s.sortLists(len(columns.sets), vector[P](), offMain)
	if s.stopped() {
		return nil, 0
	}
	t := &centreTable[P]{
		moved(&north, nil, board.short),
		moved(&south, nil, func(w W) P { return board.short(board.upsideDown(w)) }),
	}
	return t, t.bytes()
}

// centreBoard is the geometry of odd boards with a queen in the centre. That queen takes the middle
// row and column and both main diagonals. This leaves four equal quadrants, and two halves with the
// same number of columns. Turning the board upside down or mirroring it gives such a board whose
// east half has other rows: one choice of rows stands for up to four.
//
// Patterns P have the sums from 1-m to m-1, without 0, in their low bits and the differences of the
// same values above them.
type centreBoard[W, P pattern] struct{ oddBoard[W] }

// short converts a pattern of oddBoard to a pattern of centreBoard. It omits the sums -m, 0 and m
// and the difference 0.
func (b centreBoard[W, P]) short(w W) P {
	low := W(1)<<(b.m-1) - 1
	half := func(diagonals W) W { return diagonals&low | diagonals>>b.m&low<<(b.m-1) }
	return P(half(w>>1) | half(w>>(2*b.m+1))<<(2*b.m-2))
}

// half returns the number of sums in a pattern, which is also the number of differences. Mirroring
// exchanges sums and differences.
func (b centreBoard[W, P]) half() int { return 2*b.m - 2 }

// all returns the pattern that contains every diagonal.
func (b centreBoard[W, P]) all() P { return bothHalves[P](b.half()) }

// splits returns the diagonals, one in each pattern, those near the middle first. Lists are split
// first by these, because more pairs of half-boards have them in common.
func (b centreBoard[W, P]) splits() []P {
	var order []P
	for away := 1; away < b.m; away++ {
		for _, w := range []W{b.sum(away), b.difference(away), b.sum(-away), b.difference(-away)} {
			order = append(order, b.short(w))
		}
	}
	return order
}

// orbit returns the number of different choices that are equivalent to c on a board with a queen in
// the centre. These are c, its image upside down, and the mirror images of both, which have the
// other rows. Only the choice with the lowest number of them is counted: for the others orbit
// returns 0.
func orbit(m int, c choice) uint64 {
	every := uint16(1)<<m - 1
	number := func(north, south uint16) uint32 { return uint32(north)<<16 | uint32(south) }
	own, turned := number(c.north, c.south), number(c.south, c.north)
	west, westTurned := number(every&^c.north, every&^c.south), number(every&^c.south, every&^c.north)
	switch {
	case min(turned, west, westTurned) < own:
		return 0
	case own == turned || own == westTurned: // it never equals west
		return 2
	}
	return 4
}

// centreWorker counts the solutions with a queen in the centre.
type centreWorker[W, P pattern] struct {
	plan       *oddPlan[W, P]
	board      centreBoard[W, P]
	recent     recentTables[W, centreTable[P]]
	western    [2]*centreTable[P]
	east, west *buckets[P]
	joiner     *joiner[P]
	found      uint64
}

func newCentreWorker[W, P pattern](p *oddPlan[W, P]) *centreWorker[W, P] {
	w := &centreWorker[W, P]{plan: p, board: centreBoard[W, P]{p.form.board}}
	w.recent.tables = p.centre
	w.east = newBuckets[P](1, p.portion, w.meetWest)
	w.west = newBuckets[P](1, p.portion, w.join)
	w.joiner = newJoiner(&p.kernels, w.board.splits())
	return w
}

// count returns the number of solutions of the choice multiplied by its orbit, and the number of
// pairs of half-boards compared. Both are invalid if the count was stopped.
func (w *centreWorker[W, P]) count(c choice, s *scratch[W]) (found, pairs uint64) {
	w.found = 0
	w.joiner.start([segments]uint64{orbit(w.board.m, c)}, s.stopped)
	east, west, ok := w.recent.halves(c, w.board.m, s)
	if !ok {
		return 0, 0
	}
	w.western = west
	w.east.start(s.stopped)
	w.plan.kernels.composer.halves(w.east, 0, &east[0].north, &east[1].south, 0)
	w.meetWest()
	return w.found, w.joiner.pairs
}

// meetWest makes all western half-boards. It adds to w.found the number of pairs that fit, of a
// half-board in w.east and a western one.
func (w *centreWorker[W, P]) meetWest() {
	w.west.start(w.joiner.stopped)
	w.plan.kernels.composer.halves(w.west, 0, &w.western[0].north, &w.western[1].south, 0)
	w.join()
}

// join adds to w.found the number of pairs that fit, of a half-board in w.east and one in w.west.
// Each pair counts as often as the orbit of the choice.
func (w *centreWorker[W, P]) join() {
	west := w.west.list(0)
	w.plan.kernels.composer.mirror(west, w.board.half())
	w.found += w.joiner.count(w.east.list(0), class[P]{west: [segments][]P{west}, deciding: w.board.all()})
}
