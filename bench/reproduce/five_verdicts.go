package reproduce

import (
	"fmt"
	"math"
)

// largest is the largest size at which both methods were measured, less
// fiveFrom; ok is false if there is none.
func (t fiveTimes) largest(i, j int) (k int, ok bool) {
	for k := len(t[i]) - 1; k >= 0; k-- {
		if t[i][k] > 0 && t[j][k] > 0 {
			return k, true
		}
	}
	return 0, false
}

// alike is how near to 1 a ratio of times must be for the two to count as
// equal.
const alike = 1.1

// side is whether a ratio is above 1, below 1, or neither for certain.
func side(r float64) int {
	switch {
	case r > alike:
		return 1
	case r < 1/alike:
		return -1
	}
	return 0
}

func compareNeighbours(i int, published, ours fiveTimes) Verdict {
	before, after := fiveMethods[i-1].name, fiveMethods[i].name
	v := Verdict{What: before + " / " + after}
	k, ok := ours.largest(i-1, i)
	if !ok {
		v.Kind, v.Why = Untested, "no size at which both were measured"
		return v
	}
	theirs, mine := published.ratio(i-1, i, k), ours.ratio(i-1, i, k)
	v.Why = fmt.Sprintf("at n = %d %s takes %s times as long as %s, published %s", fiveFrom+k, before, times(mine), after, times(theirs))
	v.Kind = SameShape
	if side(theirs) != side(mine) {
		v.Kind = Differs
	} else if f := mine / theirs; f > 2 || f < 0.5 {
		v.Why += "; the order is the same, the distance is not"
	}
	return v
}

// growthOf is the factor of a fit of c · factor^n to times at the given sizes.
func growthOf(t [9]float64, sizes []int) float64 {
	var sx, sy, sxx, sxy float64
	for _, k := range sizes {
		x, y := float64(k), math.Log(t[k])
		sx, sy, sxx, sxy = sx+x, sy+y, sxx+x*x, sxy+x*y
	}
	n := float64(len(sizes))
	return math.Exp((n*sxy - sx*sy) / (n*sxx - sx*sx))
}

func compareGrowth(i int, published, ours fiveTimes) (row []string, v Verdict) {
	var sizes []int
	for k := range published[i] {
		if published[i][k] >= 0.020 && ours[i][k] > 0 {
			sizes = append(sizes, k)
		}
	}
	v.What = "growth of " + fiveMethods[i].name
	if len(sizes) < 3 {
		v.Kind, v.Why = Untested, "fewer than three such sizes were measured"
		return []string{"–", "–", "–"}, v
	}
	theirs, mine := growthOf(published[i], sizes), growthOf(ours[i], sizes)
	from, to := fiveFrom+sizes[0], fiveFrom+sizes[len(sizes)-1]
	v.Kind, v.Why = SameShape, fmt.Sprintf("%s a step, published %s", times(mine), times(theirs))
	const tolerance = 1.15
	if f := mine / theirs; f > tolerance || f < 1/tolerance {
		v.Kind = Differs
		v.Why = fmt.Sprintf("the time multiplies by %s a step here and by %s there", times(mine), times(theirs))
	}
	return []string{fmt.Sprintf("%d to %d", from, to), times(theirs), times(mine)}, v
}

// bitmaskClaim tests whether the bitmask method is no faster than the
// symmetric one.
func bitmaskClaim(published, ours fiveTimes) Verdict {
	const naive, symmetric, bitmask = 0, 1, 4
	v := Verdict{What: "“bitmasks are as slow as symmetric”"}
	k, ok := ours.largest(symmetric, bitmask)
	if !ok {
		v.Kind, v.Why = Untested, "no size at which both were measured"
		return v
	}
	theirs, mine := published.ratio(bitmask, symmetric, k), ours.ratio(bitmask, symmetric, k)
	v.Kind, v.Why = SameShape, fmt.Sprintf("at n = %d bitmask takes %s times as long as symmetric, published %s", fiveFrom+k, times(mine), times(theirs))
	if side(mine) < 0 {
		v.Kind = Differs
		v.Why = fmt.Sprintf("at n = %d symmetric takes %s times as long as bitmask here, and %s times there",
			fiveFrom+k, times(1/mine), times(1/theirs))
		if k, ok := ours.largest(naive, bitmask); ok {
			v.Why += fmt.Sprintf("; against naive, which like bitmask searches the whole tree, bitmask is %s times as fast at n = %d here, and %s times there",
				times(ours.ratio(naive, bitmask, k)), fiveFrom+k, times(published.ratio(naive, bitmask, k)))
		}
	}
	return v
}
