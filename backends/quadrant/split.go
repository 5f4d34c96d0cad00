package quadrant

// The costs of steps, in twentieths of a cycle, measured on one processor with
// AVX2. What is counted does not depend on them, but how many pairs are compared
// does: they are whole numbers, so that it is the same on every machine.
const (
	fillHalfBlock  = 11000 // to fill half a block or less
	fillWholeBlock = 21000
	meetHalfBlock  = 80 // to compare a half-board with half a block
	meetWholeBlock = 136
	copyOne        = 9     // to copy a half-board or leave it out
	partOne        = 14    // to copy it to one of two places
	splitCost      = 20000 // to split lists, however short
	pairCost       = 40    // to compare two half-boards on their own
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

// worthFiltering tells whether comparing a class of west half-boards is cheaper
// with those eastern ones that avoid its diagonals, two in five, than with all,
// which are put in blocks for other classes anyway.
func worthFiltering(east, west int64) bool {
	blocks := blocksCost(east, west) - blocksCost(east, 0)
	return copyOne*east+blocksCost(east*2/5, west) < blocks
}

// compareCost is what comparing all pairs costs, when there are so many diagonals
// more than a block takes that half-boards with one are split off first.
func compareCost(east, west, excess int64) int64 {
	cost := min(blocksCost(east, west), blocksCost(west, east))
	if excess > 0 {
		cost += excess * (fillHalfBlock + copyOne*max(east, west) + partOne*min(east, west))
	}
	return min(cost, pairCost*east*west)
}

// way is how pairs are counted: all together, or with one side split.
type way int

const (
	together way = iota
	byEast
	byWest
)

// choose finds the cheapest way for so many half-boards, and the diagonal to
// split by. There are excess diagonals more than a block takes.
func choose[P pattern](east, west, excess int64, diagonals P, f *frequencies) (P, way) {
	plain := compareCost(east, west, excess)
	if plain == pairCost*east*west {
		return 0, together
	}
	if excess <= 0 && plain <= splitCost+copyOne*(east+west)+(partOne-copyOne)*min(east, west) {
		return 0, together // splitting alone costs as much
	}
	d := f.commonest(uint64(diagonals))
	e, w := east*int64(f.east[d])/f.ofEast, west*int64(f.west[d])/f.ofWest
	splitE := compareCost(e, west-w, excess-1) + compareCost(east-e, west, excess-1) + partOne*east + copyOne*west + splitCost
	splitW := compareCost(east-e, w, excess-1) + compareCost(east, west-w, excess-1) + partOne*west + copyOne*east + splitCost
	switch {
	case splitE < min(plain, splitW):
		return 1 << d, byEast
	case splitW < plain:
		return 1 << d, byWest
	case excess > 0:
		d, way := f.rarest(uint64(diagonals))
		return 1 << d, way
	}
	return 0, together
}
