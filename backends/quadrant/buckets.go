package quadrant

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

// How long buckets get: so long that what is done once for all that is in them
// does not count.
const (
	mostInEast = 1 << 20
	mostInWest = 1 << 17
)

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
		b.grow(max(most+n, min(2*most+n, b.most)))
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
