package main

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"nqueens/backends"
	"nqueens/bench/plan"
	"nqueens/bench/run"
	"nqueens/fleet"
	"nqueens/internal/table"
)

// workFlags set the resources and the name of a worker.
type workFlags struct {
	threads, nice int
	memory, name  string
	programs      externalFlags
}

func (w *workFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&w.threads, "threads", 1, "threads to use: a `number`")
	f.StringVar(&w.memory, "memory", "", "use this `amount` at most, for example 2GiB")
	f.IntVar(&w.nice, "nice", 0, "the niceness, a `number` from 0 to 19; with 19 all other programs go first")
	f.StringVar(&w.name, "name", "", "the `name` of this machine in results; default: its host name")
	w.programs.flags(cmd)
}

// worker returns the worker that the flags describe.
func (w *workFlags) worker(p *program) (fleet.Worker, error) {
	if err := w.programs.join(p); err != nil {
		return fleet.Worker{}, err
	}
	worker := fleet.Worker{Backends: p.backends, Families: p.families, Machine: w.name}
	if err := backends.CheckThreads(w.threads); err != nil {
		return worker, fmt.Errorf("--threads: %w", err)
	}
	worker.Threads = p.onCores(w.threads)
	var err error
	if w.memory != "" {
		if worker.Memory, err = plan.ParseBytes(w.memory); err != nil {
			return worker, fmt.Errorf("--memory: %w", err)
		}
		debug.SetMemoryLimit(worker.Memory / 10 * 8) // collect garbage before the limit is reached
	}
	if w.nice != 0 {
		if w.nice < 0 || w.nice > 19 {
			return worker, fmt.Errorf("--nice %d: write a number from 0 to 19", w.nice)
		}
		if err := setNiceness(w.nice); err != nil {
			return worker, fmt.Errorf("--nice: %w", err)
		}
	}
	runner, err := p.runner(false)
	if err != nil {
		return worker, err
	}
	worker.Measurers = map[string]fleet.Measurer{
		run.BenchParts: run.Measurer{Runner: runner, Families: p.families},
	}
	worker.Build, err = buildOfThis()
	return worker, err
}

func (p *program) work() *cobra.Command {
	var w workFlags
	var a addressFlags
	var parts string
	cmd := &cobra.Command{
		Use:   "work DIR | --server URL",
		Short: "Compute the parts of a list that plan-parts made",
		Long: `Compute the parts of the list in a folder, one after the other, and then those that must
be computed again. Any number of processes, on any machines that share the folder, can do
so at once. If a process dies, another takes its part. After SIGTERM or Ctrl-C a worker ends
within a second, and another worker can take its part.

Parts of a bench are measured as nqueens bench does, one at a time on a machine.

With --server the parts come from "nqueens serve", over a network, from all lists that it
serves. While the server cannot be reached, the worker waits and keeps its results.`,
		Example: `  nqueens work q20 --threads 2 --nice 19
  nqueens work q20 --part 7
  nqueens work q20 --part 10-19
  nqueens work --server nats://127.0.0.1:4222
  nqueens work --server tls://counts.example.org:4222 --token-file token --nice 19`,
		Args: func(cmd *cobra.Command, args []string) error {
			if a.address.URL == "" {
				return takes("the folder of the list", true)(cmd, args)
			}
			return takesNothing(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := stoppable(cmd.Context())
			for _, flag := range withServer {
				if a.address.URL == "" && cmd.Flags().Changed(flag) {
					return fmt.Errorf("--%s: only with --server", flag)
				}
			}
			if a.address.URL != "" {
				return p.workServer(ctx, cmd, &w, &a)
			}
			folder, err := fleet.OpenFolder(args[0])
			if err != nil {
				return err
			}
			only, err := parseParts(parts, folder.List.Parts())
			if err != nil {
				return err
			}
			worker, err := w.worker(p)
			if err != nil {
				return err
			}
			if err := folder.Foreign(); err != nil {
				fmt.Fprintln(p.err, "warning:", oneLine(err.Error()))
			}
			done := 0
			err = folder.Work(ctx, worker, only, func(fleet.Part, fleet.Result) { done++ })
			if err != nil && ctx.Err() != nil {
				err = &exit{status: limitHit, err: fmt.Errorf("stopped (%w): %s done; other workers can take the unfinished part", context.Cause(ctx), table.Plural(done, "part"))}
			}
			if _, lacks := errors.AsType[*fleet.UnableError](err); lacks && done > 0 {
				err = &exit{status: limitHit, err: err}
			}
			return err
		},
	}
	w.flags(cmd)
	a.whose = "take parts from this server"
	a.flags(cmd)
	p.busyFlag(cmd)
	cmd.Flags().StringVar(&parts, "part", "", "compute only these `parts`, as in 7 or 10-19")
	return cmd
}

// parseParts parses numbers of parts: 7 or 10-19. It returns nil for "".
func parseParts(text string, of int) (parts []int, err error) {
	if text == "" {
		return nil, nil
	}
	first, last, many := strings.Cut(text, "-")
	if !many {
		last = first
	}
	from, err1 := strconv.Atoi(first)
	to, err2 := strconv.Atoi(last)
	switch {
	case errors.Join(err1, err2) != nil:
		return nil, fmt.Errorf("--part %q: write a number, or two as in 10-19", text)
	case from < 1 || to > of || from > to:
		return nil, fmt.Errorf("--part %s: the list has parts 1 to %d", text, of)
	}
	for k := from; k <= to; k++ {
		parts = append(parts, k)
	}
	return parts, nil
}
