package chart

import (
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strconv"
)

// WriteCSV writes the values that the figure shows, so that other programs can draw them. For lines
// and maps it writes a row for each position on the horizontal axis and a column for each
// contender,
//
//	\addplot table [col sep=comma, x=n, y=gini/product] {time-queens-count.csv};
//
// and, where they exist, columns for the ends of its bars ("gini/product low", "gini/product high")
// and for the reason why a value is missing ("gini/product status"); a missing value is nan. For a
// scatter plot it writes a row for each problem, for ranks a row for each contender, for a map a row
// for each field.
func (f Figure) WriteCSV(w io.Writer) error {
	var rows [][]string
	switch {
	case f.rows != nil:
		rows = f.rows()
	case f.Plot == nil:
		return errors.New("the chart has no values")
	case f.Plot.Form == "scatter":
		rows = f.Plot.marks()
	default:
		rows = f.Plot.columns()
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// nan is a missing value in the form that PGFPlots, R and pandas read.
const nan = "nan"

func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// columns returns the lines as a table.
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
		at := map[float64]int{}
		for i, q := range slices.Backward(s.Points) {
			at[q.X] = i
		}
		add := func(suffix, missing string, value func(PlotPoint) string) {
			column, told := []string{s.Name + suffix}, false
			for _, place := range places {
				text := missing
				if k, ok := at[place]; ok {
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

// marks returns a scatter plot as a table.
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

// why returns why the value is missing, "" if there is one.
func (q PlotPoint) why() string {
	if q.Word != "" {
		return q.Word
	}
	return string(q.Status)
}

// end returns one end of the bar, nan if there is no bar.
func (q PlotPoint) end(v float64) string {
	switch {
	case q.Low == q.High:
		return nan
	case v < q.Low: // the quartile lies among runs without an answer
		return "inf"
	}
	return number(v)
}
