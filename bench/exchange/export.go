package exchange

import (
	"slices"

	"nqueens/bench"
	"nqueens/bench/summary"
)

// An Export is a run to be written in a format of another tool.
type Export struct {
	Name        string
	Summary     summary.Summary
	Environment bench.Environment   // zero if unknown
	Machines    []bench.Environment // with their names, if several machines share the run
}

// Of returns the export of a folder's run and its summary.
func Of(f *bench.Folder, s summary.Summary) (Export, error) {
	x := Export{Name: f.Experiment.Name, Summary: s}
	environments, err := bench.ReadEnvironments(f.Dir)
	if len(environments) > 0 {
		x.Environment = environments[len(environments)-1]
	}
	x.Machines = slices.DeleteFunc(environments, func(e bench.Environment) bool { return e.Name == "" })
	return x, err
}

// where returns the environment in which a cell was measured.
func (x Export) where(c *summary.Cell) bench.Environment {
	i := slices.IndexFunc(x.Machines, func(e bench.Environment) bool { return e.Name == c.Machine })
	switch {
	case c.Machine == "":
		return x.Environment
	case i < 0:
		return bench.Environment{Name: c.Machine}
	}
	return x.Machines[i]
}

// ran returns the cells of the summary that were run, which excludes skipped ones.
func (x Export) ran() (cells []*summary.Cell) {
	for _, c := range x.Summary.Results() {
		if c.Skipped == "" {
			cells = append(cells, c)
		}
	}
	return cells
}

// seconds returns the time of a repetition until its answer or, if that is unknown, the time of its
// process.
func seconds(r bench.Record) float64 {
	if r.Seconds > 0 {
		return r.Seconds
	}
	return r.WallSeconds
}
