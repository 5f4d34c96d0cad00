package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"

	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/internal/table"
)

// joins reports whether the flags name contenders that join an existing run: its folder, and
// neither a plan nor another part of the built-in plan.
func (b *filesFlags) joins(cmd *cobra.Command, args []string, dir string) bool {
	for _, flag := range []string{"generate", "problem", "task", "repetitions", "binary", "against", "clock"} {
		if cmd.Flags().Changed(flag) {
			return false
		}
	}
	_, err := os.Stat(filepath.Join(dir, bench.ExperimentFile))
	return err == nil && dir != "" && len(args) == 0 && len(b.files) == 0 && cmd.Flags().Changed("backend")
}

// join adds contenders to an existing run.
func (p *program) join(ctx context.Context, b *filesFlags, dir string, reading readingFlags, what shown, live liveFlags, dry bool) error {
	names, err := separate("backend", b.backend)
	if err != nil {
		return err
	}
	there, err := bench.ReadExperiment(filepath.Join(dir, bench.ExperimentFile), p.families)
	if err != nil {
		return err
	}
	e, mine, err := plan.Join(there, names, p.backends)
	if err != nil {
		return fmt.Errorf("--backend: %w", err)
	}
	most := 1
	for _, j := range mine {
		most = max(most, j.Threads)
	}
	p.onCores(most) // prints a note
	if dry {
		e.Jobs = mine
		e.Sweeps = slices.DeleteFunc(slices.Clone(e.Sweeps), func(s *bench.Sweep) bool { return slices.Contains(there.Sweeps, s) })
		return p.preview(e, dir)
	}
	p.measureOnly(there, e, mine, dir, &reading)
	return p.measure(ctx, e, dir, reading, what, live)
}

// within returns the experiment of the existing run in the folder with a part of its plan added, or
// the part itself if the folder has no run. A whole plan is added only if contenders have joined
// its run.
func (p *program) within(part bench.Experiment, whole bool, dir string, reading *readingFlags) (bench.Experiment, error) {
	there, err := bench.ReadExperiment(filepath.Join(dir, bench.ExperimentFile), p.families)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return part, nil
	case err != nil:
		return part, err
	}
	e, err := plan.Within(there, part)
	if whole && (err != nil || len(e.Jobs)+len(e.Sweeps) > len(there.Jobs)+len(there.Sweeps) || len(part.Jobs)+len(part.Sweeps) == len(e.Jobs)+len(e.Sweeps)) {
		return part, nil
	}
	if err != nil {
		return part, fmt.Errorf("-o: %s holds another run, and this plan is not a part of it: %w; choose another folder", dir, err)
	}
	p.measureOnly(there, e, part.Jobs, dir, reading)
	return e, nil
}

// measureOnly limits the measurement of an existing run to some of its jobs, and prints how many of them
// are new.
func (p *program) measureOnly(there, e bench.Experiment, mine []bench.Job, dir string, reading *readingFlags) {
	added := len(e.Jobs) + len(e.Sweeps) - len(there.Jobs) - len(there.Sweeps)
	if added > 0 || len(mine) < len(e.Jobs) {
		reading.only = mine
	}
	if added > 0 {
		fmt.Fprintf(p.err, "the run in %s grows by %s; they are measured later than the others, so that changes of the machine affect the comparison\n", dir, table.Plural(added, "job"))
	}
}
