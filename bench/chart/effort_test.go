package chart

import (
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench/summary"
)

// TestEffortNotes checks that a chart of effort covers only contenders that count its unit, and that the
// label of a line says at which size its engine stops counting.
func TestEffortNotes(t *testing.T) {
	var cells []*summary.Cell
	add := func(backend, encoding string, n int, stats summary.Stats) {
		c := cell(backend, n, nqueens.Solved, 1+float64(len(encoding)))
		c.Contender, c.Stats = backends.Contender{Backend: backend, Encoding: encoding}, stats
		cells = append(cells, c)
	}
	for n := 4; n < 10; n++ {
		stats := summary.Stats{{Name: "updates", Value: int64(n)}}
		if n > 6 {
			stats = nil
		}
		add("dlx", "", n, stats)
		for _, encoding := range strings.Fields("a bb ccc d e f g h i") {
			add("gini", encoding, n, nil)
		}
		cells = append(cells, wrong(cell("liar", n, nqueens.Solved, 1)))
	}
	figures := Effort(cells, Options{})
	if len(figures) != 1 || len(figures[0].Notes) > 0 { // no encoding and no wrong answer to note
		t.Fatalf("%+v", figures)
	}
	if list, _ := texts(figures[0]); !slices.ContainsFunc(list, func(w written) bool { return w.words == "dlx (not counted at 7)" }) {
		t.Errorf("nothing says why the line ends: %v", list)
	}
}

// TestRatioDrawsBestEncoding checks that the chart of ratios shows the same encodings as the chart
// of times; the baseline takes part in the choice.
func TestRatioDrawsBestEncoding(t *testing.T) {
	var cells []*summary.Cell
	for n := 4; n < 7; n++ {
		for i, encoding := range strings.Fields("a b c d e f g h i") {
			for _, backend := range []string{"gini", "gophersat"} {
				c := cell(backend, n, nqueens.Solved, float64(1+i))
				c.Contender = backends.Contender{Backend: backend, Encoding: encoding}
				c.Speedup.Median = 1 / float64(1+i)
				cells = append(cells, c)
			}
		}
	}
	opt := Options{Baseline: "gini/a"}
	charts := ratio(clock(), cells, opt).charts(cells, opt)
	if len(charts) != 1 || len(charts[0].lines) != 1 || charts[0].lines[0].name != "gophersat/a" || !strings.Contains(charts[0].page.Notes[0], "gini/a is the best of 9 encodings") {
		t.Errorf("%+v", charts)
	}
}
