package chart

import (
	"fmt"
	"slices"
	"strings"

	"nqueens/backends"
	"nqueens/bench"
	"nqueens/bench/summary"
)

// Run is one of several runs that are drawn in one chart.
type Run struct {
	Name         string
	Summary      summary.Summary
	Environments []bench.Environment // where it was measured; empty if unknown
}

// Beside returns the results of several runs for one chart. The name of each contender starts with
// that of its run, as in "old:gini/product", and its ratios are to the baseline of its own run. The
// options hold notes, first on different clocks or machines.
func Beside(runs []Run) (cells []*summary.Cell, opt Options) {
	opt.Runs = len(runs) > 1
	var byCPU []string // the runs whose times are CPU times
	for _, r := range runs {
		if r.Summary.Experiment.Clock == bench.CPUClock {
			byCPU = append(byCPU, r.Name)
		}
		if opt.Baseline == "" {
			opt.Baseline = r.Summary.Baseline()
		}
		for _, c := range r.Summary.Results() {
			if opt.Runs {
				named := *c
				named.Backend = backends.InBinary(r.Name, c.Backend)
				c = &named
			}
			cells = append(cells, c)
		}
		for _, p := range r.Summary.Experiment.Published {
			if !slices.ContainsFunc(opt.Published, func(o bench.Published) bool { return o.Name == p.Name && o.Family == p.Family }) {
				opt.Published = append(opt.Published, p)
			}
		}
		for _, note := range r.Summary.Caveats() {
			if opt.Runs {
				note = r.Name + ": " + note
			}
			opt.Notes = append(opt.Notes, note)
		}
	}
	if opt.CPUClock = len(runs) > 0 && len(byCPU) == len(runs); len(byCPU) > 0 && !opt.CPUClock {
		opt.Notes = slices.Concat([]string{"DIFFERENT CLOCKS, times cannot be compared: CPU time of " + strings.Join(byCPU, ", ") + ", wall-clock time of the others"}, opt.Notes)
	}
	if note := machines(runs); note != "" {
		opt.Notes = slices.Concat([]string{note}, opt.Notes)
	}
	return cells, opt
}

// machines returns a note on the differences of the runs' machines, or on runs with an unknown
// machine; "" if all are the same.
func machines(runs []Run) string {
	var first *Run
	var differ, untold []string
	for i, r := range runs {
		if len(r.Environments) == 0 {
			untold = append(untold, r.Name)
			continue
		}
		if first == nil {
			first = &runs[i]
		}
		for _, e := range r.Environments {
			for _, d := range e.Differences(first.Environments[0]) {
				if text := fmt.Sprintf("%s has %s %s, %s %s", r.Name, d.What, d.Now, first.Name, d.Before); d.Machine && !slices.Contains(differ, text) {
					differ = append(differ, text)
				}
			}
		}
	}
	switch {
	case len(runs) < 2:
		return ""
	case len(differ) > 0:
		return "DIFFERENT MACHINES, times cannot be compared: " + strings.Join(differ, "; ")
	case len(untold) > 0:
		return "The machine is unknown for: " + strings.Join(untold, ", ")
	}
	return ""
}

// runOf returns the name of a cell's run, "" if there is only one run, and its contender without
// that name.
func (opt Options) runOf(c *summary.Cell) (run string, bare backends.Contender) {
	bare = c.Contender
	if opt.Runs {
		run, bare.Backend = backends.BinaryOf(c.Backend)
	}
	return run, bare
}
