package quadrant

import "math/bits"

// evenTable is the placements of queens on a set of rows of a quadrant. Those
// with a queen in column 0, near, are in lists by (columns, flag), and so are
// those without, far, which are padded. The flag is 1 if a queen stands on a main
// diagonal of the board. The tag of one of near is flag*classes + its class.
type evenTable[P pattern] struct{ near, far half[P] }

// half is lists as they stand in the north and in the south.
type half[P pattern] [2]lists[P]

func (t *evenTable[P]) bytes() int64 {
	return t.near[0].bytes() + t.far[0].bytes() + t.near[1].bytes() + t.far[1].bytes()
}

// evenQuadrant makes the tables of a board.
type evenQuadrant[P pattern] struct {
	board   evenBoard[P]
	quarter *quarter[P]
	subsets []subsets // of the columns beside column 0, by size
}

func newEvenQuadrant[P pattern](b evenBoard[P]) *evenQuadrant[P] {
	q := &evenQuadrant[P]{board: b}
	q.quarter = newQuarter(b.m, b.m, func(u, v int) square[P] {
		s := square[P]{diagonals: b.north(u, v)}
		if u == v {
			s.mark = uint32(b.classes())
		}
		if u == 0 {
			s.mark += uint32(b.class(v))
		}
		return s
	})
	for k := range b.m {
		q.subsets = append(q.subsets, newSubsets(b.m-1, k))
	}
	return q
}

// table is the table of the rows and its size.
func (q *evenQuadrant[P]) table(r *room[P], rows uint32) (*evenTable[P], int64) {
	r.placements = q.quarter.place(r.placements[:0], rows, r.stopped)
	flag := uint32(q.board.classes())
	// list is the number of a list of those with or without a queen in column 0.
	list := func(p *placement[P], near uint32, sets *subsets) int {
		if p.columns&1 != near {
			return -1
		}
		list := 2 * int(sets.rank[p.columns>>1])
		if p.mark >= flag {
			list++
		}
		return list
	}
	t := new(evenTable[P])
	k := bits.OnesCount32(rows)
	if k > 0 && !r.stopped() {
		sets := &q.subsets[k-1]
		t.near[0] = sortLists(r.placements, 2*len(sets.sets), 1, func(p *placement[P]) int { return list(p, 1, sets) })
	}
	if k < q.board.m && !r.stopped() {
		sets := &q.subsets[k]
		t.far[0] = sortLists(r.placements, 2*len(sets.sets), vector[P](), func(p *placement[P]) int { return list(p, 0, sets) })
	}
	if r.stopped() {
		return nil, 0
	}
	t.near[1] = moved(&t.near[0], t.near[0].tags, q.board.upsideDown)
	t.far[1] = moved(&t.far[0], t.far[0].tags, q.board.upsideDown)
	return t, t.bytes()
}
