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
		Long: `Write the jobs of a plan into a folder as a list of parts. A part is one problem and task
with all its contenders; one machine measures it. "nqueens work" measures parts as nqueens
bench does, one at a time on a machine. "nqueens sum" turns the folder into that of a run,
for chart, report and compare. Each record names the machine that made it.

The instances of a sweep are cut into parts of neighbours, each with all contenders. Their cost is
measured on this machine, for half a minute, with some instances of each size. By that estimate a
part takes about --minutes, and the longest part at most three times the shortest.

All machines need the same build of this program and the same versions of solvers. The
worker's own --solver and --external define the programs behind the names of solvers. A
machine without one of the solvers leaves the part to others.`,
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
			fmt.Fprintf(p.err, "note: %s of %s%s; `nqueens work %s` measures them\n", table.Plural(list.Parts(), "part"), table.Plural(len(e.AllJobs()), "job"), long, shell.Quoted(output))
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

// partMinutes is the default time of a part of a sweep, in minutes on this machine.
const partMinutes = 10

// cutFlags set the length of the parts of a sweep.
type cutFlags struct {
	minutes float64
	size    int
}

func (c *cutFlags) flags(cmd *cobra.Command) {
	cmd.Flags().Float64Var(&c.minutes, "minutes", partMinutes, "for a plan with sweeps: the length of a part on this machine: a `number`")
	cmd.Flags().IntVar(&c.size, "size", 0, "instead of --minutes: `how many` instances a part has")
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

// writeParts cuts an experiment into parts and writes their list into a folder.
func (p *program) writeParts(ctx context.Context, e bench.Experiment, cut run.Cut, dir string) (*fleet.List, error) {
	build, err := buildOfThis()
	if err != nil {
		return nil, err
	}
	_, isRun := os.Stat(filepath.Join(dir, bench.ExperimentFile))
	if _, isList := os.Stat(filepath.Join(dir, fleet.ListFile)); isRun == nil && isList != nil {
		return nil, fmt.Errorf("-o: %s holds a run, not parts: name another folder", dir)
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

// measureOver lets the workers of a server measure an experiment, and prints the results.
func (p *program) measureOver(ctx context.Context, e bench.Experiment, dir string, a addressFlags, what shown) error {
	address, err := a.of(p)
	if err != nil {
		return err
	}
	if _, err := p.writeParts(ctx, e, run.Cut{Seconds: 60 * partMinutes}, dir); err != nil {
		return err
	}
	if err := p.saveStudy(dir, what); err != nil {
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

// sumMeasured turns a folder of measured parts into the folder of a run, and prints the results.
func (p *program) sumMeasured(ctx context.Context, f *fleet.Folder, asJSON, charts bool) error {
	// In the order of the journal, so that the result is the same each time.
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
		err = &exit{status: limitHit, err: fmt.Errorf("the run is not complete: %d of %s are done; `nqueens work %s` measures parts %s", s.Done, table.Plural(s.Parts, "part"), shell.Quoted(f.Dir), s.Missing)}
	}
	return err
}

// gatherBench turns the folder of a bench in parts into that of a run, and prints its summary.
func (p *program) gatherBench(ctx context.Context, f *fleet.Folder, what shown) error {
	runner, err := p.runner(false)
	if err != nil {
		return err
	}
	folder, err := run.Gather(f, "", p.families)
	if err != nil {
		return err
	}
	defer folder.Close()
	machines := f.Tally.Environments()
	for i := range machines {
		if i > 0 && machines[i].Name == machines[i-1].Name {
			p.say(fmt.Sprintf("workers on different machines are called %s, so that their times count as times of one machine: give each its own --name", machines[i].Name))
		}
	}
	return p.concludeRun(ctx, runner, folder, what)
}
