package study

import (
	"fmt"
	"math"
	"slices"

	"nqueens/bench/plan"
	"nqueens/bench/reproduce/page"
)

// interval returns the verdicts on values of two samples. The values agree if their difference is within the
// range of 95 % of the differences between two such samples.
func (r *report) interval(v plan.Verdict, s set) (list []page.Verdict) {
	f := r.figures[v.Beside]
	if f == nil {
		return []page.Verdict{{Kind: page.Untested, What: title(v, "values", ""), Why: "the published values are not available"}}
	}
	for _, q := range f.Quantities {
		switch {
		case len(v.Quantities) > 0 && !slices.Contains(v.Quantities, q):
		case q.Unit == plan.Share && q.Place == "":
			list = append(list, r.shares(v, f, s))
		case q.Place == plan.Half:
			for _, row := range f.Rows {
				at := s.at(f, row)
				if value, ok := f.value(q, at); ok && len(at.points) > 0 {
					list = append(list, halfVerdict(v, f.where(row, ""), at, value))
				}
			}
		}
	}
	return list
}

// shares returns the verdict on shares.
func (r *report) shares(v plan.Verdict, f *figures, s set) page.Verdict {
	inside, all, few := 0, 0, 0
	for _, row := range f.Rows {
		at := s.at(f, row)
		value, ok := f.value(plan.Quantity{Unit: plan.Share}, at)
		a := at.amount(plan.Quantity{Unit: plan.Share}, "")
		switch {
		case !ok || !a.known:
			continue
		case a.n < fewestInstances:
			few++
			continue
		}
		all++
		n, m := float64(a.n), float64(v.Sample)
		pooled := (float64(a.k) + value.Number*m) / (n + m)
		if math.Abs(a.value-value.Number) <= 1.96*math.Sqrt(pooled*(1-pooled)*(1/n+1/m))+1e-9 {
			inside++
		}
	}
	verdict := page.Verdict{Kind: page.SameShape, What: title(v, "shares with a solution", ""),
		Why: fmt.Sprintf("%d of %d published values differ from ours by no more than 95 of 100 pairs of samples would", inside, all)}
	switch {
	case all == 0 && few > 0:
		verdict.Kind, verdict.Why = page.Undecided, fewerInstances
	case all == 0:
		verdict.Kind, verdict.Why = page.Untested, "there are no runs"
	case float64(inside) < v.Points*float64(all):
		verdict.Kind, verdict.Why = page.Differs, "only "+verdict.Why
	}
	return verdict
}

// halfVerdict returns the verdict on the place where half of the instances have a solution.
func halfVerdict(v plan.Verdict, where string, s set, value plan.Value) page.Verdict {
	a := s.half(s.axis(v.X))
	verdict := page.Verdict{Kind: page.SameShape, What: title(v, "half share", where), Why: fmt.Sprintf("%.1f, published %s", a.value, value.Text)}
	within := a.half*math.Sqrt(1+float64(a.n)/float64(v.Sample)) + value.Within
	switch {
	case s.tooFew():
		verdict.Kind, verdict.Why = page.Undecided, fewerInstances
	case !a.known:
		verdict.Kind, verdict.Why = page.Untested, "no crossing was measured"
	case math.IsInf(within, 1) || math.IsNaN(within):
		verdict.Kind, verdict.Why = page.Untested, "the measured range does not contain the interval of the crossing"
	case math.Abs(value.Number-a.value) > within:
		verdict.Kind = page.Differs
		verdict.Why = fmt.Sprintf("it is %.1f here and %s there, but 95 of 100 pairs of samples would differ by at most %.1f", a.value, value.Text, within)
	}
	return verdict
}
