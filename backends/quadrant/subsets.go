package quadrant

import "math/bits"

// subsets are the sets of k of n things, in the order of their numbers. The
// complements of the sets, in the same order, are the list of those of n-k
// things backwards.
type subsets struct {
	sets []uint32
	rank []int32 // the place of a set in sets, -1 if it is none of them
}

// newSubsets lists them; there are none if k is not from 0 to n.
func newSubsets(n, k int) subsets {
	s := subsets{rank: make([]int32, 1<<n)}
	for set := range uint32(1 << n) {
		s.rank[set] = -1
		if bits.OnesCount32(set) == k {
			s.rank[set] = int32(len(s.sets))
			s.sets = append(s.sets, set)
		}
	}
	return s
}
