package chart

import (
	"cmp"
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nqueens"
	"nqueens/bench/internal/lettering"
	"nqueens/bench/summary"
	"nqueens/internal/table"
)

// Encodings draws a heat map of a backend's encodings against the size. There is a chart for each
// family, task and backend of which two encodings were run at the same size; it uses the runs with
// the fewest threads. A number is the time of an encoding (or the quantity of opt.Quantity) divided
// by that of the best encoding at the same size.
func Encodings(cells []*summary.Cell, opt Options) []Figure {
	var figures []Figure
	for _, g := range groups(filter(cells, func(c *summary.Cell) bool { return c.Encoding != "" })) {
		for _, backend := range distinct(g.cells, func(c *summary.Cell) string { return c.Backend }) {
			encoded, open := even(fewestThreads(filter(g.cells, func(c *summary.Cell) bool { return c.Backend == backend })))
			for _, q := range opt.quantities(encoded) {
				if m, ok := newHeatMap(encoded, q); ok {
					figures = append(figures, m.figure(g, backend, open))
				}
			}
		}
	}
	return figures
}

// fewestThreads returns the cells with the fewest threads. A backend with more threads is another
// contender.
func fewestThreads(cells []*summary.Cell) []*summary.Cell {
	if len(cells) == 0 {
		return nil
	}
	fewest := slices.MinFunc(cells, func(a, b *summary.Cell) int { return cmp.Compare(a.Threads, b.Threads) }).Threads
	return filter(cells, func(c *summary.Cell) bool { return c.Threads == fewest })
}

// heatMap has a row for each encoding, best on top, and a column for each size at which at least
// two encodings were run.
type heatMap struct {
	quantity  quantity
	encodings []string
	// contenders has the name of the contender of each encoding.
	contenders []string
	sizes      []int
	at         [][]spot // by encoding and size
	best       []float64
	several    bool
	trimmed    bool // the smallest sizes are omitted
}

// spot is one cell of the map.
type spot struct {
	point
	word string // shown instead of a number
}

// mostColumns is the number of sizes that fit on a page.
const mostColumns = 14

func newHeatMap(cells []*summary.Cell, q quantity) (heatMap, bool) {
	shared := compared(cells)
	byEncoding := map[string][]*summary.Cell{}
	for _, c := range cells {
		if slices.Contains(shared, c.N) {
			byEncoding[c.Encoding] = append(byEncoding[c.Encoding], c)
		}
	}
	var list []series
	answered := false
	for encoding, cells := range byEncoding {
		list = append(list, series{name: encoding, cells: cells})
		answered = answered || slices.ContainsFunc(cells, func(c *summary.Cell) bool {
			_, ok := q.read(c)
			return ok
		})
	}
	if !answered {
		return heatMap{}, false
	}
	slices.SortFunc(list, byMerit)
	m := heatMap{quantity: q, sizes: shared, several: several(list)}
	if extra := len(m.sizes) - mostColumns; extra > 0 {
		m.sizes, m.trimmed = m.sizes[extra:], true
	}
	m.best = make([]float64, len(m.sizes))
	for _, s := range list {
		m.encodings, m.contenders = append(m.encodings, s.name), append(m.contenders, contenderOf(s.cells[0]))
		m.at = append(m.at, s.spots(m.sizes, q))
	}
	for column := range m.sizes {
		m.best[column] = math.Inf(1)
		for _, row := range m.at {
			if row[column].word == "" {
				m.best[column] = min(m.best[column], row[column].value)
			}
		}
	}
	return m, true
}

// compared returns the sizes at which at least two encodings were run.
func compared(cells []*summary.Cell) []int {
	var list []int
	for _, n := range sizes(cells) {
		run := filter(cells, func(c *summary.Cell) bool { return c.N == n && c.Skipped == "" })
		if len(distinct(run, func(c *summary.Cell) string { return c.Encoding })) >= 2 {
			list = append(list, n)
		}
	}
	return list
}

// spots returns the points of the series at the given sizes, with a word where there is no value.
func (s series) spots(sizes []int, q quantity) []spot {
	spots := make([]spot, len(sizes))
	points := s.bySize(q.read)
	for i, n := range sizes {
		word := "–"
		for _, c := range s.cells {
			if c.N == n && word != "wrong" {
				word = wordFor(c)
			}
		}
		spots[i].word = word
		k := slices.IndexFunc(points, func(p point) bool { return p.x == float64(n) })
		if k < 0 || word == "wrong" {
			continue
		}
		p := points[k]
		if p.status == "" {
			p.value, spots[i].word = q.unit.clamp(p.value), ""
		} else {
			spots[i].word = shortName(p.status)
		}
		spots[i].point = p
	}
	return spots
}

func wordFor(c *summary.Cell) string {
	switch {
	case c.Skipped != "":
		return "–"
	case c.Wrong:
		return "wrong"
	case c.Status == nqueens.Unsupported:
		return "n/a"
	}
	return "?"
}

func shortName(s nqueens.Status) string {
	switch s {
	case nqueens.Timeout:
		return "time-out"
	case nqueens.MemoryLimit:
		return "memory"
	case nqueens.Unknown:
		return "unknown"
	}
	return "crashed"
}

func (m heatMap) figure(g group, backend string, notes []string) Figure {
	what, value := m.quantity.title, strings.ToLower(m.quantity.title)
	if m.several {
		what = "Median " + value + " over the problems of a size"
	}
	caption := what + " as a multiple of the best encoding's at the same size, whose " + value + " is given below, " +
		"for the sizes at which at least two encodings were run. The encoding with the most answers comes first."
	if m.has("–") {
		caption += " –: not run."
	}
	if m.trimmed {
		notes = append(notes, fmt.Sprintf("Only the %d largest sizes with at least two encodings are shown.", mostColumns))
	}
	f := newFigure("encodings-"+m.quantity.named(backend+"-"+g.slug()), "Encodings of "+backend+": "+value+" to "+g.question(), caption, notes)
	f.width = max(m.width()+2*pageMargin, 10*vg.Centimeter)
	f.body, f.paint, f.Plot = mapRow*vg.Length(len(m.encodings))+mapFoot, m.paint, m.plot(g.task)
	return f
}

func (m heatMap) has(word string) bool {
	return slices.ContainsFunc(m.at, func(row []spot) bool {
		return slices.ContainsFunc(row, func(s spot) bool { return s.word == word })
	})
}

const (
	mapRow   = vg.Length(22)
	mapFoot  = vg.Length(36) // for the best values and the sizes
	mapEdge  = vg.Length(4)  // margin right of the columns
	mapWidth = vg.Length(60) // of a column, if there are several
)

func (m heatMap) width() vg.Length {
	return min(m.left()+mapWidth*vg.Length(len(m.sizes))+mapEdge, pageWidth-2*pageMargin)
}

// left returns the width of the rows' names.
func (m heatMap) left() vg.Length {
	return widest(sans(labelSize, ink), append(m.rowNames(), "size n")) + 10
}

func (m heatMap) rowNames() []string {
	var names []string
	for _, e := range m.encodings {
		names = append(names, shortened(sans(labelSize, ink), lettering.Printable(e), 0.25*pageWidth))
	}
	return names
}

func (m heatMap) paint(c draw.Canvas) {
	style := sans(labelSize, ink)
	frame := draw.Crop(c, m.left(), -mapEdge, mapFoot-4, -4)
	width := min(frame.Size().X/vg.Length(len(m.sizes)), 2*mapWidth)
	darkest := m.darkest()
	number := sans(min(labelSize, width/4), ink)

	middle := func(row, column int) vg.Point {
		return vg.Point{X: frame.Min.X + width*(vg.Length(column)+0.5), Y: frame.Max.Y - mapRow*(vg.Length(row)+0.5)}
	}
	for row, name := range m.rowNames() {
		write(c, aligned(style, draw.XRight), vg.Point{X: frame.Min.X - 6, Y: middle(row, 0).Y}, name)
		for column := range m.sizes {
			paintSpot(c, m.at[row][column], m.best[column], darkest, middle(row, column), vg.Point{X: width, Y: mapRow}, number)
		}
	}
	foot := frame.Min.Y - 12
	write(c, aligned(style, draw.XRight), vg.Point{X: frame.Min.X - 6, Y: foot}, "best")
	write(c, aligned(style, draw.XRight), vg.Point{X: frame.Min.X - 6, Y: foot - 14}, "size n")
	for column, n := range m.sizes {
		x := middle(0, column).X
		if finite(m.best[column]) {
			write(c, number, vg.Point{X: x, Y: foot}, m.quantity.short(m.best[column]))
		}
		write(c, sans(labelSize, ink), vg.Point{X: x, Y: foot - 14}, fmt.Sprint(n))
	}
}

// darkest returns the ratio that is drawn darkest: the greatest of the map, but at least 2, so that
// noise looks even, and at most 100.
func (m heatMap) darkest() float64 {
	greatest := 2.0
	for _, row := range m.at {
		for column, s := range row {
			if s.word == "" {
				greatest = max(greatest, s.value/m.best[column])
			}
		}
	}
	return min(greatest, 100)
}

// paintSpot draws one cell of the map. On a log scale, slower is darker.
func paintSpot(c draw.Canvas, s spot, best, darkest float64, at, size vg.Point, style text.Style) {
	fill, words := color.NRGBA{R: 255, G: 255, B: 255, A: 255}, s.word
	if s.word == "" {
		ratio := s.value / best
		fill, words = shade(min(1, math.Log(ratio)/math.Log(darkest))), table.ShortRatio(ratio)
		if ratio == 1 {
			style = bold(style)
		}
		style.Color = readable(fill)
	} else {
		style.Color = faint
	}
	if room := size.X - 3; style.Width(words) > room {
		style.Font.Size *= room / style.Width(words)
	}
	box := around(at, size.Scale(0.5))
	c.SetColor(fill)
	c.Fill(box.Path())
	c.SetLineStyle(draw.LineStyle{Color: grid, Width: 0.5})
	c.Stroke(box.Path())
	write(c, style, at, words)
}
