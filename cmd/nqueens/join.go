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

// joins reports whether the flags name contenders for a run that is there: its folder, and neither
// a plan nor another part of the built-in one.
func (b *filesFlags) joins(cmd *cobra.Command, args []string, dir string) bool {
	for _, flag := range []string{"generate", "problem", "task", "repetitions", "binary", "against", "clock"} {
		if cmd.Flags().Changed(flag) {
			return false
		}
	}
	_, err := os.Stat(filepath.Join(dir, bench.ExperimentFile))
	return err == nil && dir != "" && len(args) == 0 && len(b.files) == 0 && cmd.Flags().Changed("backend")
}

// join has contenders take part in a run that is there.
func (p *program) join(ctx context.Context, b *filesFlags, dir string, reading readingFlags, what shown, live liveFlags, dry bool) error {
	names, err := separate("backend", b.backend)
	if err != nil {
		return err
	}
	there, err := bench.ReadExperiment(filepath.Join(dir, bench.ExperimentFile), p.families...)
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
	p.onCores(most) // for the note
	if dry {
		e.Jobs = mine
		e.Sweeps = slices.DeleteFunc(slices.Clone(e.Sweeps), func(s *bench.Sweep) bool { return slices.Contains(there.Sweeps, s) })
		return p.preview(e, dir)
	}
	p.grows(there, e, mine, dir, &reading)
	return p.measure(ctx, e, dir, reading, what, live)
}

// within makes a part of a plan a part of the run that its folder holds, if there is one; a whole plan
// only where contenders have joined its run since.
func (p *program) within(part bench.Experiment, whole bool, dir string, reading *readingFlags) (bench.Experiment, error) {
	there, err := bench.ReadExperiment(filepath.Join(dir, bench.ExperimentFile), p.families...)
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
		return part, fmt.Errorf("-o: %s holds another run, of which this is no part: %w; choose another folder", dir, err)
	}
	p.grows(there, e, part.Jobs, dir, reading)
	return e, nil
}

// grows has some jobs alone be measured in a run that is there, and says how many of them are new.
func (p *program) grows(there, e bench.Experiment, mine []bench.Job, dir string, reading *readingFlags) {
	added := len(e.Jobs) + len(e.Sweeps) - len(there.Jobs) - len(there.Sweeps)
	if added > 0 || len(mine) < len(e.Jobs) {
		reading.only = mine
	}
	if added > 0 {
		fmt.Fprintf(p.err, "the run in %s grows by %s, measured after what is there and not beside it: what has changed on the machine since is in the times\n", dir, table.Plural(added, "job"))
	}
}
