package study

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"nqueens/bench/chart"
	"nqueens/bench/plan"
	"nqueens/bench/stats"
	"nqueens/bench/summary"
	"nqueens/internal/table"
)

// figure returns a chart, or none if there are no results for it.
func (r *report) figure(f plan.Figure) []chart.Figure {
	s := r.all.selected(f.Selection)
	if len(s.points) == 0 {
		return nil
	}
	d := drawing{report: r, of: f, axis: s.axis(f.X), set: s}
	if f.Chart == plan.WinnersChart {
		return []chart.Figure{d.winners()}
	}
	p := chart.Points{Name: r.name(f), Title: f.Title, X: d.scaleX()}
	if p.Title == "" {
		p.Title = fmt.Sprintf("%s against %s", f.Quantity, d.axis)
	}
	p.Y = chart.Scale{Title: f.Quantity.String(), Log: !f.Linear, Seconds: f.Quantity.Unit == plan.Seconds}
	pairs := s.pairs(nil)
	if f.Chart == plan.RatioChart {
		p.Y.Title, p.Y.Seconds = "ratio of "+f.Quantity.String(), false
		for i, pair := range pairs {
			d.ratio(&p, i, pair)
		}
	} else {
		for i, v := range s.values(f.Lines) {
			d.line(&p, i, v, s.where(f.Lines, v))
		}
	}
	switch f.Chart {
	case plan.ShareChart:
		d.replace()
		p.Caption = "With the 95 % interval (Wilson). "
		p.Y = chart.Scale{Title: "share with a solution", Shares: true}
		p.Levels = []chart.Level{{Value: 0.5, Name: "one half"}}
	case plan.SpreadChart:
		p.Caption = chart.BandCaption + " "
	case plan.SurvivalChart:
		p.X, p.Y = chart.Scale{Title: f.Quantity.Unit + " x", Log: true, Seconds: p.Y.Seconds}, chart.Scale{Title: "part that took more", Log: true, Shares: true}
		p.Caption = "The part of the instances that took more than x. A straight line down is a heavy tail: means are made by rare giants. "
	}
	for _, v := range r.study.Verdicts {
		if v.Kind == plan.BelowVerdict && v.Quantity == f.Quantity && !slices.ContainsFunc(p.Levels, func(l chart.Level) bool { return l.Value == v.Bound }) {
			p.Levels = append(p.Levels, chart.Level{Value: v.Bound, Name: "published: below " + write(v.Quantity, v.Bound)})
		}
	}
	if slices.ContainsFunc(p.Series, func(s chart.Series) bool { return s.Hollow }) {
		p.Caption += "Filled: measured here. Hollow: published."
	}
	p.Caption = strings.TrimSpace(p.Caption)
	return []chart.Figure{p.Figure()}
}

// drawing is a chart under construction.
type drawing struct {
	*report
	of   plan.Figure
	axis string
	set  set
}

// replace notes that this chart shows the same shares as a built-in chart, if there is one, so that the page
// omits that one.
func (d drawing) replace() {
	sweeps := summary.Sweeps(d.summary.Results())
	if len(sweeps) != 1 || len(d.set.points) != len(d.all.points) || d.of.Lines != plan.ParameterN || sweeps[0].Parameter != d.axis {
		return
	}
	if len(sweeps[0].Lines) == len(d.set.values(plan.ParameterN)) {
		d.replaced = append(d.replaced, chart.ShareName(sweeps[0]))
	}
}

// name returns a file name for a chart.
func (r *report) name(f plan.Figure) string {
	words := strings.FieldsFunc(strings.ToLower(f.Chart+" "+f.Quantity.String()+" "+f.Of), func(c rune) bool { return (c < 'a' || c > 'z') && (c < '0' || c > '9') })
	if f.Linear {
		words = append(words, "linear")
	}
	base := strings.Join(words, "-")
	name := base
	for i := 2; r.names[name]; i++ {
		name = fmt.Sprintf("%s-%d", base, i)
	}
	r.names[name] = true
	return name
}

// wide is the ratio of the largest to the smallest size above which the axis is logarithmic.
const wide = 100

func (d drawing) scaleX() chart.Scale {
	x := chart.Scale{Title: d.axis, Even: true}
	if d.axis == plan.ParameterN {
		x = chart.Scale{Title: "size n"}
	}
	if places := d.set.values(d.axis); len(places) > 0 {
		least, most := number(places[0]), number(places[len(places)-1])
		if least > 0 && most > wide*least {
			x.Log, x.Even = true, false
		}
	}
	return x
}

// line adds the measured values for one value of the lines' parameter, and the published ones with hollow
// markers.
func (d drawing) line(p *chart.Points, look int, name string, s set) {
	if d.of.Lines != plan.ParameterBackend && d.of.Lines != plan.ParameterAs {
		name = d.of.Lines + " = " + name
	}
	series := chart.Series{Name: name, Look: look, Joined: true}
	places := s.values(d.axis)
	switch d.of.Chart {
	case plan.ShareChart:
		var counted []stats.Counted
		for _, place := range places {
			k, n := s.where(d.axis, place).solvable()
			counted = append(counted, stats.Counted{X: number(place), K: k, N: n})
		}
		series = chart.Shares(name, look, counted)
	case plan.SpreadChart:
		var spreads []chart.SpreadAt
		for _, place := range places {
			spreads = append(spreads, chart.SpreadAt{X: number(place), Of: s.where(d.axis, place).spread(d.of.Quantity).Distribution})
		}
		p.Series = append(p.Series, chart.Band(name, look, spreads)...)
		return
	case plan.SurvivalChart:
		d.survival(p, look, name, s)
		return
	default:
		for _, place := range places {
			a := s.where(d.axis, place).amount(d.of.Quantity, d.axis)
			if !a.known || a.wrong != "" || !d.of.Linear && a.value <= 0 {
				continue
			}
			q := chart.Point{X: number(place), Y: a.value}
			if a.half > 0 {
				q.Low, q.High, q.Of = math.Max(0, a.value-a.half), a.value+a.half, a.n
			}
			series.Points = append(series.Points, q)
		}
	}
	if len(series.Points) > 0 {
		p.Series = append(p.Series, series)
	}
	d.hollow(p, look, name, s, series)
}

// hollow adds the published values of a line. On a linear axis it leaves out values far beyond the measured
// ones, which would compress the rest.
func (d drawing) hollow(p *chart.Points, look int, name string, s set, measured chart.Series) {
	f := d.figures[d.of.Beside]
	if f == nil {
		return
	}
	most := math.Inf(1)
	if d.of.Linear && len(measured.Points) > 0 {
		most = measured.Points[len(measured.Points)-1].X
	}
	hollow := chart.Series{Name: name + ", published", Look: look, Hollow: true}
	left := 0
	x, y := f.along(d.of.Quantity, s, d.axis, func(string, float64) bool { return true })
	for i := range x {
		if x[i] > most {
			left++
			continue
		}
		hollow.Points = append(hollow.Points, chart.Point{X: x[i], Y: y[i]})
	}
	if left > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf("Left out: %s of %s beyond what was measured here.", table.Plural(left, "published value"), name))
	}
	if len(hollow.Points) > 0 {
		p.Series = append(p.Series, hollow)
	}
	if missing := missing(x, measured); missing != "" {
		p.Notes = append(p.Notes, fmt.Sprintf("Not measured here: %s at %s = %s.", name, d.axis, missing))
	}
}

// missing lists the places with a published value but no measured one.
func missing(published []float64, measured chart.Series) string {
	var places []int
	for _, x := range published {
		if !slices.ContainsFunc(measured.Points, func(q chart.Point) bool { return q.X == x }) {
			places = append(places, int(x))
		}
	}
	return table.Ranges(places, " to ")
}

// ratio adds the ratio of two contenders.
func (d drawing) ratio(p *chart.Points, look int, pair [2]string) {
	name := pair[0] + " / " + pair[1]
	series := chart.Series{Name: name, Look: look, Joined: true}
	hollow := chart.Series{Name: name + ", published", Look: look, Hollow: true}
	for _, place := range d.set.values(d.axis) {
		here := d.set.where(d.axis, place)
		if a := here.ratio(d.of.Quantity, pair, d.axis); a.known && a.wrong == "" && a.value > 0 {
			series.Points = append(series.Points, chart.Point{X: number(place), Y: a.value})
		}
		if v, _, ok := d.publishedRatio(d.of.Beside, d.of.Quantity, here, pair, d.axis); ok && v > 0 {
			hollow.Points = append(hollow.Points, chart.Point{X: number(place), Y: v})
		}
	}
	for _, s := range []chart.Series{series, hollow} {
		if len(s.Points) > 0 {
			p.Series = append(p.Series, s)
		}
	}
}

// survival adds the share of a line's instances that took more than each time, at fixed places or at the
// peak.
func (d drawing) survival(p *chart.Points, look int, name string, s set) {
	for _, f := range d.of.At {
		if !f.AtPeak {
			continue
		}
		peak := s.peak(plan.Quantity{Place: plan.AtPeak, Statistic: plan.Mean, Unit: d.of.Quantity.Unit}, f.Parameter)
		if !peak.known {
			return
		}
		place := fmt.Sprintf("%g", peak.value)
		s = s.where(f.Parameter, place)
		name += fmt.Sprintf(", %s = %s", f.Parameter, place)
	}
	values := s.spread(d.of.Quantity).Values
	series := chart.Series{Name: name, Look: look, Joined: true, Bare: true}
	n := len(values)
	for i, v := range values {
		if i+1 < n && values[i+1] == v {
			continue // the last of equal values has the right number of greater ones
		}
		if rest := n - i - 1; rest > 0 && v > 0 {
			series.Points = append(series.Points, chart.Point{X: v, Y: float64(rest) / float64(n), Of: n})
		}
	}
	if len(series.Points) > 0 {
		p.Series = append(p.Series, series)
	}
}

// winners returns a map of the contender with the smallest median at each size and value of the varied
// parameter. It uses medians, because means would show interruptions by the system.
func (d drawing) winners() chart.Figure {
	w := chart.Winners{
		Name: d.name(d.of), Title: d.of.Title, X: d.axis, Y: plan.ParameterN,
		Caption:    fmt.Sprintf("The least median %s, and how many times as much the next has.", d.of.Quantity.Unit),
		Contenders: d.set.values(plan.ParameterBackend), Rows: d.set.values(plan.ParameterN),
	}
	if d.axis != plan.ParameterN {
		w.Columns = d.set.values(d.axis)
	} else {
		w.Columns, w.Rows, w.Y = w.Rows, []string{""}, ""
	}
	if w.Title == "" {
		w.Title = "The least " + d.of.Quantity.Unit
	}
	q := plan.Quantity{Statistic: plan.Median, Unit: d.of.Quantity.Unit}
	for row, n := range w.Rows {
		for column, x := range w.Columns {
			here := d.set.where(d.axis, x)
			if n != "" {
				here = here.where(plan.ParameterN, n)
			}
			best, next, told, field := math.Inf(1), math.Inf(1), 0, chart.Field{Row: row, Column: column}
			for i, c := range w.Contenders {
				a := here.where(plan.ParameterBackend, c).amount(q, d.axis)
				if !a.known || a.wrong != "" {
					continue
				}
				told++
				switch {
				case a.value < best:
					best, next, field.Contender = a.value, best, i
				case a.value < next:
					next = a.value
				}
			}
			if told > 1 {
				field.Word = fmt.Sprintf("%.1f", next/best)
				w.Fields = append(w.Fields, field)
			}
		}
	}
	return w.Figure()
}
