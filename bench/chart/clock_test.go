package chart

import (
	"strings"
	"testing"

	"nqueens/bench"
	"nqueens/bench/summary"
)

// TestClockOfCharts checks that charts of CPU times say so on the axis and in a note, and that
// charts of runs by different clocks warn that times cannot be compared.
func TestClockOfCharts(t *testing.T) {
	run := func(name, clock string) Run {
		s := summary.Summary{Experiment: bench.Experiment{Clock: clock, Busy: &bench.Busyness{Share: 0.1, Cores: 2}}}
		s.Cells = ratioRun()
		return Run{Name: name, Summary: s}
	}
	draw := func(runs ...Run) (axis, notes string) {
		cells, opt := Beside(runs)
		opt.Kinds = []string{"time"}
		figures, err := Figures(cells, opt)
		if err != nil {
			t.Fatal(err)
		}
		return figures[0].Plot.Y.Title, strings.Join(figures[0].Notes, "; ")
	}
	if axis, notes := draw(run("a", bench.CPUClock)); axis != "CPU time of one answer" || !strings.Contains(notes, "the machine was busy") {
		t.Errorf("%q, %q", axis, notes)
	}
	if axis, notes := draw(run("a", "")); axis != "time of one answer" || strings.Contains(notes, "CPU time") {
		t.Errorf("%q, %q", axis, notes)
	}
	if axis, notes := draw(run("a", ""), run("b", bench.CPUClock)); axis != "time of one answer" || !strings.Contains(notes, "DIFFERENT CLOCKS, times cannot be compared: CPU time of b") {
		t.Errorf("%q, %q", axis, notes)
	}
}
