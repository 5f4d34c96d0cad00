package quadrant

import "math/bits"

// Odd boards, of N = 2m+1 squares a side: README.md, section 4. Columns x and rows y are counted
// from the centre, -m to m. If the centre is empty, the west has the columns from -m to 0, and its
// north-west quadrant includes the middle row and column with both their queens.
//
// Both halves share the sums x+y from 1-m to m and the differences y-x from -m to m-1. On the sum m
// and the difference -m the only western squares are the ends of the middle column. By symmetry the
// queen of the middle column can be assumed to be nearer to the centre than the queen of the middle
// row. Then it is not at an end of its column, and these two diagonals have no western queen. The
// other 4m-2 diagonals are compared. The sum -m contains the western end of the middle row and
// squares of both western quadrants, but no eastern square. It is therefore in the patterns from
// which half-boards are made, but not compared.
//
// oddForm describes patterns with fewer bits. centreBoard describes boards with a queen in the
// centre.

// oddPlan represents a count on a board of 2m+1 squares a side. A task is a choice of the rows
// whose queens are in the east half, with or without a queen in the centre.
type oddPlan[W, P pattern] struct {
	form    oddForm[W, P]
	wide    kernels[W] // to make western half-boards
	kernels kernels[P]
	tables  *tables[W, oddTable[W, P]]
	centre  *tables[W, centreTable[P]]
	choices []choice
	halves  *estimate
	axes    *axesEstimate
	portion int // number of half-boards that are compared at a time
	empty   int // number of choices for an empty centre, which come first
}

// newOddPlan returns the plan. Tables that do not fit in memory are built again when they are
// needed. Boards of 19 squares a side use patterns of 32 bits for comparisons.
func newOddPlan[P pattern](n int, k kernels[P], r room) plan {
	if n == 19 {
		return newOddPlanOf(newOddForm[uint64, uint32](n), sameForm[uint32](k), r)
	}
	return newOddPlanOf(newOddForm[P, P](n), k, r)
}

func newOddPlanOf[W, P pattern](f oddForm[W, P], k kernels[P], r room) *oddPlan[W, P] {
	p := &oddPlan[W, P]{form: f, wide: sameForm[W](k), kernels: k, portion: r.portion}
	m, q := p.form.board.m, newOddQuadrants(p.form)
	p.halves, p.axes = newEstimate(m, 2), newAxesEstimate(m)
	p.tables = newTables(m, r.tables-r.tables/8, q.emptyCentre)
	p.centre = newTables(m, r.tables/8, q.centre)
	p.choices = choices(m)
	p.empty = len(p.choices)
	for _, c := range p.choices[:p.empty] {
		if orbit(m, c) > 0 {
			p.choices = append(p.choices, c)
		}
	}
	return p
}

func (p *oddPlan[W, P]) tasks() int { return len(p.choices) }

func (p *oddPlan[W, P]) choice(task int) choice { return p.choices[task] }

func (p *oddPlan[W, P]) forget() {
	p.tables.forget()
	p.centre.forget()
}

func (p *oddPlan[W, P]) cost(task int) float64 {
	rows := p.choices[task].rows(p.form.board.m)
	pairs := p.halves.halfBoards(rows[0]) * p.halves.halfBoards(rows[1])
	if task >= p.empty {
		return centreShare * pairs
	}
	return pairs * p.axes.places(rows[1])
}

// centreShare is a ratio of costs: the cost of comparing half-boards with a queen in the centre, divided
// by the cost for half-boards with an empty centre and the same estimate.
const centreShare = 0.6

// oddTable has the placements of queens on one set of rows of each quadrant, in lists by their
// columns. The lists of the south are padded.
type oddTable[W, P pattern] struct {
	northEast, southEast lists[P] // if the form is cornered, placements with a queen in the corner are tagged in the north, and in separate lists in the south
	northWest            lists[W] // with the queens of both axes; the tag is the class, or each class has its own lists
	southWest            lists[W]
}

func (t *oddTable[W, P]) bytes() int64 {
	return t.northEast.bytes() + t.southEast.bytes() + t.northWest.bytes() + t.southWest.bytes()
}

// centreTable has the placements of queens on one set of rows of a quadrant, for boards with a
// queen in the centre. Both halves of such a board use the same lists.
type centreTable[P pattern] struct{ north, south lists[P] }

func (t *centreTable[P]) bytes() int64 { return t.north.bytes() + t.south.bytes() }

// oddQuadrants builds the tables of a board.
type oddQuadrants[W, P pattern] struct {
	form     oddForm[W, P]
	quadrant *quarter[W]
	axes     [][]*quarter[W]
	columns  []subsets // by size
}

func newOddQuadrants[W, P pattern](f oddForm[W, P]) *oddQuadrants[W, P] {
	return &oddQuadrants[W, P]{f, f.board.quadrant(), f.board.axes(), newSubsets(f.board.m)}
}

// emptyCentre returns the table of the placements on a set of rows, for boards without a queen in
// the centre, and the size of the table in bytes. The table is nil if the count was stopped.
func (q *oddQuadrants[W, P]) emptyCentre(s *scratch[W], rows uint32) (*oddTable[W, P], int64) {
	f, columns := q.form, q.columns[bits.OnesCount32(rows)]
	sets := len(columns.sets)
	byColumns := func(p *placement[W]) int { return int(columns.rank[p.columns]) }
	s.placements = q.quadrant.place(s.placements[:0], rows, s.stopped)
	if s.stopped() {
		return nil, 0
	}
	for i := range s.placements {
		mark := &s.placements[i].mark
		*mark = *mark / inCorner & uint32(f.parts()-1)
	}
	east := s.sortLists(sets, 1, byColumns)
	west := s.sortLists(sets, vector[W](), byColumns)
	if s.stopped() {
		return nil, 0
	}
	south := west // W and P are the same type here, otherwise there would be parts
	if f.parts() > 1 {
		south = s.sortLists(f.parts()*sets, vector[P](), func(p *placement[W]) int {
			return int(p.mark)*sets + byColumns(p)
		})
	}
	if s.stopped() {
		return nil, 0
	}
	t := &oddTable[W, P]{
		northEast: moved(&east, east.tags, f.short),
		southEast: moved(&south, nil, func(w W) P { return f.short(f.board.upsideDown(w)) }),
		southWest: moved(&west, nil, func(w W) W { return f.west(f.board.halfTurn(w)) }),
	}
	if q.placeAxes(s, rows); s.stopped() {
		return nil, 0
	}
	north := s.sortLists(f.groups(rows)*sets, 1, func(p *placement[W]) int {
		return bits.OnesCount32(rows&(1<<(p.mark>>tagBits)-1))*sets + byColumns(p)
	})
	if s.stopped() {
		return nil, 0
	}
	t.northWest = moved(&north, north.tags, f.west)
	return t, t.bytes()
}

// placeAxes sets s.placements to the placements in the north-west quadrant that have queens on the
// given rows and on both axes. The class of a placement is in the tag of its mark. If each class
// has its own lists, the class is in the bits above the tag instead.
func (q *oddQuadrants[W, P]) placeAxes(s *scratch[W], rows uint32) {
	s.placements = s.placements[:0]
	for rest := rows; rest != 0; rest &= rest - 1 {
		row := bits.TrailingZeros32(rest)
		mark := uint32(q.form.class(row))
		if q.form.apart {
			mark <<= tagBits
		}
		for column := row + 1; column < q.form.board.m && !s.stopped(); column++ {
			from := len(s.placements)
			s.placements = q.axes[row][column].place(s.placements, (rows&^(1<<row))<<1, s.stopped)
			for i := range s.placements[from:] {
				p := &s.placements[from+i]
				p.mark, p.columns = mark, p.columns>>1|1<<column
			}
		}
	}
}

// oddWorker counts tasks of an oddPlan, with its own memory.
type oddWorker[W, P pattern] struct {
	plan    *oddPlan[W, P]
	scratch scratch[W]
	recent  recentTables[W, oddTable[W, P]]
	western [2]*oddTable[W, P]
	rows    uint32      // the rows of the north-west quadrant
	east    *buckets[P] // without a queen in a corner, with one in the north-east, with one in the south-east
	west    *buckets[W] // by class
	first   int         // the first class in west
	classes []class[P]
	joiner  *joiner[P]
	found   uint64
	centre  *centreWorker[W, P]

	compared, lacking []P
}

func (p *oddPlan[W, P]) worker() worker {
	w := &oddWorker[W, P]{plan: p, centre: newCentreWorker(p)}
	w.recent.tables = p.tables
	w.east = newBuckets[P](2*p.form.parts()-1, p.portion, w.meetWest)
	w.west = newBuckets[W](p.form.held(), p.portion, w.join)
	w.joiner = newJoiner(&p.kernels, p.form.splits())
	return w
}

func (w *oddWorker[W, P]) count(task int, stopped func() bool) (found, pairs uint64) {
	c := w.plan.choices[task]
	w.scratch.stopped = stopped
	if task >= w.plan.empty {
		return w.centre.count(c, &w.scratch)
	}
	w.found = 0
	w.joiner.start([segments]uint64{8}, stopped)
	east, west, ok := w.recent.halves(c, w.plan.form.board.m, &w.scratch)
	if !ok {
		return 0, 0
	}
	w.western, w.rows = west, c.rows(w.plan.form.board.m)[1][0]
	w.east.start(stopped)
	north, south := &east[0].northEast, &east[1].southEast
	for part := range w.plan.form.parts() {
		w.plan.kernels.composer.halves(w.east, 2*part, north, south, part*(len(north.at)-1))
	}
	w.meetWest()
	return w.found, w.joiner.pairs
}

// meetWest makes all western half-boards. It adds to w.found the number of pairs that fit, of a
// half-board in w.east and a western one.
func (w *oddWorker[W, P]) meetWest() {
	f, rows := w.plan.form, w.rows
	groups := f.groups(rows)
	w.first = 0
	for n := range groups {
		if f.apart {
			w.first = f.class(bits.TrailingZeros32(rows))
			rows &= rows - 1
		}
		w.west.start(w.scratch.stopped)
		w.plan.wide.composer.halves(w.west, 0, w.western[0].northWest.group(n, groups), &w.western[1].southWest, 0)
		w.join()
	}
}

// join adds to w.found the number of pairs that fit, of a half-board in w.east and one in w.west.
// Each pair has weight 8, for the symmetries of the board.
func (w *oddWorker[W, P]) join() {
	f := w.plan.form
	w.classes = w.classes[:0]
	for i := range f.held() {
		if w.scratch.stopped() {
			return
		}
		if len(w.west.list(i)) == 0 {
			continue
		}
		n := w.first + i
		c := class[P]{west: [segments][]P{f.western(&w.compared, w.west.list(i), n)}, taken: f.taken(n)}
		c.deciding = f.crossing() &^ c.taken
		if f.parts() > 1 {
			w.joinCornered(n, c)
		} else {
			w.classes = append(w.classes, c)
		}
	}
	w.found += w.joiner.meet(w.east.list(0), w.classes)
}

// joinCornered adds to w.found the number of pairs that fit, of an eastern half-board and one of
// class n. The eastern half-boards are in three lists: without a queen in a corner, with one in the
// north-east corner, and with one in the south-east corner. A corner (see inCorner) is the only
// eastern square of one of the compared diagonals. Only the half-boards in the corner's list have
// that diagonal, so joinCornered compares them only with the western half-boards without it.
func (w *oddWorker[W, P]) joinCornered(n int, c class[P]) {
	k := &w.plan.kernels
	north, south := w.plan.form.corners(n)
	c.deciding &^= north | south
	for i, corner := range []P{north, south} {
		if corner == 0 {
			continue // all western half-boards of the class have it
		}
		lacking := c
		lacking.west = [segments][]P{avoid(k, &w.lacking, c.west[0], corner)}
		w.found += w.joiner.count(w.east.list(1+i), lacking)
	}
	w.found += w.joiner.count(w.east.list(0), c)
}
