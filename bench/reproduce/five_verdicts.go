package reproduce

import (
	"fmt"
	"math"

	"nqueens/bench/reproduce/page"
)

// fine is the least published time, in seconds, that enters a comparison:
// below, whole milliseconds are too coarse.
const fine = 0.020

// compared is the largest size, less fiveFrom, at which two methods can be
// compared: both were measured, and the published times are fine enough.
func compared(i, j int, published, ours fiveTimes) (k int, ok bool) {
	for k := len(ours[i]) - 1; k >= 0; k-- {
		if min(ours[i][k], ours[j][k]) > 0 && min(published[i][k], published[j][k]) >= fine {
			return k, true
		}
	}
	return 0, false
}

// incomparable is why compared finds no size.
const incomparable = "no size whose published times are 20 ms or more was measured for both"

const (
	alike  = 1.1  // ratios of times nearer to 1 than this count as 1
	near   = 1.5  // ratios this near to each other have the same shape
	steady = 1.05 // and so have factors of growth
)

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

// apart reports whether two values differ by more than a factor.
func apart(a, b, factor float64) bool { return a > factor*b || b > factor*a }

func compareNeighbours(i int, published, ours fiveTimes) page.Verdict {
	before, after := fiveMethods[i-1].name, fiveMethods[i].name
	v := page.Verdict{What: before + " / " + after}
	k, ok := compared(i-1, i, published, ours)
	if !ok {
		v.Kind, v.Why = page.Untested, incomparable
		return v
	}
	theirs, mine := published.ratio(i-1, i, k), ours.ratio(i-1, i, k)
	v.Why = fmt.Sprintf("at n = %d %s takes %s times as long as %s, published %s", fiveFrom+k, before, times(mine), after, times(theirs))
	v.Kind = page.SameShape
	switch {
	case side(theirs) != side(mine):
		v.Kind = page.Differs
	case apart(mine, theirs, near):
		v.Kind = page.Differs
		v.Why += "; the order is the same, the ratio is not"
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

func compareGrowth(i int, published, ours fiveTimes) (row []string, v page.Verdict) {
	var sizes []int
	for k := range published[i] {
		if published[i][k] >= fine && ours[i][k] > 0 {
			sizes = append(sizes, k)
		}
	}
	v.What = "growth of " + fiveMethods[i].name
	if len(sizes) < 3 {
		v.Kind, v.Why = page.Untested, "fewer than three such sizes were measured"
		return []string{"–", "–", "–"}, v
	}
	theirs, mine := growthOf(published[i], sizes), growthOf(ours[i], sizes)
	from, to := fiveFrom+sizes[0], fiveFrom+sizes[len(sizes)-1]
	v.Kind, v.Why = page.SameShape, fmt.Sprintf("%s a step, published %s", times(mine), times(theirs))
	if apart(mine, theirs, steady) {
		v.Kind = page.Differs
		v.Why = fmt.Sprintf("the time multiplies by %s a step here and by %s there", times(mine), times(theirs))
	}
	return []string{fmt.Sprintf("%d to %d", from, to), times(theirs), times(mine)}, v
}

// bitmaskClaim tests whether the bitmask method is no faster than the
// symmetric one.
func bitmaskClaim(published, ours fiveTimes) page.Verdict {
	const naive, symmetric, bitmask = 0, 1, 4
	v := page.Verdict{What: "“bitmasks are as slow as symmetric”"}
	k, ok := compared(symmetric, bitmask, published, ours)
	if !ok {
		v.Kind, v.Why = page.Untested, incomparable
		return v
	}
	theirs, mine := published.ratio(bitmask, symmetric, k), ours.ratio(bitmask, symmetric, k)
	v.Kind, v.Why = page.SameShape, fmt.Sprintf("at n = %d bitmask takes %s times as long as symmetric, published %s", fiveFrom+k, times(mine), times(theirs))
	if side(mine) < 0 {
		v.Kind = page.Differs
		v.Why = fmt.Sprintf("at n = %d symmetric takes %s times as long as bitmask here, and %s times there",
			fiveFrom+k, times(1/mine), times(1/theirs))
		if k, ok := compared(naive, bitmask, published, ours); ok {
			v.Why += fmt.Sprintf("; against naive, which like bitmask searches the whole tree, bitmask is %s times as fast at n = %d here, and %s times there",
				times(ours.ratio(naive, bitmask, k)), fiveFrom+k, times(published.ratio(naive, bitmask, k)))
		}
	}
	return v
}
