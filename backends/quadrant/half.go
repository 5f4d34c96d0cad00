package quadrant

// buckets are lists that grow side by side in one piece of memory.
type buckets[P pattern] struct {
	patterns []P
	stride   int   // bucket i starts at i*stride
	ends     []int // and ends before here
	// flush, if there is one, uses up what is in the buckets when one of them
	// would get longer than mostInBucket. They are empty afterwards.
	flush func()
}

// mostInBucket is how long buckets that can be flushed get, unless one step
// makes more: so long that the cost of a flush does not count.
const mostInBucket = 1 << 17

func newBuckets[P pattern](n int) *buckets[P] {
	b := &buckets[P]{ends: make([]int, n)}
	b.grow(64)
	return b
}

// list is what is in bucket i.
func (b *buckets[P]) list(i int) []P { return b.patterns[i*b.stride : b.ends[i]] }

// clear empties every bucket.
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
	if most+n > mostInBucket && most > 0 && b.flush != nil {
		b.flush()
		b.clear()
		most = 0
	}
	if most+n > b.stride {
		b.grow(2*most + n)
	}
}

// grow makes room for size patterns in each bucket.
func (b *buckets[P]) grow(size int) {
	// An odd number of cache lines, so that the buckets do not compete for
	// the same ones.
	size = (size/16 | 1) * 16
	if size <= b.stride {
		size = b.stride + 32
	}
	patterns := make([]P, len(b.ends)*size+lanes)
	for i, end := range b.ends {
		kept := copy(patterns[i*size:], b.patterns[min(i*b.stride, len(b.patterns)):end])
		b.ends[i] = i*size + kept
	}
	b.patterns, b.stride = patterns, size
}

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
	name string
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
	// gets. without may be src; both have room for lanes patterns beyond the
	// last.
	part func(with, without, src []P, bit P) (has, lacks int)
}

// composers are the forms that this processor can run, the slowest first.
func composers[P pattern]() []*composer[P] {
	list := []*composer[P]{portableComposer[P]()}
	for _, c := range nativeComposers() {
		if c, ok := c.(*composer[P]); ok {
			list = append(list, c)
		}
	}
	return list
}

// bestComposer is the fastest of them.
func bestComposer[P pattern]() *composer[P] {
	list := composers[P]()
	return list[len(list)-1]
}

// inPortions calls f for portions of n pairs of lists, beginning with list x of
// xs and list y+n*step of ys, so small that there is room for what they make.
// There are step lists of each kind together, and none of ys is longer than
// widest.
func inPortions[P pattern](dst *buckets[P], xs, ys *lists[P], x, y, n, step int, widest uint32, f func(x, y, n int)) {
	if widest == 0 || len(ys.patterns) == 0 {
		return
	}
	most := composed / widest
	for i := 0; i < n; {
		from, to := xs.at[x+i*step], i+1
		for to < n && xs.at[x+(to+1)*step]-from <= most {
			to++
		}
		if made := int(xs.at[x+to*step] - from); made > 0 {
			dst.reserve(made * int(widest))
			f(x+i*step, y+(n-to)*step, to-i)
		}
		i = to
	}
}

// halves adds the half-boards made of a placement of list x+i of xs and one of
// list y+n-1-i of ys, for each i below n, to the buckets that the tags of xs
// count from first, or all to the only one. No list of ys is longer than widest.
func (c *composer[P]) halves(dst *buckets[P], first int, xs *lists[P], x int, tags []uint8, ys *lists[P], y, n int, widest uint32) {
	inPortions(dst, xs, ys, x, y, n, 1, widest, func(x, y, n int) {
		if len(dst.ends) == 1 {
			dst.ends[0] = c.unions(dst.patterns, dst.ends[0], xs, ys, x, y, n, 1)
		} else {
			c.tagged(dst.patterns, dst.ends[first:], xs, ys, x, y, n)
		}
	})
}

// bareHalves adds those without a flag to the only bucket, flaggedHalves all, or
// all but those, to the buckets that the tags count from first.
func (c *composer[P]) bareHalves(dst *buckets[P], xs, ys *lists[P], n int, widest uint32) {
	inPortions(dst, xs, ys, 0, 0, n, 2, widest, func(x, y, n int) {
		dst.ends[0] = c.unions(dst.patterns, dst.ends[0], xs, ys, x, y, n, 2)
	})
}

func (c *composer[P]) flaggedHalves(dst *buckets[P], first, classes int, xs, ys *lists[P], n int, widest uint32, bare bool) {
	inPortions(dst, xs, ys, 0, 0, n, 2, widest, func(x, y, n int) {
		c.flagged(dst.patterns, dst.ends[first:], classes, xs, ys, x/2, y/2, n, bare)
	})
}
