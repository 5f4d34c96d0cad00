package quadrant

import "slices"

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
// multiple of pad. The tags are the low eight bits of the marks.
func sortLists[P pattern](placements []placement[P], n, pad int, of func(*placement[P]) int) lists[P] {
	at, numbers := make([]uint32, n+1), make([]int32, len(placements))
	for i := range placements {
		k := of(&placements[i])
		numbers[i] = int32(k)
		if k >= 0 {
			at[k]++
		}
	}
	l := lists[P]{at: at}
	total := uint32(0)
	for k, size := range at[:n] {
		padded := (size + uint32(pad) - 1) / uint32(pad) * uint32(pad)
		l.longest = max(l.longest, int(padded))
		at[k] = total
		total += padded
	}
	at[n] = total
	l.patterns, l.tags = make([]P, total), make([]uint8, total)
	if pad > 1 {
		for i := range l.patterns {
			l.patterns[i] = ^P(0)
		}
	}
	next := slices.Clone(at)
	for i, k := range numbers {
		if k >= 0 {
			p := &placements[i]
			l.patterns[next[k]] = p.diagonals
			l.tags[next[k]] = uint8(p.mark)
			l.void = l.void || p.diagonals == 0
			next[k]++
		}
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
