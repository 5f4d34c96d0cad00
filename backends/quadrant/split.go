package quadrant

import (
	"math/bits"
	"slices"
)

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
func choose[P pattern](east, west, excess int64, diagonals P, frequencies []frequency[P]) (P, way) {
	plain := compareCost(east, west, excess)
	if plain == pairCost*east*west {
		return 0, together
	}
	var d frequency[P]
	for _, d = range frequencies {
		if d.diagonal&diagonals != 0 {
			break
		}
	}
	e, w := east*d.east/frequencyUnit, west*d.west/frequencyUnit
	splitE := compareCost(e, west-w, excess-1) + compareCost(east-e, west, excess-1) + partOne*east + copyOne*west + splitCost
	splitW := compareCost(east-e, w, excess-1) + compareCost(east, west-w, excess-1) + partOne*west + copyOne*east + splitCost
	switch {
	case splitE < min(plain, splitW):
		return d.diagonal, byEast
	case splitW < plain:
		return d.diagonal, byWest
	case excess > 0:
		return rarest(diagonals, frequencies)
	}
	return 0, together
}

// frequency is what part of the half-boards of two lists have a diagonal.
type frequency[P pattern] struct {
	diagonal   P
	east, west int64 // in parts of frequencyUnit
}

// frequencyUnit is also how many half-boards of each side a sample has at most.
const frequencyUnit = 64

// worthSampling is how many pairs there must be for a sample to pay.
const worthSampling = 1 << 20

// usualFrequencies is a guess from the order of diagonals by the pairs they rule out.
func usualFrequencies[P pattern](order []P) []frequency[P] {
	var frequencies []frequency[P]
	for i, d := range order {
		share := int64(frequencyUnit / 2 * (len(order) - i) / len(order))
		frequencies = append(frequencies, frequency[P]{d, share, share})
	}
	return frequencies
}

// packedFrequencies appends to dst the frequencies of the diagonals given, for patterns that
// have no others.
func packedFrequencies[P pattern](dst []frequency[uint32], frequencies []frequency[P], diagonals P) []frequency[uint32] {
	for _, l := range frequencies {
		if l.diagonal&diagonals != 0 {
			below := bits.OnesCount64(uint64(diagonals & (l.diagonal - 1)))
			dst = append(dst, frequency[uint32]{1 << below, l.east, l.west})
		}
	}
	return dst
}

// rarest is the one of the diagonals that fewest of one side have, and that
// side.
func rarest[P pattern](diagonals P, frequencies []frequency[P]) (P, way) {
	var rarest frequency[P]
	least := int64(frequencyUnit + 1)
	for _, l := range frequencies {
		if l.diagonal&diagonals != 0 && min(l.east, l.west) < least {
			rarest, least = l, min(l.east, l.west)
		}
	}
	if rarest.east < rarest.west {
		return rarest.diagonal, byEast
	}
	return rarest.diagonal, byWest
}

// sampleFrequencies estimates the frequencies anew and sorts them, those first that most
// pairs have in common.
func sampleFrequencies[P pattern](frequencies []frequency[P], east []P, west [segments][]P) {
	e, w := sampleOf(east), sampleOf(west[:]...)
	for i := range frequencies {
		l := &frequencies[i]
		l.east, l.west = e.share(l.diagonal), w.share(l.diagonal)
	}
	slices.SortStableFunc(frequencies, func(a, b frequency[P]) int { return int(b.east*b.west - a.east*a.west) })
}

// sample is how many of a few patterns have each diagonal: the binary digits of
// the numbers, the lowest first.
type sample[P pattern] struct {
	digits [7]P
	size   int64
}

// sampleOf is a sample of the lists, taken at equal distances.
func sampleOf[P pattern](lists ...[]P) (s sample[P]) {
	total := 0
	for _, list := range lists {
		total += len(list)
	}
	i, step := 0, max(1, (total+frequencyUnit-1)/frequencyUnit)
	for _, list := range lists {
		for ; i < len(list); i += step {
			s.size++
			carry := list[i]
			for digit, set := range s.digits {
				s.digits[digit], carry = set^carry, set&carry
			}
		}
		i -= len(list)
	}
	return s
}

// share is what part of them have the diagonal.
func (s *sample[P]) share(d P) int64 {
	n, bit := P(0), bits.TrailingZeros64(uint64(d))
	for digit, set := range s.digits {
		n |= set >> bit & 1 << digit // a branch would be mispredicted
	}
	return int64(n) * frequencyUnit / max(1, s.size)
}
