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

// chooseClock sets the clock of a run according to how busy the machine is. An existing run keeps
// its clock.
func (p *program) chooseClock(e bench.Experiment, dir string) (bench.Experiment, error) {
	there, err := bench.ReadExperiment(filepath.Join(dir, bench.ExperimentFile), p.families)
	switch {
	case err == nil:
		if there.Clock == "" || there.Clock == bench.CPUClock {
			e.Clock = there.Clock
		}
		return e, nil
	case !errors.Is(err, fs.ErrNotExist):
		return e, err
	case p.busy: // the user says that the machine is busy, and wants wall times
		return e, nil
	}
	busyness := p.busyness()
	e.Busy, e.Clock = &busyness, busyness.Clock()
	return e, nil
}

// reproductionsClock returns a function that does what chooseClock does, and prints a note when it
// first measures a machine that is busy. bench needs no such note, because its summary has it.
func (p *program) reproductionsClock() func(bench.Experiment, string) (bench.Experiment, error) {
	noted := false
	return func(e bench.Experiment, dir string) (bench.Experiment, error) {
		e, err := p.chooseClock(e, dir)
		if line := e.ClockLine(); err == nil && e.Busy != nil && line != "" && !noted {
			fmt.Fprintln(p.err, "note:", line)
			noted = true
		}
		return e, err
	}
}

// loadTime is the time for which the load of the machine is measured.
const loadTime = time.Second

func measureBusyness() bench.Busyness { return bench.MeasureBusyness(isolate.Probe().CPUs, loadTime) }

// A budgetFlag holds the flag --budget.
type budgetFlag struct{ text string }

func (b *budgetFlag) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&b.text, "budget", "", "the wall time of the whole run, in place of the plan's budget: a `time`, or none; no run starts after four fifths of it")
}

// of returns the budget of the flag, or else that of the plan.
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
