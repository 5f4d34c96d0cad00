package stats

import "math"

// Locate is a sequential design that finds the place where a proportion passes Share, with few
// observations far from the place and many near it. Each step fits a logistic curve to all
// observations so far. It then takes a batch of observations at one of the two points beside the
// place on the curve: the point with fewer observations. Because most observations are at these two
// points, the place is between their proportions even if the proportion does not follow the curve
// further away.
type Locate struct {
	Share float64 // the proportion to find, between 0 and 1
	Batch int     // number of observations in a step
	Most  int     // largest number of observations at one point
	Width float64 // the design ends when the 95 % interval of the place is at most this wide, in units of X
}

// Place is the X at which a fitted proportion passes a share, with its 95 % interval (by Fieller's
// method, for the fitted curve). An end of the interval is infinite if the curve might be flat.
type Place struct{ X, Low, High float64 }

// Next returns the index of the point at which to observe next. points are in the order of X and include
// points without observations. asked has the number of observations at each point, including those without an
// outcome. ok is false if the interval is narrow enough, if both points beside the place have Most
// observations, or if all points are on one side of the share.
func (l Locate) Next(points []Counted, asked []int) (at int, ok bool) {
	last := len(points) - 1
	for _, end := range []int{0, last} {
		if asked[end] < min(l.Batch, l.Most) {
			return end, true
		}
	}
	if last == 0 || l.outside(points) {
		return 0, false
	}
	place, after, near := l.fit(points)
	if near && place.High-place.Low <= l.Width {
		return 0, false
	}
	best, least := -1, l.Most
	for i := after - 1; i <= after; i++ {
		if asked[i] < least {
			best, least = i, asked[i]
		}
	}
	return best, best >= 0
}

// fit returns the place on the curve and the index of the second of the two points beside it. It first fits
// the curve to all points, and then only to the four points around the place, because a proportion need not
// follow one curve from end to end. If the second curve passes the share between these points and is not
// flat, fit returns its place, and near is true.
func (l Locate) fit(points []Counted) (place Place, after int, near bool) {
	beside := func(p Place) int {
		after := 1
		for after < len(points)-1 && points[after].X < p.X {
			after++
		}
		return after
	}
	over := func(p Counted) float64 { return float64(p.K) - l.Share*float64(p.N) }
	place = fitLogistic(points).place(l.Share)
	after = beside(place)
	before, behind := points[after-1], points[after]
	if before.N == 0 || behind.N == 0 || over(before)*over(behind) > 0 {
		return place, after, false
	}
	second := fitLogistic(points[max(0, after-2):min(len(points), after+2)]).place(l.Share)
	if math.IsInf(second.Low, 0) || math.IsInf(second.High, 0) {
		return place, after, false
	}
	return second, beside(second), true
}

// outside reports whether all points with observations are on one side of the share, by their Wilson intervals.
func (l Locate) outside(points []Counted) bool {
	above, below := 0, 0
	for _, p := range points {
		if p.N == 0 {
			continue
		}
		switch low, high := Wilson(p.K, p.N); {
		case low > l.Share:
			above++
		case high < l.Share:
			below++
		default:
			return false
		}
	}
	return above == 0 || below == 0
}

// Place returns the place at which the fitted proportion passes the share. ok is false if all points are on
// one side of the share.
func (l Locate) Place(points []Counted) (p Place, ok bool) {
	seen := 0
	for _, p := range points {
		if p.N > 0 {
			seen++
		}
	}
	if seen < 2 || l.outside(points) {
		return p, false
	}
	p, _, _ = l.fit(points)
	return p, true
}

// logistic is the curve 1/(1+exp(−a−b·x)) with the information of the observations about a and b.
type logistic struct {
	a, b          float64
	aa, ab, bb    float64 // Fisher's information
	middle, scale float64 // x is (X − middle)/scale
}

// fitLogistic fits the curve by penalised maximum likelihood. The estimate is finite even if all
// failures are on one side of all successes (D. Firth, Biometrika 80, 1993, 27–38; G. Heinze and M.
// Schemper, Statistics in Medicine 21, 2002).
func fitLogistic(points []Counted) logistic {
	low, high := points[0].X, points[len(points)-1].X
	f := logistic{middle: (low + high) / 2, scale: max((high-low)/2, 1e-9)}
	for range 100 {
		f.inform(points)
		det := f.aa*f.bb - f.ab*f.ab
		if det <= 0 {
			return f
		}
		var ua, ub float64 // the penalised score
		for _, p := range points {
			if p.N == 0 {
				continue
			}
			x := f.at(p.X)
			q := f.share(x)
			w := float64(p.N) * q * (1 - q)
			leverage := w * (f.bb - 2*x*f.ab + x*x*f.aa) / det
			u := float64(p.K) - float64(p.N)*q + leverage*(0.5-q)
			ua, ub = ua+u, ub+u*x
		}
		da, db := (f.bb*ua-f.ab*ub)/det, (f.aa*ub-f.ab*ua)/det
		if longest := max(math.Abs(da), math.Abs(db)); longest > 2 { // a long step may leave the curve flat
			da, db = da*2/longest, db*2/longest
		}
		f.a, f.b = f.a+da, f.b+db
		if math.Abs(da)+math.Abs(db) < 1e-9 {
			break
		}
	}
	f.inform(points)
	return f
}

func (f logistic) at(x float64) float64    { return (x - f.middle) / f.scale }
func (f logistic) share(x float64) float64 { return 1 / (1 + math.Exp(-f.a-f.b*x)) }

// inform sets the Fisher information of the observations.
func (f *logistic) inform(points []Counted) {
	f.aa, f.ab, f.bb = 0, 0, 0
	for _, p := range points {
		x := f.at(p.X)
		q := f.share(x)
		w := float64(p.N) * q * (1 - q)
		f.aa, f.ab, f.bb = f.aa+w, f.ab+w*x, f.bb+w*x*x
	}
}

// place returns the x at which the curve passes the share, with its interval: the x at which a + b·x −
// logit(share) does not differ significantly from 0.
func (f logistic) place(share float64) Place {
	det := f.aa*f.bb - f.ab*f.ab
	all := Place{math.NaN(), math.Inf(-1), math.Inf(1)}
	if det <= 0 || f.b == 0 {
		return all
	}
	// For a fixed number of observations 1.96 would be right. But the design ends as soon as an
	// interval is narrow, which favours intervals that are narrow by chance. With 2.2, 91 to 98 %
	// of the intervals in TestLocate contain the place.
	const z = 2.2
	aa, ab, bb := f.bb/det, -f.ab/det, f.aa/det // covariances of a and b
	c := f.a - math.Log(share/(1-share))
	x := -c / f.b
	back := func(x float64) float64 { return f.middle + f.scale*x }
	all.X = back(x)
	// (c + b·x)² ≤ z²·(aa + 2·ab·x + bb·x²)
	u, v, w := f.b*f.b-z*z*bb, f.b*c-z*z*ab, c*c-z*z*aa
	d := v*v - u*w
	if u <= 0 || d < 0 { // the slope may be 0
		return all
	}
	return Place{back(x), back((-v - math.Sqrt(d)) / u), back((-v + math.Sqrt(d)) / u)}
}
