package chart

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"
	"pgregory.net/rapid"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/summary"
)

// cell returns a cell for counting queens(n) with a limit of one second.
func cell(contender string, n int, status nqueens.Status, median float64) *summary.Cell {
	backend, encoding, _ := strings.Cut(contender, "/")
	return &summary.Cell{
		Problem: "queens(" + strings.Repeat("i", n) + ")", Family: "queens", N: n, Task: nqueens.CountAll,
		Contender: backends.Contender{Backend: backend, Encoding: encoding}, Status: status, Runs: 3, Limit: 1,
		Seconds: bench.Interval{Median: median, Low: median * 0.9, High: median * 1.1, Enough: true},
	}
}

func wrong(c *summary.Cell) *summary.Cell {
	c.Wrong = true
	return c
}

func skipped(c *summary.Cell) *summary.Cell {
	c.Skipped, c.Status, c.Runs = "timed out at a smaller size", "", 0
	return c
}

func notRun(c *summary.Cell) *summary.Cell {
	c.Skipped, c.Status, c.Runs, c.Seconds = summary.NotRun, "", 0, bench.Interval{}
	return c
}

// run returns a small run with a cell of each kind.
func run() []*summary.Cell {
	return []*summary.Cell{
		cell("bitmask", 4, nqueens.Solved, 0.001),
		cell("bitmask", 5, nqueens.Solved, 0.01),
		cell("bitmask", 6, nqueens.Timeout, 0),
		skipped(cell("bitmask", 7, nqueens.Solved, 0)),
		cell("gini/product", 4, nqueens.Solved, 0.002),
		wrong(cell("gini/product", 5, nqueens.Solved, 0.000001)),
		cell("gini/product", 6, nqueens.Solved, 0.2),
		cell("gini/ladder", 4, nqueens.Solved, 0.02),
		cell("gini/ladder", 5, nqueens.MemoryLimit, 0),
		cell("clasp", 4, nqueens.Unsupported, 0),
	}
}

// read returns the text of an SVG and fails if it is not well-formed.
func read(t interface{ Fatal(...any) }, svg []byte) []string {
	var found []string
	d := xml.NewDecoder(bytes.NewReader(svg))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return found
		}
		if err != nil {
			t.Fatal(err)
		}
		if data, ok := token.(xml.CharData); ok && len(bytes.TrimSpace(data)) > 0 {
			found = append(found, string(bytes.TrimSpace(data)))
		}
	}
}

func TestDraw(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "charts")
	names, err := Draw(dir, run(), Options{Notes: []string{"of two builds"}})
	if err != nil {
		t.Fatal(err)
	}
	want := "time-queens-count encodings-gini-queens-count"
	var got []string
	for i := 0; i < len(names); i += 2 {
		got = append(got, strings.TrimSuffix(names[i], ".svg"))
		svg, err := os.ReadFile(filepath.Join(dir, names[i]))
		if err != nil {
			t.Fatal(err)
		}
		read(t, svg)
		if !strings.Contains(string(svg), "of two builds") {
			t.Errorf("%s lacks the note", names[i])
		}
		f, err := os.Open(filepath.Join(dir, names[i+1]))
		if err != nil {
			t.Fatal(err)
		}
		size, err := png.DecodeConfig(f)
		f.Close()
		if err != nil || size.Width < 780 {
			t.Errorf("%s: %d × %d dots, %v", names[i+1], size.Width, size.Height, err)
		}
	}
	if strings.Join(got, " ") != want {
		t.Errorf("drew %v, want %s", got, want)
	}
}

func TestTimeSVG(t *testing.T) {
	figures := Time(run(), Options{})
	if len(figures) != 1 {
		t.Fatalf("%d figures", len(figures))
	}
	var svg bytes.Buffer
	if err := figures[0].WriteSVG(&svg, false); err != nil {
		t.Fatal(err)
	}
	texts := read(t, svg.Bytes())
	for _, want := range []string{
		"Time to count the solutions of queens(n)", "Median and 95 % interval; one line per contender.",
		"bitmask", "gini/ladder", "gini/product", "time-out (1 s)", "memory limit", "size n", "1 ms", "100 ms", "4", "6",
		"Left out: clasp at n = 4 (unsupported); gini/product at n = 5 (wrong).",
	} {
		if !slices.Contains(texts, want) {
			t.Errorf("%q is missing among %q", want, texts)
		}
	}
	for _, unwanted := range []string{"clasp", "7", "crashed", "1 µs"} {
		if slices.Contains(texts, unwanted) {
			t.Errorf("%q should not be there", unwanted)
		}
	}
	if !strings.Contains(svg.String(), "font-family:'Liberation Sans',Arimo,Arial") || strings.Contains(svg.String(), "@font-face") {
		t.Error("the fonts are not those of a small SVG")
	}
	svg.Reset()
	if err := figures[0].WriteSVG(&svg, true); err != nil || !strings.Contains(svg.String(), "@font-face") {
		t.Errorf("no fonts are embedded: %v", err)
	}
}

// TestPoints checks that a wrong answer is a gap, an unfinished run has a status but no value, and
// a skipped run has no point.
func TestPoints(t *testing.T) {
	type brief struct {
		x, value float64
		status   nqueens.Status
		gap      bool
	}
	want := map[string][]brief{
		"bitmask":      {{4, 0.001, "", false}, {5, 0.01, "", false}, {6, math.Inf(1), nqueens.Timeout, false}},
		"gini/product": {{4, 0.002, "", false}, {6, 0.2, "", true}},
		"gini/ladder":  {{4, 0.02, "", false}, {5, math.Inf(1), nqueens.MemoryLimit, false}},
	}
	list := newLineup(run(), Options{EveryEncoding: true}).series(run())
	if len(list) != len(want) {
		t.Errorf("%d series, want %d", len(list), len(want))
	}
	for _, s := range list {
		var got []brief
		for _, p := range s.bySize(times) {
			got = append(got, brief{p.x, p.value, p.status, p.gap})
		}
		if !slices.Equal(got, want[s.name]) {
			t.Errorf("%s: %v, want %v", s.name, got, want[s.name])
		}
	}
}

// TestMedianOverProblems checks that with several problems of a size a point is their median, where
// a run without an answer counts as the longest.
func TestMedianOverProblems(t *testing.T) {
	for _, c := range []struct {
		times           []float64 // 0 for a time-out
		value, low, top float64
	}{
		{[]float64{3, 1, 2}, 2, 1, 3},
		{[]float64{1, 2, 3, 5}, 2.5, 2, 3},
		{[]float64{8, 7, 6, 5, 4, 3, 2, 1}, 4.5, 3, 6},
		{[]float64{0, 1, 2, 5}, 3.5, 2, 5},
		{[]float64{0, 0, 1, 2}, math.Inf(1), 2, math.Inf(1)},
		{[]float64{5, 0, 1, 2, 0}, 5, 2, math.Inf(1)},
		{[]float64{0, 1, 0}, math.Inf(1), 1, math.Inf(1)},
		{[]float64{1, 0}, math.Inf(1), 1, math.Inf(1)},
	} {
		s := series{name: "x"}
		for i, time := range c.times {
			one := cell("x", 4, nqueens.Solved, time)
			if time == 0 {
				one.Status = nqueens.Timeout
			}
			one.Problem += string(rune('a' + i))
			s.cells = append(s.cells, one)
		}
		p := s.bySize(times)
		if len(p) != 1 || p[0].value != c.value || p[0].low != c.low || p[0].high != c.top {
			t.Errorf("%v: %+v, want %v from %v to %v", c.times, p, c.value, c.low, c.top)
		}
	}
}

// TestBestEncoding checks the choice of an encoding in a run with many contenders: most answers on
// the problems of all encodings, then the least time. More problems do not help an encoding, and
// wrong answers do not count.
func TestBestEncoding(t *testing.T) {
	var cells []*summary.Cell
	for _, e := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "i"} {
		cells = append(cells, cell("gini/"+e, 4, nqueens.Solved, 0.1))
		switch last := cell("gini/"+e, 5, nqueens.Timeout, 0); e {
		case "c":
			cells = append(cells, cell("gini/c", 5, nqueens.Solved, 0.5))
		case "d":
			cells = append(cells, cell("gini/d", 5, nqueens.Solved, 0.4))
		case "f":
			cells = append(cells, wrong(cell("gini/f", 5, nqueens.Solved, 0.1)))
		case "g":
			cells = append(cells, skipped(last))
		default:
			cells = append(cells, last)
		}
	}
	cells = append(cells,
		cell("gini/a", 6, nqueens.Solved, 0.1), cell("gini/a", 7, nqueens.Solved, 0.1), cell("gini/a", 8, nqueens.Solved, 0.1),
		cell("bitmask", 4, nqueens.Solved, 0.1))
	if got := choices(newLineup(cells, Options{}).series(cells)); !slices.Equal(got, []string{"Encodings: gini/d is the best of 9 encodings by PAR-2 over the 2 problems that all ran."}) {
		t.Errorf("said %q", got)
	}
	names := func(opt Options) (names []string) {
		for _, s := range newLineup(cells, opt).series(cells) {
			names = append(names, s.name)
		}
		return names
	}
	if got := names(Options{}); !slices.Equal(got, []string{"bitmask", "gini/d"}) {
		t.Errorf("drew %v", got)
	}
	if got := names(Options{EveryEncoding: true}); len(got) != 10 {
		t.Errorf("every encoding: %v", got)
	}
}

// TestRows checks that every unfinished run has a mark in the row of its status, joined to the
// previous value.
func TestRows(t *testing.T) {
	var lines []line
	for _, s := range newLineup(run(), Options{}).series(run()) {
		lines = append(lines, line{name: s.name, look: s.look, points: s.bySize(times)})
	}
	rows := rowsOf(lines, 0)
	if len(rows) != 2 || rows[0].label != "time-out" || rows[1].label != "memory limit" {
		t.Fatalf("rows %v", rows)
	}
	l := lineChart{x: sizeAxis([]int{4, 5, 6}), y: logAxis(seconds, []float64{0.001, 1}), lines: lines, rows: rows}
	frame := draw.NewCanvas(&recorder.Canvas{}, 300, 200)
	for status, n := range map[nqueens.Status]float64{nqueens.Timeout: 6, nqueens.MemoryLimit: 5} {
		marks := l.marksOf(frame, status, 210)
		if len(marks) != 1 || marks[0].x != n || !marks[0].joined || marks[0].at.X != frame.X(l.x.at(n)) || marks[0].from.X != frame.X(l.x.at(n-1)) {
			t.Errorf("%s: %+v", status, marks)
		}
	}
}

// TestJoinedRows checks that a line continues, dotted, to a time-out in a chart of times, but not
// in a chart of memory.
func TestJoinedRows(t *testing.T) {
	cells := run()
	for i := range cells {
		cells[i].PeakBytes = 1e7
	}
	for _, c := range []struct {
		figures []Figure
		joined  bool
	}{{Time(cells, Options{}), true}, {Memory(cells, Options{}), false}} {
		var svg bytes.Buffer
		if err := c.figures[0].WriteSVG(&svg, false); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(svg.String(), "stroke-dasharray:0.8,2"); got != c.joined || !strings.Contains(svg.String(), "time-out") {
			t.Errorf("%s: dotted lines: %v", c.figures[0].Name, got)
		}
	}
}

// TestRowMarksPart checks that marks at the same size are side by side and stay away from the next
// size.
func TestRowMarksPart(t *testing.T) {
	var lines []line
	for range 6 {
		lines = append(lines, line{points: []point{{x: 4, status: nqueens.Timeout}, {x: 5, status: nqueens.Timeout}}})
	}
	l := lineChart{x: sizeAxis([]int{4, 5}), lines: lines}
	marks := l.marksOf(draw.NewCanvas(&recorder.Canvas{}, 60, 200), nqueens.Timeout, 210)
	for i := range marks[1:] {
		if marks[i+1].at.X-marks[i].at.X < 1 {
			t.Errorf("marks %d and %d are at %v and %v", i, i+1, marks[i].at.X, marks[i+1].at.X)
		}
	}
	if len(marks) != 12 {
		t.Errorf("%d marks", len(marks))
	}
}

func TestErrors(t *testing.T) {
	for name, c := range map[string]struct {
		cells []*summary.Cell
		opt   Options
		want  string
	}{
		"none":    {nil, Options{}, "no results yet"},
		"useless": {[]*summary.Cell{wrong(cell("a", 4, nqueens.Solved, 1)), skipped(cell("a", 5, "", 0)), cell("a", 6, nqueens.Void, 0)}, Options{}, "1 were skipped, 1 are wrong, 1 were discarded"},
		"sort":    {run(), Options{Quantity: "weight"}, `no quantity is called "weight" (there are [wall cpu memory effort])`},
		"fixed":   {run(), Options{Quantity: CPU, Kinds: []string{"memory"}}, "the kind memory has a fixed quantity"},
		"who":     {run(), Options{Only: []string{"bitmask", "clapsy"}}, `no contender is called "clapsy"`},
		"pair":    {run(), Options{Pairs: [][2]string{{"bitmask", "nobody"}}}, `called "nobody" (there are bitmask, clasp, gini/ladder, gini/product)`},
	} {
		if _, err := Draw(t.TempDir(), c.cells, c.opt); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Draw(file, run(), Options{}); err == nil {
		t.Error("drew into a file")
	}
}

// TestDeterministic checks that the order of the cells does not change the output.
func TestDeterministic(t *testing.T) {
	draw := func(cells []*summary.Cell) string {
		figures, err := Figures(cells, Options{})
		if err != nil {
			t.Fatal(err)
		}
		var all bytes.Buffer
		for _, f := range figures {
			if err := f.WriteSVG(&all, false); err != nil {
				t.Fatal(err)
			}
		}
		if err := figures[0].WritePNG(&all); err != nil {
			t.Fatal(err)
		}
		return all.String()
	}
	cells := galleries()["full"].cells
	want := draw(cells)
	rand.New(rand.NewPCG(5, 6)).Shuffle(len(cells), func(i, j int) { cells[i], cells[j] = cells[j], cells[i] })
	if draw(cells) != want {
		t.Error("the same cells in another order give other charts")
	}
}

// anyCell generates arbitrary cells, including invalid ones.
func anyCell() *rapid.Generator[*summary.Cell] {
	number := rapid.OneOf(rapid.Float64(), rapid.Float64Range(0, 20), rapid.SampledFrom([]float64{0, -1, math.NaN(), math.Inf(1), math.Inf(-1)}))
	name := rapid.OneOf(rapid.String(), rapid.SampledFrom([]string{"gini", "cover", "product", "<&>\"'"}))
	size := rapid.OneOf(rapid.IntRange(1, 20), rapid.Int())
	status := rapid.SampledFrom([]nqueens.Status{nqueens.Solved, nqueens.Unsatisfiable, nqueens.Timeout,
		nqueens.MemoryLimit, nqueens.Crashed, nqueens.Unsupported, nqueens.Cancelled, "", "?"})
	return rapid.Custom(func(t *rapid.T) *summary.Cell {
		return &summary.Cell{
			Problem: name.Draw(t, "problem"), Family: rapid.SampledFrom([]string{"queens", "torus", "☃", ""}).Draw(t, "family"),
			N: size.Draw(t, "n"), Task: nqueens.Task(rapid.SampledFrom([]string{"first", "count", "all", "", "x/../y"}).Draw(t, "task")),
			Contender: backends.Contender{Backend: name.Draw(t, "backend"), Encoding: name.Draw(t, "encoding")}, Status: status.Draw(t, "status"),
			Skipped: rapid.SampledFrom([]string{"", "", "", "why"}).Draw(t, "skipped"), Wrong: rapid.IntRange(0, 9).Draw(t, "wrong") == 0,
			Runs:    rapid.IntRange(0, 3).Draw(t, "runs"),
			Seconds: bench.Interval{Median: number.Draw(t, "median"), Low: number.Draw(t, "low"), High: number.Draw(t, "high"), Enough: rapid.Bool().Draw(t, "enough")},
			Limit:   number.Draw(t, "limit"), PeakBytes: rapid.Int64().Draw(t, "bytes"),
			Stats: summary.Stats{{Name: "nodes", Value: rapid.Int64().Draw(t, "nodes")}},
		}
	})
}

// TestAnyCells checks that for any cells nothing panics, SVG is well-formed, names contain only
// safe characters and all text is on the page.
func TestAnyCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		figures, err := Figures(rapid.SliceOfN(anyCell(), 0, 25).Draw(t, "cells"), Options{EveryEncoding: rapid.Bool().Draw(t, "every")})
		if err != nil {
			return
		}
		seen := map[string]bool{}
		for _, f := range figures {
			if seen[f.Name] || strings.ContainsAny(f.Name, "/\\ ") {
				t.Errorf("the name %q is taken or unfit", f.Name)
			}
			seen[f.Name] = true
			var svg bytes.Buffer
			if err := f.WriteSVG(&svg, false); err != nil {
				t.Fatal(err)
			}
			read(t, svg.Bytes())
			if strings.Contains(svg.String(), "NaN") || strings.Contains(svg.String(), "Inf") {
				t.Errorf("%s: something is drawn at no place", f.Name)
			}
			list, page := texts(f)
			for _, w := range list {
				if !inside(page, w.box) {
					t.Errorf("%s: %q at %v is off the page %v", f.Name, w.words, w.box, page)
				}
			}
		}
	})
}

// TestGroupKind checks that each kind of demand beyond a bare board has its own chart.
func TestGroupKind(t *testing.T) {
	for problem, want := range map[string]string{
		"queens(12)":                      "queens",
		"queens(12, given=a1)":            "queens with givens",
		"queens(12, symmetric=half-turn)": "queens with half-turn symmetry",
		"queens(12, blocked=a2, excluded=sum:7, symmetric=quarter-turn)": "queens with blocked squares, excluded diagonals, quarter-turn symmetry",
		"queens(12, files=5)":               "queens with 5 files",
		"queens(12, pieces=3..5, given=a1)": "queens with 3..5 pieces, givens",
		"queens(12, pawns=1)":               "queens with 1 pawn",
	} {
		if got := groupOf(&summary.Cell{Problem: problem, Family: "queens", N: 12, Task: nqueens.CountAll}).kind(); got != want {
			t.Errorf("%s: %q, want %q", problem, got, want)
		}
	}
}

// TestStarts checks that charts of times name the contenders whose times include the start of a
// process.
func TestStarts(t *testing.T) {
	var cells []*summary.Cell
	for n := 4; n < 8; n++ {
		ours, other, program := cell("bitmask", n, nqueens.Solved, 0.1), cell("clasp/pairwise", n, nqueens.Solved, 0.2), cell("plain", n, nqueens.Solved, 0.3)
		other.Floor, program.Started = 0.0044, true
		cells = append(cells, ours, other, program)
	}
	const want = "The start of a process is included in the times of clasp 4.4 ms, plain."
	for _, f := range slices.Concat(Time(cells, Options{}), Cactus(cells, Options{}), Scatter(cells, Options{})) {
		if !strings.HasPrefix(f.Name, "scatter") && !slices.Contains(f.Notes, want) || strings.HasPrefix(f.Name, "scatter") && !strings.Contains(strings.Join(f.Notes, " "), "The start of a process is included in the times of ") {
			t.Errorf("%s: %q", f.Name, f.Notes)
		}
	}
}
