package quadrant

// The costs of steps, in twentieths of a cycle, measured on one processor with AVX2. Counts do not
// depend on them, but the number of pairs compared does. They are integers, so that this number is
// the same on every machine.
const (
	fillHalfBlock  = 11000 // to fill half a block or less
	fillWholeBlock = 21000
	meetHalfBlock  = 80 // to compare a half-board with half a block
	meetWholeBlock = 136
	copyOne        = 9     // to copy a half-board or leave it out
	partOne        = 14    // to copy a half-board to one of two places
	splitCost      = 20000 // to split lists of any length
	pairCost       = 40    // to compare two half-boards directly
)

// blocksCost returns the cost of comparing all pairs if the n half-boards are put in blocks.
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

// worthFiltering reports whether to filter the eastern half-boards before they are compared with a
// class: only about two in five have none of the class's diagonals. The alternative is to compare
// the class with all eastern half-boards, which are put in blocks for other classes in any case.
func worthFiltering(east, west int64) bool {
	blocks := blocksCost(east, west) - blocksCost(east, 0)
	return copyOne*east+blocksCost(east*2/5, west) < blocks
}

// compareCost returns the cost of comparing all pairs. If there are excess more diagonals than a
// block supports, half-boards with one of these are split off first.
func compareCost(east, west, excess int64) int64 {
	cost := min(blocksCost(east, west), blocksCost(west, east))
	if excess > 0 {
		cost += excess * (fillHalfBlock + copyOne*max(east, west) + partOne*min(east, west))
	}
	return min(cost, pairCost*east*west)
}

// way is a way to count pairs: all together, or after splitting the eastern or the western
// half-boards.
type way int

const (
	together way = iota
	byEast
	byWest
)

// choose returns the cheapest way for the given numbers of half-boards, and the diagonal to split
// by. There are excess diagonals more than a block supports.
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
