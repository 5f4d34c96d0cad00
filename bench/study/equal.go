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

// compared collects the results of comparing values one after another.
type compared struct {
	unit  string // parameter of the places
	same  []string
	left  []string // places left out
	wrong []string
	alone []string // places in same with a single engine
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
		v.Kind, v.Why = page.Untested, "not all requested runs have answers"
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

// equal returns the verdict on values that must equal the published ones.
func (r *report) equal(v plan.Verdict, s set) page.Verdict {
	verdict := page.Verdict{What: title(v, "values", "")}
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
	within := map[string]set{} // by parameters other than the id
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
			continue // of another contender, or not requested by the run
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

// full formats an amount with all its digits.
func full(q plan.Quantity, a amount) string {
	if a.text != "" {
		return a.text
	}
	if q.Unit == plan.Seconds {
		return write(q, a.value)
	}
	return fmt.Sprintf("%.6g", a.value)
}

// equals reports whether an amount equals the published value to its printed digits.
func equals(a amount, v plan.Value) bool {
	if a.text != "" {
		return a.text == v.Text
	}
	return math.Abs(a.value-v.Number) <= 1.02*v.Within+1e-9
}

// where returns the name of a row: the value of one parameter, or of all parameters.
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

// instance returns the points reduced to one instance.
func (s set) instance(id string) set {
	kept := set{fixed: s.fixed}
	for _, p := range s.points {
		all := p.answers()
		n, err := strconv.Atoi(id)
		if err == nil && 0 < n && n <= len(all) && all[n-1].is(id) { // an instance of a sweep is identified by its number
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

// equalKnown compares counts with the values published for the problems in this program's catalogue.
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
