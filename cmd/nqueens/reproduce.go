package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"nqueens/backends"
	"nqueens/bench/reproduce"
	"nqueens/studies"
)

func (p *program) reproduce() *cobra.Command {
	var budget time.Duration
	var output string
	var sizes []int
	var threads int
	var seed uint64
	var reading readingFlags
	var show, pages, data bool
	cmd := &cobra.Command{
		Use:   "reproduce [WHAT…]",
		Short: "Reproduce published tables and figures, with a comparison",
		Long: `Reproduce published tables and figures. Each reproduction runs through the harness and
writes a folder with its records, charts and a page, README.md, with the
published value, our value, and a verdict in words. Without an argument the command lists
the reproductions; "all" runs all of them. The same command continues a reproduction that
was stopped, and a larger budget extends it. A count or another exact
value that differs ends with status 1.

A study is a plan, which --print prints. The studies of n-queens completion (excluded-diagonals,
completion, blocked, asp) are compared with the published instances and runs one by one, if the
environment variable NQUEENS_INSTANCES names the folder with diag-truth-10-16.tsv.gz,
asp-competition-instances.tar.gz and blocked-28-truth.tsv.`,
		Example: `  nqueens reproduce                                  list the reproductions
  nqueens reproduce search-sizes eight-queens
  nqueens reproduce five-solvers --budget 10m -o mine
  NQUEENS_INSTANCES=published nqueens reproduce excluded-diagonals --budget 10m
  nqueens reproduce dancing-links --print > mine.yaml
  nqueens reproduce completable --size 24 --threads 2 --budget 1h
  nqueens reproduce relatives --budget 10m
  nqueens reproduce all`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if show {
				return p.printStudy(args)
			}
			if budget <= 0 {
				return fmt.Errorf("--budget %v: write a time above zero, for example 3m", budget)
			}
			switch {
			case len(args) == 0:
				return p.listReproductions()
			case slices.Contains(args, everyone) && len(args) > 1:
				return fmt.Errorf("%q cannot be combined with other names", everyone)
			case args[0] == everyone:
				args = nil
			}
			list, err := reproduce.Named(reproduce.All(), args...)
			if err != nil {
				return err
			}
			if len(args) == 0 {
				list = slices.DeleteFunc(list, func(r reproduce.Reproduction) bool {
					absent := r.Needs != "" && os.Getenv(r.Needs) == ""
					if absent {
						fmt.Fprintf(p.err, "left out: %s, because $%s is not set to the folder of its instances\n", r.Name, r.Needs)
					}
					return absent
				})
			}
			if pages {
				if len(args) > 0 && !slices.ContainsFunc(list, reproduce.Reproduction.Recorded) {
					return fmt.Errorf("--pages: %s has no records to write its page from: leave --pages out", args[0])
				}
				list = slices.DeleteFunc(list, func(r reproduce.Reproduction) bool { return !r.Recorded() })
			}
			if err := checkSized(cmd, list, threads); err != nil {
				return err
			}
			threads = p.onCores(threads)
			if err := os.MkdirAll(output, 0o777); err != nil {
				return fmt.Errorf("--output: %w", err)
			}
			runner, err := p.runner(reading.keep)
			if err != nil {
				return err
			}
			p.busyness = sync.OnceValue(p.busyness) // measure once for all reproductions
			s := reproduce.Session{Runner: *runner, Clock: p.reproductionsClock(), AcceptEdited: reading.edited, Dir: output, Budget: budget, Sizes: sizes, Threads: threads, Seed: seed, Pages: pages, Data: data}
			return p.reproduceAll(stoppable(cmd.Context()), s, list)
		},
	}
	f := cmd.Flags()
	f.DurationVar(&budget, "budget", reproduce.DefaultBudget, "the approximate `time` of each reproduction, which determines its sizes")
	f.StringVarP(&output, "output", "o", "nqueens-reproduction", "the `folder` with a folder for each")
	reading.flags(cmd)
	f.BoolVar(&show, "print", false, "print the plan of a study, for nqueens bench or to change it, and run nothing")
	f.BoolVar(&pages, "pages", false, "write the pages again from the records in their folders, and run nothing")
	dataFlag(cmd, &data)
	f.IntSliceVar(&sizes, "size", nil, "for density and completable: the board `sizes`; default: their own")
	p.busyFlag(cmd)
	f.IntVar(&threads, "threads", 1, "for density and completable: the `number` of threads")
	f.Uint64Var(&seed, "seed", 1, "for density and completable: the seed of random numbers")
	names := append([]string{everyone}, namesOf(reproduce.All(), func(r reproduce.Reproduction) string { return r.Name })...)
	cmd.ValidArgsFunction = cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)
	return cmd
}

// printStudy prints the plan of a study.
func (p *program) printStudy(args []string) error {
	if len(args) != 1 {
		return errors.New("--print: name one study")
	}
	if !slices.Contains(studies.Names(), args[0]) {
		if _, err := reproduce.Named(reproduce.All(), args[0]); err != nil {
			return err
		}
		return fmt.Errorf("--print: %s is part of this program and is not written as a plan", args[0])
	}
	text, err := studies.Plan(args[0])
	if err == nil {
		_, err = p.out.WriteString(text)
	}
	return err
}

// checkSized returns an error if a flag is set that none of the reproductions takes.
func checkSized(cmd *cobra.Command, list []reproduce.Reproduction, threads int) error {
	sized := slices.DeleteFunc(reproduce.All(), func(r reproduce.Reproduction) bool { return !r.Sized })
	for _, flag := range []string{"size", "threads", "seed"} {
		if cmd.Flags().Changed(flag) && !slices.ContainsFunc(list, func(r reproduce.Reproduction) bool { return r.Sized }) {
			return fmt.Errorf("--%s is for %s only", flag, strings.Join(namesOf(sized, func(r reproduce.Reproduction) string { return r.Name }), " and "))
		}
	}
	return addFlagName(backends.CheckThreads(threads))
}

func (p *program) listReproductions() error {
	for _, r := range reproduce.All() {
		fmt.Fprintf(p.out, "%s (about %s)\n  %s\n  Source: %s\n", r.Name, r.Takes, r.About, r.Source)
	}
	_, err := fmt.Fprintln(p.out, "\nnqueens reproduce NAME… runs some of them, nqueens reproduce all runs all.")
	return err
}

// reproduceAll runs each reproduction and prints its result as soon as it is known. A failed one
// does not stop the others.
func (p *program) reproduceAll(ctx context.Context, s reproduce.Session, list []reproduce.Reproduction) error {
	failed := false
	for _, r := range list {
		finish := watch(&s.Runner, p.terminal.err)
		result, err := s.Reproduce(ctx, r)
		finish()
		switch {
		case err != nil && ctx.Err() != nil:
			return stoppedRun(ctx, s.Dir)
		case err != nil:
			return err
		}
		for _, f := range result.Failures {
			fmt.Fprintf(p.out, "%s: WRONG: %s\n", r.Name, f)
		}
		fmt.Fprintf(p.out, "%s: %s (%s)\n", r.Name, result.Overall, result.Page)
		if err := p.out.Flush(); err != nil {
			return err
		}
		failed = failed || result.Failed()
	}
	if failed {
		return &exit{status: failedCheck, err: errors.New("a reproduction failed: see the lines with WRONG")}
	}
	return nil
}
