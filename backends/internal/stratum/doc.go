// Package stratum chooses the weights at which a search for the best solution by unsatisfiable cores
// divides its assumptions into strata: the assumptions with the largest weights are searched first
// (Ansótegui, Bonet, Gabàs and Levy, "Improving SAT-based weighted MaxSAT solvers", CP 2012).
package stratum

import (
	"iter"
	"slices"
)

// Next returns the weight from which on assumptions belong to the next stratum, which is less than below.
// It is the largest weight for which enough assumptions have at least that weight, in relation to the
// number of different weights among them. It is 1 for the last stratum.
func Next(weights iter.Seq[int64], below int64) int64 {
	list := slices.Sorted(weights)
	slices.Reverse(list)
	different := 0
	for i, w := range list {
		if i == 0 || w != list[i-1] {
			different++
		}
		last := i+1 == len(list) || list[i+1] != w
		if last && w < below && i+1 < len(list) && 4*(i+1) > 5*different {
			return w
		}
	}
	return 1
}
