package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"nqueens/backends/isolate"
	"nqueens/bench"
)

// chooseClock chooses what the times of a run are taken of by how busy the machine is. A run that
// is there keeps its clock.
func (p *program) chooseClock(e bench.Experiment, dir string) (bench.Experiment, error) {
	there, err := bench.ReadExperiment(filepath.Join(dir, bench.ExperimentFile), p.families...)
	switch {
	case err == nil:
		if there.Clock == "" || there.Clock == bench.CPUClock {
			e.Clock = there.Clock
		}
		return e, nil
	case !errors.Is(err, fs.ErrNotExist):
		return e, err
	case p.busy: // its user says so, and takes the time on the wall
		return e, nil
	}
	busyness := p.busyness()
	e.Busy, e.Clock = &busyness, busyness.Clock()
	if line := e.ClockLine(); line != "" {
		fmt.Fprintln(p.err, "note:", line)
	}
	return e, nil
}

// measured is how long it is measured how busy the machine is.
const measured = time.Second

func measureBusyness() bench.Busyness { return bench.MeasureBusyness(isolate.Probe().CPUs, measured) }

// budgetFlag is the flag --budget.
type budgetFlag struct{ text string }

func (b *budgetFlag) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&b.text, "budget", "", "how long all may take by the wall, in place of what the plan says: a `time`, or none; no run begins after four fifths of it")
}

// of is the budget that the flag says, or else the plan's.
func (b *budgetFlag) of(cmd *cobra.Command, plans time.Duration) (time.Duration, error) {
	switch {
	case !cmd.Flags().Changed("budget"):
		return plans, nil
	case b.text == "none":
		return 0, nil
	}
	budget, err := time.ParseDuration(b.text)
	if err != nil || budget <= 0 {
		return 0, fmt.Errorf("--budget %q: write a time above zero, as in 5m, or none", b.text)
	}
	return budget, nil
}
