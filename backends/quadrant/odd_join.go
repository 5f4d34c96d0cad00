package quadrant

import (
	"math/bits"
	"slices"
)

// meeting counts pairs of half-boards that have no diagonal in common. It
// splits both lists by a diagonal as long as that pays: a half-board that has
// it fits only those that lack it, and from then on no pair need be tested for it.
type meeting[P pattern] struct {
	kernels  *kernels[P]
	composer *composer[P]
	splits   []P // all diagonals, those first that are likely to be good to split by
	order    []P // the same for the lists at hand, once it is known
	stopped  func() bool
	pairs    uint64 // compared so far
	block    *block
	levels   []meetingLevel[P]
}

// meetingLevel is the room that one level of splits has for copies.
type meetingLevel[P pattern] struct{ with, lacking []P }

func newMeeting[P pattern](k *kernels[P], c *composer[P], splits []P) *meeting[P] {
	return &meeting[P]{kernels: k, composer: c, splits: splits, block: new(block), levels: make([]meetingLevel[P], len(splits)+1)}
}

// The costs of steps, in twentieths of a cycle, measured on one processor with
// AVX2. What is counted does not depend on them, but how many pairs are compared
// does: they are whole numbers so that it is the same on every machine.
const (
	fillHalfBlock  = 11000 // to fill half a block or less
	fillWholeBlock = 21000
	meetHalfBlock  = 80 // to compare a half-board with half a block
	meetWholeBlock = 136
	copyOne        = 9  // to copy a half-board or leave it out
	partOne        = 14 // to copy it to one of two places
)

// blocksCost is what comparing all pairs costs if the n are put in blocks.
func blocksCost(n, others int64) int64 {
	whole, rest := n/blockSize, n%blockSize
	if rest > halfSize {
		whole, rest = whole+1, 0
	}
	cost := whole * (fillWholeBlock + meetWholeBlock*others)
	if rest > 0 {
		cost += fillHalfBlock + meetHalfBlock*others
	}
	return cost
}

// compareAllCost is what comparing all pairs costs.
func compareAllCost(n, others int64) int64 {
	return min(blocksCost(n, others), blocksCost(others, n))
}

// partCost is what it costs if the n are parted by a diagonal first, one that
// nine in twenty of both sides have, which is usual for those worth it.
func partCost(n, others int64) int64 {
	has, lacking := n*9/20, others*11/20
	return partOne*n + copyOne*others + compareAllCost(has, lacking) + compareAllCost(n-has, others)
}

// start begins the count for a choice of rows.
func (j *meeting[P]) start(stopped func() bool) {
	j.stopped, j.pairs, j.order = stopped, 0, j.order[:0]
}

// count counts the pairs in which none of the diagonals is in both. It changes
// what the lists point to.
func (j *meeting[P]) count(xs, ys []P, diagonals P) uint64 {
	return j.split(0, xs, ys, diagonals)
}

func (j *meeting[P]) split(depth int, xs, ys []P, diagonals P) uint64 {
	if len(xs) == 0 || len(ys) == 0 || j.stopped() {
		return 0
	}
	x, y := int64(len(xs)), int64(len(ys))
	partX, partY := partCost(x, y), partCost(y, x)
	if bits.OnesCount64(uint64(diagonals)) <= maxKept && compareAllCost(x, y) <= min(partX, partY) {
		if blocksCost(x, y) <= blocksCost(y, x) {
			return j.compare(xs, ys, diagonals)
		}
		return j.compare(ys, xs, diagonals)
	}
	if partY < partX {
		xs, ys = ys, xs
	}
	if len(j.order) == 0 {
		j.chooseOrder(xs, ys)
	}
	var d P
	for _, d = range j.order {
		if d&diagonals != 0 {
			break
		}
	}
	diagonals &^= d
	room := &j.levels[depth]
	with := grown(&room.with, len(xs))
	has, lacks := j.composer.part(with, xs, xs, d)
	found := j.split(depth+1, with[:has], avoid(j.kernels, &room.lacking, ys, d), diagonals)
	return found + j.split(depth+1, xs[:lacks], ys, diagonals)
}

// compare counts the pairs without splitting.
func (j *meeting[P]) compare(blocks, stream []P, diagonals P) (found uint64) {
	for part := range slices.Chunk(blocks, blockSize) {
		if j.stopped() {
			break
		}
		j.kernels.fill(j.block, part, diagonals)
		found += j.kernels.join(j.block, stream, diagonals)
		j.pairs += uint64(len(part)) * uint64(len(stream))
	}
	return found
}

// Samples have so many patterns at most, and so many of the diagonals are looked
// for in them.
const (
	sampleSize = 64
	sampleTop  = 16
)

// chooseOrder puts those of the likely diagonals first that most pairs have in
// common, by samples of the lists.
func (j *meeting[P]) chooseOrder(xs, ys []P) {
	j.order = append(j.order, j.splits...)
	x, y := sampleOf(xs), sampleOf(ys)
	var pairs [sampleTop]int
	for i, d := range j.order[:min(sampleTop, len(j.order))] {
		p := x.count(d) * y.count(d)
		k := i
		for ; k > 0 && pairs[k-1] < p; k-- {
			pairs[k], j.order[k] = pairs[k-1], j.order[k-1]
		}
		pairs[k], j.order[k] = p, d
	}
}

// sample is how many of a few patterns have each diagonal: the binary digits of
// the numbers, the lowest first.
type sample[P pattern] [8]P

func sampleOf[P pattern](list []P) (s sample[P]) {
	step := max(1, len(list)/sampleSize)
	for i, n := 0, 0; i < len(list) && n < sampleSize; i, n = i+step, n+1 {
		carry := list[i]
		for digit := 0; carry != 0; digit++ {
			s[digit], carry = s[digit]^carry, s[digit]&carry
		}
	}
	return s
}

// count is how many have the diagonal.
func (s *sample[P]) count(d P) (n int) {
	for digit, set := range s {
		if set&d != 0 {
			n |= 1 << digit
		}
	}
	return n
}
