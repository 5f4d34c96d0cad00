package stats

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// A Share is a proportion at a point, such as the fraction of instances of a size that have a
// solution.
type Share struct{ X, Part float64 }

// Counted is a proportion from counts: K of N at X.
type Counted struct {
	X    float64
	K, N int
}

// Wilson returns the 95 % interval of a proportion k of n: E. B. Wilson, JASA 22, 1927, 209–212.
func Wilson(k, n int) (low, high float64) {
	if n == 0 {
		return 0, 1
	}
	const z = 1.959964
	p, m := float64(k)/float64(n), float64(n)
	middle := (p + z*z/(2*m)) / (1 + z*z/m)
	half := z / (1 + z*z/m) * math.Sqrt(p*(1-p)/m+z*z/(4*m*m))
	return max(0, middle-half), min(1, middle+half)
}

// AtLeast returns the probability of at least k of n independent events that have the probability p each: the
// upper tail of the binomial distribution.
func AtLeast(k, n int, p float64) float64 {
	switch {
	case k <= 0:
		return 1
	case k > n || p <= 0:
		return 0
	}
	return mathext.RegIncBeta(float64(k), float64(n-k+1), p)
}

// Crossing returns the last X at which the proportion crosses one half, by linear interpolation
// between points; ok is false if it never does.
func Crossing(shares []Share) (x float64, ok bool) {
	x, _, ok = crossing(shares)
	return x, ok
}

// crossing does what Crossing does, and also reports whether the proportion falls there.
func crossing(shares []Share) (x float64, falls, ok bool) {
	for i := len(shares) - 1; i > 0; i-- {
		a, b := shares[i-1], shares[i]
		if (a.Part-0.5)*(b.Part-0.5) <= 0 && a.Part != b.Part {
			return a.X + (0.5-a.Part)/(b.Part-a.Part)*(b.X-a.X), a.Part > b.Part, true
		}
	}
	return 0, false, false
}

// Half is the point at which a proportion crosses one half.
type Half struct {
	X float64
	// Low and High are the points at which the proportion crosses one half if all points are at the
	// upper or lower ends of their 95 % intervals. They are infinite if it does not cross one half
	// there.
	Low, High float64
}

// HalfPoint returns the point at which a proportion crosses one half, as Crossing does, with its
// interval. Points must be in the order of X; those with N = 0 are ignored. ok is false if the
// proportion never crosses one half.
func HalfPoint(points []Counted) (h Half, ok bool) {
	var middle, upper, lower []Share
	for _, p := range points {
		if p.N == 0 {
			continue
		}
		from, to := Wilson(p.K, p.N)
		middle = append(middle, Share{p.X, float64(p.K) / float64(p.N)})
		upper, lower = append(upper, Share{p.X, to}), append(lower, Share{p.X, from})
	}
	x, falls, ok := crossing(middle)
	if !ok {
		return h, false
	}
	before, after := lower, upper // these cross one half before and after the proportion
	if !falls {
		before, after = upper, lower
	}
	h = Half{X: x, Low: math.Inf(-1), High: math.Inf(1)}
	if low, ok := Crossing(before); ok {
		h.Low = min(low, x)
	}
	if high, ok := Crossing(after); ok {
		h.High = max(high, x)
	}
	return h, true
}
