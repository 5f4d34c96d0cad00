package quadrant

// composed is the approximate number of half-boards that are made between two checks of the free
// memory of the buckets. One pair of lists may make more.
const composed = 1 << 14

// composer has the functions that make half-boards from placements, and those that split and
// convert lists of half-boards.
//
// A half-board is the union of a placement x in one quadrant and a placement y in the other
// quadrant of the same half. xs and ys have one list of placements for each set of columns. x and y
// must together have a queen in each column, so their sets of columns are complements. newSubsets
// orders the sets so that the complement of set i of n is set n-1-i. The functions therefore
// combine list i of xs with list n-1-i of ys. The lists of ys are padded: see lists and sortLists.
type composer[P pattern] struct {
	// unions writes the patterns of half-boards to dst, from index end on, and returns the new end.
	// For each i below n it combines each placement of list x+i*step of xs with each one of list
	// y+(n-1-i)*step of ys that has no diagonal in common with it.
	unions func(dst []P, end int, xs, ys *lists[P], x, y, n, step int) int
	// tagged does the same as unions with a step of 1, but writes to several places of dst. The tag
	// of the placement from xs is the index in ends of its place's end.
	tagged func(dst []P, ends []int, xs, ys *lists[P], x, y, n int)
	// flagged is like tagged for tables with two lists for each set of columns: the placements
	// without and with the flag of evenTable. It combines lists 2*(x+i) and 2*(x+i)+1 of xs with
	// lists 2*(y+n-1-i) and 2*(y+n-1-i)+1 of ys. If the placement from ys has the flag, classes is
	// added to the index in ends. Half-boards in which neither placement has the flag are omitted
	// unless bare is set.
	flagged func(dst []P, ends []int, classes int, xs, ys *lists[P], x, y, n int, bare bool)
	// part splits src by a bit: patterns that have it go to with, the others to without, both in
	// order. It returns the numbers of both. Both have room for lanes patterns beyond the last;
	// without may be src, and then nothing is written beyond its end.
	part func(with, without, src []P, bit P) (has, lacks int)
	// pack packs the patterns of src without a bit of bad to dst, in order, and returns their
	// number. dst has room for lanes patterns beyond the last.
	pack func(dst []uint32, src []P, bad P, by *packing) int
	// mirror exchanges the low half of each pattern, which has half bits, and the high half. There
	// is room for lanes patterns beyond the last.
	mirror func(patterns []P, half int)
}

// packed returns the patterns of the list without a bit of bad, packed to 32 bits. It writes them
// to room.
func (c *composer[P]) packed(room *[]uint32, list []P, bad P, by *packing) []uint32 {
	if len(list) == 0 {
		return nil
	}
	dst := grown(room, len(list))
	return dst[:c.pack(dst, list, bad, by)]
}

// halves adds half-boards to the buckets. It combines the placements of list i of xs with those of
// list y+n-1-i of ys, for each of the n lists of xs. If there is one bucket, it gets all
// half-boards; otherwise the index of the bucket is first plus the tag of the placement from xs.
func (c *composer[P]) halves(dst *buckets[P], first int, xs, ys *lists[P], y int) {
	c = c.fit(xs)
	inPortions(dst, xs, ys, y, 1, func(x, y, n int) {
		if len(dst.ends) == 1 {
			dst.ends[0] = c.unions(dst.patterns, dst.ends[0], xs, ys, x, y, n, 1)
		} else {
			c.tagged(dst.patterns, dst.ends[first:], xs, ys, x, y, n)
		}
	})
}

// bareHalves adds the half-boards in which no placement has the flag of evenTable, so that no queen
// is on a main diagonal, to the only bucket.
func (c *composer[P]) bareHalves(dst *buckets[P], xs, ys *lists[P]) {
	c = c.fit(xs)
	inPortions(dst, xs, ys, 0, 2, func(x, y, n int) {
		dst.ends[0] = c.unions(dst.patterns, dst.ends[0], xs, ys, x, y, n, 2)
	})
}

// flaggedHalves adds the half-boards with a queen on a main diagonal and, if bare is set, also those
// without one, to the buckets counted from first.
func (c *composer[P]) flaggedHalves(dst *buckets[P], first, classes int, xs, ys *lists[P], bare bool) {
	c = c.fit(xs)
	inPortions(dst, xs, ys, 0, 2, func(x, y, n int) {
		c.flagged(dst.patterns, dst.ends[first:], classes, xs, ys, x/2, y/2, n, bare)
	})
}

// fit returns the composer for xs. The assembly forms cannot distinguish padding in the lists of ys
// from placements if a pattern of xs has no diagonal; then fit returns the portable composer.
func (c *composer[P]) fit(xs *lists[P]) *composer[P] {
	if xs.void {
		return portableComposer[P]()
	}
	return c
}

// inPortions calls f for portions of the pairs of lists. The lists are in groups of step lists. A
// portion has n groups of xs, beginning with list x, and n groups of ys, beginning with list y,
// which unions combines in reverse order. A portion makes about composed half-boards. from is the
// number of the first list of ys that is used.
func inPortions[P pattern](dst *buckets[P], xs, ys *lists[P], from, step int, f func(x, y, n int)) {
	if len(xs.patterns) == 0 || len(ys.patterns) == 0 {
		return
	}
	n, most := (len(xs.at)-1)/step, uint32(composed/ys.longest)
	for i := 0; i < n && !dst.stopped(); {
		first, to := xs.at[i*step], i+1
		for to < n && xs.at[(to+1)*step]-first <= most {
			to++
		}
		if made := int(xs.at[to*step] - first); made > 0 {
			dst.reserve(made * ys.longest)
			f(i*step, from+(n-to)*step, to-i)
		}
		i = to
	}
}

// buckets are growing lists in one block of memory.
type buckets[P pattern] struct {
	patterns []P
	stride   int   // bucket i starts at i*stride
	ends     []int // and ends here
	// flush processes the contents of the buckets when one of them would exceed most, unless one
	// step alone exceeds it. The buckets are empty afterwards.
	flush   func()
	most    int
	stopped func() bool
}

func newBuckets[P pattern](n, most int, flush func()) *buckets[P] {
	b := &buckets[P]{ends: make([]int, n), most: most, flush: flush}
	b.grow(64)
	return b
}

// list returns the contents of bucket i.
func (b *buckets[P]) list(i int) []P { return b.patterns[i*b.stride : b.ends[i]] }

// start empties every bucket. They are filled until stopped returns true.
func (b *buckets[P]) start(stopped func() bool) {
	b.stopped = stopped
	b.clear()
}

func (b *buckets[P]) clear() {
	for i := range b.ends {
		b.ends[i] = i * b.stride
	}
}

// reserve ensures that every bucket has room for n more patterns.
func (b *buckets[P]) reserve(n int) {
	most := 0
	for i, end := range b.ends {
		most = max(most, end-i*b.stride)
	}
	if most > 0 && most+n > b.most {
		b.flush()
		b.clear()
		most = 0
	}
	if most+n > b.stride {
		// Grow by at least half: every list is moved, and n is an upper bound that is seldom
		// reached, so that growing by n would soon have to be repeated.
		b.grow(max(most+n, min(b.stride+b.stride/2, b.most)))
	}
}

// grow makes room for size patterns in each bucket.
func (b *buckets[P]) grow(size int) {
	// An odd number of cache lines, so that the buckets do not compete for the same cache sets.
	size = ((size+15)/16 | 1) * 16
	patterns := make([]P, len(b.ends)*size+lanes)
	for i, end := range b.ends {
		kept := copy(patterns[i*size:], b.patterns[min(i*b.stride, len(b.patterns)):end])
		b.ends[i] = i*size + kept
	}
	b.patterns, b.stride = patterns, size
}
