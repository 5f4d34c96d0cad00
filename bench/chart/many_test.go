package chart

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/summary"
)

// TestManyContenders checks that of thousands of contenders those with the most answers and the
// least time, and the baseline, are drawn, and that each chart says so.
func TestManyContenders(t *testing.T) {
	var cells []*summary.Cell
	for i := range 2000 {
		for _, n := range []int{4, 5} {
			c := &summary.Cell{
				Problem: fmt.Sprintf("queens(%d)", n), Family: "queens", N: n, Task: nqueens.CountAll, Contender: backends.Contender{Backend: fmt.Sprintf("b%d", i)},
				Status: nqueens.Solved, Runs: 1, Seconds: bench.Interval{Median: float64(2000-i) * 1e-3},
			}
			if i == 1999 && n == 5 {
				c.Status, c.Seconds = nqueens.Timeout, bench.Interval{}
			}
			cells = append(cells, c)
		}
	}
	opt := Options{Baseline: "b7"}
	kept, note := opt.legible(cells)
	var names []string
	for _, c := range kept {
		if name := contenderOf(c); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) != mostContenders || names[0] != "b7" || names[1] != "b1940" || slices.Contains(names, "b1999") || !strings.Contains(note, "2000") {
		t.Errorf("%d: %v, %q", len(names), names, note)
	}
	figures, err := Figures(cells, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range figures {
		if !slices.Contains(f.Notes, note) {
			t.Errorf("%s: %q", f.Name, f.Notes)
		}
	}
	if kept, note := (Options{Only: []string{"b3", "b4"}}).legible(cells); len(kept) != len(cells) || note != "" {
		t.Errorf("two that are asked for: %d of %d, %q", len(kept), len(cells), note)
	}
}
