package chart

import (
	"cmp"
	"slices"

	"gonum.org/v1/plot/vg"
)

// spread moves positions so that neighbours are at least gap apart and all lie
// between lo and hi, keeping their order and moving them as little as possible
// (least squares, by pooling neighbours that collide). Where they do not fit
// they stand evenly.
func spread(wanted []vg.Length, gap, lo, hi vg.Length) []vg.Length {
	if n := len(wanted); n > 1 {
		gap = min(gap, (hi-lo)/vg.Length(n-1))
	}
	order := make([]int, len(wanted))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(wanted[a], wanted[b]) })

	// A pool is a run of neighbours gap apart; its lowest would be at start.
	type pool struct {
		start vg.Length
		size  int
	}
	var pools []pool
	for _, i := range order {
		pools = append(pools, pool{wanted[i], 1})
		for k := len(pools) - 1; k > 0; k-- {
			below, above := pools[k-1], pools[k]
			length := gap * vg.Length(below.size)
			if below.start+length <= above.start {
				break
			}
			size := below.size + above.size
			start := (below.start*vg.Length(below.size) + (above.start-length)*vg.Length(above.size)) / vg.Length(size)
			pools = append(pools[:k-1], pool{start, size})
		}
	}
	placed := make([]vg.Length, len(wanted))
	k := 0
	for _, p := range pools {
		for j := range p.size {
			placed[order[k]] = p.start + gap*vg.Length(j)
			k++
		}
	}
	// The ends push inwards; order and gaps survive.
	for k, i := range order {
		placed[i] = max(placed[i], lo+gap*vg.Length(k))
	}
	for k, i := range order {
		placed[i] = min(placed[i], hi-gap*vg.Length(len(order)-1-k))
	}
	return placed
}
