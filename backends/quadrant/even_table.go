package quadrant

import (
	"math/bits"
	"sync"
	"sync/atomic"
)

// evenTable is the placements of queens on a set of rows of a quadrant. Those
// with a queen in column 0, near, are in lists by (columns, flag), and so are
// those without, far, which are padded. The flag is 1 if a queen stands on a main
// diagonal of the board. The tag of one of near is flag*2m + the row of the queen
// in column 0.
type evenTable[P pattern] struct {
	rows      uint32
	near, far half[P]
	sets      int       // of columns of near
	widest    [2]uint32 // the longest of the far lists, by flag
}

// half is lists as they stand in the north and in the south.
type half[P pattern] [2]lists[P]

func (t *evenTable[P]) bytes() int64 {
	return t.near[0].bytes() + t.far[0].bytes() + t.near[1].bytes() + t.far[1].bytes()
}

// evenPad is what lists are padded to a multiple of: what one vector of 32 bytes
// holds.
func evenPad[P pattern]() int { return 256 / bits.Len64(uint64(^P(0))) }

// evenTables makes tables as they are asked for and keeps them while they fit.
type evenTables[P pattern] struct {
	board   evenBoard[P]
	quarter *quarter[P]
	subsets []subsets // of the columns beside column 0, by size
	kept    []atomic.Pointer[evenTable[P]]
	mu      sync.Mutex
	room    int64 // bytes, for tables yet to be kept
}

func newEvenTables[P pattern](b evenBoard[P], room int64) *evenTables[P] {
	t := &evenTables[P]{board: b, room: room, kept: make([]atomic.Pointer[evenTable[P]], 1<<b.m)}
	t.quarter = newQuarter(b.m, b.m, func(u, v int) square[P] {
		s := square[P]{diagonals: b.north(u, v)}
		if u == v {
			s.mark = uint32(2 * b.m)
		}
		if u == 0 {
			s.mark += uint32(v)
		}
		return s
	})
	for k := range b.m {
		t.subsets = append(t.subsets, newSubsets(b.m-1, k))
	}
	return t
}

// table is the table of the rows. It is made if it is not kept; scratch serves
// to make it. It is nil if stopped.
func (t *evenTables[P]) table(rows uint32, scratch *[]placement[P], stopped func() bool) *evenTable[P] {
	if kept := t.kept[rows].Load(); kept != nil {
		return kept
	}
	made := t.make(rows, scratch, stopped)
	if made == nil {
		return nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.room >= made.bytes() && t.kept[rows].CompareAndSwap(nil, made) {
		t.room -= made.bytes()
	}
	return made
}

func (t *evenTables[P]) make(rows uint32, scratch *[]placement[P], stopped func() bool) *evenTable[P] {
	if stopped() {
		return nil
	}
	placements := t.quarter.place((*scratch)[:0], rows)
	*scratch = placements
	made := &evenTable[P]{rows: rows}
	classes := uint32(2 * t.board.m)
	flag := func(p *placement[P]) int {
		if p.mark >= classes {
			return 1
		}
		return 0
	}
	k := bits.OnesCount32(rows)
	if k > 0 && !stopped() {
		near := t.subsets[k-1]
		made.sets = len(near.sets)
		made.near[0] = sortLists(placements, 2*made.sets, 1, func(p *placement[P]) int {
			if p.columns&1 == 0 {
				return -1
			}
			return 2*int(near.rank[p.columns>>1]) + flag(p)
		})
	}
	if k < t.board.m && !stopped() {
		far := t.subsets[k]
		made.far[0] = sortLists(placements, 2*len(far.sets), evenPad[P](), func(p *placement[P]) int {
			if p.columns&1 != 0 {
				return -1
			}
			return 2*int(far.rank[p.columns>>1]) + flag(p)
		})
		at := made.far[0].at
		for i := range 2 * len(far.sets) {
			made.widest[i%2] = max(made.widest[i%2], at[i+1]-at[i])
		}
	}
	if stopped() {
		return nil
	}
	made.near[1], made.far[1] = t.south(made.near[0]), t.south(made.far[0])
	return made
}

// south is the lists turned upside down.
func (t *evenTables[P]) south(north lists[P]) lists[P] {
	south := lists[P]{make([]P, len(north.patterns)), north.tags, north.at}
	for i, p := range north.patterns {
		south.patterns[i] = p
		if p != ^P(0) { // what pads a list stays
			south.patterns[i] = t.board.upsideDown(p)
		}
	}
	return south
}
