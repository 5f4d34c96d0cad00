package quadrant

import "math/bits"

// oddTable is placements of queens on a set of rows of the quadrants, in lists by
// their columns. Those of the south are padded.
type oddTable[W, P pattern] struct {
	northEast, southEast lists[P] // with a queen in the corner: tagged, and in lists of their own
	northWest            lists[W] // with the queens of the axes, tagged with their class
	southWest            lists[W]
}

func (t *oddTable[W, P]) bytes() int64 {
	return t.northEast.bytes() + t.southEast.bytes() + t.northWest.bytes() + t.southWest.bytes()
}

// centreTable is the same for boards with a queen in the centre, where west is
// like east.
type centreTable[P pattern] struct{ north, south lists[P] }

func (t *centreTable[P]) bytes() int64 { return t.north.bytes() + t.south.bytes() }

// oddQuadrants makes the tables of a board.
type oddQuadrants[W, P pattern] struct {
	form     oddForm[W, P]
	quadrant *quarter[W]
	axes     [][]*quarter[W]
	columns  []subsets // by size
}

func newOddQuadrants[W, P pattern](f oddForm[W, P]) *oddQuadrants[W, P] {
	q := &oddQuadrants[W, P]{form: f, quadrant: f.board.quadrant(), axes: f.board.axes()}
	for size := range f.board.m + 1 {
		q.columns = append(q.columns, newSubsets(f.board.m, size))
	}
	return q
}

// emptyCentre is the table for boards without a queen in the centre, and its size.
func (q *oddQuadrants[W, P]) emptyCentre(r *room[W], rows uint32) (*oddTable[W, P], int64) {
	f, columns := q.form, q.columns[bits.OnesCount32(rows)]
	sets := len(columns.sets)
	byColumns := func(p *placement[W]) int { return int(columns.rank[p.columns]) }
	r.placements = q.quadrant.place(r.placements[:0], rows, r.stopped)
	if r.stopped() {
		return nil, 0
	}
	for i := range r.placements {
		mark := &r.placements[i].mark
		*mark = *mark / inCorner & uint32(f.parts()-1)
	}
	east := sortLists(r.placements, sets, 1, byColumns)
	west := sortLists(r.placements, sets, vector[W](), byColumns)
	if r.stopped() {
		return nil, 0
	}
	south := west // W and P are the same, or there would be parts
	if f.parts() > 1 {
		south = sortLists(r.placements, f.parts()*sets, vector[P](), func(p *placement[W]) int {
			return int(p.mark)*sets + byColumns(p)
		})
	}
	if r.stopped() {
		return nil, 0
	}
	t := &oddTable[W, P]{
		northEast: moved(&east, east.tags, f.short),
		southEast: moved(&south, nil, func(w W) P { return f.short(f.board.upsideDown(w)) }),
		southWest: moved(&west, nil, func(w W) W { return f.west(f.board.halfTurn(w)) }),
	}
	if q.placeAxes(r, rows); r.stopped() {
		return nil, 0
	}
	north := sortLists(r.placements, sets, 1, byColumns)
	if r.stopped() {
		return nil, 0
	}
	t.northWest = moved(&north, north.tags, f.west)
	return t, t.bytes()
}

// placeAxes makes the placements on the rows with queens of the axes. They are
// marked with their class.
func (q *oddQuadrants[W, P]) placeAxes(r *room[W], rows uint32) {
	r.placements = r.placements[:0]
	for rest := rows; rest != 0; rest &= rest - 1 {
		row := bits.TrailingZeros32(rest)
		for column := row + 1; column < q.form.board.m && !r.stopped(); column++ {
			from := len(r.placements)
			r.placements = q.axes[row][column].place(r.placements, (rows&^(1<<row))<<1, r.stopped)
			for i := range r.placements[from:] {
				p := &r.placements[from+i]
				p.mark, p.columns = uint32(q.form.class(row)), p.columns>>1|1<<column
			}
		}
	}
}
