package quadrant

import "sync"

// tables makes tables of placements, one for each set of rows of a quadrant, as
// they are asked for, and keeps those asked for last, as many as there is room for.
type tables[W pattern, T any] struct {
	// build makes the table of the rows and says how many bytes it takes. It is
	// nil if the count was stopped.
	build func(s *scratch[W], rows uint32) (made *T, bytes int64)

	mu    sync.Mutex
	made  sync.Cond // a table was made, or its count stopped
	kept  []kept[T]
	asked int64 // how often
	left  int64 // bytes, for tables yet to be kept
}

// kept is a table that is kept, or nil.
type kept[T any] struct {
	table  *T
	bytes  int64
	asked  int64 // when last
	making **T   // where the worker that is making it puts it for those that wait, or nil
}

// newTables has tables of quadrants with so many rows, and so many bytes for them.
func newTables[W pattern, T any](rows int, room int64, build func(*scratch[W], uint32) (*T, int64)) *tables[W, T] {
	t := &tables[W, T]{build: build, kept: make([]kept[T], 1<<rows), left: room}
	t.made.L = &t.mu
	return t
}

// tagBits is how many bits of a placement's mark are its tag in a list, the lowest.
const tagBits = 8

// scratch is what a worker makes tables in, and how it learns that it is to stop.
type scratch[W pattern] struct {
	placements []placement[W]
	numbers    []int32 // of the lists that these go to
	stopped    func() bool
}

// recentTables has the tables of a worker's latest task. Neighbouring tasks share
// some, which otherwise would be made again if they were not kept.
type recentTables[W pattern, T any] struct {
	tables *tables[W, T]
	recent [2][2]struct { // by half, east first, then north and south
		rows  uint32
		table *T
	}
}

// halves is the tables of the choice's rows in the north and in the south, for the
// east half and, of the other rows of m, for the west half. It fails if the count
// is stopped. Workers with neighbouring tasks want the same tables at the same time: each
// first makes what no other is making.
func (t *recentTables[W, T]) halves(c choice, m int, s *scratch[W]) (east, west [2]*T, ok bool) {
	for half, rows := range c.rows(m) {
		for side, rows := range rows {
			if recent := &t.recent[half][side]; recent.rows != rows {
				recent.rows, recent.table = rows, nil // so that it need not stay while the next is made
			}
		}
	}
	for _, wait := range []bool{false, true} {
		for half := range t.recent {
			for side := range t.recent[half] {
				recent := &t.recent[half][side]
				if recent.table == nil {
					recent.table = t.tables.table(s, recent.rows, wait)
				}
				if wait && recent.table == nil {
					return east, west, false
				}
			}
		}
	}
	r := &t.recent
	return [2]*T{r[0][0].table, r[0][1].table}, [2]*T{r[1][0].table, r[1][1].table}, true
}

// table is the table of the rows, or nil if the count was stopped. If another worker is making
// it, it waits for that and takes it, even if there is no room to keep it, or returns nil.
func (t *tables[W, T]) table(s *scratch[W], rows uint32, wait bool) *T {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.asked++
	k := &t.kept[rows]
	k.asked = t.asked
	for making := k.making; making != nil; making = k.making {
		if !wait {
			return nil
		}
		for k.making == making {
			t.made.Wait()
		}
		if *making != nil {
			return *making
		}
	}
	if k.table != nil {
		return k.table
	}
	making := new(*T)
	k.making = making
	t.mu.Unlock()
	table, size := t.build(s, rows)
	t.mu.Lock()
	*making, k.making = table, nil
	t.made.Broadcast()
	if table != nil {
		t.keep(k, table, size)
	}
	return table
}

// forget keeps none any more.
func (t *tables[W, T]) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.kept {
		if k := &t.kept[i]; k.making == nil { // by another count, which begins as the last one ends
			t.left += k.bytes
			*k = kept[T]{}
		}
	}
}

// keep makes room for the table. Those not asked for the longest go first.
func (t *tables[W, T]) keep(k *kept[T], table *T, size int64) {
	for t.left < size {
		oldest := k
		for i := range t.kept {
			if k := &t.kept[i]; k.table != nil && k.asked < oldest.asked {
				oldest = k
			}
		}
		if oldest.table == nil {
			return
		}
		t.left += oldest.bytes
		*oldest = kept[T]{}
	}
	t.left -= size
	k.table, k.bytes = table, size
}

// lists are patterns in numbered lists: list i is patterns[at[i]:at[i+1]], and
// each pattern may have a tag for the caller's own use.
type lists[P pattern] struct {
	patterns []P
	tags     []uint8
	at       []uint32
	longest  int  // how long the longest list is
	void     bool // whether a pattern has no diagonal
}

// list is the list with the number.
func (l *lists[P]) list(i int) []P { return l.patterns[l.at[i]:l.at[i+1]] }

// group is one of so many equal parts of the lists.
func (l *lists[P]) group(i, of int) *lists[P] {
	n := (len(l.at) - 1) / of
	if of == 1 || n <= 0 {
		return l
	}
	part := *l
	part.at = l.at[i*n : (i+1)*n+1]
	return &part
}

// unpadded is the list with the number without what pads it.
func (l *lists[P]) unpadded(i int) []P {
	list := l.list(i)
	for len(list) > 0 && list[len(list)-1] == ^P(0) {
		list = list[:len(list)-1]
	}
	return list
}

// bytes is the memory that the lists take.
func (l *lists[P]) bytes() int64 {
	return int64(cap(l.patterns)*width[P]()/8 + cap(l.tags) + cap(l.at)*4)
}

// vector is how many patterns a vector of 32 bytes holds: lists that vectors are
// read from are padded to a multiple of that.
func vector[P pattern]() int { return 256 / width[P]() }

// sortLists makes n lists of the placements by the number that of gives, or
// none if that is negative. Each list is padded with patterns of all bits to a
// multiple of pad. The tags are the lowest bits of the marks; padded lists have none.
func (s *scratch[P]) sortLists(n, pad int, of func(*placement[P]) int) lists[P] {
	at, numbers := make([]uint32, n+1), s.numbers[:0]
	for i := range s.placements {
		k := of(&s.placements[i])
		numbers = append(numbers, int32(k))
		if k >= 0 {
			at[k]++
		}
	}
	l := lists[P]{at: at}
	padded := func(size uint32) uint32 { return (size + uint32(pad) - 1) / uint32(pad) * uint32(pad) }
	total := uint32(0)
	for k, size := range at[:n] {
		l.longest = max(l.longest, int(padded(size)))
		at[k] = total
		total += padded(size)
	}
	at[n] = total
	l.patterns = make([]P, total)
	if pad == 1 {
		l.tags = make([]uint8, total)
	} else {
		for i := range l.patterns {
			l.patterns[i] = ^P(0)
		}
	}
	s.numbers = numbers
	for i, k := range numbers { // at[k] goes from the start of the list to its end
		if k >= 0 {
			p := &s.placements[i]
			l.patterns[at[k]] = p.diagonals
			if pad == 1 {
				l.tags[at[k]] = uint8(p.mark)
			}
			l.void = l.void || p.diagonals == 0
			at[k]++
		}
	}
	start := uint32(0)
	for k, end := range at[:n] {
		at[k] = start
		start += padded(end - start)
	}
	return l
}

// moved is the lists in another quadrant or form, with the tags given.
func moved[W, P pattern](l *lists[W], tags []uint8, move func(W) P) lists[P] {
	m := lists[P]{make([]P, len(l.patterns)), tags, l.at, l.longest, false}
	for i, w := range l.patterns {
		m.patterns[i] = ^P(0) // what pads a list stays
		if w != ^W(0) {
			m.patterns[i] = move(w)
			m.void = m.void || m.patterns[i] == 0
		}
	}
	return m
}
