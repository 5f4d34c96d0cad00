package chart

import (
	"bytes"
	"encoding/csv"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/summary"
)

// chosen returns the names of the figures that the options select.
func chosen(t *testing.T, cells []*summary.Cell, opt Options) (names []string) {
	t.Helper()
	figures, err := Figures(cells, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range figures {
		if kept.MatchString(f.Name) {
			names = append(names, f.Name)
		}
	}
	return names
}

// measuredRun returns two contenders on five boards with all quantities measured.
func measuredRun() []*summary.Cell {
	var cells []*summary.Cell
	for n := 4; n < 9; n++ {
		for i, name := range []string{"bitmask", "dlx"} {
			c := cell(name, n, nqueens.Solved, 0.1*float64(n)*float64(1+i))
			c.PeakBytes, c.Stats = int64(n)*int64(1+3*i)<<20, summary.Stats{{Name: "nodes", Value: int64(n * (1 + i))}}
			c.Speedup = bench.Interval{Median: 1 / float64(1+i)}
			for range 6 {
				// The process computed the answer ten times.
				c.Records = append(c.Records, &bench.Record{Outcome: nqueens.Outcome{Status: nqueens.Solved}, CPUSeconds: float64(n) * float64(1+4*i), Iterations: 10})
			}
			cells = append(cells, c)
		}
	}
	return cells
}

func TestChosenKinds(t *testing.T) {
	for _, c := range []struct {
		opt  Options
		want string
	}{
		{Options{Kinds: []string{"ratio"}, Baseline: "bitmask"}, "ratio-queens-count"},
		{Options{Kinds: []string{"memory-queens-count", "time"}}, "time-queens-count memory-queens-count"},
		{Options{Kinds: []string{"time"}, Quantity: CPU}, "cpu-queens-count"},
		{Options{Kinds: []string{"time"}, Quantity: Work}, "nodes-queens-count"},
		{Options{Kinds: []string{"cactus"}, Quantity: PeakMemory}, "cactus-memory-count"},
		{Options{Baseline: "bitmask", Quantity: Work}, "nodes-queens-count ratio-nodes-queens-count cactus-nodes-count scatter-nodes-count-bitmask-vs-dlx"},
		{Options{Baseline: "bitmask", X: Size}, "time-queens-count ratio-queens-count memory-queens-count nodes-queens-count"},
		{Options{X: Size, Kinds: []string{"time"}}, "time-queens-count"},
		{Options{X: "dlx"}, "scatter-count-dlx-vs-bitmask"},
		{Options{X: "dlx", Only: []string{"bitmask"}, Kinds: []string{"scatter"}}, "scatter-count-dlx-vs-bitmask"},
	} {
		if got := strings.Join(chosen(t, measuredRun(), c.opt), " "); got != c.want {
			t.Errorf("%+v draws %s, want %s", c.opt, got, c.want)
		}
	}
	for want, opt := range map[string]Options{
		`no chart is called "ration" (did you mean "ratio"?)`:           {Kinds: []string{"ration"}},
		`no contender is called "dlxx", and it is not the size, n (did`: {X: "dlxx"},
		"the kind cactus has no chart with n":                           {X: Size, Kinds: []string{"cactus"}},
		"the kind time has no chart with dlx":                           {X: "dlx", Kinds: []string{"time"}},
		"these results have no chart ratio; available: time-queens":     {Kinds: []string{"ratio"}},
		`no contender is called "bitmusk" (did you mean "bitmask"?)`:    {Only: []string{"bitmusk"}},
		"the kind memory has a fixed quantity":                          {Kinds: []string{"memory"}, Quantity: CPU},
		"800×60 pixels are too few for time-queens-count: it needs at":  {Kinds: []string{"time"}, Width: 800, Height: 60},
		"100×800 pixels are too few for time-queens-count: it needs at": {Kinds: []string{"time"}, Width: 100, Height: 800},
	} {
		if _, err := Figures(measuredRun(), opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", opt, err, want)
		}
	}
}

// TestQuantities checks that each quantity is drawn as measured, and that ratios are the baseline's
// amount divided by the contender's. The baseline need not be drawn.
func TestQuantities(t *testing.T) {
	for q, want := range map[Quantity][2]string{Wall: {"0.8", "0.5"}, CPU: {"2", "0.2"}, PeakMemory: {"1.6777216e+07", "0.25"}, Work: {"8", "0.5"}} {
		opt := Options{Baseline: "bitmask", Quantity: q, Only: []string{"dlx"}, Kinds: []string{"time", "ratio"}}
		figures, err := Figures(measuredRun(), opt)
		if err != nil || len(figures) != 2 {
			t.Fatalf("%s: %d figures, %v", q, len(figures), err)
		}
		for i, f := range figures {
			if len(f.Plot.Series) != 1 || f.Plot.Series[0].Name != "dlx" || number(f.Plot.Series[0].Points[0].Y) != want[i] {
				t.Errorf("%s: %s has %+v, want %s", q, f.Name, f.Plot.Series, want[i])
			}
		}
	}
}

// TestLinear checks that a linear axis starts at 0 and its labels have one unit.
func TestLinear(t *testing.T) {
	figures, err := Figures(measuredRun(), Options{Kinds: []string{"time", "cactus", "scatter"}, Linear: true, Title: "Mine"})
	if err != nil || len(figures) != 3 {
		t.Fatalf("%d figures, %v", len(figures), err)
	}
	for _, f := range figures {
		if y := f.Plot.Y; y.Log || y.Min != 0 || y.Max < 1.6 || f.Title != "Mine" {
			t.Errorf("%s: %q, %+v", f.Name, f.Title, y)
		}
	}
	for want, a := range map[string]axis{
		"0 s 0.5 s 1 s 1.5 s":        linearAxis(seconds, []float64{1.6}),
		"0 ms 10 ms 20 ms 30 ms":     linearAxis(seconds, []float64{0.07, 0.01}),
		"0 s 1000 s 2000 s":          linearAxis(seconds, []float64{5000}),
		"0 MB 0.5 MB 1 MB":           linearAxis(bytes10, []float64{3e6}),
		"0 0.2 0.4 0.6 0.8 1":        linearAxis(effort, nil),
		"0 10 20 30 40 50 60":        linearAxis(ratios, []float64{60}),
		"0 k 50 k 100 k 150 k 200 k": linearAxis(effort, []float64{2e5}),
	} {
		if got := strings.Join(a.labels(), " "); !strings.HasPrefix(got, want) {
			t.Errorf("labels %s, want %s", got, want)
		}
	}
}

// TestSize checks that pictures have the given size.
func TestSize(t *testing.T) {
	figures, err := Figures(measuredRun(), Options{Baseline: "bitmask", Width: 800, Height: 500})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range figures {
		var picture, svg bytes.Buffer
		if err := f.WritePNG(&picture); err != nil {
			t.Fatal(err)
		}
		if size, err := png.DecodeConfig(&picture); err != nil || size.Width != 800 || size.Height != 500 {
			t.Errorf("%s is %d × %d, %v", f.Name, size.Width, size.Height, err)
		}
		if err := f.WriteSVG(&svg, false); err != nil || !strings.Contains(svg.String(), `width="600pt" height="375pt"`) {
			t.Errorf("%s: %v\n%.300s", f.Name, err, svg.String())
		}
	}
}

// TestBeside checks that with several runs each contender has its run's name and one colour, that
// ratios are to the baseline of the same run, and that different machines are named.
func TestBeside(t *testing.T) {
	slower := measuredRun()
	for i := range slower {
		slower[i].Speedup.Median /= 4
	}
	old := bench.Environment{System: "linux/amd64", CPU: "an old one"}
	run := func(name string, cells []*summary.Cell, e ...bench.Environment) Run {
		s := summary.Summary{Cells: cells}
		return Run{Name: name, Summary: s, Environments: e}
	}
	cells, opt := Beside([]Run{run("a", measuredRun(), old), run("b", slower, bench.Environment{System: "linux/amd64", CPU: "a new one"})})
	if want := "DIFFERENT MACHINES, times cannot be compared: b has CPU a new one, a an old one"; len(opt.Notes) != 1 || opt.Notes[0] != want {
		t.Errorf("notes %q, want %q", opt.Notes, want)
	}
	opt.Baseline, opt.Kinds = "bitmask", []string{"ratio"}
	figures, err := Figures(cells, opt)
	if err != nil || len(figures) != 1 {
		t.Fatal(err)
	}
	got := map[string]float64{}
	for _, s := range figures[0].Plot.Series {
		got[s.Name] = s.Points[0].Y
	}
	if len(got) != 2 || got["a:dlx"] != 0.5 || got["b:dlx"] != 0.125 {
		t.Errorf("ratios %v", got)
	}
	looks := Looks(cells, opt)
	if looks["a:dlx"].Color != looks["b:dlx"].Color || looks["a:dlx"].Marker == looks["b:dlx"].Marker {
		t.Errorf("looks %+v", looks)
	}
	opt.Only, opt.Kinds = []string{"dlx", "b:bitmask"}, []string{"time"}
	if figures, err = Figures(cells, opt); err != nil || len(figures[0].Plot.Series) != 3 {
		t.Errorf("%v: %+v", err, figures)
	}
	for want, runs := range map[string][]Run{
		"":                              {run("a", nil, old), run("b", nil, old)},
		"The machine is unknown for: b": {run("a", nil, old), run("b", nil)},
	} {
		if got := machines(runs); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestData checks that the CSV has the values of the picture, and a status where there is no value.
func TestData(t *testing.T) {
	table := func(cells []*summary.Cell, opt Options) [][]string {
		t.Helper()
		dir := t.TempDir()
		opt.Data = true
		names, err := Draw(dir, cells, opt)
		if err != nil || len(names) != 3 || filepath.Ext(names[2]) != ".csv" {
			t.Fatalf("%v, %v", names, err)
		}
		f, err := os.Open(filepath.Join(dir, names[2]))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rows, err := csv.NewReader(f).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	same := func(got [][]string, want ...string) {
		t.Helper()
		var lines []string
		for _, row := range got {
			lines = append(lines, strings.Join(row, ","))
		}
		if !slices.Equal(lines, want) {
			t.Errorf("got\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
		}
	}
	same(table(run(), Options{Kinds: []string{"time"}, Only: []string{"bitmask", "gini/ladder"}}),
		"n,bitmask,bitmask low,bitmask high,bitmask status,gini/ladder,gini/ladder low,gini/ladder high,gini/ladder status",
		"4,0.001,0.0009000000000000001,0.0011,,0.02,0.018000000000000002,0.022000000000000002,",
		"5,0.01,0.009000000000000001,0.011000000000000001,,nan,nan,nan,memory-limit",
		"6,nan,nan,nan,timeout,nan,nan,nan,")
	same(table(measuredRun(), Options{Kinds: []string{"cactus"}, Quantity: Work}),
		"problems answered,bitmask,dlx", "1,4,8", "2,5,10", "3,6,12", "4,7,14", "5,8,16")
	same(table(measuredRun()[:2], Options{Kinds: []string{"scatter"}, Pairs: [][2]string{{"dlx", "bitmask"}}}),
		"problem,kind,dlx,bitmask,dlx status,bitmask status", "queens(iiii),queens,0.8,0.4,,")
	same(table(run(), Options{Kinds: []string{"encodings"}}),
		"n,product,product low,product high,product status,ladder,ladder low,ladder high,ladder status",
		"4,0.002,0.0018000000000000002,0.0022,,0.02,0.018000000000000002,0.022000000000000002,",
		"5,nan,nan,nan,wrong,nan,nan,nan,memory")
	var three []*summary.Cell
	for _, c := range measuredRun() {
		three = append(three, c)
		if c.Contender.Backend == "dlx" {
			gini := *c
			gini.Contender.Backend, gini.Seconds.Median = "gini", 9
			three = append(three, &gini)
		}
	}
	same(table(three, Options{Kinds: []string{"ranks"}}), "contender,rank,letters", "bitmask,1,", "dlx,2,", "gini,3,")
}

// TestPDF checks that a PDF has one page of the size of the picture, and that the same values give
// the same bytes.
func TestPDF(t *testing.T) {
	figures, err := Figures(measuredRun(), Options{Kinds: []string{"time"}, Width: 800, Height: 500})
	if err != nil {
		t.Fatal(err)
	}
	var first, second bytes.Buffer
	if err := figures[0].WritePDF(&first); err != nil {
		t.Fatal(err)
	}
	if err := figures[0].WritePDF(&second); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), second.Bytes()) {
		t.Error("drawn twice it differs")
	}
	if text := first.String(); !strings.HasPrefix(text, "%PDF-") || !strings.Contains(text, "/MediaBox [0 0 600.00 375.00]") || strings.Count(text, "/Type /Page\n") != 1 {
		t.Errorf("%.500q", text)
	}
}
