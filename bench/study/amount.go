package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"nqueens"
	"nqueens/bench/plan"
	"nqueens/bench/stats"
	"nqueens/bench/summary"
	"nqueens/family"
	"nqueens/internal/table"
)

// amount is a measured value with its uncertainty.
type amount struct {
	value    float64
	text     string  // all digits of a count
	half     float64 // half the width of its 95 % interval, 0 if there is none
	k, n     int     // k of n for a share; otherwise n is the number of answers
	wrong    string  // why there is no value because of wrong answers, or ""
	known    bool
	partial  bool // some requested runs have no answer
	mixed    bool // unknown, because several contenders answered the instances
	censored int  // number of values that are only lower bounds, because of time-outs
}

// amount returns the value of a quantity over all points of the set. axis is the parameter along which places
// are searched.
func (s set) amount(q plan.Quantity, axis string) (a amount) {
	switch q.Place {
	case plan.Half:
		return s.half(axis)
	case plan.Peak, plan.AtPeak:
		return s.peak(q, axis)
	case plan.Growth:
		return s.growth(q, axis, func(string) bool { return true })
	}
	switch q.Unit {
	case plan.CountOf:
		return s.count()
	case plan.Fundamental:
		return s.fundamental()
	}
	a.partial, a.wrong = s.unanswered(), s.wrong()
	switch q.Unit {
	case plan.Answers:
		least := 0
		for i, p := range s.points {
			if n := p.answered(); i == 0 || n < least {
				least = n
			}
		}
		a.value, a.n, a.known = float64(least), least, least > 0
	case plan.Share, plan.Solvable:
		a.share(s.solvable())
	case plan.Unique:
		a.share(s.unique())
	default:
		if a.mixed = s.several(); !a.mixed {
			s.spread(q).of(q.Statistic, &a)
		}
	}
	return a
}

// of sets the amount to a statistic of the values.
func (s spread) of(statistic string, a *amount) {
	a.n, a.censored = len(s.Values), s.Censored
	if a.known = a.n > 0; !a.known {
		return
	}
	switch statistic {
	case plan.Mean:
		a.value = s.Mean
		if n := float64(a.n); n >= 2 {
			a.half = distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.975) * stat.StdDev(s.Values, nil) / math.Sqrt(n)
		}
	case plan.P90:
		a.value = s.Quantile(0.9)
	case plan.P99:
		a.value = s.Quantile(0.99)
	case plan.Max:
		a.value = s.Most()
	default:
		a.value = s.Median()
	}
}

type spread struct{ stats.Distribution }

// spread returns the distribution of a quantity over the runs of a board, or over instances.
func (s set) spread(q plan.Quantity) spread {
	if len(s.points) == 1 {
		return spread{s.points[0].spread(q.Unit)}
	}
	var values []float64
	late := 0
	for _, p := range s.points {
		d := p.spread(q.Unit)
		values, late = append(values, d.Values...), late+d.Censored
	}
	return spread{stats.NewDistribution(values, late)}
}

// spread returns the distribution of a quantity at one point. A time-out counts with its limit.
func (p *point) spread(unit string) stats.Distribution {
	if d, known := p.spreads[unit]; known {
		return d
	}
	var values []float64
	late := 0
	if p.many() {
		for _, a := range p.answers() {
			v, told := a.stats.Of(unit)
			switch {
			case a.wrong || a.status == nqueens.Timeout && unit != plan.Seconds || a.status != nqueens.Timeout && !a.status.Answered():
			case unit == plan.Seconds:
				if values = append(values, a.seconds); a.status == nqueens.Timeout {
					late++
				}
			case told:
				values = append(values, float64(v))
			}
		}
	} else {
		for _, c := range p.cells {
			switch {
			case !c.Timed():
			case unit == plan.Seconds:
				values = append(values, c.Times...)
			default:
				values = append(values, c.Effort(unit)...)
			}
		}
	}
	if p.spreads == nil {
		p.spreads = map[string]stats.Distribution{}
	}
	p.spreads[unit] = stats.NewDistribution(values, late)
	return p.spreads[unit]
}

// answered returns the number of answers: of repetitions on a board, or of instances.
func (p *point) answered() (n int) {
	if !p.many() {
		return len(p.spread(plan.Seconds).Values)
	}
	for _, a := range p.answers() {
		if a.status.Answered() && !a.wrong {
			n++
		}
	}
	return n
}

// unanswered reports whether some requested runs have no answer.
func (s set) unanswered() bool {
	return slices.ContainsFunc(s.points, func(p *point) bool {
		if p.many() {
			return len(p.answers()) < p.count || slices.ContainsFunc(p.answers(), func(a answer) bool { return !a.status.Answered() })
		}
		return slices.ContainsFunc(p.cells, func(c *summary.Cell) bool { return !c.Status.Answered() })
	})
}

// wrong returns the names of the contenders with wrong answers, or "".
func (s set) wrong() string {
	var said []string
	for _, p := range s.points {
		for _, c := range p.cells {
			if !c.Wrong {
				continue
			}
			what := "a wrong answer by " + c.Contender.String()
			if c.Count != "" {
				what = c.Count + " by " + c.Contender.String()
			}
			if !slices.Contains(said, what) {
				said = append(said, what)
			}
		}
	}
	return strings.Join(said, ", ")
}

// several reports whether several contenders answered generated instances, or instances from files.
func (s set) several() bool {
	many := slices.DeleteFunc(slices.Clone(s.points), func(p *point) bool { return !p.many() })
	return slices.ContainsFunc(many, func(p *point) bool { return p.cell.Contender != many[0].cell.Contender })
}

// count returns the number of solutions. All answers must agree.
func (s set) count() (a amount) {
	a.wrong, a.partial = s.wrong(), s.unanswered()
	var counts, engines []string
	for _, p := range s.points {
		for _, c := range p.cells {
			if c.Wrong || c.Count == "" {
				continue
			}
			if !slices.Contains(counts, c.Count) {
				counts = append(counts, c.Count)
			}
			if name := c.Contender.String(); !slices.Contains(engines, name) {
				engines = append(engines, name)
			}
		}
	}
	a.n = len(engines)
	switch len(counts) {
	case 0:
	case 1:
		a.text, a.value, a.known = counts[0], number(counts[0]), true
	default:
		a.wrong = strings.Join(counts, " and ")
	}
	return a
}

// fundamental returns the number of solutions up to symmetry, by Burnside's lemma from the counts of the
// solutions that each symmetry maps to themselves.
func (s set) fundamental() (a amount) {
	problem, ok := s.problem()
	if !ok {
		return a
	}
	problem = problem.SymmetricUnder(nqueens.Identity)
	classes, _, err := problem.CountUpToSymmetry(func(q nqueens.Problem) (*nqueens.Count, error) {
		of := set{fixed: s.fixed}
		for _, p := range s.points {
			if g := p.problem.Symmetric; g == q.Symmetric || g == q.Symmetric.Inverse() {
				of.points = append(of.points, p)
			}
		}
		c := of.count()
		switch {
		case c.wrong != "":
			a.wrong = c.wrong
		case c.known:
			a.partial = a.partial || c.partial
			return nqueens.ParseCount(c.text)
		case q.Family == family.Queens && reflects(q.Symmetric) && q.N > 1:
			return nqueens.NewCount(0), nil // a queen and its image would attack each other
		case q.N == 1:
			return nqueens.ParseCount(s.count().text)
		}
		return nil, fmt.Errorf("no count of %v", q)
	})
	if err == nil && a.wrong == "" {
		a.text, a.value, a.known = classes.String(), number(classes.String()), true
	}
	return a
}

// reflects reports whether a symmetry is a reflection.
func reflects(g nqueens.Symmetry) bool {
	return !slices.Contains([]nqueens.Symmetry{nqueens.Identity, nqueens.HalfTurn, nqueens.QuarterTurn, nqueens.QuarterTurnBack}, g)
}

// problem returns the problem that all points have in common, without its symmetry.
func (s set) problem() (p nqueens.Problem, ok bool) {
	for i, q := range s.points {
		if q.many() {
			return p, false
		}
		if i == 0 {
			p = q.problem
		} else if q.problem.SymmetricUnder(nqueens.Identity).String() != p.SymmetricUnder(nqueens.Identity).String() {
			return p, false
		}
	}
	return p, len(s.points) > 0
}

// along returns the places along a parameter, which are its values, and the quantity at each.
func (s set) along(axis string, q plan.Quantity) (places []string, amounts []amount) {
	q.Place = ""
	for _, x := range s.values(axis) {
		if a := s.where(axis, x).amount(q, axis); a.known {
			places, amounts = append(places, x), append(amounts, a)
		}
	}
	return places, amounts
}

// half returns the value of a parameter at which half of the instances have a solution.
func (s set) half(axis string) (a amount) {
	places, shares := s.along(axis, plan.Quantity{Unit: plan.Share})
	var counted []stats.Counted
	a.n = math.MaxInt
	for i, share := range shares {
		counted = append(counted, stats.Counted{X: number(places[i]), K: share.k, N: share.n})
		a.n, a.partial = min(a.n, share.n), a.partial || share.partial
	}
	h, ok := stats.HalfPoint(counted)
	ok = ok && !s.tooFew()
	a.value, a.half, a.known, a.wrong = h.X, (h.High-h.Low)/2, ok, s.wrong()
	a.partial = a.partial || s.unanswered()
	return a
}

// peak returns the largest amount of a quantity along a parameter. If the quantity is a place at
// the peak, it returns the value of the parameter there.
func (s set) peak(q plan.Quantity, axis string) (a amount) {
	places, amounts := s.along(axis, q)
	for i, here := range amounts {
		if !a.known || here.value > a.value {
			a, a.text = here, places[i]
		}
	}
	if q.Place == plan.AtPeak {
		a.value, a.half = number(a.text), 0
	}
	a.text, a.partial, a.wrong = "", s.unanswered(), s.wrong()
	return a
}

// fewestSteps is the smallest number of sizes for a fit.
const fewestSteps = 3

// growth returns the factor from one size to the next, by least squares over the places that keep accepts.
func (s set) growth(q plan.Quantity, axis string, keep func(place string) bool) (a amount) {
	places, amounts := s.along(axis, q)
	var x, y []float64
	for i, here := range amounts {
		if keep(places[i]) && here.value > 0 && here.wrong == "" {
			x, y = append(x, number(places[i])), append(y, here.value)
		}
	}
	a.wrong = s.wrong()
	a.value, a.known = factorOf(x, y)
	if a.known {
		a.text = fmt.Sprintf("%v to %v", x[0], x[len(x)-1])
	}
	return a
}

// factorOf returns the factor of a fit of c · factor^x to y.
func factorOf(x, y []float64) (factor float64, ok bool) {
	if len(x) < fewestSteps {
		return 0, false
	}
	logs := make([]float64, len(y))
	for i, v := range y {
		logs[i] = math.Log(v)
	}
	_, slope := stat.LinearRegression(x, logs, nil, false)
	return math.Exp(slope), true
}

// write formats a value of a quantity.
func write(q plan.Quantity, v float64) string {
	switch {
	case q.Place == plan.Growth || q.Place == plan.Ratio || q.Place == plan.Half:
		return fmt.Sprintf("%.2f", v)
	case q.Place == plan.AtPeak || q.Unit == plan.Solvable || q.Unit == plan.Answers:
		return fmt.Sprintf("%g", v)
	case q.Unit == plan.Share || q.Unit == plan.Unique:
		return fmt.Sprintf("%.3f", v)
	case q.Unit == plan.Seconds && v == 0:
		return "0 s"
	case q.Unit == plan.Seconds:
		return table.Duration(v)
	case v == math.Trunc(v) || v >= 1000:
		return table.Count(math.Round(v))
	}
	return fmt.Sprintf("%.1f", v)
}

// String formats an amount of a quantity, or states why there is none.
func (a amount) String(q plan.Quantity) string {
	switch {
	case a.wrong != "" && (q.Unit == plan.CountOf || q.Unit == plan.Fundamental):
		return "WRONG: " + a.wrong
	case a.wrong != "":
		return "WRONG"
	case a.mixed:
		return "of several contenders"
	case !a.known:
		return "–"
	case a.text != "" && q.Place == "":
		return a.text
	case a.half > 0 && !math.IsInf(a.half, 0) && a.n > 1 && (q.Unit != plan.Seconds):
		return fmt.Sprintf("%s ± %s", write(q, a.value), write(q, a.half))
	}
	return write(q, a.value)
}
