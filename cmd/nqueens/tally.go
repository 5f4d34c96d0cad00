package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"time"

	"github.com/spf13/cobra"

	"nqueens"
	"nqueens/backends/quadrant"
	"nqueens/backends/quadrant/tally"
	"nqueens/bench"
)

// counting is the flags of count alone.
type counting struct {
	fundamental              bool
	part, checkpoint, output string
	certifying
}

func (c *counting) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.BoolVar(&c.fundamental, "fundamental", false, "count solutions that a rotation or reflection of the board makes of each other as one")
	f.StringVar(&c.part, "part", "", "count only a `share`, as in 2/4: the second of four; `nqueens sum` adds them up (quadrant only)")
	f.StringVar(&c.checkpoint, "checkpoint", "", "keep what has been counted in this `file`, from which the same command goes on (quadrant only)")
	f.StringVar(&c.certified, "certified", "", "write the formula, every solution and a proof that there are no others into this `folder`, for check count")
	f.StringVar(&c.prover, "prover", "", "with --certified: the `backend` that writes the proof; default: a plain search")
	f.StringVarP(&c.output, "output", "o", "", "write the answer to this `file` instead of standard output")
}

// tallied reports whether the count is one that quadrant makes in this process,
// task by task, and refuses flags that only such a count takes.
func (c *counting) tallied(e bench.Experiment) (bool, error) {
	job := e.Jobs[0]
	if c.part != "" || c.checkpoint != "" {
		flag := "--part"
		if c.part == "" {
			flag = "--checkpoint"
		}
		switch {
		case c.fundamental:
			return false, fmt.Errorf("%s: not with --fundamental", flag)
		case len(e.Jobs) > 1:
			return false, fmt.Errorf("%s: not with several backends", flag)
		case job.Backend != quadrant.New().Describe().Name:
			return false, fmt.Errorf("%s: only quadrant counts in tasks that can be shared out and kept, and this is for %s", flag, job.Backend)
		}
		return true, nil
	}
	return len(e.Jobs) == 1 && job.Backend == quadrant.New().Describe().Name && !c.fundamental, nil
}

// tally counts with quadrant, in this process.
func (p *program) tally(ctx context.Context, e bench.Experiment, c counting, asJSON bool) error {
	job, part := e.Jobs[0], tally.Whole
	var err error
	if c.part != "" {
		if part, err = tally.ParsePart(c.part); err != nil {
			return fmt.Errorf("--part: %w", err)
		}
	}
	config := quadrant.Config{N: job.Problem.N, Threads: job.Threads, Memory: job.Limits.Memory, Kernel: job.Encoding}
	if _, err := quadrant.NewCounter(config); err != nil {
		return err
	}
	t, err := tally.Open(c.checkpoint, job.Problem.N, part)
	if err != nil {
		return c.blame(err)
	}
	t.Warn = func(err error) { fmt.Fprintln(p.err, "warning: not kept:", err) }
	before, _ := t.Tasks()
	if limit := job.Limits.Memory; limit > 0 {
		defer debug.SetMemoryLimit(debug.SetMemoryLimit(limit / 10 * 8)) // rather collect garbage than go beyond
	}
	ctx, cancel := within(ctx, job.Limits.Time)
	defer cancel()
	start := time.Now()
	bar, shown := newTallyBar(p.err, t)
	if shown {
		err = t.Run(ctx, config, bar.show)
		bar.finish()
	} else {
		err = t.Run(ctx, config, nil)
	}
	var unsaved error
	if err != nil && !errors.Is(err, ctx.Err()) {
		if unsaved = c.blame(err); !t.Finished() {
			return unsaved
		}
	}
	r := blank(job, quadrant.New().Describe().Version, e.Seed)
	done, _ := t.Tasks()
	if ctx.Err() != nil {
		r.Outcome = nqueens.Stopped(ctx, t.Found)
	} else {
		r.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(t.Found)}
		if before == 0 { // otherwise an earlier run took a part of the time
			r.Seconds = time.Since(start).Seconds()
		}
	}
	r.Stats = map[string]int64{"pairs": int64(t.Pairs), "tasks": int64(done)}
	if part != tally.Whole && r.Status == nqueens.Solved {
		return p.share(t, asJSON)
	}
	if asJSON {
		if err := p.json(r); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return c.unfinished(r.Outcome, t)
	}
	if err := p.disagreement(e, []bench.Record{r}); err != nil || asJSON {
		return err
	}
	_, err = fmt.Fprintln(p.out, r.Count)
	return errors.Join(err, unsaved) // the answer is not lost with the file
}

// share prints what a part found, which is no count.
func (p *program) share(t *tally.Tally, asJSON bool) error {
	if !asJSON {
		fmt.Fprintf(p.err, "note: part %v of %d queens; `nqueens sum` adds the parts that --json -o keeps\n", t.Part, t.N)
		_, err := fmt.Fprintln(p.out, t.Found)
		return err
	}
	text, err := t.MarshalJSON()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(p.out, "%s\n", text)
	return err
}

// blame says which flag an error is about, if any is.
func (c *counting) blame(err error) error {
	switch {
	case c.checkpoint != "":
		return fmt.Errorf("--checkpoint: %w", err)
	case c.part != "":
		return fmt.Errorf("--part: %w", err)
	}
	return err
}

// unfinished is the error of a count that was stopped.
func (c *counting) unfinished(o nqueens.Outcome, t *tally.Tally) error {
	done, all := t.Tasks()
	text := fmt.Sprintf("no answer: %s; %d of %d tasks were done by then", o.Status, done, all)
	if c.checkpoint != "" {
		text += fmt.Sprintf(" and are kept in %s: the same command goes on", c.checkpoint)
	}
	return &exit{status: limitHit, err: errors.New(text)}
}

func (p *program) sum() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "sum FILE…",
		Short: "Add the parts of a count",
		Long: `Add the parts that "count N --part k/n --json" printed, or the checkpoints of
finished ones, and print the number of solutions. Parts that are missing, come
twice, are unfinished, damaged or of another count are refused.`,
		Example: `  nqueens sum p1.json p2.json p3.json p4.json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return errors.New("which parts? Name their files: nqueens sum p1.json p2.json")
			}
			var tallies []*tally.Tally
			for _, name := range args {
				t, err := tally.Read(name)
				if err != nil {
					return err
				}
				tallies = append(tallies, t)
			}
			n, count, err := tally.Sum(tallies, args)
			if err != nil {
				return err
			}
			return p.total(n, count, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a JSON object")
	return cmd
}

// total prints the sum of all parts of a board, unless it is known to be wrong.
func (p *program) total(n int, count *nqueens.Count, asJSON bool) error {
	job := bench.Job{Problem: nqueens.Problem{Family: nqueens.Queens, N: n}, Task: nqueens.CountAll, Backend: quadrant.New().Describe().Name}
	r := blank(job, quadrant.New().Describe().Version, 1)
	r.Outcome = nqueens.Outcome{Status: nqueens.Solved, Count: count}
	if asJSON {
		if err := p.json(r); err != nil {
			return err
		}
	}
	e := bench.Experiment{Seed: 1, Jobs: []bench.Job{job}}
	if err := p.disagreement(e, []bench.Record{r}); err != nil || asJSON {
		return err
	}
	_, err := fmt.Fprintln(p.out, count)
	return err
}

// outputTo makes the file the program's output until the returned function is
// called. An empty name leaves it as it is.
func (p *program) outputTo(name string) (restore func() error, err error) {
	if name == "" || name == "-" {
		return func() error { return nil }, nil
	}
	file, err := overwrite(name)
	if err != nil {
		return nil, fmt.Errorf("--output: %w", err)
	}
	before := p.out
	p.out = bufio.NewWriter(file)
	return func() error {
		err := errors.Join(p.out.Flush(), file.Close())
		if file.made && !file.begun {
			err = errors.Join(err, os.Remove(name))
		}
		p.out = before
		if err != nil {
			return fmt.Errorf("--output: %w", err)
		}
		return nil
	}, nil
}
