package chart

import (
	"encoding/csv"
	"io"
	"slices"
	"strconv"
)

// WriteCSV writes the values that the figure shows, for who draws it again: of lines and
// maps a row for each place on the horizontal axis and a column for each contender,
//
//	\addplot table [col sep=comma, x=n, y=gini/product] {time-queens-count.csv};
//
// with, where there are any, the ends of its bars ("gini/product low", "gini/product high")
// and why there is no value ("gini/product status"), which is nan then; of a scatter plot a
// row for each problem; of ranks one for each contender.
func (f Figure) WriteCSV(w io.Writer) error {
	rows := f.rows
	switch {
	case f.rows != nil:
	case f.Plot.Form == "scatter":
		rows = f.Plot.marks()
	default:
		rows = f.Plot.columns()
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// nan is no value, as PGFPlots, R and pandas read it.
const nan = "nan"

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// columns are lines as a table.
func (p Plot) columns() [][]string {
	x := p.X.Title
	if x == sizeTitle {
		x = "n"
	}
	var places []float64
	for _, s := range p.Series {
		for _, q := range s.Points {
			places = append(places, q.X)
		}
	}
	slices.Sort(places)
	places = slices.Compact(places)
	rows := [][]string{{x}}
	for _, place := range places {
		rows = append(rows, []string{number(place)})
	}
	for _, s := range p.Series {
		add := func(suffix, missing string, value func(PlotPoint) string) {
			column, told := []string{s.Name + suffix}, false
			for _, place := range places {
				text := missing
				if k := slices.IndexFunc(s.Points, func(q PlotPoint) bool { return q.X == place }); k >= 0 {
					text = value(s.Points[k])
				}
				column, told = append(column, text), told || text != missing
			}
			for i := range rows {
				if told || suffix == "" {
					rows[i] = append(rows[i], column[i])
				}
			}
		}
		add("", nan, PlotPoint.value)
		add(" low", nan, func(q PlotPoint) string { return q.end(q.Low) })
		add(" high", nan, func(q PlotPoint) string { return q.end(q.High) })
		add(" status", "", PlotPoint.why)
	}
	return rows
}

// marks are a scatter plot as a table.
func (p Plot) marks() [][]string {
	rows := [][]string{{"problem", "kind", p.X.Title, p.Y.Title, p.X.Title + " status", p.Y.Title + " status"}}
	for _, s := range p.Series {
		for _, q := range s.Points {
			x := number(q.X)
			if q.XStatus != "" {
				x = nan
			}
			rows = append(rows, []string{q.Problem, s.Name, x, q.value(), string(q.XStatus), string(q.Status)})
		}
	}
	return rows
}

func (q PlotPoint) value() string {
	if q.why() != "" {
		return nan
	}
	return number(q.Y)
}

// why says why there is no value, "" if there is one.
func (q PlotPoint) why() string {
	if q.Word != "" {
		return q.Word
	}
	return string(q.Status)
}

// end is one of the bar's, where there is a bar.
func (q PlotPoint) end(v float64) string {
	switch {
	case q.Low == q.High:
		return nan
	case v < q.Low: // the quartile is of runs without an answer
		return "inf"
	}
	return number(v)
}
