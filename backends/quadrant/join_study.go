package quadrant

import (
	"cmp"
	"math/bits"
	"slices"
)

// load is what part of two lists have a diagonal.
type load[P pattern] struct {
	diagonal  P
	few, many float64
}

// worthStudy is how many pairs there must be for a study to pay, and samples how
// many patterns of each list it looks at.
const (
	worthStudy = 1 << 26
	samples    = 64
)

// study estimates the loads of diagonals from samples and sorts them by how many
// pairs they rule out.
func (j *joiner[P]) study(few []P, many [weightings][]P) {
	var inFew, inMany [64]float64
	addShares(&inFew, few, 1)
	total := 0
	for _, list := range many {
		total += len(list)
	}
	for _, list := range many {
		addShares(&inMany, list, float64(len(list))/float64(total))
	}
	for i := range j.loads {
		l := &j.loads[i]
		bit := bits.TrailingZeros64(uint64(l.diagonal))
		l.few, l.many = inFew[bit], inMany[bit]
	}
	slices.SortStableFunc(j.loads, func(a, b load[P]) int { return cmp.Compare(b.few*b.many, a.few*a.many) })
}

// addShares adds to shares, for each diagonal, the share of the list that has it,
// times weight.
func addShares[P pattern](shares *[64]float64, list []P, weight float64) {
	n := min(samples, len(list))
	for i := range n {
		for p := uint64(list[i*len(list)/n]); p != 0; p &= p - 1 {
			shares[bits.TrailingZeros64(p)] += weight / float64(n)
		}
	}
}

// rarest is the one of the diagonals that fewest of many have.
func (j *joiner[P]) rarest(diagonals P) P {
	var rarest load[P]
	for _, l := range j.loads {
		if l.diagonal&diagonals != 0 && (rarest.diagonal == 0 || l.many < rarest.many) {
			rarest = l
		}
	}
	return rarest.diagonal
}
