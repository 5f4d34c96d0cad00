package chart

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/bench"
	"nqueens/bench/summary"
)

// against returns a cell with its speed-up.
func against(contender string, n int, speedup float64) *summary.Cell {
	c := cell(contender, n, nqueens.Solved, 1/speedup)
	c.Problem = fmt.Sprintf("queens(%d)", n)
	c.Speedup = bench.Interval{Median: speedup, Low: speedup * 0.8, High: speedup * 1.25, Enough: true}
	return c
}

// ratioRun returns a run whose baseline is too short to compare at 12 and missing at 16.
func ratioRun() []*summary.Cell {
	short := against("plain", 12, 1)
	short.Speedup = bench.Interval{}
	unbased, alone := against("fast", 12, 1), against("fast", 16, 1)
	unbased.Speedup, alone.Speedup = bench.Interval{}, bench.Interval{}
	out := against("slow", 15, 1)
	out.Status, out.Seconds, out.Speedup = nqueens.Timeout, bench.Interval{}, bench.Interval{}
	twice := against("fast", 14, 20)
	twice.Threads = 2
	return []*summary.Cell{
		short, against("plain", 13, 1), against("plain", 14, 1), against("plain", 15, 1),
		unbased, against("fast", 13, 3), against("fast", 14, 10), wrong(against("fast", 15, 1e6)), alone,
		against("slow", 13, 0.5), against("slow", 14, 0.25), out, twice,
	}
}

func published() []bench.Published {
	return []bench.Published{
		{Name: "a counter, 2013", Family: "queens", Ratios: map[int]float64{16: 13, 14: 2, 20: 30}, Source: "a page."},
		{Name: "a torus", Family: "torus", Ratios: map[int]float64{5: 100}, Source: "another"},
	}
}

// TestRatioPoints checks that the chart has ratios where the baseline was measured, and published ratios
// separately.
func TestRatioPoints(t *testing.T) {
	opt := Options{Baseline: "plain", Published: published()}
	figures, charts := Ratio(ratioRun(), opt), ratio(clock(), ratioRun(), opt).charts(ratioRun(), opt)
	if len(figures) != 1 || figures[0].Name != "ratio-queens-count" {
		t.Fatalf("%d figures", len(figures))
	}
	f, c := figures[0], charts[0]
	var got []string
	for _, kind := range []struct {
		name  string
		lines []line
	}{{"measured", c.lines}, {"published", c.published}} {
		for _, l := range kind.lines {
			text := kind.name + " " + l.name + ":"
			for _, p := range l.points {
				text += fmt.Sprintf(" %v=%.4g", p.x, p.value)
				if p.low < p.high {
					text += fmt.Sprintf("(%.4g..%.4g)", p.low, p.high)
				}
				text += string(p.status)
			}
			got = append(got, text)
		}
	}
	want := []string{
		"measured fast: 13=3(2.4..3.75) 14=10(8..12.5)",
		"measured fast x2: 14=20(16..25)",
		"measured slow: 13=0.5(0.4..0.625) 14=0.25(0.2..0.3125) 15=0timeout",
		"published a counter, 2013: 14=2 16=13 20=30",
	}
	if !slices.Equal(got, want) {
		t.Errorf("points\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if c.level != 1 || c.y.min > 0.2 || c.y.max < 30 || c.x.max < 20 || c.joined {
		t.Errorf("axes %+v, %+v, a line at %v", c.x, c.y, c.level)
	}
	var svg bytes.Buffer
	if err := f.WriteSVG(&svg, false); err != nil {
		t.Fatal(err)
	}
	text := strings.Join(read(t, svg.Bytes()), "\n")
	for _, words := range []string{
		"Times as fast as plain to count the solutions of queens(n)", "times as fast as plain", "published, another machine:", "a counter, 2013",
		"Published, another machine: a counter, 2013: a page.", "Left out: fast at n = 15 (wrong).", "time-out (1 s)", "fast x2",
		"No ratio at n = 12: there plain took less than 20 ms, including the start of its process.",
		"No ratio at n = 16: plain was not measured there.",
	} {
		if !strings.Contains(text, words) {
			t.Errorf("the chart does not say %q", words)
		}
	}
	for _, words := range []string{"torus", "16 (", "\n12\n"} {
		if strings.Contains(text, words) {
			t.Errorf("the chart says %q", words)
		}
	}
}

// TestRatioWithoutMeasurements checks that published figures appear only for counting on bare
// boards, and only beside measured ones.
func TestRatioWithoutMeasurements(t *testing.T) {
	var extras []*summary.Cell
	for _, c := range ratioRun() {
		c.Problem = strings.Replace(c.Problem, ")", ", given=a1)", 1)
		extras = append(extras, c)
	}
	opt := Options{Baseline: "plain", Published: published()}
	if charts := ratio(clock(), extras, opt).charts(extras, opt); len(charts) != 1 || charts[0].published != nil {
		t.Errorf("boards with givens: %+v", charts)
	}
	if figures := Ratio(ratioRun(), Options{Published: published()}); figures != nil {
		t.Errorf("without a baseline: %d figures", len(figures))
	}
	var none []*summary.Cell
	for _, c := range ratioRun() {
		c.Speedup = bench.Interval{}
		none = append(none, c)
	}
	if figures := Ratio(none, opt); figures != nil {
		t.Errorf("without a ratio: %d figures", len(figures))
	}
}

// TestRatioOfFailures checks that of several problems of a size one without an answer counts as the
// slowest.
func TestRatioOfFailures(t *testing.T) {
	var cells []*summary.Cell
	for n := 8; n < 10; n++ {
		for i, speedup := range []float64{4, 2, 0} {
			base, c := against("plain", n, 1), against("fast", n, 1)
			base.Problem = fmt.Sprintf("queens(%d, given=a%d)", n, i+1)
			c.Problem, c.Speedup.Median = base.Problem, speedup
			if speedup == 0 {
				c.Status = nqueens.Timeout
			}
			cells = append(cells, base, c)
		}
	}
	opt := Options{Baseline: "plain"}
	if charts := ratio(clock(), cells, opt).charts(cells, opt); len(charts) != 1 || charts[0].lines[0].points[0].value != 2 {
		t.Errorf("%+v", charts)
	}
}

func TestRatioLabels(t *testing.T) {
	for want, v := range map[string][2]int{"1": {1, 0}, "0.5": {5, -1}, "0.001": {1, -3}, "20": {2, 1}, "1000": {1, 3}, "20 000": {2, 4}} {
		if got := ratios.format(v[0], v[1]); got != want {
			t.Errorf("%v: %q, want %q", v, got, want)
		}
	}
}

// TestThreadsAreNotEncodings checks that in a run with many encodings a backend has one line, and
// another one with two threads.
func TestThreadsAreNotEncodings(t *testing.T) {
	var cells []*summary.Cell
	for _, encoding := range []string{"a", "b", "c", "d", "e"} {
		for threads := range 2 {
			c := cell("gini/"+encoding, 4, nqueens.Solved, 0.1)
			c.Threads = 2 * threads
			cells = append(cells, c)
		}
	}
	var got []string
	for _, s := range newLineup(cells, Options{}).series(cells) {
		got = append(got, s.name)
	}
	if want := []string{"gini/a", "gini/a x2"}; !slices.Equal(got, want) {
		t.Errorf("lines %q, want %q", got, want)
	}
}
