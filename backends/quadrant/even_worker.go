package quadrant

import "math/bits"

// evenPlan counts on a board of 2m squares a side. A task is a choice of the
// rows whose queens stand in the east half: a set of rows of the north-east
// quadrant and one of the south-east quadrant, the second no smaller as a
// number than the first. The other choices are these turned upside down.
type evenPlan[P pattern] struct {
	board    evenBoard[P]
	tables   *evenTables[P]
	kernels  kernels[P]
	composer *composer[P]
	choices  []evenChoice
}

// evenChoice is the rows of the east half, counted from the middle.
type evenChoice struct{ north, south uint16 }

func newEvenPlan[P pattern](m int, k kernels[P], c *composer[P], room int64) *evenPlan[P] {
	b := evenBoard[P]{m}
	p := &evenPlan[P]{board: b, kernels: k, composer: c, tables: newEvenTables(b, room)}
	var bySize []subsets
	for k := range m + 1 {
		bySize = append(bySize, newSubsets(m, k))
	}
	for north := range uint32(1) << m {
		for _, south := range bySize[m-bits.OnesCount32(north)].sets {
			if south >= north {
				p.choices = append(p.choices, evenChoice{uint16(north), uint16(south)})
			}
		}
	}
	return p
}

func (p *evenPlan[P]) tasks() int { return len(p.choices) }

// cost takes the rows of a half two by two to be independent.
func (p *evenPlan[P]) cost(task int) float64 {
	c := p.choices[task]
	m, every := p.board.m, uint32(1)<<(2*p.board.m)-1
	rows := uint32(c.north)<<m | bits.Reverse32(uint32(c.south))>>(32-m)
	// Of half-boards about so many have 1, 2 and no queens on main diagonals.
	west := 0.5 + 0.2
	if _, bare := p.weights(c); bare > 0 {
		west += 0.3
	}
	return west * p.board.halfBoards(rows) * p.board.halfBoards(every&^rows)
}

func (p *evenPlan[P]) worker() worker {
	w := &evenWorker[P]{
		plan:   p,
		east:   newBuckets[P](1),
		west:   newBuckets[P](weightings * 2 * p.board.m),
		joiner: newJoiner(&p.kernels, p.composer, p.board.order()),
	}
	w.west.flush = w.join
	return w
}

// weights says how many choices the task stands for: for pairs with a queen on
// a main diagonal in the west, and for those with none at all, where the mirror
// image of the board is as good and one of the two is left out.
func (p *evenPlan[P]) weights(c evenChoice) (flagged, bare uint64) {
	every := uint16(1<<p.board.m - 1)
	flagged = 2
	if c.north == c.south {
		flagged = 1
	}
	// The mirror image has the other rows; upside down if that is canonical.
	a, b := every&^c.north, every&^c.south
	mirrored := evenChoice{min(a, b), max(a, b)}
	switch {
	case mirrored == c:
		return flagged, flagged
	case mirrored.north < c.north || mirrored.north == c.north && mirrored.south < c.south:
		return flagged, 0
	}
	return flagged, 2 * flagged
}

// evenWorker does tasks of an evenPlan, with room to work in.
type evenWorker[P pattern] struct {
	plan       *evenPlan[P]
	placements []placement[P]
	recent     [4]*evenTable[P] // the tables of the latest task
	east       *buckets[P]      // one
	west       *buckets[P]      // by (queens on main diagonals, class)
	joiner     *joiner[P]
	found      uint64
}

func (w *evenWorker[P]) count(task int, stopped func() bool) (found, pairs uint64) {
	p := w.plan
	c := p.choices[task]
	flagged, bare := p.weights(c)
	w.joiner.weights, w.joiner.pairs = [weightings]uint64{bare, 2 * flagged, 4 * flagged}, 0
	found = w.countChoice(c, bare > 0, stopped)
	return found, w.joiner.pairs
}

// countChoice counts the pairs of the choice, those without a queen on a main
// diagonal only if bare.
func (w *evenWorker[P]) countChoice(c evenChoice, bare bool, stopped func() bool) uint64 {
	w.joiner.stopped, w.found = stopped, 0
	m := w.plan.board.m
	every := uint32(1)<<m - 1
	east := w.tables(0, uint32(c.north), uint32(c.south))
	west := w.tables(2, every&^uint32(c.north), every&^uint32(c.south))
	if stopped() {
		return 0
	}
	if w.generateEast(east); len(w.east.list(0)) > 0 {
		w.plan.board.mirror(w.east.list(0))
		w.generateWest(west, bare)
		w.join()
	}
	return w.found
}

// join counts the pairs of what there is of east and west. East has the form of
// the west half.
func (w *evenWorker[P]) join() {
	b := w.plan.board
	classes := 2 * b.m
	for class := range classes {
		var west [weightings][]P
		some := false
		for flags := range west {
			west[flags] = w.west.list(flags*classes + class)
			some = some || len(west[flags]) > 0
		}
		if some && !w.joiner.stopped() {
			of := b.classDiagonals(class)
			w.found += w.joiner.join(0, w.joiner.avoid(0, w.east.list(0), of), west, b.all()&^of)
		}
	}
}

// tables are those of rows in the north and in the south; place is where in
// recent they belong. They may be missing if stopped.
func (w *evenWorker[P]) tables(place int, north, south uint32) [2]*evenTable[P] {
	recent := w.recent[place : place+2]
	for i, rows := range []uint32{north, south} {
		if recent[i] == nil || recent[i].rows != rows {
			recent[i] = nil // so that it need not stay while the next is made
			recent[i] = w.plan.tables.table(rows, &w.placements, w.joiner.stopped)
		}
	}
	return [2]*evenTable[P](recent)
}

// generateEast makes the half-boards without a queen on a main diagonal.
func (w *evenWorker[P]) generateEast(t [2]*evenTable[P]) {
	w.east.clear()
	for side := range t {
		near, far := t[side], t[1-side]
		w.plan.composer.bareHalves(w.east, &near.near[side], &far.far[1-side], near.sets, far.widest[0])
	}
}

// generateWest makes half-boards as they would be in the east, by class and by
// how many queens stand on main diagonals; those with none only if bare.
func (w *evenWorker[P]) generateWest(t [2]*evenTable[P], bare bool) {
	m := w.plan.board.m
	w.west.clear()
	for side := range t {
		near, far := t[side], t[1-side]
		widest := max(far.widest[0], far.widest[1])
		w.plan.composer.flaggedHalves(w.west, side*m, 2*m, &near.near[side], &far.far[1-side], near.sets, widest, bare)
	}
}
