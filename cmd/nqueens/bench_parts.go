package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"nqueens/bench"
	"nqueens/bench/run"
	"nqueens/fleet"
	"nqueens/fleet/network"
	"nqueens/internal/shell"
	"nqueens/internal/table"
)

func (p *program) planBench() *cobra.Command {
	var over filesFlags
	var programs externalFlags
	var output, clock string
	var length cutFlags
	cmd := &cobra.Command{
		Use:   "bench [PLAN.yaml]",
		Short: "Cut a bench in parts for many machines",
		Long: `Write what a plan asks into a folder as a list of parts: one for each problem and
task with all its contenders, which are measured on one machine. "nqueens work" measures
parts, one at a time on a machine, as nqueens bench does; "nqueens sum" makes the folder that
of a run, for chart, report and compare. Its records say on which machine each was made.

The instances of sweeps are cut into parts of neighbours, each with all contenders. What they cost is
measured on this machine, for half a minute, by some of each size: parts take about --minutes by
that, the longest three times the shortest at most.

All machines need the same build of this program and the same versions of solvers. What
runs for a solver's name is what the worker's own --solver and --external say. A machine that
lacks one leaves the part to others.`,
		Example: `  nqueens plan-parts bench plan.yaml -o shared/mine
  nqueens work shared/mine                                   on each machine
  nqueens sum shared/mine`,
		ValidArgsFunction: plans,
		Args:              takes("a plan", false),
		RunE: func(cmd *cobra.Command, args []string) error {
			if output == "" {
				return errNoOutput
			}
			cut, err := length.cut(cmd)
			if err != nil {
				return err
			}
			if err := programs.join(p); err != nil {
				return err
			}
			whole, e, err := over.experiment(stoppable(cmd.Context()), p, cmd, args, clock)
			if err != nil {
				return err
			}
			p.noteBaseline(whole, e)
			ctx := stoppable(cmd.Context())
			list, err := p.writeParts(ctx, e, cut, output)
			if err != nil {
				return stopped(ctx, err)
			}
			long := ""
			if list.Seconds > 0 {
				long = fmt.Sprintf(" of about %s on this machine, %s in all", predicted(list.Seconds), predicted(list.Seconds*float64(list.Parts())))
			}
			fmt.Fprintf(p.err, "note: %s of %s%s; `nqueens work %s` measures them\n", table.Plural(list.Parts(), "part"), table.Plural(len(e.Asked()), "job"), long, shell.Quoted(output))
			return nil
		},
	}
	over.flags(cmd)
	p.completeNames(cmd)
	f := cmd.Flags()
	programs.flags(cmd)
	clockFlag(f, &clock)
	length.flags(cmd)
	f.StringVarP(&output, "output", "o", "", "the `folder` for the list")
	return cmd
}

// partMinutes is how long a part of a sweep takes this machine.
const partMinutes = 10

// cutFlags say how long the parts of a sweep are.
type cutFlags struct {
	minutes float64
	size    int
}

func (c *cutFlags) flags(cmd *cobra.Command) {
	cmd.Flags().Float64Var(&c.minutes, "minutes", partMinutes, "of a plan with sweeps: how long a part takes this machine: a `number`")
	cmd.Flags().IntVar(&c.size, "size", 0, "instead: `how many` instances in a part, whatever they take")
	cmd.MarkFlagsMutuallyExclusive("size", "minutes")
}

// cut returns the length of a part.
func (c *cutFlags) cut(cmd *cobra.Command) (run.Cut, error) {
	switch {
	case cmd.Flags().Changed("size") && c.size < 1:
		return run.Cut{}, fmt.Errorf("--size %d: write a number from 1", c.size)
	case !(c.minutes > 0) || math.IsInf(c.minutes, 0):
		return run.Cut{}, fmt.Errorf("--minutes %v: write a time above zero", c.minutes)
	}
	return run.Cut{Seconds: 60 * c.minutes, Size: c.size}, nil
}

// writeParts cuts an experiment in parts and writes their list into a folder.
func (p *program) writeParts(ctx context.Context, e bench.Experiment, cut run.Cut, dir string) (*fleet.List, error) {
	build, err := buildOfThis()
	if err != nil {
		return nil, err
	}
	_, isRun := os.Stat(filepath.Join(dir, bench.ExperimentFile))
	if _, isList := os.Stat(filepath.Join(dir, fleet.ListFile)); isRun == nil && isList != nil {
		return nil, fmt.Errorf("-o: %s holds a run, and no parts: name another folder", dir)
	}
	runner, err := p.runner(false)
	if err != nil {
		return nil, err
	}
	list, err := runner.NewParts(ctx, e, cut, build)
	if err == nil {
		err = list.Write(dir)
	}
	return list, err
}

// measureOver has the workers of a server measure an experiment, and says what came of it.
func (p *program) measureOver(ctx context.Context, e bench.Experiment, dir string, a addressFlags, what shown) error {
	address, err := a.of(p)
	if err != nil {
		return err
	}
	if _, err := p.writeParts(ctx, e, run.Cut{Seconds: 60 * partMinutes}, dir); err != nil {
		return err
	}
	if err := p.serveFolder(ctx, dir, network.Listen{}, address, network.Settings{Lease: network.DefaultLease}, "none"); err != nil {
		return err
	}
	f, err := fleet.OpenFolder(dir)
	if err != nil {
		return err
	}
	return p.gatherBench(ctx, f, what)
}

// sumMeasured makes of parts that were measured what one machine would have left, and says what came of it.
func (p *program) sumMeasured(ctx context.Context, f *fleet.Folder, asJSON, charts bool) error {
	// As the journal has it, and so the same each time.
	f, err := fleet.OpenFolder(f.Dir)
	if err != nil {
		return err
	}
	missing := f.Tally.Missing()
	s := partsSum{
		Problem: f.List.Problem, Engine: f.List.Engine + " " + f.List.Version, Parts: f.List.Parts(),
		Done: f.List.Parts() - len(missing), Missing: table.Ranges(missing, "-"),
	}
	switch {
	case asJSON:
		err = p.json(s)
	default:
		err = p.gatherBench(ctx, f, shown{charts: charts})
	}
	if err == nil && len(missing) > 0 {
		err = &exit{status: limitHit, err: fmt.Errorf("no whole run yet: %d of %s are done; `nqueens work %s` measures parts %s", s.Done, table.Plural(s.Parts, "part"), shell.Quoted(f.Dir), s.Missing)}
	}
	return err
}

// gatherBench makes the folder of a bench in parts that of a run and shows it.
func (p *program) gatherBench(ctx context.Context, f *fleet.Folder, what shown) error {
	runner, err := p.runner(false)
	if err != nil {
		return err
	}
	folder, err := run.Gather(f, "", p.families...)
	if err != nil {
		return err
	}
	defer folder.Close()
	machines := f.Tally.Environments()
	for i := range machines {
		if i > 0 && machines[i].Name == machines[i-1].Name {
			p.say(fmt.Sprintf("workers on machines that differ are all called %s, and their times are taken for those of one: have each --name its own", machines[i].Name))
		}
	}
	return p.concludeRun(ctx, runner, folder, what)
}
