package main

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
	"nqueens/fleet"
	"nqueens/internal/shell"
	"nqueens/internal/table"
)

func (p *program) planParts() *cobra.Command {
	var b problemFlags
	var plan fleet.Plan
	var minutes float64
	var backend, recheck, output string
	cmd := &cobra.Command{
		Use:   "plan-parts count [FAMILY] N",
		Short: "Cut a count or a bench in parts for many machines",
		Long: `Cut a count into parts that take about the same time and write their list into a folder.
If machines share the folder, "nqueens work" computes the parts, in any number of
processes at once, "nqueens status" shows the progress and "nqueens sum" adds the parts.
plan-parts bench does the same with a plan for nqueens bench.

The time of a part is measured on this machine, in a few seconds, for one thread.`,
		Example: `  nqueens plan-parts count 20 --minutes 5 -o q20
  nqueens plan-parts count 16 --parts 100 --recheck 5% -o q16`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 || args[0] != string(nqueens.CountAll) {
				return errors.New("name what to cut into parts: nqueens plan-parts count 20 -o q20")
			}
			if output == "" {
				return errNoOutput
			}
			var err error
			if plan.Recheck, err = parseShare(recheck); err != nil {
				return fmt.Errorf("--recheck %q: %w", recheck, err)
			}
			plan.Seconds = minutes * 60
			switch said := cmd.Flags().Changed; {
			case !(minutes > 0) || math.IsInf(minutes, 0):
				return fmt.Errorf("--minutes %v: write a time above zero", minutes)
			case said("parts") && (plan.Parts < 1 || plan.Parts > fleet.MaxParts):
				return fmt.Errorf("--parts %d: write a number from 1 to %d", plan.Parts, fleet.MaxParts)
			}
			if err := fleet.Vacant(output); err != nil {
				return fmt.Errorf("-o: %w", err)
			}
			problem, err := b.problemWithin(cmd.Context(), args[1:], p)
			if err != nil {
				return err
			}
			if problem.Goal() != nqueens.NoGoal {
				return inOnePiece(problem)
			}
			r := nqueens.Request{Problem: problem, Task: nqueens.CountAll, Threads: 1}
			by, err := p.inTasks(backend, r)
			if err != nil {
				return err
			}
			if plan.Build, err = buildOfThis(); err != nil {
				return err
			}
			ctx := stoppable(cmd.Context())
			finish := watchAnswer(p.terminal.err, "measuring tasks of "+r.Problem.Short(), fleet.PilotAtMost, func(time.Duration) barState { return barState{} })
			list, err := plan.Make(ctx, by, r)
			if finish(); err == nil {
				err = list.Write(output)
			}
			if err != nil {
				return stopped(ctx, err)
			}
			if list.Seconds == 0 {
				fmt.Fprintf(p.err, "note: %s, each too long to be measured; `nqueens work %s` computes them\n", table.Plural(list.Parts(), "part"), shell.Quoted(output))
				return nil
			}
			fmt.Fprintf(p.err, "note: %s of about %s for one thread of this machine, %s in all; `nqueens work %s` computes them\n",
				table.Plural(list.Parts(), "part"), predicted(list.Seconds), table.Rough(list.Seconds*float64(list.Parts())), shell.Quoted(output))
			return nil
		},
	}
	b.flags(cmd)
	b.formatFlags(cmd, "format")
	f := cmd.Flags()
	f.Float64Var(&minutes, "minutes", 10, "the length of a part for one thread of this machine: a `number`")
	f.IntVar(&plan.Parts, "parts", 0, "instead of --minutes: how `many` parts")
	cmd.MarkFlagsMutuallyExclusive("minutes", "parts")
	f.StringVar(&recheck, "recheck", "2%", "the `share` of the parts to compute again, chosen when all are done")
	f.StringVarP(&backend, "backend", "b", "", "the backend: a `name`; default: the fastest that supports the problem")
	p.completeNames(cmd)
	f.StringVarP(&output, "output", "o", "", "the `folder` for the list")
	cmd.AddCommand(p.planBench())
	return cmd
}

var errNoOutput = errors.New("-o is missing: name the folder for the list")

// inTasks returns the named backend, or else the fastest that supports the request, as a backend
// that counts in tasks.
func (p *program) inTasks(name string, r nqueens.Request) (backends.Resumable, error) {
	b, err := backends.Fastest(p.backends, r)
	if name != "" {
		b, err = backends.Named(p.backends, name)
	}
	if err == nil {
		err = b.Supports(r)
	}
	if err != nil {
		return nil, err
	}
	return fleet.InTasks(b)
}

// parseShare parses a share such as 2% or 0.02.
func parseShare(text string) (float64, error) {
	number, percent := strings.CutSuffix(text, "%")
	share, err := strconv.ParseFloat(number, 64)
	if percent {
		share /= 100
	}
	if err != nil || !(share >= 0 && share <= 1) {
		return 0, errors.New("write a share from 0% to 100%")
	}
	return share, nil
}

// buildOfThis returns the digest of this program.
func buildOfThis() (string, error) {
	self, err := itself()
	if err != nil {
		return "", err
	}
	return bench.BuildOf(self)
}
