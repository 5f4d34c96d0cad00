package bitmask

import (
	"cmp"
	"slices"

	"nqueens/backends/internal/turns"
)

// Of lines with equally few squares the search fills the first one. Lines near the middle come
// first because queens there attack the most squares. If many squares are closed, another centre of
// the order may be better: on a board of 28 ranks one that is two squares away saved a fifth of a
// tree of 2·10¹⁰ nodes. Estimates find it if the tree is so large that their cost is negligible.

const (
	// mostOrders is the maximum number of orders to try. fewestDescents is the minimum number of
	// descents for an estimate: with fewer its error may exceed the difference between orders.
	mostOrders, fewestDescents = 32, 1000
	// descentNodes is about the number of nodes that a search visits in the time in which a descent
	// places one piece.
	descentNodes = 12
)

// outwards returns the region with its lines ordered by distance from the given centres of ranks
// and files, which are in quarters of a square.
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

// reordered returns the region with its lines ordered from other centres, and the new estimate of
// its tree, if that is at least a twentieth smaller. nodes is the present estimate. Otherwise it
// returns both unchanged.
func (r region) reordered(nodes float64, stop *turns.Flag) (region, float64) {
	descents := int(nodes / (trial * mostOrders * descentNodes * float64(len(r.lines)) / 2))
	if r.kinds != 2 || descents < fewestDescents {
		return r, nodes
	}
	middle := 2*(r.side-1) + 1 - 2*(r.side%2) // the centre of fromMiddle
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
	// The smallest of many estimates is likely to be too low.
	better := r.outwards(best)
	size, before := better.pack().estimate(4*descents, 2, stop), r.pack().estimate(4*descents, 2, stop)
	if stop.Load() || size > 0.95*before {
		return r, nodes
	}
	return better, size
}
