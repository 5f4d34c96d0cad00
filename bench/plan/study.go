package plan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"nqueens/instance"
	"nqueens/internal/strictyaml"
	"nqueens/internal/suggest"
)

// Study defines the page of a run, with published values beside the measured ones. Package study writes it.
type Study struct {
	Title, Source string
	Say           []string // paragraphs
	Data          []Data
	Tables        []Table
	Figures       []Figure
	Verdicts      []Verdict
}

// Empty reports whether there is no page.
func (s Study) Empty() bool {
	return s.Title == "" && s.Source == "" && len(s.Say) == 0 && len(s.Tables) == 0 && len(s.Figures) == 0 && len(s.Verdicts) == 0
}

// Selection selects the results for a part of the page.
type Selection struct {
	Title  string
	Say    string // a sentence before the part
	Of     string // the name of the runs; "" for all
	By     string // the contender; "" for all
	At     []Fixed
	X      string // the parameter that varies; "" to find it automatically
	Beside string // published values: a Data, KnownValues, or ""
}

// Fixed restricts a parameter to certain values. One of Words, Numbers and AtPeak is set.
type Fixed struct {
	Parameter string
	Words     []string         // the values, if they are words
	Numbers   []instance.Range // the values, if they are numbers
	AtPeak    bool             // only the value at which the mean is largest
}

// Has reports whether the parameter can have a value.
func (f Fixed) Has(value string) bool {
	if f.Words != nil {
		return slices.Contains(f.Words, value)
	}
	n, err := strconv.Atoi(value)
	return err == nil && slices.ContainsFunc(f.Numbers, func(r instance.Range) bool { return r.Has(n) })
}

// KnownValues stands for the published values in the catalogue of problems.
const KnownValues = "known"

// Neighbours stands for the pairs of each contender and the next one.
const Neighbours = "neighbours"

// Table has a row for each value of a parameter, and a column for each quantity or for each value of
// another parameter. Either Columns or Across is set.
type Table struct {
	Selection
	Rows    string     // a parameter, or Neighbours
	Columns []Quantity // the quantity of each column
	Across  string     // the parameter with a column for each of its values; Cells is then the quantity in the cells
	Cells   Quantity
}

// Figure is a chart.
type Figure struct {
	Selection
	Chart    string // one of Charts
	Lines    string // the parameter with a line for each of its values
	Quantity Quantity
	Linear   bool
}

// The charts of a study.
const (
	ShareChart    = "share"    // fraction of the instances with a solution
	SpreadChart   = "spread"   // from the median to the 99th percentile
	SurvivalChart = "survival" // fraction of the instances that took more
	WinnersChart  = "winners"  // the contender with the smallest median
	TimeChart     = "time"     // a quantity against the varied parameter
	RatioChart    = "ratio"    // the same for ratios of neighbours
)

// Charts lists the charts of a study.
func Charts() []string {
	return []string{ShareChart, SpreadChart, SurvivalChart, WinnersChart, TimeChart, RatioChart}
}

// Verdict is a comparison with published values.
type Verdict struct {
	Selection
	Kind       string // one of Comparisons
	Quantity   Quantity
	Quantities []Quantity // for equal: the compared columns; empty for all
	Bound      float64    // for below
	Pairs      [][2]string
	Neighbours bool
	Factor     float64 // for shape and flat
	Order      float64 // for shape: ratios closer to 1 count as 1
	Fine       float64 // for shape: the smallest published value that is compared
	Sample     int     // for interval: the number of instances behind a published value
	Points     float64 // for interval: the fraction of the values that must agree
}

// Kinds of comparisons.
const (
	EqualVerdict    = "equal"    // to the printed digits
	ShapeVerdict    = "shape"    // within a factor, and in the same order
	IntervalVerdict = "interval" // within the difference of two samples
	BelowVerdict    = "below"    // below a bound
	FlatVerdict     = "flat"     // constant along the varied parameter
)

func comparisons() []string {
	return []string{EqualVerdict, ShapeVerdict, IntervalVerdict, BelowVerdict, FlatVerdict}
}

// selectionKeys are the keys that all parts of the page share.
type selectionKeys struct {
	Title  text                       `yaml:"title"`
	Say    text                       `yaml:"say"`
	Of     text                       `yaml:"of"`
	By     text                       `yaml:"by"`
	At     strictyaml.Entries[[]text] `yaml:"at" example:"n"`
	X      text                       `yaml:"x"`
	Beside text                       `yaml:"beside"`
}

type tableKeys struct {
	Rows    text   `yaml:"rows"`
	Columns []text `yaml:"columns"`
	Cells   text   `yaml:"cells"`
	selectionKeys
}

type figureKeys struct {
	Chart    text `yaml:"chart"`
	Lines    text `yaml:"lines"`
	Quantity text `yaml:"quantity"`
	Scale    text `yaml:"scale"`
	selectionKeys
}

type verdictKeys struct {
	Equal    text                      `yaml:"equal"`
	Shape    text                      `yaml:"shape"`
	Interval text                      `yaml:"interval"`
	Below    text                      `yaml:"below"`
	Flat     text                      `yaml:"flat"`
	Quantity text                      `yaml:"quantity"`
	Columns  []text                    `yaml:"columns"`
	Pairs    strictyaml.At[[][]string] `yaml:"pairs"`
	Factor   text                      `yaml:"factor"`
	Order    text                      `yaml:"order"`
	Fine     text                      `yaml:"fine"`
	Sample   text                      `yaml:"sample"`
	Points   text                      `yaml:"points"`
	selectionKeys
}

// studyKeys are the keys of the page in a plan.
type studyKeys struct {
	Title    text                         `yaml:"title"`
	Source   text                         `yaml:"source"`
	Say      []text                       `yaml:"say"`
	Tables   []strictyaml.At[tableKeys]   `yaml:"tables"`
	Figures  []strictyaml.At[figureKeys]  `yaml:"figures"`
	Verdicts []strictyaml.At[verdictKeys] `yaml:"verdicts"`
}

// study converts the parts of the page, after the data and the runs.
func (r *reader) study(keys studyKeys, p *Plan) {
	s := &p.Study
	s.Title, s.Source = keys.Title.Value, keys.Source.Value
	for _, t := range keys.Say {
		s.Say = append(s.Say, t.Value)
	}
	for _, said := range keys.Tables {
		k := said.Value
		t := Table{Selection: r.selection(k.selectionKeys, p), Rows: ParameterN}
		parse(r, &t.Rows, k.Rows, parameterOr(Neighbours))
		parse(r, &t.Cells, k.Cells, ParseQuantity)
		if len(k.Columns) == 1 && isParameter(k.Columns[0].Value) {
			t.Across = k.Columns[0].Value
			if k.Cells.Line == 0 {
				r.fail(said.Place, `the table has no "cells": write the quantity of its cells, as in median seconds`)
			}
		} else {
			parseEach(r, &t.Columns, k.Columns, "column %v", ParseQuantity)
			switch {
			case k.Cells.Line > 0 && len(k.Columns) > 0:
				r.fail(k.Cells.Place, `"cells" goes with columns named after a parameter`)
			case k.Cells.Line > 0:
				t.Columns = []Quantity{t.Cells}
			case len(k.Columns) == 0:
				r.fail(said.Place, `the table has no "columns": write quantities, as in [count, mean nodes], or a parameter`)
			}
		}
		s.Tables = append(s.Tables, t)
	}
	for _, said := range keys.Figures {
		s.Figures = append(s.Figures, r.figure(said, p))
	}
	for _, said := range keys.Verdicts {
		s.Verdicts = append(s.Verdicts, r.verdict(said, p))
	}
}

func (r *reader) figure(said strictyaml.At[figureKeys], p *Plan) Figure {
	k := said.Value
	f := Figure{Selection: r.selection(k.selectionKeys, p), Lines: ParameterBackend, Quantity: Quantity{Statistic: Median, Unit: Seconds}}
	if k.Chart.Line == 0 {
		r.fail(said.Place, `the figure has no "chart": write one of %s`, strings.Join(Charts(), ", "))
	}
	parse(r, &f.Chart, k.Chart, oneOf(Charts()...))
	if f.Chart == ShareChart {
		f.Lines, f.Quantity = ParameterN, Quantity{Unit: Share}
		if k.Quantity.Line > 0 {
			r.fail(k.Quantity.Place, "the chart %s has a fixed quantity", f.Chart)
		}
	}
	parse(r, &f.Lines, k.Lines, parameterOr())
	parse(r, &f.Quantity, k.Quantity, ParseQuantity)
	if f.Quantity.Place != "" || f.Chart != ShareChart && slices.Contains(plainQuantities(), f.Quantity.Unit) {
		r.fail(k.Quantity.Place, "a figure shows an amount at each place, as in mean nodes, and not %q", f.Quantity)
	}
	var scale string
	parse(r, &scale, k.Scale, oneOf("log", "linear"))
	f.Linear = scale == "linear"
	return f
}

// verdict converts a verdict.
func (r *reader) verdict(said strictyaml.At[verdictKeys], p *Plan) Verdict {
	k := said.Value
	v := Verdict{Selection: r.selection(k.selectionKeys, p), Points: 0.95}
	subjects := map[string]text{EqualVerdict: k.Equal, ShapeVerdict: k.Shape, IntervalVerdict: k.Interval, BelowVerdict: k.Below, FlatVerdict: k.Flat}
	var subject text
	for _, kind := range comparisons() {
		switch {
		case subjects[kind].Line == 0:
		case v.Kind != "":
			r.fail(subjects[kind].Place, "the verdict is %q already: write another for %q", v.Kind, kind)
		default:
			v.Kind, subject = kind, subjects[kind]
		}
	}
	if v.Kind == "" {
		r.fail(said.Place, "the verdict has no comparison: write one of %s", strings.Join(comparisons(), ", "))
		return v
	}
	only := func(key string, at strictyaml.Place, kinds ...string) {
		if at.Line > 0 && !slices.Contains(kinds, v.Kind) {
			r.fail(at, "%q: only for the verdict %s", key, strings.Join(kinds, " or "))
		}
	}
	only("quantity", k.Quantity.Place, EqualVerdict, BelowVerdict)
	only("pairs", k.Pairs.Place, ShapeVerdict)
	only("factor", k.Factor.Place, ShapeVerdict, FlatVerdict)
	only("order", k.Order.Place, ShapeVerdict)
	only("fine", k.Fine.Place, ShapeVerdict)
	only("sample", k.Sample.Place, IntervalVerdict)
	only("points", k.Points.Place, IntervalVerdict)
	parse(r, &v.Quantity, k.Quantity, ParseQuantity)
	if len(k.Columns) > 0 {
		only("columns", k.Columns[0].Place, EqualVerdict, IntervalVerdict)
	}
	parseEach(r, &v.Quantities, k.Columns, "column %v", ParseQuantity)
	parse(r, &v.Factor, k.Factor, parseFactor)
	parse(r, &v.Order, k.Order, parsePart)
	parse(r, &v.Fine, k.Fine, parseAmount)
	parse(r, &v.Sample, k.Sample, wholeNumberBetween(1, 1_000_000_000))
	parse(r, &v.Points, k.Points, parsePart)
	switch v.Kind {
	case EqualVerdict, IntervalVerdict:
		parse(r, &v.Beside, subject, p.dataNamed)
	case ShapeVerdict, FlatVerdict:
		parse(r, &v.Quantity, subject, ParseQuantity)
	case BelowVerdict:
		parse(r, &v.Bound, subject, parseAmount)
	}
	r.complete(said.Place, k, &v)
	return v
}

// complete reports an error if a verdict lacks something.
func (r *reader) complete(at strictyaml.Place, k verdictKeys, v *Verdict) {
	for _, pair := range k.Pairs.Value {
		switch {
		case len(k.Pairs.Value) == 1 && len(pair) == 1 && pair[0] == Neighbours:
			v.Neighbours = true
		case len(pair) != 2:
			r.fail(k.Pairs.Place, "pairs are %s or [one, other] of two contenders, as in [[dlx, bitmask], [gini, dlx]]", Neighbours)
		default:
			v.Pairs = append(v.Pairs, [2]string{pair[0], pair[1]})
		}
	}
	ratio := v.Quantity.Place == Ratio
	switch {
	case v.Kind == ShapeVerdict && v.Beside == "":
		r.fail(at, `the verdict has no "beside": name the published values`)
	case v.Kind == ShapeVerdict && v.Factor == 0 && v.Order == 0:
		r.fail(at, `the verdict needs "factor" or "order", the tolerance for the same shape`)
	case v.Kind == BelowVerdict && k.Quantity.Line == 0:
		r.fail(at, `the verdict has no "quantity", such as mean steps`)
	case v.Kind == IntervalVerdict && v.Sample == 0:
		r.fail(at, `the verdict has no "sample", the number of instances behind a published value`)
	case ratio && !v.Neighbours && v.Pairs == nil:
		r.fail(at, `the verdict has no "pairs" of contenders`)
	case !ratio && k.Pairs.Line > 0:
		r.fail(k.Pairs.Place, `"pairs" is only for a ratio, as in ratio median seconds`)
	case v.Kind == FlatVerdict && v.Factor == 0:
		v.Factor = flatFactor
	}
}

// flatFactor is the largest allowed ratio of the largest to the smallest value for flat.
const flatFactor = 1.5

// selection converts the keys that select results.
func (r *reader) selection(k selectionKeys, p *Plan) (s Selection) {
	s = Selection{Title: k.Title.Value, Say: k.Say.Value, By: k.By.Value}
	parse(r, &s.Of, k.Of, oneOf(p.callings()...))
	parse(r, &s.X, k.X, parameterOr())
	parse(r, &s.Beside, k.Beside, p.dataNamed)
	for _, e := range k.At {
		f := Fixed{Parameter: e.Key}
		if !isParameter(e.Key) {
			r.fail(e.Place, "no parameter is called %q %s", e.Key, suggest.Among(e.Key, parameters()))
		}
		for _, v := range e.Value {
			if v.Value == Peak {
				f.AtPeak = true
				continue
			}
			if !isNumber(e.Key) {
				f.Words = append(f.Words, v.Value)
				continue
			}
			numbers, err := instance.ParseRange(v.Value)
			if err == nil {
				_, err = numbers.Fixed(0, maxSide)
			}
			if err != nil {
				r.fail(v.Place, "%w", err)
			}
			f.Numbers = append(f.Numbers, numbers)
		}
		if f.AtPeak && len(e.Value) > 1 {
			r.fail(e.Place, "%q cannot be combined with other values", Peak)
		}
		s.At = append(s.At, f)
	}
	return s
}

// dataNamed returns the name of published values, or an error if there are none with that name.
func (p *Plan) dataNamed(name string) (string, error) {
	known := []string{KnownValues}
	for _, d := range p.Study.Data {
		known = append(known, d.Name)
	}
	if !slices.Contains(known, name) {
		return "", fmt.Errorf("no published values are called %q %s", name, suggest.Among(name, known))
	}
	return name, nil
}

// callings returns the names that the plan gives to its runs.
func (p *Plan) callings() (names []string) {
	for _, s := range p.Sections {
		for _, as := range s.As {
			if !slices.Contains(names, as) {
				names = append(names, as)
			}
		}
	}
	return names
}

// parameterOr returns a parser for the name of a parameter or one of the words.
func parameterOr(words ...string) func(string) (string, error) {
	return oneOf(slices.Concat(words, parameters())...)
}

// parseFactor parses a factor above 1.
func parseFactor(text string) (float64, error) {
	v, err := decimal(text)
	if err != nil || v <= 1 || v > 1e9 {
		return 0, fmt.Errorf("%q is not a factor above 1, such as 1.5", text)
	}
	return v, nil
}

// parseAmount parses a number, or a time in seconds.
func parseAmount(text string) (float64, error) {
	if d, err := time.ParseDuration(text); err == nil && d > 0 {
		return d.Seconds(), nil
	}
	v, err := decimal(text)
	if err != nil {
		return 0, fmt.Errorf("%q is neither a number nor a time such as 20ms", text)
	}
	return v, nil
}
