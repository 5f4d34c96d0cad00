package study

import (
	"fmt"
	"slices"
	"strings"

	"nqueens/bench/plan"
)

// figures are published values, indexed by their parameters.
type figures struct {
	plan.Data
	at map[string]int // the row, by the values of the parameters
}

func newFigures(d plan.Data) *figures {
	f := &figures{d, map[string]int{}}
	for i, row := range d.Rows {
		f.at[strings.Join(row.At, "\x00")] = i
	}
	return f
}

// column returns the index of the column of a quantity, or -1.
func (f *figures) column(q plan.Quantity) int {
	for _, same := range []func(plan.Quantity) bool{
		func(c plan.Quantity) bool { return c == q },
		func(c plan.Quantity) bool {
			return c == plan.Quantity{Unit: q.Unit} && (q.Statistic == plan.Median || q.Statistic == "") && q.Place == ""
		},
		func(c plan.Quantity) bool {
			return c == plan.Quantity{Statistic: plan.Median, Unit: q.Unit} && q.Statistic == "" && q.Place == ""
		},
	} {
		if i := slices.IndexFunc(f.Quantities, same); i >= 0 {
			return i
		}
	}
	return -1
}

// value returns the published value of a quantity for the parameters of a set.
func (f *figures) value(q plan.Quantity, s set) (v plan.Value, ok bool) {
	column := f.column(q)
	if column < 0 {
		return v, false
	}
	key := make([]string, len(f.Parameters))
	for i, name := range f.Parameters {
		if key[i], ok = s.fixed[name]; !ok {
			same := s.values(name)
			if len(same) != 1 {
				return v, false
			}
			key[i] = same[0]
		}
	}
	names := []string{""}
	backend := slices.Index(f.Parameters, plan.ParameterBackend)
	if backend >= 0 {
		names = []string{key[backend]}
		if len(s.points) > 0 {
			names = append(names, s.points[0].cell.Names()...)
		}
	}
	for _, name := range names {
		if backend >= 0 {
			key[backend] = name
		}
		if i, found := f.at[strings.Join(key, "\x00")]; found {
			v = f.Rows[i].Values[column]
			return v, v.Text != ""
		}
	}
	return v, false
}

// published returns the published value of a quantity for the parameters of a set. beside is the name of the
// table of published values.
func (r *report) published(beside string, q plan.Quantity, s set, axis string) (v plan.Value, ok bool) {
	if beside == plan.KnownValues {
		return s.knownValue(q)
	}
	f := r.figures[beside]
	if f == nil {
		return v, false
	}
	if v, ok = f.value(q, s); ok || q.Place != plan.Growth {
		return v, ok
	}
	x, y := f.along(plan.Quantity{Statistic: q.Statistic, Unit: q.Unit}, s, axis, func(string, float64) bool { return true })
	factor, ok := factorOf(x, y)
	return plan.Value{Text: fmt.Sprintf("%.2f", factor), Number: factor}, ok
}

// along returns the published values of a quantity at the values of a parameter that keep accepts.
func (f *figures) along(q plan.Quantity, s set, axis string, keep func(place string, v float64) bool) (x, y []float64) {
	i := slices.Index(f.Parameters, axis)
	if i < 0 {
		return nil, nil
	}
	seen := map[string]bool{}
	for _, row := range f.Rows {
		place := row.At[i]
		if seen[place] {
			continue
		}
		seen[place] = true
		at := set{points: s.points, fixed: map[string]string{axis: place}}
		for k, v := range s.fixed {
			if k != axis {
				at.fixed[k] = v
			}
		}
		if v, ok := f.value(q, at); ok && v.Number > 0 && keep(place, v.Number) {
			x, y = append(x, number(place)), append(y, v.Number)
		}
	}
	return x, y
}

// knownValue returns the value published for the set's problem in this program's catalogue.
func (s set) knownValue(q plan.Quantity) (v plan.Value, ok bool) {
	if len(s.points) == 0 {
		return v, false
	}
	problem, same := s.problem()
	if !same {
		return v, false
	}
	var text string
	switch q.Unit {
	case plan.CountOf:
		known, ok := problem.Known()
		if !ok {
			return v, false
		}
		text = known.Count.String()
	case plan.Fundamental:
		known, ok := problem.SymmetricUnder(0).KnownUpToSymmetry()
		if !ok {
			return v, false
		}
		text = known.Count.String()
	default:
		return v, false
	}
	return plan.Value{Text: text, Number: number(text)}, true
}

// writePublished formats a published value as write formats a measured one.
func writePublished(q plan.Quantity, v plan.Value) string {
	if q.Unit == plan.CountOf || q.Unit == plan.Fundamental || q.Unit == plan.Share || q.Unit == plan.Unique || q.Place == plan.Half {
		return v.Text
	}
	return write(q, v.Number)
}
