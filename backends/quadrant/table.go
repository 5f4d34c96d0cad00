package quadrant

import "sync/atomic"

// tables makes tables of placements, one for each set of rows of a quadrant, as
// they are asked for, and keeps them while they fit.
type tables[W pattern, T any] struct {
	// build makes the table of the rows and says how many bytes it takes. It is
	// nil if the count was stopped.
	build func(r *room[W], rows uint32) (made *T, bytes int64)
	kept  []atomic.Pointer[T]
	left  *atomic.Int64 // bytes, for tables yet to be kept
}

// newTables has tables of quadrants with so many rows.
func newTables[W pattern, T any](rows int, left *atomic.Int64, build func(*room[W], uint32) (*T, int64)) *tables[W, T] {
	return &tables[W, T]{build, make([]atomic.Pointer[T], 1<<rows), left}
}

// room is what a worker makes tables in, and how it learns that it is to stop.
type room[W pattern] struct {
	placements []placement[W]
	stopped    func() bool
}

// desk has the tables of a worker's latest task. Neighbouring tasks share some,
// which otherwise would be made again if they were not kept.
type desk[W pattern, T any] struct {
	tables *tables[W, T]
	recent [2][2]struct {
		rows  uint32
		table *T
	}
}

// The halves of a board, as a desk and buckets number them.
const (
	eastHalf = iota
	westHalf
)

// of is the tables of a half, of its rows in the north and in the south. It fails
// if the count is stopped.
func (d *desk[W, T]) of(half int, north, south uint32, r *room[W]) (tables [2]*T, ok bool) {
	for i, rows := range []uint32{north, south} {
		recent := &d.recent[half][i]
		if recent.table == nil || recent.rows != rows {
			recent.table = nil // so that it need not stay while the next is made
			recent.rows, recent.table = rows, d.tables.table(r, rows)
		}
		if recent.table == nil {
			return tables, false
		}
		tables[i] = recent.table
	}
	return tables, true
}

// table is the table of the rows, or nil if the count was stopped.
func (t *tables[W, T]) table(r *room[W], rows uint32) *T {
	if kept := t.kept[rows].Load(); kept != nil {
		return kept
	}
	made, size := t.build(r, rows)
	if made != nil && (t.left.Add(-size) < 0 || !t.kept[rows].CompareAndSwap(nil, made)) {
		t.left.Add(size)
	}
	return made
}
