package chart

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot/vg"

	"nqueens"
	"nqueens/bench/summary"
)

// Plot holds the values that a figure shows, for other programs that draw it, such as an
// interactive page. It has the same omissions, means over problems and choices of encodings as the
// picture.
type Plot struct {
	Form   string       `json:"form"` // lines, scatter, map or ranks
	X      PlotAxis     `json:"x"`
	Y      PlotAxis     `json:"y"`
	Series []PlotSeries `json:"series"`
	Level  float64      `json:"level,omitempty"` // a line across, if above 0
	Limit  float64      `json:"limit,omitempty"` // the common time limit of all runs in seconds
}

// PlotAxis represents the initial range of an axis.
type PlotAxis struct {
	Title string  `json:"title"`
	Min   float64 `json:"min"`
	Max   float64 `json:"max"`
	Log   bool    `json:"log,omitempty"`
	Unit  string  `json:"unit,omitempty"` // s, B or ×; empty for sizes and counts
}

// PlotSeries holds the points of one contender; in a scatter plot those of one kind of problem, in
// a map those of one encoding.
type PlotSeries struct {
	Name      string      `json:"name"`
	Contender string      `json:"contender,omitempty"` // "" for a kind of problem and for published figures
	Note      string      `json:"note,omitempty"`
	Published bool        `json:"published,omitempty"`
	Look      *Look       `json:"look,omitempty"` // of a kind of problem; looks of contenders are listed elsewhere
	Points    []PlotPoint `json:"points"`
}

// PlotPoint represents one point. If there is no value, Status (in a map, Word) has the reason;
// XStatus is the status of the first contender of a scatter plot.
type PlotPoint struct {
	X       float64        `json:"x"`
	Y       float64        `json:"y"`
	Low     float64        `json:"low,omitempty"`
	High    float64        `json:"high,omitempty"`
	Status  nqueens.Status `json:"status,omitempty"`
	XStatus nqueens.Status `json:"xStatus,omitempty"`
	Word    string         `json:"word,omitempty"`
	Gap     bool           `json:"gap,omitempty"`     // the point before it is missing, because it was wrong
	Problem string         `json:"problem,omitempty"` // "" for a median over several
	Size    int            `json:"size,omitempty"`    // in a scatter plot with different sizes
	Task    nqueens.Task   `json:"task,omitempty"`
}

func (a axis) plot(title string, u unit) PlotAxis {
	return PlotAxis{Title: title, Min: a.min, Max: a.max, Log: a.log, Unit: u.name}
}

// plot returns the point for a Plot; Low and High are set only if there is a bar.
func (p point) plot(task nqueens.Task) PlotPoint {
	q := PlotPoint{X: p.x, Status: p.status, Gap: p.gap, Problem: p.problem, Task: task}
	if p.status == "" {
		q.Y = p.value
	}
	if p.status == "" && p.low < p.high {
		q.Low, q.High = p.low, p.high
		if !finite(q.High) {
			q.High = 0
		}
	}
	return q
}

func (l lineChart) plot(u unit, task nqueens.Task, limit float64) *Plot {
	p := &Plot{Form: "lines", X: l.x.plot(l.xTitle, unit{}), Y: l.y.plot(l.yTitle, u), Level: l.level, Limit: limit}
	add := func(line line, published bool) {
		s := PlotSeries{Name: line.name, Note: line.note, Published: published}
		if !published {
			s.Contender = line.name
		}
		for _, q := range line.points {
			s.Points = append(s.Points, q.plot(task))
		}
		p.Series = append(p.Series, s)
	}
	for _, line := range l.lines {
		add(line, false)
	}
	for _, line := range l.published {
		add(line, true)
	}
	return p
}

func (s scatterChart) plot(task nqueens.Task) *Plot {
	p := &Plot{Form: "scatter", X: s.axis.plot(s.names[0], s.quantity.unit), Y: s.axis.plot(s.names[1], s.quantity.unit), Limit: s.limit}
	for i, kind := range s.kinds {
		look := lookOf(s.looks[i]).export()
		series := PlotSeries{Name: kind, Look: &look}
		for _, m := range s.shared {
			if m.kind != i {
				continue
			}
			q := m.y.plot(task)
			q.Problem, q.XStatus = m.problem, m.x.status
			if s.sized() {
				q.Size = m.n
			}
			if m.x.status == "" {
				q.X = m.x.value
			}
			series.Points = append(series.Points, q)
		}
		p.Series = append(p.Series, series)
	}
	return p
}

func (m heatMap) plot(task nqueens.Task) *Plot {
	p := &Plot{Form: "map", X: PlotAxis{Title: sizeTitle}, Y: PlotAxis{Title: m.quantity.multiple(), Unit: m.quantity.unit.name}}
	for i, encoding := range m.encodings {
		series := PlotSeries{Name: encoding, Contender: m.contenders[i]}
		for column, n := range m.sizes {
			q := m.at[i][column].point.plot(task)
			q.X, q.Word = float64(n), m.at[i][column].word
			series.Points = append(series.Points, q)
		}
		p.Series = append(p.Series, series)
	}
	return p
}

// plot returns a series for each contender, best first. Its only X is the average rank; its note
// holds the letters of the contender.
func (d rankDiagram) plot(task nqueens.Task) *Plot {
	p := &Plot{Form: "ranks", X: PlotAxis{Title: "average rank", Min: 1, Max: float64(len(d.list))}}
	for i, s := range d.list {
		p.Series = append(p.Series, PlotSeries{Name: s.name, Contender: s.name, Note: d.letters[i], Points: []PlotPoint{{X: d.ranks[i], Task: task}}})
	}
	return p
}

// Look describes how a contender is drawn in all charts of all runs.
type Look struct {
	Color  string `json:"color"`            // "#0072b2"
	Dark   string `json:"dark"`             // replaces Color on a dark page
	Marker string `json:"marker"`           // an SVG path around 0,0, of radius about 1
	Dashes string `json:"dashes,omitempty"` // as in SVG; "" for a solid line
}

// Looks returns the looks of a run's contenders and of published figures, by name.
func Looks(cells []*summary.Cell, opt Options) map[string]Look {
	looks := map[string]Look{}
	for name, l := range newLineup(cells, opt).looks {
		looks[name] = l.export()
	}
	return looks
}

func (l look) export() Look {
	var path strings.Builder
	for i, p := range l.marker {
		step := "L"
		if i == 0 {
			step = "M"
		}
		path.WriteString(step + short(p.X) + "," + short(-p.Y))
	}
	var dashes []string
	for _, d := range l.dashes {
		dashes = append(dashes, short(d))
	}
	return Look{Color: hex(l.color), Dark: hex(l.dark), Marker: path.String() + "Z", Dashes: strings.Join(dashes, ",")}
}

// hex returns a colour in CSS notation.
func hex(c color.Color) string {
	n := color.NRGBAModel.Convert(c).(color.NRGBA)
	return fmt.Sprintf("#%02x%02x%02x", n.R, n.G, n.B)
}

// short formats a length with at most two decimals.
func short(v vg.Length) string { return fmt.Sprint(math.Round(100*float64(v)) / 100) }
