package quadrant

import (
	"math/bits"
	"sync/atomic"
)

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

// keeper makes tables, one for each set of rows, as they are asked for, and keeps
// them while they fit.
type keeper[W pattern, T any, sized interface {
	*T
	bytes() int64
}] struct {
	build func(scratch []placement[W], rows uint32) (*T, []placement[W])
	kept  []atomic.Pointer[T]
	room  *atomic.Int64 // bytes, for tables yet to be kept
}

// table is the table of the rows. It is made if it is not kept; scratch serves
// to make it.
func (k *keeper[W, T, sized]) table(rows uint32, scratch *[]placement[W]) *T {
	if kept := k.kept[rows].Load(); kept != nil {
		return kept
	}
	made, used := k.build((*scratch)[:0], rows)
	*scratch = used
	size := sized(made).bytes()
	if k.room.Add(-size) < 0 || !k.kept[rows].CompareAndSwap(nil, made) {
		k.room.Add(size)
	}
	return made
}

// vector is how many patterns a vector of the composer holds: what southern
// lists are padded to a multiple of.
func vector[P pattern]() int { return 256 / bits.Len64(uint64(^P(0))) }

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

// emptyCentre is the table for boards without a queen in the centre.
func (q *oddQuadrants[W, P]) emptyCentre(scratch []placement[W], rows uint32) (*oddTable[W, P], []placement[W]) {
	f, columns := q.form, q.columns[bits.OnesCount32(rows)]
	sets := len(columns.sets)
	byColumns := func(p *placement[W]) int { return int(columns.rank[p.columns]) }

	placements := q.quadrant.place(scratch, rows)
	for i := range placements {
		mark := &placements[i].mark
		*mark = *mark / inCorner & uint32(f.parts()-1)
	}
	east := sortLists(placements, sets, 1, byColumns)
	west := sortLists(placements, sets, vector[W](), byColumns)
	south := west // W and P are the same, or there would be parts
	if f.parts() > 1 {
		south = sortLists(placements, f.parts()*sets, vector[P](), func(p *placement[W]) int {
			return int(p.mark)*sets + byColumns(p)
		})
	}
	t := &oddTable[W, P]{
		northEast: moved(&east, east.tags, f.short),
		southEast: moved(&south, nil, func(w W) P { return f.short(f.board.upsideDown(w)) }),
		southWest: moved(&west, nil, func(w W) W { return f.west(f.board.halfTurn(w)) }),
	}
	placements = q.placeAxes(placements[:0], rows)
	north := sortLists(placements, sets, 1, byColumns)
	t.northWest = moved(&north, north.tags, f.west)
	return t, placements
}

// placeAxes appends to dst the placements on the rows with queens of the axes.
// They are marked with their class.
func (q *oddQuadrants[W, P]) placeAxes(dst []placement[W], rows uint32) []placement[W] {
	for rest := rows; rest != 0; rest &= rest - 1 {
		row := bits.TrailingZeros32(rest)
		for column := row + 1; column < q.form.board.m; column++ {
			from := len(dst)
			dst = q.axes[row][column].place(dst, (rows&^(1<<row))<<1)
			for i := range dst[from:] {
				p := &dst[from+i]
				p.mark, p.columns = uint32(q.form.class(row)), p.columns>>1|1<<column
			}
		}
	}
	return dst
}

// moved is the lists in another quadrant or form, with the tags given.
func moved[W, P pattern](l *lists[W], tags []uint8, move func(W) P) lists[P] {
	patterns := make([]P, len(l.patterns))
	for i, w := range l.patterns {
		patterns[i] = ^P(0) // what pads a list stays
		if w != ^W(0) {
			patterns[i] = move(w)
		}
	}
	return lists[P]{patterns, tags, l.at}
}
