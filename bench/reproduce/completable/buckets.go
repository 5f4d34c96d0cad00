package completable

import "slices"

// sort puts the solutions into the buckets of the level, by their next queens.
func (w *surveyor) sort(l *level, solutions []uint32) {
	places := len(w.squares)
	l.from = append(l.from[:0], make([]uint32, places+2)...)
	for _, at := range solutions {
		for ; w.queens[at] != end; at++ {
			l.from[w.queens[at]+2]++
		}
	}
	for p := range places {
		l.from[p+2] += l.from[p+1]
	}
	// from[p+1] is where the next solution of bucket p goes, until all have come.
	total := int(l.from[places+1])
	l.found = slices.Grow(l.found[:0], total)[:total]
	for _, at := range solutions {
		for ; w.queens[at] != end; at++ {
			p := w.queens[at]
			l.found[l.from[p+1]] = at + 1
			l.from[p+1]++
		}
	}
}

// bringNear copies what is left of the solutions together, so that it stays in
// the processor's cache, and makes it w.queens.
func (w *surveyor) bringNear(solutions []uint32) []uint32 {
	w.near, w.nearAt = w.near[:0], w.nearAt[:0]
	for _, at := range solutions {
		last := at
		for w.queens[last] != end {
			last++
		}
		w.nearAt = append(w.nearAt, uint32(len(w.near)))
		w.near = append(w.near, w.queens[at:last+1]...)
	}
	w.queens = w.near
	return w.nearAt
}
