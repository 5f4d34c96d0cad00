package quadrant

// evenWorker does tasks of an evenPlan, with room to work in.
type evenWorker[P pattern] struct {
	plan    *evenPlan[P]
	room    room[P]
	desk    desk[P, evenTable[P]]
	western [2]*evenTable[P]
	bare    bool        // whether western half-boards without a queen on a main diagonal are needed
	east    *buckets[P] // one
	west    *buckets[P] // by (queens on main diagonals, class)
	classes []class[P]
	joiner  *joiner[P]
	found   uint64
}

func (p *evenPlan[P]) worker() worker {
	w := &evenWorker[P]{plan: p, joiner: newJoiner(&p.kernels, p.composer, p.board.order())}
	w.desk.tables = p.tables
	w.east = newBuckets[P](1, mostInEast, w.meetWest)
	w.west = newBuckets[P](segments*p.board.classes(), mostInWest, w.join)
	return w
}

func (w *evenWorker[P]) count(task int, stopped func() bool) (found, pairs uint64) {
	c := w.plan.choices[task]
	flagged, bare := w.plan.weights(c)
	return w.countChoice(c, [segments]uint64{bare, 2 * flagged, 4 * flagged}, stopped)
}

// countChoice counts the pairs of the choice with the weights for western
// half-boards with 0, 1 and 2 queens on main diagonals.
func (w *evenWorker[P]) countChoice(c choice, weights [segments]uint64, stopped func() bool) (found, pairs uint64) {
	w.room.stopped, w.found, w.bare = stopped, 0, weights[0] > 0
	w.joiner.start(weights, stopped)
	east, ok := w.desk.of(eastHalf, uint32(c.north), uint32(c.south), &w.room)
	if !ok {
		return 0, 0
	}
	every := uint32(1)<<w.plan.board.m - 1
	if w.western, ok = w.desk.of(westHalf, every&^uint32(c.north), every&^uint32(c.south), &w.room); !ok {
		return 0, 0
	}
	w.generateEast(east)
	w.meetWest()
	return w.found, w.joiner.pairs
}

// generateEast makes the half-boards without a queen on a main diagonal.
func (w *evenWorker[P]) generateEast(t [2]*evenTable[P]) {
	w.east.start(w.room.stopped)
	for side := range t {
		near, far := t[side], t[1-side]
		w.plan.composer.bareHalves(w.east, &near.near[side], &far.far[1-side])
	}
}

// meetWest counts the pairs of the eastern half-boards made so far and all of the
// west.
func (w *evenWorker[P]) meetWest() {
	if len(w.east.list(0)) == 0 || w.room.stopped() {
		return
	}
	w.plan.board.mirror(w.east.list(0))
	w.generateWest()
	w.join()
}

// generateWest makes half-boards as they would be in the east, by class and by
// how many queens stand on main diagonals; those with none only if bare.
func (w *evenWorker[P]) generateWest() {
	classes := w.plan.board.classes()
	w.west.start(w.room.stopped)
	for side, t := range w.western {
		far := w.western[1-side]
		w.plan.composer.flaggedHalves(w.west, side*(classes/2), classes, &t.near[side], &far.far[1-side], w.bare)
	}
}

// join counts the pairs of what there is of east and west. East has the form of
// the west half.
func (w *evenWorker[P]) join() {
	b := w.plan.board
	w.classes = w.classes[:0]
	for n := range b.classes() {
		c := class[P]{taken: b.taken(n), deciding: b.deciding(n)}
		for queens := range c.west {
			c.west[queens] = w.west.list(queens*b.classes() + n)
		}
		w.classes = append(w.classes, c)
	}
	w.found += w.joiner.meet(w.east.list(0), w.classes)
}
