package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"nqueens/bench"
	"nqueens/bench/reproduce"
	"nqueens/bench/reproduce/phase"
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
	cmd := &cobra.Command{
		Use:   "bench [PLAN.yaml]",
		Short: "Cut a bench in parts for many machines",
		Long: `Write what a plan asks into a folder as a list of parts: one for each problem and
task with all its contenders, which are measured on one machine. "nqueens work" measures
parts, one at a time on a machine, as nqueens bench does; "nqueens sum" makes the folder that
of a run, for chart, report and compare. Its records say on which machine each was made.

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
			if err := programs.join(p); err != nil {
				return err
			}
			whole, e, err := over.experiment(stoppable(cmd.Context()), p, cmd, args, clock)
			if err != nil {
				return err
			}
			p.noteBaseline(whole, e)
			ctx := stoppable(cmd.Context())
			list, err := p.writeParts(ctx, e, run.Cut{Seconds: partSeconds}, output)
			if err != nil {
				return stopped(ctx, err)
			}
			fmt.Fprintf(p.err, "note: %s of %s; `nqueens work %s` measures them\n", table.Plural(list.Parts(), "part"), table.Plural(len(e.Asked()), "job"), shell.Quoted(output))
			return nil
		},
	}
	over.flags(cmd)
	p.completeNames(cmd)
	f := cmd.Flags()
	programs.flags(cmd)
	clockFlag(f, &clock)
	f.StringVarP(&output, "output", "o", "", "the `folder` for the list")
	return cmd
}

func (p *program) planSweep() *cobra.Command {
	var output string
	var parts []string
	var cut run.Cut
	var each int
	var minutes float64
	cmd := &cobra.Command{
		Use:   "phase-transition",
		Short: "Cut the phase transition of n-queens completion in parts for many machines",
		Long: `Write the random instances of nqueens reproduce phase-transition into a folder as a list
of parts, each some neighbouring instances with all contenders, which are measured on
one machine. "nqueens work" answers them, and "nqueens sum" draws the page of the
reproduction. Instances are made from their seeds where they are answered.

What instances cost is measured on this machine, for half a minute, by some of each size.
Parts take about the same time by that, the longest three times the shortest at most; that
one holds an instance that is far harder than its like nobody knows before.`,
		Example: `  nqueens plan-parts phase-transition --part completion --each 100 -o shared/phase
  nqueens work shared/phase                                  on each machine
  nqueens sum shared/phase`,
		Args: takesNothing,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case output == "":
				return errNoOutput
			case each < 1:
				return fmt.Errorf("--each %d: write a number from 1", each)
			case cmd.Flags().Changed("size") && cut.Size < 1:
				return fmt.Errorf("--size %d: write a number from 1", cut.Size)
			case !(minutes > 0) || math.IsInf(minutes, 0):
				return fmt.Errorf("--minutes %v: write a time above zero", minutes)
			}
			if err := fleet.Vacant(output); err != nil {
				return fmt.Errorf("-o: %w", err)
			}
			cut.Seconds = minutes * 60
			runner, err := p.runner(false)
			if err != nil {
				return err
			}
			e, err := phase.Experiment(phase.Config{Runner: *runner, Parts: parts}, each)
			if err != nil {
				return err
			}
			ctx := stoppable(cmd.Context())
			list, err := p.writeParts(ctx, e, cut, output)
			if err != nil {
				return stopped(ctx, err)
			}
			long := ""
			if list.Seconds > 0 {
				long = fmt.Sprintf(" of about %s on this machine, %s in all", predicted(list.Seconds), predicted(list.Seconds*float64(list.Parts())))
			}
			fmt.Fprintf(p.err, "note: %s%s; `nqueens work %s` answers them\n", table.Plural(list.Parts(), "part"), long, shell.Quoted(output))
			return nil
		},
	}
	f := cmd.Flags()
	f.StringSliceVar(&parts, "part", nil, "of the phase transition: "+strings.Join(phase.Parts(), ", "))
	f.IntVar(&each, "each", 10, "`how many` instances of each size, and ten times as many by those that are compared with what is published, up to the 1,000 that there are")
	f.Float64Var(&minutes, "minutes", 10, "how long a part takes this machine: a `number`")
	f.IntVar(&cut.Size, "size", 0, "instead: `how many` instances in a part, whatever they take")
	cmd.MarkFlagsMutuallyExclusive("minutes", "size")
	f.StringVarP(&output, "output", "o", "", "the `folder` for the list")
	return cmd
}

// partSeconds is how long a part of a sweep takes this machine.
const partSeconds = 600

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
	if _, err := p.writeParts(ctx, e, run.Cut{Seconds: partSeconds}, dir); err != nil {
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
	case f.List.Problem == phase.Name:
		err = p.gatherSweep(ctx, f)
	default:
		err = p.gatherBench(ctx, f, shown{charts: charts})
	}
	if err == nil && len(missing) > 0 {
		err = &exit{status: limitHit, err: fmt.Errorf("no whole run yet: %d of %s are done; `nqueens work %s` measures parts %s", s.Done, table.Plural(s.Parts, "part"), shell.Quoted(f.Dir), s.Missing)}
	}
	return err
}

// gatherSweep draws the page of a phase transition in parts.
func (p *program) gatherSweep(ctx context.Context, f *fleet.Folder) error {
	runner, err := p.runner(true)
	if err != nil {
		return err
	}
	list, err := reproduce.Named(reproduce.All(), phase.Name)
	if err != nil {
		return err
	}
	folder, err := run.Gather(f, filepath.Join(f.Dir, phase.Name), p.families...)
	if err != nil {
		return err
	}
	parts := phase.PartsOf(folder.Experiment)
	if err := folder.Close(); err != nil {
		return err
	}
	return p.reproduceAll(ctx, reproduce.Session{Runner: *runner, Dir: f.Dir, Parts: parts, Gathered: true}, list)
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
