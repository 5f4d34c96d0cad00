package chart

import (
	"fmt"

	"nqueens"
	"nqueens/bench/stats"
	"nqueens/bench/summary"
	"nqueens/internal/table"
)

// Share draws for each sweep of generated instances the share that has a solution, with a line for
// each size.
func Share(cells []*summary.Cell, opt Options) []Figure {
	var figures []Figure
	for _, s := range summary.Sweeps(cells) {
		var series []Series
		undecided := 0
		for i, l := range s.Lines {
			points, left := l.Shares()
			series = append(series, Shares(l.Name, i, points))
			undecided += left
		}
		p := SharesChart(ShareName(s), "Instances with a solution: "+string(s.Kind), "The share of the instances that have a solution, with its 95 % interval (Wilson).", s.Parameter, series)
		if undecided > 0 {
			p.Notes = append(p.Notes, fmt.Sprintf("Left out: %s that no contender decided.", table.Plural(undecided, "instance")))
		}
		figures = p.appendTo(figures, s.Task)
	}
	return figures
}

// Spread draws for each sweep the cost of an instance. Each contender has a chart in its unit of
// work, or in time, with a line for each size; the largest size has a chart in time with a line for
// each contender.
func Spread(cells []*summary.Cell, opt Options) []Figure {
	var figures []Figure
	for _, s := range summary.Sweeps(cells) {
		all := s.Contenders()
		for _, c := range all {
			q := opt.sweepQuantity(cells, s.Unit(c))
			figure := sweepFigure{sweep: s, quantity: q, name: c.String(), title: c.String()}
			for _, l := range s.Lines {
				figure.add(l.Name, l.Of(c))
			}
			figures = figure.points().appendTo(figures, s.Task)
		}
		if len(all) < 2 || opt.Quantity == Work {
			continue
		}
		last := s.Lines[len(s.Lines)-1]
		figure := sweepFigure{sweep: s, quantity: opt.sweepQuantity(cells, ""), name: "contenders", title: last.Name}
		for _, c := range all[:min(fewLines, len(all))] {
			figure.add(c.String(), last.Of(c))
		}
		if more := len(all) - fewLines; more > 0 {
			figure.notes = append(figure.notes, fmt.Sprintf("Left out: %d more contenders.", more))
		}
		figures = figure.points().appendTo(figures, s.Task)
	}
	return figures
}

// sweepQuantity returns opt.Quantity if set, else the unit of work, else the time.
func (opt Options) sweepQuantity(cells []*summary.Cell, unit string) quantity {
	if unit != "" && (opt.Quantity == "" || opt.Quantity == Work) {
		return quantity{slug: unit, axis: unit, unit: effort, read: count(unit)}
	}
	if opt.Quantity == Work {
		opt.Quantity = ""
	}
	return opt.quantities(cells)[0]
}

// sweepFigure is a chart of spreads under construction.
type sweepFigure struct {
	sweep       summary.Sweep
	quantity    quantity
	name, title string
	notes       []string
	series      []Series
	lines       int
	late        int // time-outs that count as the limit
	without     int // cells without a value
}

// add adds a line.
func (f *sweepFigure) add(name string, l summary.SweepLine) {
	var spreads []SpreadAt
	for _, p := range l.Points {
		var values []float64
		for c := range p.Each() {
			switch i, ok := f.quantity.read(c); {
			case ok:
				values = append(values, i.Median)
			case f.quantity.timed && c.Status == nqueens.Timeout && !c.Wrong:
				values = append(values, c.Limit)
				f.late++
			default:
				f.without++
			}
		}
		spreads = append(spreads, SpreadAt{X: float64(p.X), Of: stats.NewDistribution(values, 0)})
	}
	f.series = append(f.series, Band(name, f.lines, spreads)...)
	f.lines++
}

func (f *sweepFigure) points() Points {
	if f.late > 0 {
		f.notes = append(f.notes, fmt.Sprintf("%s counted as the limit.", table.Plural(f.late, "time-out")))
	}
	if f.without > 0 {
		f.notes = append(f.notes, fmt.Sprintf("Left out: %s without a value.", table.Plural(f.without, "result")))
	}
	of := f.quantity.slug
	if of == "" {
		of = "time"
	}
	return Points{
		Name:    sweepName("spread", f.sweep, of+"-"+f.name),
		Title:   fmt.Sprintf("What an instance costs: %s, %s", f.sweep.Kind, f.title),
		Caption: BandCaption, Notes: f.notes,
		X:      Scale{Title: f.sweep.Parameter, Even: true},
		Y:      Scale{Title: f.quantity.axis, Log: true, Seconds: f.quantity.unit.name == seconds.name},
		Series: f.series,
	}
}

// ShareName returns the name of the chart that Share draws of a sweep.
func ShareName(s summary.Sweep) string { return fileName(sweepName("share", s, "")) }

// sweepName returns the name of a chart's files.
func sweepName(kind string, s summary.Sweep, rest string) string {
	if rest != "" {
		rest += "-"
	}
	return fmt.Sprintf("%s-%s%s-%s", kind, rest, s.Kind, s.Task)
}

// appendTo appends the figure if there are enough points to draw.
func (p Points) appendTo(figures []Figure, task nqueens.Task) []Figure {
	if p.lacks() != "" {
		return figures
	}
	f := p.Figure()
	f.Plot = p.plot(task)
	return append(figures, f)
}

// plot returns the points for a Plot. A series without a name holds the 90th percentiles of the
// previous one.
func (p Points) plot(task nqueens.Task) *Plot {
	x, y := p.axes()
	plot := &Plot{Form: "lines", X: x.plot(p.X.Title, unit{}), Y: y.plot(p.Y.Title, unit{})}
	if p.Y.Seconds {
		plot.Y.Unit = seconds.name
	}
	name := ""
	for _, s := range p.Series {
		look := lookOf(s.Look).export()
		series := PlotSeries{Name: s.Name, Look: &look}
		if s.Name == "" {
			series.Name = name + ", 90th percentile"
		}
		for _, q := range s.Points {
			point := PlotPoint{X: q.X, Y: q.Y, Task: task}
			if q.Low < q.High {
				point.Low, point.High = q.Low, q.High
			}
			series.Points = append(series.Points, point)
		}
		name = s.Name
		plot.Series = append(plot.Series, series)
	}
	for _, l := range p.Levels {
		plot.Level = l.Value
	}
	return plot
}

// SharesChart returns a chart of the share of instances that have a solution, with a level at one
// half.
func SharesChart(name, title, caption, axis string, series []Series) Points {
	return Points{
		Name: name, Title: title, Caption: caption,
		X: Scale{Title: axis, Even: true}, Y: Scale{Title: "fraction solvable", Shares: true},
		Series: series, Levels: []Level{{Value: 0.5, Name: "one half"}},
	}
}

// Shares returns a series of proportions with their 95 % intervals (Wilson). It omits points with N
// = 0.
func Shares(name string, look int, points []stats.Counted) Series {
	s := Series{Name: name, Look: look, Joined: true}
	for _, p := range points {
		if p.N == 0 {
			continue
		}
		low, high := stats.Wilson(p.K, p.N)
		s.Points = append(s.Points, Point{X: p.X, Y: float64(p.K) / float64(p.N), Low: low, High: high, Of: p.N})
	}
	return s
}

// SpreadAt represents the distribution of values at a place.
type SpreadAt struct {
	X  float64
	Of stats.Distribution
}

// BandCaption explains the series of Band.
const BandCaption = "Line: the mean. Shaded: from the median to the 99th percentile; thin, the 90th."

// Band returns the series of distributions: the mean as a line, the area between the median and the
// 99th percentile, and the 90th percentile as a thin line. It omits places without values.
func Band(name string, look int, spreads []SpreadAt) []Series {
	mean := Series{Name: name, Look: look, Joined: true, Shaded: true}
	ninety := Series{Look: look, Joined: true, Bare: true}
	for _, s := range spreads {
		n := len(s.Of.Values)
		if n == 0 {
			continue
		}
		mean.Points = append(mean.Points, Point{X: s.X, Y: s.Of.Mean, Low: s.Of.Median(), High: s.Of.Quantile(0.99), Of: n})
		ninety.Points = append(ninety.Points, Point{X: s.X, Y: s.Of.Quantile(0.9), Of: n})
	}
	return []Series{mean, ninety}
}
