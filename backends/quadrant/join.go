package quadrant

import (
	"math/bits"
	"slices"
)

// segments is the number of lists into which the half-boards of a class are divided. The pairs with
// the half-boards of a list all have the same weight.
const segments = 3

// joiner counts the pairs of an eastern and a western half-board that fit, which means that they
// have no diagonal in common.
type joiner[P pattern] struct {
	kernels *kernels[P]
	usual   frequencies
	known   frequencies // the usual frequencies, or those of the latest lists that were long enough for a sample
	sampled bool        // whether known is from a sample
	weights [segments]uint64
	stopped func() bool
	pairs   uint64 // number of pairs compared so far
	block   *block // nil until lists are long enough for a block; levels are also made when needed
	levels  []*level[P]
	shared  [segments][]P
	short   *joiner[uint32] // for lists in which few diagonals decide, if P has 64 bits
	packing packing         // of the lists of short
}

// level is the memory of one level of splits, for copies of lists and for the frequencies of a
// sample of them.
type level[P pattern] struct {
	east        []P
	west        [segments][]P
	frequencies frequencies
}

// newJoiner returns a joiner. order has all diagonals, those first that most pairs are likely to
// have in common.
func newJoiner[P pattern](k *kernels[P], order []P) *joiner[P] {
	j := &joiner[P]{kernels: k, usual: usualFrequencies(order)}
	if width[P]() > width[uint32]() {
		short := sameForm[uint32](*k)
		j.short = newJoiner(&short, nil)
	}
	return j
}

// level returns the working memory for a depth of the recursion.
func (j *joiner[P]) level(depth int) *level[P] {
	for len(j.levels) <= depth {
		j.levels = append(j.levels, new(level[P]))
	}
	return j.levels[depth]
}

// filled fills the joiner's block with the patterns, restricted to the given diagonals, and returns
// it.
func (j *joiner[P]) filled(patterns []P, diagonals P) *block {
	if j.block == nil {
		j.block = new(block)
	}
	j.kernels.fill(j.block, patterns, diagonals)
	return j.block
}

// start begins a count. Pairs with a western half-board of list i of a class have the weight
// weights[i].
func (j *joiner[P]) start(weights [segments]uint64, stopped func() bool) {
	j.weights, j.stopped, j.pairs, j.sampled = weights, stopped, 0, false
	j.known = j.usual
}

// class represents the western half-boards with the same queen in one column. All of them have the
// taken diagonals of that queen. Of the other diagonals, only the deciding ones may be in some of
// them and also in some eastern half-boards without the taken diagonals.
type class[P pattern] struct {
	west            [segments][]P
	taken, deciding P
}

// meet returns the sum of the weights of the pairs that fit, of an eastern half-board and one of
// any of the classes. It compares a class with a copy of the eastern half-boards that have none of
// its taken diagonals. If the copy costs more than it saves, meet merges the class with other such
// classes, and compares these with all eastern half-boards. It changes the lists of the classes.
func (j *joiner[P]) meet(east []P, classes []class[P]) (found uint64) {
	for n := range j.shared {
		j.shared[n] = j.shared[n][:0]
	}
	deciding := P(0)
	for _, c := range classes {
		west := lengthOf(c.west)
		if west == 0 {
			continue
		}
		all := c.taken | c.deciding
		if bits.OnesCount64(uint64(all)) <= maxKept && !worthFiltering(int64(len(east)), west) {
			for n, list := range c.west {
				j.shared[n] = append(j.shared[n], list...)
			}
			deciding |= all
			continue
		}
		found += j.count(east, c)
	}
	if bits.OnesCount64(uint64(deciding)) > maxKept {
		panic("too many diagonals")
	}
	return found + j.compare(east, j.shared, deciding)
}

// count returns the sum of the weights of the pairs that fit, of an eastern half-board and one of
// the class. It first omits the eastern half-boards that have one of the taken diagonals. It
// changes the lists of the class.
func (j *joiner[P]) count(east []P, c class[P]) uint64 {
	if j.short != nil && bits.OnesCount64(uint64(c.deciding)) <= width[uint32]() {
		s := j.short
		few, many, kept := j.packed(east, c.west, c.taken, c.deciding)
		if j.worthSampling(int64(len(few)), lengthOf(many)) {
			sampleFrequencies(&s.known, few, many, kept)
			j.known.unpack(&s.known, &j.packing, uint64(c.deciding), uint64(c.taken))
		} else {
			s.known.pack(&j.known, &j.packing, uint64(c.deciding))
		}
		return j.joinPacked(few, many, kept)
	}
	east = avoid(j.kernels, &j.level(0).east, east, c.taken)
	if j.worthSampling(int64(len(east)), lengthOf(c.west)) {
		sampleFrequencies(&j.known, east, c.west, c.deciding)
	}
	return j.join(0, east, c.west, c.deciding, &j.known)
}

// worthSampling reports whether a sample is worthwhile for lists of the given lengths, and records
// that it is taken.
func (j *joiner[P]) worthSampling(east, west int64) bool {
	least := int64(worthSampling)
	if j.sampled {
		least = worthSamplingAgain
	}
	j.sampled = j.sampled || east*west >= least
	return east*west >= least
}

// join returns the sum of the weights of the pairs that have none of the diagonals in common. It
// splits the lists by a diagonal while that is worthwhile: half-boards that have the diagonal are
// compared only with those that do not, and no pair is tested for it. If more diagonals remain than
// a block supports, it splits by the diagonals that the fewest half-boards have.
//
// The frequencies of diagonals are those of the longer lists before the split, unless the lists are
// long: then another sample is worthwhile, because half-boards without the most common diagonals
// have others.
func (j *joiner[P]) join(depth int, east []P, west [segments][]P, diagonals P, known *frequencies) uint64 {
	e, w := int64(len(east)), lengthOf(west)
	if e == 0 || w == 0 || j.stopped() {
		return 0
	}
	excess := int64(bits.OnesCount64(uint64(diagonals)) - maxKept)
	if excess <= 0 && min(e, w) <= halfSize {
		return j.compare(east, west, diagonals)
	}
	if depth > 0 && e*w >= worthSamplingAgain {
		known = &j.level(depth).frequencies
		sampleFrequencies(known, east, west, diagonals)
	}
	d, way := choose(e, w, excess, diagonals, known)
	if way != together && j.short != nil && excess <= int64(width[uint32]()-maxKept) {
		few, many, kept := j.packed(east, west, 0, diagonals)
		j.short.known.pack(known, &j.packing, uint64(diagonals))
		return j.joinPacked(few, many, kept)
	}
	switch way {
	case byEast:
		return j.splitEast(depth+1, east, west, diagonals&^d, d, known)
	case byWest:
		return j.splitWest(depth+1, east, west, diagonals&^d, d, known)
	}
	return j.compare(east, west, diagonals)
}

// splitEast returns the same sum as join for the diagonals d and rest. It splits the eastern
// half-boards by diagonal d: those with d are compared with the western half-boards without d, and
// those without d with all western ones.
func (j *joiner[P]) splitEast(depth int, east []P, west [segments][]P, rest, d P, known *frequencies) uint64 {
	room := j.level(depth)
	with := grown(&room.east, len(east))
	has, lacks := j.kernels.composer.part(with, east, east, d)
	var lacking [segments][]P
	if has > 0 {
		for n, list := range west {
			lacking[n] = avoid(j.kernels, &room.west[n], list, d)
		}
	}
	found := j.join(depth, with[:has], lacking, rest, known)
	return found + j.join(depth, east[:lacks], west, rest, known)
}

// splitWest is like splitEast with the two halves exchanged.
func (j *joiner[P]) splitWest(depth int, east []P, west [segments][]P, rest, d P, known *frequencies) uint64 {
	room := j.level(depth)
	var having, lacking [segments][]P
	some := false
	for n, list := range west {
		with := grown(&room.west[n], len(list))
		has, lacks := j.kernels.composer.part(with, list, list, d)
		having[n], lacking[n] = with[:has], list[:lacks]
		some = some || has > 0
	}
	found := uint64(0)
	if some {
		found = j.join(depth, avoid(j.kernels, &room.east, east, d), having, rest, known)
	}
	return found + j.join(depth, east, lacking, rest, known)
}

// packed converts the lists to 32-bit patterns of only the given diagonals, for the joiner in
// j.short, and returns the bits that these patterns use in kept. It omits eastern half-boards that
// have one of the taken diagonals.
func (j *joiner[P]) packed(east []P, west [segments][]P, taken, diagonals P) (few []uint32, many [segments][]uint32, kept uint32) {
	j.short.start(j.weights, j.stopped)
	j.packing.set(uint64(diagonals))
	room := j.short.level(0)
	for n, list := range west {
		many[n] = j.kernels.composer.packed(&room.west[n], list, 0, &j.packing)
	}
	few = j.kernels.composer.packed(&room.east, east, taken, &j.packing)
	return few, many, j.packing.places
}

// joinPacked returns the same sum as join for packed lists. It uses the joiner in j.short.
func (j *joiner[P]) joinPacked(few []uint32, many [segments][]uint32, kept uint32) uint64 {
	found := j.short.join(0, few, many, kept, &j.short.known)
	j.pairs += j.short.pairs
	return found
}

// compare returns the same sum as join without splitting the lists. It uses blocks or tests one
// pair at a time, whichever costs less.
func (j *joiner[P]) compare(east []P, west [segments][]P, diagonals P) (found uint64) {
	e, w := int64(len(east)), lengthOf(west)
	blocks := int64(0) // the cost if the western half-boards are put in blocks
	for _, list := range west {
		blocks += blocksCost(int64(len(list)), e)
	}
	turned := blocks < blocksCost(e, w)
	alone := bits.OnesCount64(uint64(diagonals)) > maxKept || e*w*pairCost < min(blocks, blocksCost(e, w))
	for n, list := range west {
		j.pairs += uint64(e) * uint64(len(list))
		switch {
		case alone:
			found += j.weights[n] * fitting(east, list, diagonals)
		case turned:
			for part := range slices.Chunk(list, blockSize) {
				if j.stopped() {
					return 0
				}
				found += j.weights[n] * j.kernels.join(j.filled(part, diagonals), east, diagonals)
			}
		}
	}
	if alone || turned {
		return found
	}
	for part := range slices.Chunk(east, blockSize) {
		if j.stopped() {
			return 0
		}
		block := j.filled(part, diagonals)
		for n, list := range west {
			if len(list) > 0 {
				found += j.weights[n] * j.kernels.join(block, list, diagonals)
			}
		}
	}
	return found
}

// fitting returns the number of pairs of patterns without a common diagonal among those given. It
// tests each pair.
func fitting[P pattern](east, west []P, diagonals P) (n uint64) {
	for _, x := range east {
		x &= diagonals
		for _, y := range west {
			if x&y == 0 {
				n++
			}
		}
	}
	return n
}

func lengthOf[P pattern](west [segments][]P) int64 {
	n := 0
	for _, list := range west {
		n += len(list)
	}
	return int64(n)
}

// avoid copies the patterns of the list without any of the diagonals to room, and returns them.
func avoid[P pattern](k *kernels[P], room *[]P, list []P, diagonals P) []P {
	if len(list) == 0 {
		return nil
	}
	dst := grown(room, len(list))
	return dst[:k.avoiding(dst, list, diagonals)]
}

// grown returns the slice room, enlarged if necessary so that it holds n patterns and the lanes patterns
// that kernels write beyond them.
func grown[P pattern](room *[]P, n int) []P {
	if cap(*room) < n+lanes {
		*room = slices.Grow((*room)[:0], n+lanes)
	}
	return (*room)[:cap(*room)]
}
