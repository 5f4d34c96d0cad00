package quadrant

import "sync"

// tables builds tables of placements, one for each set of rows of a quadrant, when they are
// requested. It keeps the most recently requested ones that fit in memory.
type tables[W pattern, T any] struct {
	// build returns the table of the rows and its size in bytes, or nil if the count was stopped.
	build func(s *scratch[W], rows uint32) (made *T, bytes int64)

	mu    sync.Mutex
	made  sync.Cond // signals that a table was built, or that the count that built it stopped
	kept  []kept[T]
	asked int64 // number of requests so far
	left  int64 // bytes left for tables
}

// kept is the state of one table; table is nil if it is not kept.
type kept[T any] struct {
	table  *T
	bytes  int64
	asked  int64 // number of the last request
	making **T   // where the worker that is building the table puts it for waiting workers, or nil
}

// newTables returns tables of quadrants with the given number of rows and room in bytes.
func newTables[W pattern, T any](rows int, room int64, build func(*scratch[W], uint32) (*T, int64)) *tables[W, T] {
	t := &tables[W, T]{build: build, kept: make([]kept[T], 1<<rows), left: room}
	t.made.L = &t.mu
	return t
}

// tagBits is the number of low bits of a placement's mark that are its tag in a list.
const tagBits = 8

// scratch is the memory in which a worker builds tables, and its stop condition.
type scratch[W pattern] struct {
	placements []placement[W]
	numbers    []int32 // the numbers of the lists that these go to
	stopped    func() bool
}

// recentTables stores the tables of a worker's latest task. The next task often needs some of them,
// which may no longer be in tables.
type recentTables[W pattern, T any] struct {
	tables *tables[W, T]
	recent [2][2]struct { // by half, east first, then north and south
		rows  uint32
		table *T
	}
}

// halves returns the tables of the choice's rows in the north and in the south for the east half,
// and those of the other rows of m for the west half. ok is false if the count is stopped. Workers
// with neighbouring tasks need the same tables at the same time: each first builds those that no
// other worker is building.
func (t *recentTables[W, T]) halves(c choice, m int, s *scratch[W]) (east, west [2]*T, ok bool) {
	for half, rows := range c.rows(m) {
		for side, rows := range rows {
			if recent := &t.recent[half][side]; recent.rows != rows {
				recent.rows, recent.table = rows, nil // released before the next is built
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

// table returns the table of the rows, or nil if the count was stopped. If another worker is
// building it, table waits and returns that table, even if it is not kept; if wait is false it
// returns nil.
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

// forget releases all tables, except those that are being built.
func (t *tables[W, T]) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i := range t.kept {
		if k := &t.kept[i]; k.making == nil { // another count began as the last one ended, and is building it
			t.left += k.bytes
			*k = kept[T]{}
		}
	}
}

// keep keeps the table, and releases the least recently requested ones if there is no room.
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

// lists are numbered lists of patterns: list i is patterns[at[i]:at[i+1]]. Each pattern may have a
// tag whose meaning depends on the caller. Lists may be padded to whole vectors with patterns of
// all bits, which represent no placement.
type lists[P pattern] struct {
	patterns []P
	tags     []uint8
	at       []uint32
	longest  int  // length of the longest list
	void     bool // set if a pattern is empty, because its queens are on no diagonal that patterns contain
}

// list returns the list with the number.
func (l *lists[P]) list(i int) []P { return l.patterns[l.at[i]:l.at[i+1]] }

// group returns part i of the lists, of the given number of equal parts.
func (l *lists[P]) group(i, of int) *lists[P] {
	n := (len(l.at) - 1) / of
	if of == 1 || n <= 0 {
		return l
	}
	part := *l
	part.at = l.at[i*n : (i+1)*n+1]
	return &part
}

// unpadded returns the list with the number without its padding.
func (l *lists[P]) unpadded(i int) []P {
	list := l.list(i)
	for len(list) > 0 && list[len(list)-1] == ^P(0) {
		list = list[:len(list)-1]
	}
	return list
}

// bytes returns the memory of the lists.
func (l *lists[P]) bytes() int64 {
	return int64(cap(l.patterns)*width[P]()/8 + cap(l.tags) + cap(l.at)*4)
}

// vector returns the number of patterns in a vector of 32 bytes; lists that are read as vectors are
// padded to a multiple of it.
func vector[P pattern]() int { return 256 / width[P]() }

// sortLists sorts the patterns of the placements into n lists. of returns the number of the list for a
// placement, or a negative number if the placement belongs to no list. The length of each list becomes a
// multiple of pad: patterns of all bits fill it up. If pad is 1, each pattern has a tag, the lowest byte
// of its placement's mark.
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

// moved returns lists with every pattern of l converted by move, for another quadrant or another
// form of patterns. tags are the tags of the new lists.
func moved[W, P pattern](l *lists[W], tags []uint8, move func(W) P) lists[P] {
	m := lists[P]{make([]P, len(l.patterns)), tags, l.at, l.longest, false}
	for i, w := range l.patterns {
		m.patterns[i] = ^P(0) // padding stays
		if w != ^W(0) {
			m.patterns[i] = move(w)
			m.void = m.void || m.patterns[i] == 0
		}
	}
	return m
}
