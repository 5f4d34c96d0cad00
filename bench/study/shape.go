package study

import (
	"fmt"
	"slices"

	"nqueens/bench/plan"
	"nqueens/bench/reproduce/page"
)

// shape returns the verdicts on values that depend on the machine, or are from other instances than the
// published ones: ratios, growth and amounts.
func (r *report) shape(v plan.Verdict, s set) (list []page.Verdict) {
	axis := s.axis(v.X)
	switch {
	case v.Quantity.Place == plan.Ratio:
		for _, pair := range s.pairs(v.Pairs) {
			list = append(list, r.shapeOfRatio(v, s, pair, axis))
		}
		return list
	case v.Quantity.Place == plan.Growth:
		for _, c := range s.values(plan.ParameterBackend) {
			list = append(list, r.shapeOfGrowth(v, s.where(plan.ParameterBackend, c), c, axis))
		}
		return list
	}
	f := r.figures[v.Beside]
	if f == nil {
		return []page.Verdict{{Kind: page.Untested, What: title(v, v.Quantity.String(), ""), Why: "the published values are not available"}}
	}
	for _, row := range f.Rows {
		at := s.at(f, row)
		value, ok := f.value(v.Quantity, at)
		if !ok || value.Number < v.Fine || len(at.points) == 0 {
			continue
		}
		verdict := page.Verdict{Kind: page.SameShape, What: title(v, v.Quantity.String(), f.where(row, ""))}
		a := at.amount(v.Quantity, at.axis(v.X))
		verdict.Why = fmt.Sprintf("%s, published %s", write(v.Quantity, a.value), writePublished(v.Quantity, value))
		switch {
		case !a.known || a.wrong != "":
			verdict.Kind, verdict.Why = page.Untested, notMeasured(a)
		case at.tooFew():
			verdict.Kind, verdict.Why = page.Undecided, fewerInstances
		case v.Factor > 0 && apart(a.value, value.Number, v.Factor) && !apart(a.nearest(value.Number), value.Number, v.Factor):
			verdict.Kind = page.Undecided
			verdict.Why += fmt.Sprintf(", but our interval, ± %s, is too wide to decide", write(v.Quantity, a.half))
		case v.Factor > 0 && apart(a.value, value.Number, v.Factor):
			verdict.Kind = page.Differs
			verdict.Why = fmt.Sprintf("it is %s here and %s there", write(v.Quantity, a.value), writePublished(v.Quantity, value))
		}
		list = append(list, verdict)
	}
	return list
}

// fewestInstances is the smallest number of instances at each place for a verdict on their statistics.
const fewestInstances = 10

const fewerInstances = "some places have fewer than 10 answered instances"

// apart reports whether two values differ by more than a factor.
func apart(a, b, factor float64) bool { return a > factor*b || b > factor*a }

// side returns 1 for a ratio above order, -1 for one below 1/order, and 0 between them.
func side(ratio, order float64) int {
	switch {
	case ratio > 1+order:
		return 1
	case ratio < 1/(1+order):
		return -1
	}
	return 0
}

// shapeOfRatio returns the verdict on the ratio of two contenders at the largest place for which a measured
// and a published ratio exist.
func (r *report) shapeOfRatio(v plan.Verdict, s set, pair [2]string, axis string) page.Verdict {
	verdict := page.Verdict{Kind: page.Untested, What: title(v, pair[0]+" / "+pair[1], ""), Why: "no place with sufficiently precise published values of both was measured for both"}
	for _, place := range slices.Backward(s.values(axis)) {
		here := s.where(axis, place)
		theirs, least, ok := r.publishedRatio(v.Beside, v.Quantity, here, pair, axis)
		mine := here.ratio(v.Quantity, pair, axis)
		if !ok || least < v.Fine || !mine.known || mine.wrong != "" {
			continue
		}
		verdict.Kind = page.SameShape
		verdict.Why = fmt.Sprintf("at %s = %s %s takes %.2f times as much as %s, published %.2f", axis, place, pair[0], mine.value, pair[1], theirs)
		switch {
		case v.Order > 0 && side(theirs, v.Order) != side(mine.value, v.Order):
			verdict.Kind = page.Differs
		case v.Factor > 0 && apart(mine.value, theirs, v.Factor):
			verdict.Kind = page.Differs
			if v.Order > 0 {
				verdict.Why += "; the order is the same, the ratio is not"
			}
		}
		break
	}
	return verdict
}

// shapeOfGrowth returns the verdict on the growth of a contender's values over the places with measured and
// published values.
func (r *report) shapeOfGrowth(v plan.Verdict, s set, contender, axis string) page.Verdict {
	verdict := page.Verdict{Kind: page.Untested, What: title(v, "growth of "+contender, ""), Why: fmt.Sprintf("fewer than %d of the published places were measured", fewestSteps)}
	f := r.figures[v.Beside]
	if f == nil {
		return verdict
	}
	base := v.Quantity
	base.Place = ""
	places, amounts := s.along(axis, base)
	measured := func(place string) bool {
		i := slices.Index(places, place)
		return i >= 0 && amounts[i].wrong == ""
	}
	x, y := f.along(base, s, axis, func(place string, value float64) bool { return value >= v.Fine && measured(place) })
	theirs, ok := factorOf(x, y)
	mine := s.growth(v.Quantity, axis, func(place string) bool { return slices.Contains(x, number(place)) })
	if !ok || !mine.known {
		return verdict
	}
	verdict.Kind, verdict.Why = page.SameShape, fmt.Sprintf("%.2f a step from %s = %s, published %.2f", mine.value, axis, mine.text, theirs)
	if v.Factor > 0 && apart(mine.value, theirs, v.Factor) {
		verdict.Kind = page.Differs
		verdict.Why = fmt.Sprintf("it multiplies by %.2f a step here and by %.2f there", mine.value, theirs)
	}
	return verdict
}
