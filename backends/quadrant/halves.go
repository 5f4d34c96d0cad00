package quadrant

// composed is how many half-boards may be made before room is looked for again,
// if one pair of lists does not make more.
const composed = 1 << 14

// composer makes half-boards and splits lists of them.
//
// In what it composes from, lists of xs and of ys belong together if their
// numbers add up to the same: if lists are those of sets of columns in the order
// of newSubsets, the two sets then complement each other. The lists of ys are
// padded.
type composer[P pattern] struct {
	// unions writes the unions of disjoint placements x and y to dst from end
	// on, for every x of list x+i*step of xs and y of list y+(n-1-i)*step of
	// ys, for each i below n. It returns the new end.
	unions func(dst []P, end int, xs, ys *lists[P], x, y, n, step int) int
	// tagged does so with a step of 1 to more places than one: ends has the end
	// of each place, and the tag of x says which it is.
	tagged func(dst []P, ends []int, xs, ys *lists[P], x, y, n int)
	// flagged does so for lists of two kinds, without a flag and with one: lists
	// 2*(x+i) and 2*(x+i)+1 of xs, 2*(y+n-1-i) and 2*(y+n-1-i)+1 of ys. If y
	// has a flag, the place is counted from classes on. The unions with no flag
	// are left out unless bare.
	flagged func(dst []P, ends []int, classes int, xs, ys *lists[P], x, y, n int, bare bool)
	// part splits src by whether a pattern has the bit: those that have it go
	// to with, the others to without, both in order. It returns how many each
	// gets. Both have room for lanes patterns beyond the last, or without is src,
	// beyond whose end nothing is written.
	part func(with, without, src []P, bit P) (has, lacks int)
	// pack packs those of src without a bit of bad to dst, in order, and returns how many
	// these are. There is room for lanes patterns beyond the last.
	pack func(dst []uint32, src []P, bad P, by *packing) int
	// mirror makes the low half of each pattern, so many bits, and the high one change
	// places. There is room for lanes patterns beyond the last.
	mirror func(patterns []P, half int)
}

// packed is those of the list without bad, packed, in the room.
func (c *composer[P]) packed(room *[]uint32, list []P, bad P, by *packing) []uint32 {
	if len(list) == 0 {
		return nil
	}
	dst := grown(room, len(list))
	return dst[:c.pack(dst, list, bad, by)]
}

// halves adds the half-boards made of a placement of list i of xs and one of list
// y+n-1-i of ys, for each of the n lists of xs, to the buckets that the tags of xs
// count from first, or all to the only one.
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

// bareHalves adds those without a flag to the only bucket, flaggedHalves all, or
// all but those, to the buckets that the tags count from first.
func (c *composer[P]) bareHalves(dst *buckets[P], xs, ys *lists[P]) {
	c = c.fit(xs)
	inPortions(dst, xs, ys, 0, 2, func(x, y, n int) {
		dst.ends[0] = c.unions(dst.patterns, dst.ends[0], xs, ys, x, y, n, 2)
	})
}

func (c *composer[P]) flaggedHalves(dst *buckets[P], first, classes int, xs, ys *lists[P], bare bool) {
	c = c.fit(xs)
	inPortions(dst, xs, ys, 0, 2, func(x, y, n int) {
		c.flagged(dst.patterns, dst.ends[first:], classes, xs, ys, x/2, y/2, n, bare)
	})
}

// fit is the composer for xs. The forms in assembly do not tell what pads the
// lists of ys from placements, and no placement has a diagonal in common with one
// that has none.
func (c *composer[P]) fit(xs *lists[P]) *composer[P] {
	if xs.void {
		return portableComposer[P]()
	}
	return c
}

// inPortions calls f for portions of n pairs of lists, beginning with list x of
// xs and list y+n*step of ys, so small that there is room for what they make.
// There are step lists of each kind together; those of ys begin with from.
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

// buckets are lists that grow side by side in one piece of memory.
type buckets[P pattern] struct {
	patterns []P
	stride   int   // bucket i starts at i*stride
	ends     []int // and ends before here
	// flush uses up what is in the buckets when one of them would get longer than
	// most, unless one step makes more. They are empty afterwards.
	flush   func()
	most    int
	stopped func() bool
}

func newBuckets[P pattern](n, most int, flush func()) *buckets[P] {
	b := &buckets[P]{ends: make([]int, n), most: most, flush: flush}
	b.grow(64)
	return b
}

// list is what is in bucket i.
func (b *buckets[P]) list(i int) []P { return b.patterns[i*b.stride : b.ends[i]] }

// start empties every bucket. They are filled until stopped.
func (b *buckets[P]) start(stopped func() bool) {
	b.stopped = stopped
	b.clear()
}

func (b *buckets[P]) clear() {
	for i := range b.ends {
		b.ends[i] = i * b.stride
	}
}

// reserve sees to it that every bucket has room for n patterns more.
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
		// By half at least: every list is moved, and n is a bound that is seldom reached, so
		// that what it asks for alone is soon too little again.
		b.grow(max(most+n, min(b.stride+b.stride/2, b.most)))
	}
}

// grow makes room for size patterns in each bucket.
func (b *buckets[P]) grow(size int) {
	// An odd number of cache lines, so that the buckets do not compete for
	// the same ones.
	size = ((size+15)/16 | 1) * 16
	patterns := make([]P, len(b.ends)*size+lanes)
	for i, end := range b.ends {
		kept := copy(patterns[i*size:], b.patterns[min(i*b.stride, len(b.patterns)):end])
		b.ends[i] = i*size + kept
	}
	b.patterns, b.stride = patterns, size
}
