package study

import (
	"fmt"
	"slices"

	"nqueens/bench/plan"
	"nqueens/bench/reproduce/page"
	"nqueens/internal/table"
)

// verdicts returns the verdicts of a comparison.
func (r *report) verdicts(v plan.Verdict) []page.Verdict {
	s := r.all.selected(v.Selection)
	switch v.Kind {
	case plan.EqualVerdict:
		return []page.Verdict{r.equal(v, s)}
	case plan.ShapeVerdict:
		return r.shape(v, s)
	case plan.IntervalVerdict:
		return r.interval(v, s)
	case plan.BelowVerdict:
		return []page.Verdict{below(v, s)}
	}
	return []page.Verdict{flat(v, s)}
}

// title returns the title of a comparison: the one in the plan, or what it compares, followed by the place.
func title(v plan.Verdict, compared, place string) string {
	if v.Title != "" {
		compared = v.Title
	} else if v.Beside != "" {
		compared += ", as in " + v.Beside
	}
	if place != "" {
		compared = place + ": " + compared
	}
	return compared
}

// tooFew reports whether a point has too few instances for a statistic of them.
func (s set) tooFew() bool {
	return slices.ContainsFunc(s.points, func(p *point) bool { return p.many() && p.answered() < fewestInstances })
}

// notMeasured states why there is no amount.
func notMeasured(a amount) string {
	if a.wrong != "" {
		return "there are wrong answers: " + a.wrong
	}
	if a.mixed {
		return "several contenders answered: name one with by"
	}
	return "it was not measured"
}

// nearest returns the value in the interval of an amount that is nearest to v.
func (a amount) nearest(v float64) float64 { return max(a.value-a.half, min(a.value+a.half, v)) }

// at returns the points with the parameters of one row of the published values.
func (s set) at(f *figures, row plan.DataRow) set {
	for i, name := range f.Parameters {
		s = s.where(name, row.At[i])
	}
	return s
}

// below returns the verdict on whether a value is below a bound.
func below(v plan.Verdict, s set) page.Verdict {
	verdict := page.Verdict{Kind: page.Untested, What: title(v, fmt.Sprintf("%v below %s", v.Quantity, write(v.Quantity, v.Bound)), ""), Why: "there are no runs"}
	a := s.amount(v.Quantity, s.axis(v.X))
	if a.wrong != "" || a.mixed {
		verdict.Why = notMeasured(a)
	}
	if !a.known || a.wrong != "" {
		return verdict
	}
	value := fmt.Sprintf("the %s of %s is %s", v.Quantity, table.Plural(a.n, "answer"), write(v.Quantity, a.value))
	if a.half > 0 {
		value += " ± " + write(v.Quantity, a.half)
	}
	verdict.Why = value
	switch {
	case v.Quantity.Statistic == plan.Mean && a.half == 0 && a.n < 2:
		verdict.Kind, verdict.Why = page.Undecided, value+", too few for an interval"
	case a.value+a.half < v.Bound:
		verdict.Kind = page.SameValue
	case a.value-a.half >= v.Bound:
		verdict.Kind = page.Differs
	default:
		verdict.Kind, verdict.Why = page.Undecided, value+fmt.Sprintf("; %s is within the interval", write(v.Quantity, v.Bound))
	}
	return verdict
}

// flat returns the verdict on whether a value is constant along a parameter.
func flat(v plan.Verdict, s set) page.Verdict {
	axis := s.axis(v.X)
	verdict := page.Verdict{Kind: page.Untested, What: title(v, fmt.Sprintf("%v the same for every %s", v.Quantity, axis), ""), Why: "fewer than two places were measured"}
	places, amounts := s.along(axis, v.Quantity)
	least, most, told := -1, -1, 0
	for i, a := range amounts {
		if a.wrong != "" || v.Quantity.Statistic == plan.Mean && a.half == 0 && a.n < 2 {
			continue
		}
		told++
		if least < 0 || a.value < amounts[least].value {
			least = i
		}
		if most < 0 || a.value > amounts[most].value {
			most = i
		}
	}
	if told < 2 {
		return verdict
	}
	low, high := amounts[least], amounts[most]
	overlap := high.value-high.half <= low.value+low.half
	verdict.Kind = page.SameShape
	verdict.Why = fmt.Sprintf("between %s (%s = %s) and %s (%s = %s)", write(v.Quantity, low.value), axis, places[least], write(v.Quantity, high.value), axis, places[most])
	switch {
	case !overlap && high.value > v.Factor*low.value:
		verdict.Kind, verdict.Why = page.Differs, "the values are "+verdict.Why
	case high.value+high.half > 2*(low.value-low.half):
		verdict.Kind = page.Undecided
		verdict.Why += ", but the intervals are so wide that one value could be twice the other"
	case low.half > 0 && overlap:
		verdict.Why += ", whose intervals overlap"
	}
	return verdict
}
