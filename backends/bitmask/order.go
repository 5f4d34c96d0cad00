package bitmask

import (
	"cmp"
	"slices"

	"nqueens/backends/internal/turns"
)

// Of lines with equally few squares the search fills the one that comes first, and those nearest
// the middle come first because queens there attack the most. Where many squares are closed
// another place may be the better middle: of 28 ranks one that is two squares off saved a fifth of a
// tree of 2·10¹⁰ nodes. Estimates find it where the tree is so large that they cost next to nothing.

const (
	// mostOrders is how many orders may be tried, and fewestDescents what an estimate of one
	// takes at least: of fewer it may be wrong by more than orders differ.
	mostOrders, fewestDescents = 32, 1000
	// descentNodes is about how many nodes the time of a descent is worth, for a piece.
	descentNodes = 12
)

// outwards is the region with its lines from the middle outwards, where the middles of the ranks
// and of the files are at so many quarters of a square.
func (r region) outwards(middles [2]int) region {
	away := func(l line) int {
		from := 4*l.index - middles[l.kind]
		return max(from, -from)
	}
	r.lines = slices.Clone(r.lines)
	slices.SortStableFunc(r.lines, func(a, b line) int {
		return cmp.Or(cmp.Compare(away(a), away(b)), cmp.Compare(a.kind, b.kind))
	})
	return r
}

// reordered is the region with other middles if its tree, of about so many nodes, is likely to be
// smaller then by a twentieth or more, and how large that is.
func (r region) reordered(nodes float64, stop *turns.Flag) (region, float64) {
	descents := int(nodes / (trial * mostOrders * descentNodes * float64(len(r.lines)) / 2))
	if r.kinds != 2 || descents < fewestDescents {
		return r, nodes
	}
	middle := 2*(r.side-1) + 1 - 2*(r.side%2) // that of fromMiddle
	best, least := [2]int{middle, middle}, nodes
	sizes := map[[2]int]float64{best: nodes}
	for again := true; again; {
		again = false
		around := best
		for _, step := range [][2]int{{-4, -4}, {-4, 0}, {-4, 4}, {0, -4}, {0, 4}, {4, -4}, {4, 0}, {4, 4}} {
			middles := [2]int{around[0] + step[0], around[1] + step[1]}
			if _, known := sizes[middles]; known || len(sizes) > mostOrders || stop.Load() {
				continue
			}
			size := r.outwards(middles).pack().estimate(descents, 1, stop)
			if sizes[middles] = size; size < least {
				best, least, again = middles, size, true
			}
		}
	}
	if best == [2]int{middle, middle} {
		return r, nodes
	}
	// The least of many estimates is likely to be too low.
	better := r.outwards(best)
	size, before := better.pack().estimate(4*descents, 2, stop), r.pack().estimate(4*descents, 2, stop)
	if stop.Load() || size > 0.95*before {
		return r, nodes
	}
	return better, size
}
