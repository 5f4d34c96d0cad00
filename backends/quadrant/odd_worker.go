package quadrant

// oddWorker does tasks of an oddPlan, with room to work in.
type oddWorker[W, P pattern] struct {
	plan    *oddPlan[W, P]
	room    room[W]
	desk    desk[W, oddTable[W, P]]
	western [2]*oddTable[W, P]
	east    *buckets[P] // without a queen in a corner, with one in the north-east, with one in the south-east
	west    *buckets[W] // by class
	classes []class[P]
	joiner  *joiner[P]
	found   uint64
	centre  *centreWorker[W, P]

	compared, lacking, filtered []P
}

func (p *oddPlan[W, P]) worker() worker {
	w := &oddWorker[W, P]{plan: p, centre: newCentreWorker(p)}
	w.desk.tables = p.tables
	w.east = newBuckets[P](2*p.form.parts()-1, mostInEast, w.meetWest)
	w.west = newBuckets[W](p.form.classes(), mostInWest, w.join)
	w.joiner = newJoiner(&p.kernels, p.composer, p.form.splits())
	return w
}

func (w *oddWorker[W, P]) count(task int, stopped func() bool) (found, pairs uint64) {
	c := w.plan.choices[task]
	w.room.stopped = stopped
	if task >= w.plan.empty {
		return w.centre.count(c, &w.room)
	}
	w.found = 0
	w.joiner.start([segments]uint64{8}, stopped)
	east, ok := w.desk.of(eastHalf, uint32(c.north), uint32(c.south), &w.room)
	if !ok {
		return 0, 0
	}
	every := uint32(1)<<w.plan.form.board.m - 1
	if w.western, ok = w.desk.of(westHalf, every&^uint32(c.north), every&^uint32(c.south), &w.room); !ok {
		return 0, 0
	}
	w.east.start(stopped)
	north, south := &east[0].northEast, &east[1].southEast
	for part := range w.plan.form.parts() {
		w.plan.composer.halves(w.east, 2*part, north, south, part*(len(north.at)-1))
	}
	w.meetWest()
	return w.found, w.joiner.pairs
}

// meetWest counts the pairs of the eastern half-boards made so far and all of the
// west.
func (w *oddWorker[W, P]) meetWest() {
	w.west.start(w.room.stopped)
	w.plan.wide.halves(w.west, 0, &w.western[0].northWest, &w.western[1].southWest, 0)
	w.join()
}

// join counts the pairs of what there is of east and west.
func (w *oddWorker[W, P]) join() {
	f := w.plan.form
	w.classes = w.classes[:0]
	for n := range f.classes() {
		if w.room.stopped() {
			return
		}
		c := class[P]{west: [segments][]P{f.western(&w.compared, w.west.list(n), n)}, taken: f.taken(n)}
		c.deciding = f.crossing() &^ c.taken
		if f.parts() > 1 {
			w.joinCornered(n, c)
		} else {
			w.classes = append(w.classes, c)
		}
	}
	w.found += w.joiner.meet(w.east.list(0), w.classes)
}

// joinCornered counts the pairs with the half-boards of a class where eastern ones with a
// queen in a corner are on their own. The diagonal through that corner decides only
// for them.
func (w *oddWorker[W, P]) joinCornered(n int, c class[P]) {
	k := &w.plan.kernels
	north, south := w.plan.form.corners(n)
	deciding := c.deciding &^ (north | south)
	for i, corner := range []P{north, south} {
		if corner == 0 {
			continue // all western half-boards of the class have it
		}
		lacking := avoid(k, &w.lacking, c.west[0], corner)
		east := avoid(k, &w.filtered, w.east.list(1+i), c.taken)
		w.found += w.joiner.count(east, [segments][]P{lacking}, deciding)
	}
	w.found += w.joiner.count(avoid(k, &w.filtered, w.east.list(0), c.taken), c.west, deciding)
}
