package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/checkpoint"
	"nqueens/bench"
	"nqueens/internal/table"
)

// countFlags are the flags that only count has.
type countFlags struct {
	fundamental              bool
	part, checkpoint, output string
	certified, prover        string
	split                    int
	veripb                   bool
	traceFlags
	resumable []string // the names of the backends that count in tasks
}

func (c *countFlags) flags(cmd *cobra.Command) {
	f, resumable := cmd.Flags(), strings.Join(c.resumable, ", ")
	c.traceFlags.flags(f)
	f.BoolVar(&c.fundamental, "fundamental", false, "count solutions that are rotations or reflections of each other as one")
	f.StringVar(&c.part, "part", "", "count only a `share`, as in 2/4: the second of four; `nqueens sum` adds them up ("+resumable+" only; with --split a share of the proofs)")
	f.StringVar(&c.checkpoint, "checkpoint", "", "save the progress in this `file`, so that the same command continues from there ("+resumable+" only)")
	f.StringVar(&c.certified, "certified", "", "write the formula, every solution (of a formula, a graph of them) and a proof that there are no others into this `folder`, for check count")
	f.StringVar(&c.prover, "prover", "", "with --certified: the `backend` that writes the proof; default: planes (cutting planes) for covering problems, otherwise a plain search")
	f.BoolVar(&c.veripb, "veripb", false, "with --certified: write the list of solutions as a proof in the format of VeriPB (solx, ENUMERATION_COMPLETE)")
	f.IntVar(&c.split, "split", 0, "with --certified, for covering problems: one proof for each way to place this number of `pieces` first")
	f.StringVarP(&c.output, "output", "o", "", "write the answer to this `file` instead of standard output")
}

// resumable returns the names of the backends that count in tasks.
func (p *program) resumable() (names []string) {
	for _, b := range p.backends {
		if _, can := b.(backends.Resumable); can {
			names = append(names, b.Describe().Name)
		}
	}
	return names
}

// inTasks returns the backend if this process counts task by task, or nil. A record without --part
// or --checkpoint is measured in a child process like every other record. inTasks returns an error
// if --part or --checkpoint is used where a count cannot be made in tasks.
func (c *countFlags) inTasks(p *program, e bench.Experiment, measured bool) (backends.Resumable, error) {
	job, flag := e.Jobs[0], "--part"
	if c.part == "" {
		flag = "--checkpoint"
	}
	needed := c.part != "" || c.checkpoint != ""
	switch {
	case needed && c.fundamental:
		return nil, fmt.Errorf("%s: not with --fundamental", flag)
	case needed && len(e.Jobs) > 1:
		return nil, fmt.Errorf("%s: not with several backends", flag)
	case c.fundamental || len(e.Jobs) > 1 || measured && !needed:
		return nil, nil
	}
	b, err := backends.Named(p.backends, job.Backend)
	if err != nil {
		return nil, err
	}
	by, can := b.(backends.Resumable)
	if needed && !can {
		return nil, fmt.Errorf("%s: only %s can count in parts and save its progress, not %s", flag, strings.Join(p.resumable(), " or "), job.Backend)
	}
	return by, nil
}

// countTasks counts in this process, task by task.
func (p *program) countTasks(ctx context.Context, by backends.Resumable, e bench.Experiment, c countFlags, part checkpoint.Part, asJSON bool) error {
	job := e.Jobs[0]
	request := requestOf(job, e.Seed)
	if err := by.Supports(request); err != nil {
		return err
	}
	t, err := checkpoint.Open(c.checkpoint, by, request, part)
	if err != nil {
		return c.blame(err)
	}
	defer t.Close() //nolint:errcheck // the lock ends with the process at the latest
	t.Warn = func(err error) { fmt.Fprintln(p.err, "warning: progress not saved:", oneLine(err.Error())) }
	if limit := job.Limits.Memory; limit > 0 {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(limit / 10 * 8)) // collect garbage before the limit is reached
	}
	ctx, cancel := within(ctx, job.Limits.Time)
	defer cancel()
	show, finish := watchTasks(t, p.terminal.err, job.Limits.Time)
	err = t.Run(ctx, show)
	finish()
	var unsaved error
	if _, ok := errors.AsType[*checkpoint.SaveError](err); ok {
		unsaved = &exit{status: failedCheck, err: c.blame(err)}
	}
	if err != nil && !errors.Is(err, ctx.Err()) && !t.Finished() {
		return cmp.Or(unsaved, c.blame(err))
	}
	tally := bench.Tally{Count: t.Found, Stats: t.Stats}
	tally.Tasks, _ = t.Tasks()
	if ctx.Err() != nil {
		tally.Stopped = nqueens.Stopped(ctx, 0)
	}
	r, err := p.tallied(job, by, e.Seed, tally)
	if err != nil {
		return err
	}
	if part != checkpoint.Whole && r.Status == nqueens.Solved {
		return p.share(t, asJSON)
	}
	if err := p.printCount(e, r, asJSON); ctx.Err() == nil {
		return errors.Join(err, unsaved) // print the answer even if the file cannot be written
	}
	return c.unfinished(r.Outcome, t)
}

// share prints the number of solutions of one part.
func (p *program) share(t *checkpoint.Checkpoint, asJSON bool) error {
	if !asJSON {
		fmt.Fprintf(p.err, "note: part %v of %s; write each part with --json -o FILE for `nqueens sum`\n", t.Part, t.Title())
		_, err := fmt.Fprintln(p.out, t.Found)
		return err
	}
	return p.json(t)
}

// blame adds the flag to an error of a checkpoint or a part.
func (c *countFlags) blame(err error) error {
	switch {
	case c.checkpoint != "":
		return fmt.Errorf("--checkpoint: %w", err)
	case c.part != "":
		return fmt.Errorf("--part: %w", err)
	}
	return err
}

// unfinished returns the error for a count that was stopped.
func (c *countFlags) unfinished(o nqueens.Outcome, t *checkpoint.Checkpoint) error {
	done, all := t.Tasks()
	text := fmt.Sprintf("no answer: %s; %d of %s were done by then", o.Status, done, table.Plural(all, "task"))
	if c.checkpoint != "" {
		text += fmt.Sprintf(" and are saved in %s: the same command continues", c.checkpoint)
	}
	return &exit{status: limitHit, err: errors.New(text)}
}
