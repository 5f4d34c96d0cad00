package quadrant

import "math/bits"

// centre is the table for boards with a queen in the centre.
func (q *oddQuadrants[W, P]) centre(scratch []placement[W], rows uint32) (*centreTable[P], []placement[W]) {
	board, columns := centreBoard[W, P]{q.form.board}, q.columns[bits.OnesCount32(rows)]
	placements := q.quadrant.place(scratch, rows)
	offMain := func(p *placement[W]) int {
		if p.mark&onMain != 0 {
			return -1
		}
		return int(columns.rank[p.columns])
	}
	north, south := sortLists(placements, len(columns.sets), 1, offMain), sortLists(placements, len(columns.sets), vector[P](), offMain)
	return &centreTable[P]{
		moved(&north, nil, board.short),
		moved(&south, nil, func(w W) P { return board.short(board.upsideDown(w)) }),
	}, placements
}

// centreBoard is the geometry of odd boards with a queen in the centre. It takes
// the middle row and column and both main diagonals. What is left are four
// quadrants alike, and two halves with the same number of columns. Turned upside
// down or mirrored the board is another of that kind, whose east half has other
// rows: one choice of rows stands for up to four.
//
// Patterns P have the sums from 1-m to m-1, without 0, in their low bits and the
// differences of the same values above them.
type centreBoard[W, P pattern] struct{ oddBoard[W] }

// short is the pattern as it is compared.
func (b centreBoard[W, P]) short(w W) P {
	low := W(1)<<(b.m-1) - 1
	half := func(diagonals W) W { return diagonals&low | diagonals>>b.m&low<<(b.m-1) }
	return P(half(w>>1) | half(w>>(2*b.m+1))<<(2*b.m-2))
}

// all is every diagonal.
func (b centreBoard[W, P]) all() P { return ^P(0) >> (bits.Len64(uint64(^P(0))) - (4*b.m - 4)) }

// mirror makes patterns those of the same queens in the other columns: a sum and
// a difference change places.
func (b centreBoard[W, P]) mirror(patterns []P) {
	for i, p := range patterns {
		patterns[i] = (p>>(2*b.m-2) | p<<(2*b.m-2)) & b.all()
	}
}

// splits is the diagonals, the best to split by first: those near the middle.
func (b centreBoard[W, P]) splits() []P {
	var order []P
	for away := 1; away < b.m; away++ {
		for _, w := range []W{b.sum(away), b.difference(away), b.sum(-away), b.difference(-away)} {
			order = append(order, b.short(w))
		}
	}
	return order
}

// orbit is how many choices of rows for the east half the one given stands for:
// itself, the same upside down, and those that leave it to the west half. It is
// 0 if another one of them stands for this.
func orbit(m int, c oddChoice) uint64 {
	every := uint16(1)<<m - 1
	number := func(north, south uint16) uint32 { return uint32(north)<<16 | uint32(south) }
	own, turned := number(c.north, c.south), number(c.south, c.north)
	west, westTurned := number(every&^c.north, every&^c.south), number(every&^c.south, every&^c.north)
	switch {
	case min(turned, west, westTurned) < own:
		return 0
	case own == turned || own == westTurned: // it is never west
		return 2
	}
	return 4
}

// centreWorker counts the solutions with a queen in the centre.
type centreWorker[W, P pattern] struct {
	plan       *oddPlan[W, P]
	board      centreBoard[W, P]
	east, west *buckets[P]
	meeting    *meeting[P]
	found      uint64
	eastern    []P
}

func newCentreWorker[W, P pattern](p *oddPlan[W, P]) *centreWorker[W, P] {
	b := centreBoard[W, P]{p.form.board}
	w := &centreWorker[W, P]{
		plan: p, board: b, east: newBuckets[P](1), west: newBuckets[P](1),
		meeting: newMeeting(&p.kernels, p.composer, b.splits()),
	}
	w.west.flush = w.meet
	return w
}

// count counts those whose queens in the east half stand on the rows.
func (w *centreWorker[W, P]) count(north, south uint32, scratch *[]placement[W]) {
	every := uint32(1)<<w.board.m - 1
	generate := func(dst *buckets[P], north, south uint32) {
		dst.clear()
		x, y := w.plan.centre.table(north, scratch), w.plan.centre.table(south, scratch)
		if !w.meeting.stopped() {
			halves(w.plan.composer, dst, 0, &x.north, &y.south, 0)
		}
	}
	w.found = 0
	generate(w.east, north, south)
	generate(w.west, every&^north, every&^south)
	w.meet()
}

// meet counts the pairs of the western half-boards made so far and the eastern
// ones.
func (w *centreWorker[W, P]) meet() {
	west := w.west.list(0)
	w.board.mirror(west)
	east := avoid(&w.plan.kernels, &w.eastern, w.east.list(0), 0) // a copy
	w.found += w.meeting.count(west, east, w.board.all())
}
