package study

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"nqueens"
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

// what returns the name of a comparison: its title, or else what it compares, and the place.
func what(v plan.Verdict, compared, place string) string {
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

// compared holds the results of comparing one value after another.
type compared struct {
	unit  string // what the places are of
	same  []string
	left  []string // out
	wrong []string
	alone []string // of same, what a single engine answered
}

// verdict returns the verdict on all values.
func (c compared) verdict(v page.Verdict) page.Verdict {
	places := func(list []string) string {
		var numbers []int
		for _, p := range list {
			numbers = append(numbers, int(number(p)))
		}
		if c.unit == "" {
			return table.Plural(len(list), "row")
		}
		return c.unit + " = " + table.Ranges(numbers, " to ")
	}
	switch {
	case len(c.wrong) > 0:
		v.Kind, v.Why = page.Wrong, some(c.wrong, "; ")
	case len(c.same) == 0:
		v.Kind, v.Why = page.Untested, "not all that it is of was run"
	default:
		v.Kind, v.Why = page.SameValue, "to the last digit for "+places(c.same)
		if c.left != nil {
			v.Why += "; left out: " + places(c.left)
		}
		if c.alone != nil {
			v.Why += "; by a single engine: " + places(c.alone)
		}
	}
	return v
}

// equal returns the verdict on values that must be the published ones.
func (r *report) equal(v plan.Verdict, s set) page.Verdict {
	verdict := page.Verdict{What: what(v, "values", "")}
	if v.Beside == plan.KnownValues {
		return r.equalKnown(v, s).verdict(verdict)
	}
	f := r.figures[v.Beside]
	if f == nil {
		return compared{}.verdict(verdict)
	}
	var c compared
	if i := slices.Index(f.Parameters, plan.ParameterN); i >= 0 && len(f.Parameters) == 1 || i >= 0 && len(f.Parameters) == 2 && slices.Contains(f.Parameters, plan.ParameterBackend) && v.By != "" {
		c.unit = plan.ParameterN
	}
	var asked []plan.Quantity
	for _, q := range f.Quantities {
		if len(v.Quantities) == 0 && q.Exact() || slices.Contains(v.Quantities, q) {
			asked = append(asked, q)
		}
	}
	within := map[string]set{} // of the parameters but the id
	for _, row := range f.Rows {
		at, id, key := s, "", strings.Builder{}
		for i, name := range f.Parameters {
			if name == plan.ParameterID {
				id = row.At[i]
			} else {
				fmt.Fprintf(&key, "%s\x00", row.At[i])
			}
		}
		known, ok := within[key.String()]
		if !ok {
			for i, name := range f.Parameters {
				if name != plan.ParameterID {
					at = at.where(name, row.At[i])
				}
			}
			known = at
			within[key.String()] = at
		}
		if at = known; len(at.points) == 0 {
			continue // another contender's, or of what the run does not ask
		}
		if id != "" {
			at = at.instance(id)
		}
		place := f.where(row, c.unit)
		done, partial := false, false
		for _, q := range asked {
			value := row.Values[slices.Index(f.Quantities, q)]
			if value.Text == "" {
				continue
			}
			a := at.amount(q, at.axis(v.X))
			switch {
			case a.wrong != "":
				c.wrong = append(c.wrong, fmt.Sprintf("%s: %s", f.where(row, ""), a.wrong))
			case !a.known || a.partial:
				partial = true
			case !equals(a, value):
				c.wrong = append(c.wrong, fmt.Sprintf("%s: %v is %s, published %s", f.where(row, ""), q, full(q, a), value.Text))
			default:
				done = true
			}
		}
		if done && !partial {
			c.same = append(c.same, place)
		} else if partial {
			c.left = append(c.left, place)
		}
	}
	return c.verdict(verdict)
}

// full returns an amount with all its digits.
func full(q plan.Quantity, a amount) string {
	if a.text != "" {
		return a.text
	}
	if q.Unit == plan.Seconds {
		return write(q, a.value)
	}
	return fmt.Sprintf("%.6g", a.value)
}

// equals reports whether an amount is the published one to its digits.
func equals(a amount, v plan.Value) bool {
	if a.text != "" {
		return a.text == v.Text
	}
	return math.Abs(a.value-v.Number) <= 1.02*v.Within+1e-9
}

// where returns the name of a row: the value of one parameter, or all parameters.
func (f *figures) where(row plan.DataRow, alone string) string {
	var words []string
	for i, name := range f.Parameters {
		if name == alone {
			return row.At[i]
		}
		words = append(words, name+" = "+row.At[i])
	}
	return strings.Join(words, ", ")
}

// instance returns the points of one instance.
func (s set) instance(id string) set {
	kept := set{fixed: s.fixed}
	for _, p := range s.points {
		all := p.answers()
		n, err := strconv.Atoi(id)
		if err == nil && 0 < n && n <= len(all) && all[n-1].is(id) { // as those of a sweep
			all = all[n-1 : n]
		}
		for i := range all {
			if all[i].is(id) {
				kept.points = append(kept.points, &point{cell: p.cell, problem: p.problem, name: p.name, as: p.as, cells: p.cells, instances: all[i : i+1]})
				break
			}
		}
	}
	return kept
}

// equalKnown compares counts with the published values in the catalogue of problems.
func (r *report) equalKnown(v plan.Verdict, s set) (c compared) {
	q := v.Quantity
	if q.Unit == "" {
		q = plan.Quantity{Unit: plan.CountOf}
	}
	if len(s.values("family")) == 1 {
		c.unit = plan.ParameterN
	}
	name := func(p *point) string {
		if q.Unit == plan.Fundamental {
			return p.problem.SymmetricUnder(nqueens.Identity).String()
		}
		return p.problem.String()
	}
	var order []string
	of := map[string]set{}
	for _, p := range s.points {
		if p.many() {
			continue
		}
		if _, ok := of[name(p)]; !ok {
			order = append(order, name(p))
		}
		one := of[name(p)]
		one.points = append(one.points, p)
		of[name(p)] = one
	}
	for _, problem := range order {
		at := of[problem]
		value, ok := at.knownValue(q)
		if !ok {
			continue
		}
		place := problem
		if c.unit != "" {
			place = at.points[0].parameter(plan.ParameterN)
		}
		switch a := at.amount(q, plan.ParameterN); {
		case a.wrong != "":
			c.wrong = append(c.wrong, problem+": "+a.wrong)
		case !a.known:
			c.left = append(c.left, place)
		case a.text != value.Text:
			c.wrong = append(c.wrong, fmt.Sprintf("%s: %s, published %s", problem, a.text, value.Text))
		default:
			c.same = append(c.same, place)
			if q.Unit == plan.CountOf && len(r.engines[problem]) == 1 {
				c.alone = append(c.alone, place)
			}
		}
	}
	return c
}

// shape returns the verdicts on values that depend on the machine, or that are of other instances: ratios,
// growth and amounts.
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
		return []page.Verdict{{Kind: page.Untested, What: what(v, v.Quantity.String(), ""), Why: "the published values are not there"}}
	}
	for _, row := range f.Rows {
		at := s.at(f, row)
		value, ok := f.value(v.Quantity, at)
		if !ok || value.Number < v.Fine || len(at.points) == 0 {
			continue
		}
		verdict := page.Verdict{Kind: page.SameShape, What: what(v, v.Quantity.String(), f.where(row, ""))}
		a := at.amount(v.Quantity, at.axis(v.X))
		verdict.Why = fmt.Sprintf("%s, published %s", write(v.Quantity, a.value), writePublished(v.Quantity, value))
		switch {
		case !a.known || a.wrong != "":
			verdict.Kind, verdict.Why = page.Untested, notMeasured(a)
		case at.tooFew():
			verdict.Kind, verdict.Why = page.Undecided, fewerInstances
		case v.Factor > 0 && apart(a.value, value.Number, v.Factor) && !apart(a.nearest(value.Number), value.Number, v.Factor):
			verdict.Kind = page.Undecided
			verdict.Why += fmt.Sprintf(", and the interval of ours, ± %s, is too wide to tell", write(v.Quantity, a.half))
		case v.Factor > 0 && apart(a.value, value.Number, v.Factor):
			verdict.Kind = page.Differs
			verdict.Why = fmt.Sprintf("it is %s here and %s there", write(v.Quantity, a.value), writePublished(v.Quantity, value))
		}
		list = append(list, verdict)
	}
	return list
}

// fewestInstances is the least number of instances at each place for a verdict on statistics of them.
const fewestInstances = 10

const fewerInstances = "fewer than 10 instances of some places were answered"

// tooFew reports whether a point is of so few instances that a statistic of them says little.
func (s set) tooFew() bool {
	return slices.ContainsFunc(s.points, func(p *point) bool { return p.many() && p.told() < fewestInstances })
}

// notMeasured says why there is no amount.
func notMeasured(a amount) string {
	if a.wrong != "" {
		return "there are wrong answers: " + a.wrong
	}
	if a.mixed {
		return "several contenders answered: name one with by"
	}
	return "it was not measured"
}

// nearest returns the value within the interval of an amount that is nearest to another.
func (a amount) nearest(v float64) float64 { return max(a.value-a.half, min(a.value+a.half, v)) }

// at returns the points that a row of published values holds for.
func (s set) at(f *figures, row plan.DataRow) set {
	for i, name := range f.Parameters {
		s = s.where(name, row.At[i])
	}
	return s
}

// apart reports whether two values differ by more than a factor.
func apart(a, b, factor float64) bool { return a > factor*b || b > factor*a }

// side returns 1 for a ratio above 1, -1 for one below, and 0 where neither is certain.
func side(ratio, order float64) int {
	switch {
	case ratio > 1+order:
		return 1
	case ratio < 1/(1+order):
		return -1
	}
	return 0
}

// shapeOfRatio returns the verdict on the ratio of two contenders at the largest place that both have.
func (r *report) shapeOfRatio(v plan.Verdict, s set, pair [2]string, axis string) page.Verdict {
	verdict := page.Verdict{Kind: page.Untested, What: what(v, pair[0]+" / "+pair[1], ""), Why: "nothing that both are published for, and not too coarsely, was measured for both"}
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

// shapeOfGrowth returns the verdict on the growth of a contender's values over the places that both have.
func (r *report) shapeOfGrowth(v plan.Verdict, s set, contender, axis string) page.Verdict {
	verdict := page.Verdict{Kind: page.Untested, What: what(v, "growth of "+contender, ""), Why: fmt.Sprintf("fewer than %d of the places that are published were measured", fewestSteps)}
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

// interval returns the verdicts on values of two samples, by how much these may differ in 95 of 100 cases.
func (r *report) interval(v plan.Verdict, s set) (list []page.Verdict) {
	f := r.figures[v.Beside]
	if f == nil {
		return []page.Verdict{{Kind: page.Untested, What: what(v, "values", ""), Why: "the published values are not there"}}
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

// shares returns the verdict on proportions.
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
	verdict := page.Verdict{Kind: page.SameShape, What: what(v, "shares with a solution", ""),
		Why: fmt.Sprintf("%d of %d published values are within what two samples may differ by in 95 of 100 cases", inside, all)}
	switch {
	case all == 0 && few > 0:
		verdict.Kind, verdict.Why = page.Undecided, fewerInstances
	case all == 0:
		verdict.Kind, verdict.Why = page.Untested, "nothing was run"
	case float64(inside) < v.Points*float64(all):
		verdict.Kind, verdict.Why = page.Differs, "only "+verdict.Why
	}
	return verdict
}

// halfVerdict returns the verdict on where half of the instances have a solution.
func halfVerdict(v plan.Verdict, where string, s set, value plan.Value) page.Verdict {
	a := s.half(s.axis(v.X))
	verdict := page.Verdict{Kind: page.SameShape, What: what(v, "half share", where), Why: fmt.Sprintf("%.1f, published %s", a.value, value.Text)}
	within := a.half*math.Sqrt(1+float64(a.n)/float64(v.Sample)) + value.Within
	switch {
	case s.tooFew():
		verdict.Kind, verdict.Why = page.Undecided, fewerInstances
	case !a.known:
		verdict.Kind, verdict.Why = page.Untested, "no crossing was measured"
	case math.IsInf(within, 1) || math.IsNaN(within):
		verdict.Kind, verdict.Why = page.Untested, "what was measured does not enclose the interval of the crossing"
	case math.Abs(value.Number-a.value) > within:
		verdict.Kind = page.Differs
		verdict.Why = fmt.Sprintf("it is %.1f here and %s there, and by chance they would differ by %.1f at most in 95 of 100 cases", a.value, value.Text, within)
	}
	return verdict
}

// below returns the verdict on a value and a bound.
func below(v plan.Verdict, s set) page.Verdict {
	verdict := page.Verdict{Kind: page.Untested, What: what(v, fmt.Sprintf("%v below %s", v.Quantity, write(v.Quantity, v.Bound)), ""), Why: "not run"}
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
		verdict.Kind, verdict.Why = page.Undecided, value+fmt.Sprintf("; %s lies within the interval", write(v.Quantity, v.Bound))
	}
	return verdict
}

// flat returns the verdict on whether a value stays the same along a parameter.
func flat(v plan.Verdict, s set) page.Verdict {
	axis := s.axis(v.X)
	verdict := page.Verdict{Kind: page.Untested, What: what(v, fmt.Sprintf("%v the same for every %s", v.Quantity, axis), ""), Why: "fewer than two places were measured"}
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
		verdict.Why += ", whose intervals are so wide that one could be twice the other"
	case low.half > 0 && overlap:
		verdict.Why += ", whose intervals overlap"
	}
	return verdict
}
