package quadrant

import (
	"math/bits"
	"slices"
)

// Even boards, of N = 2m squares a side: README.md, sections 1 to 3. For a half-board, the list in
// the table of the north is given by its set of columns, and the south has the other columns:
// newSubsets orders sets so that these two have mirrored indices. Western half-boards are sorted by
// class; evenBoard.deciding explains the advantage.

// evenPlan represents a count on a board of 2m squares a side. A task is a choice of the rows whose
// queens are in the east half: a set of rows of the north-east quadrant and one of the south-east
// quadrant. As a number, the second set is at least the first. All other choices are such choices
// upside down.
type evenPlan[P pattern] struct {
	board   evenBoard[P]
	tables  *tables[P, evenTable[P]]
	kernels kernels[P]
	choices []choice
	halves  *estimate
	portion int // number of half-boards that are compared at a time
}

// newEvenPlan returns the plan. Tables that do not fit in memory are built again when they are
// needed.
func newEvenPlan[P pattern](b evenBoard[P], k kernels[P], r room) *evenPlan[P] {
	p := &evenPlan[P]{board: b, kernels: k, halves: newEstimate(b.m, 1), portion: r.portion}
	p.tables = newTables(b.m, r.tables, newEvenQuadrant(b).table)
	p.choices = slices.DeleteFunc(choices(b.m), func(c choice) bool { return c.south < c.north })
	return p
}

func (p *evenPlan[P]) tasks() int { return len(p.choices) }

func (p *evenPlan[P]) choice(task int) choice { return p.choices[task] }

func (p *evenPlan[P]) forget() { p.tables.forget() }

func (p *evenPlan[P]) cost(task int) float64 {
	c := p.choices[task]
	rows := c.rows(p.board.m)
	// The approximate fractions of half-boards with 1, 2 and no queens on main diagonals.
	west := 0.5 + 0.2
	if _, bare := p.weights(c); bare > 0 {
		west += 0.3
	}
	return west * p.halves.halfBoards(rows[0]) * p.halves.halfBoards(rows[1])
}

// weights returns how many choices the task represents, by symmetry. flagged is this number for
// pairs whose western half-board has a queen on a main diagonal, and bare for all other pairs. A
// pair counted with bare has an equivalent pair on the mirrored board. Of two such choices only one
// is counted with bare: for the other bare is 0.
func (p *evenPlan[P]) weights(c choice) (flagged, bare uint64) {
	every := uint16(1<<p.board.m - 1)
	flagged = 2
	if c.north == c.south {
		flagged = 1
	}
	// The mirror image has the other rows. If its south is the smaller set, it is turned upside down.
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

// evenBoard is the geometry of a board of 2m squares a side. The square in column u and row v of
// the north-east quadrant is on the diagonals sum 1+u+v and difference v-u, both counted from the
// main diagonals, which are 0. Turning the board upside down maps the pair to (-difference, -sum),
// mirroring it to (difference, sum). Both halves of the board have sums and differences from 1-m to
// m-1. Without the two main diagonals these are the bits of a pattern, sums in the low half.
type evenBoard[P pattern] struct {
	m int
	// classed is set if western half-boards are sorted by the row of the queen next to the middle.
	classed bool
	// apart is set if the half-boards of only one class are made at a time, and compared before the
	// next class is made, because all classes together would take too much memory.
	apart bool
}

func newEvenBoard[P pattern](m int) evenBoard[P] {
	// Smaller boards are not sorted by class or made apart: their lists are too short.
	const minClassed, minApart = 9, 11
	return evenBoard[P]{m, m >= minClassed, m >= minApart}
}

// half returns the number of sums in a pattern, which is also the number of differences.
func (b evenBoard[P]) half() int { return 2*b.m - 2 }

// all returns the pattern that contains every diagonal.
func (b evenBoard[P]) all() P { return bothHalves[P](b.half()) }

// bit returns the bit of a sum, or 0 if it has none. The bit of a difference is at the same place
// in the high half.
func (b evenBoard[P]) bit(sum int) P {
	switch {
	case sum == 0 || sum <= -b.m || sum >= b.m:
		return 0
	case sum < 0:
		return 1 << (sum + b.m - 1)
	}
	return 1 << (sum + b.m - 2)
}

// north returns the diagonals of a queen in the north-east quadrant.
func (b evenBoard[P]) north(u, v int) P {
	return b.bit(1+u+v) | b.bit(v-u)<<b.half()
}

// upsideDown returns the pattern of the half-board turned upside down.
func (b evenBoard[P]) upsideDown(p P) P {
	return P(bits.Reverse64(uint64(p)) >> (64 - 2*b.half()))
}

// order returns every diagonal, starting with those that most pairs of half-boards have in common:
// the nearest to the main ones, and differences before sums, because choices of rows have the
// greater number in the south.
func (b evenBoard[P]) order() []P {
	var order []P
	for d := 1; d < b.m; d++ {
		order = append(order, b.bit(d)<<b.half(), b.bit(-d)<<b.half())
	}
	for d := 1; d < b.m; d++ {
		order = append(order, b.bit(d), b.bit(-d))
	}
	return order
}

// classes returns the number of classes of western half-boards.
func (b evenBoard[P]) classes() int {
	if !b.classed {
		return 1
	}
	return 2 * b.m
}

// class returns the class of western half-boards with a queen in the given row of the north and in
// the column next to the middle. With the queen in the same row of the south, the class is
// class+classes/2.
func (b evenBoard[P]) class(row int) int {
	if !b.classed {
		return 0
	}
	return row
}

// held returns the number of classes whose half-boards are in memory at the same time.
func (b evenBoard[P]) held() int {
	if b.apart {
		return 1
	}
	return b.classes()
}

// groups returns the number of groups of lists into which the placements on a set of rows with a
// queen in column 0 are divided: one, or one for each row of that queen.
func (b evenBoard[P]) groups(rows uint32) int {
	if b.apart {
		return bits.OnesCount32(rows)
	}
	return 1
}

// taken returns the diagonals of the queen next to the middle, which every half-board of the class
// has.
func (b evenBoard[P]) taken(class int) P {
	switch {
	case !b.classed:
		return 0
	case class < b.m:
		return b.north(0, class)
	}
	return b.upsideDown(b.north(0, class-b.m))
}

// deciding returns the diagonals that may be both in a half-board of the class and in an eastern
// half-board without the class's taken diagonals.
func (b evenBoard[P]) deciding(class int) P {
	if !b.classed {
		return b.all()
	}
	// The only western squares on these diagonals are a corner next to the middle; a queen there
	// determines the class.
	corners := b.bit(1-b.m) | b.bit(b.m-1)<<b.half()
	return b.all() &^ (b.taken(class) | corners)
}

// evenTable has the placements of queens on one set of rows of a quadrant. The lists in near have
// those with a queen in column 0, the lists in far, which are padded, those without. There are two
// lists for each set of columns: the second has the placements with the flag, which is set if a
// queen is on a main diagonal of the board. The tag of a placement in near is its class, plus held
// if the flag is set. If only one class is made at a time, each class has its own lists, and the
// tag is the flag alone.
type evenTable[P pattern] struct{ near, far half[P] }

// half has the lists for the northern (0) and the southern (1) quadrant.
type half[P pattern] [2]lists[P]

func (t *evenTable[P]) bytes() int64 {
	return t.near[0].bytes() + t.far[0].bytes() + t.near[1].bytes() + t.far[1].bytes()
}

// evenQuadrant builds the tables of a board.
type evenQuadrant[P pattern] struct {
	board   evenBoard[P]
	quarter *quarter[P]
	subsets []subsets // of the columns other than column 0, by size
}

func newEvenQuadrant[P pattern](b evenBoard[P]) *evenQuadrant[P] {
	q := &evenQuadrant[P]{board: b, subsets: newSubsets(b.m - 1)}
	q.quarter = newQuarter(b.m, b.m, func(u, v int) square[P] {
		s := square[P]{diagonals: b.north(u, v)}
		if u == v {
			s.mark = uint32(b.held())
		}
		switch {
		case u == 0 && b.apart:
			s.mark += uint32(v) << tagBits
		case u == 0:
			s.mark += uint32(b.class(v))
		}
		return s
	})
	return q
}

// table returns the table of the placements on the rows, and its size in bytes. The table is nil if
// the count was stopped.
func (q *evenQuadrant[P]) table(s *scratch[P], rows uint32) (*evenTable[P], int64) {
	s.placements = q.quarter.place(s.placements[:0], rows, s.stopped)
	flag := uint8(q.board.held())
	// list returns the number of the list for a placement with or without a queen in column 0, or
	// -1.
	list := func(p *placement[P], near uint32, sets *subsets) int {
		if p.columns&1 != near {
			return -1
		}
		list := 2 * int(sets.rank[p.columns>>1])
		if uint8(p.mark) >= flag {
			list++
		}
		return list
	}
	t := new(evenTable[P])
	k := bits.OnesCount32(rows)
	if k > 0 && !s.stopped() {
		sets, groups := &q.subsets[k-1], q.board.groups(rows)
		t.near[0] = s.sortLists(groups*2*len(sets.sets), 1, func(p *placement[P]) int {
			n := list(p, 1, sets)
			if groups > 1 && n >= 0 {
				n += bits.OnesCount32(rows&(1<<(p.mark>>tagBits)-1)) * 2 * len(sets.sets)
			}
			return n
		})
	}
	if k < q.board.m && !s.stopped() {
		sets := &q.subsets[k]
		t.far[0] = s.sortLists(2*len(sets.sets), vector[P](), func(p *placement[P]) int { return list(p, 0, sets) })
	}
	if s.stopped() {
		return nil, 0
	}
	t.near[1] = moved(&t.near[0], t.near[0].tags, q.board.upsideDown)
	t.far[1] = moved(&t.far[0], nil, q.board.upsideDown)
	return t, t.bytes()
}

// evenWorker counts tasks of an evenPlan, with its own memory.
type evenWorker[P pattern] struct {
	plan    *evenPlan[P]
	scratch scratch[P]
	recent  recentTables[P, evenTable[P]]
	western [2]*evenTable[P]
	rows    [2][2]uint32
	bare    bool        // whether western half-boards without a queen on a main diagonal are needed
	east    *buckets[P] // one bucket
	west    *buckets[P] // by (queens on main diagonals, class)
	first   int         // the first class in west
	every   []class[P]  // all classes, without half-boards
	classes []class[P]  // the classes in west
	joiner  *joiner[P]
	found   uint64
}

func (p *evenPlan[P]) worker() worker {
	w := &evenWorker[P]{plan: p, joiner: newJoiner(&p.kernels, p.board.order())}
	for n := range p.board.classes() {
		w.every = append(w.every, class[P]{taken: p.board.taken(n), deciding: p.board.deciding(n)})
	}
	w.recent.tables = p.tables
	w.east = newBuckets[P](1, p.portion, w.meetWest)
	w.west = newBuckets[P](segments*p.board.held(), p.portion, w.join)
	return w
}

func (w *evenWorker[P]) count(task int, stopped func() bool) (found, pairs uint64) {
	c := w.plan.choices[task]
	flagged, bare := w.plan.weights(c)
	return w.countChoice(c, [segments]uint64{bare, 2 * flagged, 4 * flagged}, stopped)
}

// countChoice counts the pairs of the choice that fit. weights[i] is the weight of pairs whose
// western half-board has i queens on main diagonals. It also returns the number of pairs compared.
func (w *evenWorker[P]) countChoice(c choice, weights [segments]uint64, stopped func() bool) (found, pairs uint64) {
	w.scratch.stopped, w.found, w.bare = stopped, 0, weights[0] > 0
	w.joiner.start(weights, stopped)
	east, west, ok := w.recent.halves(c, w.plan.board.m, &w.scratch)
	if !ok {
		return 0, 0
	}
	w.western, w.rows = west, c.rows(w.plan.board.m)
	w.generateEast(east)
	w.meetWest()
	return w.found, w.joiner.pairs
}

// generateEast makes the eastern half-boards without a queen on a main diagonal.
func (w *evenWorker[P]) generateEast(t [2]*evenTable[P]) {
	w.east.start(w.scratch.stopped)
	for side := range t {
		near, far := &t[side].near[side], &t[1-side].far[1-side]
		groups := w.plan.board.groups(w.rows[0][side])
		for n := range groups {
			w.plan.kernels.composer.bareHalves(w.east, near.group(n, groups), far)
		}
	}
}

// meetWest makes all western half-boards. It adds to w.found the weights of the pairs that fit, of
// a half-board in w.east and a western one.
func (w *evenWorker[P]) meetWest() {
	if len(w.east.list(0)) == 0 || w.scratch.stopped() {
		return
	}
	w.plan.kernels.composer.mirror(w.east.list(0), w.plan.board.half())
	if w.plan.board.apart {
		w.meetClasses()
		return
	}
	w.west.start(w.scratch.stopped)
	for side, t := range w.western {
		w.generateWest(side, &t.near[side])
	}
	w.join()
}

// meetClasses does the work of meetWest with only one class in memory at a time.
func (w *evenWorker[P]) meetClasses() {
	b := w.plan.board
	for side, t := range w.western {
		rows := w.rows[1][side]
		groups := b.groups(rows)
		for n := range groups {
			w.first = side*(b.classes()/2) + b.class(bits.TrailingZeros32(rows))
			rows &= rows - 1
			w.west.start(w.scratch.stopped)
			w.generateWest(side, t.near[side].group(n, groups))
			w.join()
		}
	}
}

// generateWest makes the western half-boards that have a placement of near in the north (side 0) or
// in the south (side 1). It adds them to the buckets by class and by number of queens on main
// diagonals. It omits half-boards without such a queen unless w.bare is set. Their diagonals are
// named as if the half-boards were in the east.
func (w *evenWorker[P]) generateWest(side int, near *lists[P]) {
	held := w.plan.board.held()
	w.plan.kernels.composer.flaggedHalves(w.west, side*(held/2), held, near, &w.western[1-side].far[1-side], w.bare)
}

// join adds to w.found the weights of the pairs that fit, of a half-board in w.east and one in
// w.west. The half-boards in w.east must have been mirrored, so that both use the same bits for a
// diagonal.
func (w *evenWorker[P]) join() {
	held := w.plan.board.held()
	w.classes = append(w.classes[:0], w.every[w.first:w.first+held]...)
	for n := range w.classes {
		for queens := range segments {
			w.classes[n].west[queens] = w.west.list(queens*held + n)
		}
	}
	w.found += w.joiner.meet(w.east.list(0), w.classes)
}
