package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"nqueens"
	"nqueens/backends/checkpoint"
	"nqueens/bench"
	"nqueens/bench/run"
	"nqueens/internal/printable"
	"nqueens/internal/progress"
	"nqueens/internal/table"
)

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// colourful reports whether the output is a terminal on which colours are allowed: see
// no-color.org.
func colourful(w io.Writer) bool { return isTerminal(w) && os.Getenv("NO_COLOR") == "" }

// newBar returns a progress bar if w is a terminal, otherwise nil.
func newBar(w io.Writer, total int, options ...progressbar.Option) *progressbar.ProgressBar {
	if !isTerminal(w) {
		return nil
	}
	return progressbar.NewOptions(total, append(options,
		progressbar.OptionSetWriter(w), progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish())...)
}

// watch shows the runner's progress until the returned function is called: as a bar on a terminal,
// otherwise as a line from time to time. It ignores errors of drawing.
func watch(r *run.Runner, w io.Writer) (finish func()) {
	bar := newBar(w, 1, progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true))
	if bar == nil {
		return reportLines(r, w)
	}
	r.Progress = func(p run.Progress) {
		bar.ChangeMax(p.Total)
		bar.Describe(printable.Text(p.Job.ProblemName() + " " + p.Job.Contender.String()))
		bar.Set(p.Done) //nolint:errcheck
	}
	return sync.OnceFunc(func() { bar.Finish() }) //nolint:errcheck
}

// A barState is the progress of an answer that a bar shows.
type barState struct {
	share float64       // done, from 0 to 1
	rest  time.Duration // estimated rest; 0: no estimate yet
	known bool          // share is known
	least time.Duration // lower bound of the rest, if there is no estimate
	hint  bool          // show how to get an estimate
}

// hintDelay is the time without any progress after which a bar shows how to get an estimate.
const hintDelay = 10 * time.Second

// describe returns the text of a bar after the elapsed time.
func (s barState) describe(title string, elapsed, limit time.Duration) string {
	text := fmt.Sprintf("%s: %v", title, elapsed.Round(time.Second))
	if limit > 0 {
		text += fmt.Sprintf(" of %s at most", table.Flag(limit))
	}
	switch {
	case s.rest > 0:
		text += fmt.Sprintf(", about %s to go", table.Rough(s.rest.Seconds()))
	case s.least > 0:
		text += fmt.Sprintf(", more than %s to go", table.Rough(s.least.Seconds()))
	case s.hint:
		text += ", no estimate yet; `nqueens estimate count` makes one"
	case s.known:
		text += ", no estimate yet"
	}
	return text
}

// barDelay is the time after which an answer gets a bar.
const barDelay = time.Second

// watchAnswer shows the progress of an answer on a terminal until the returned function is called.
func watchAnswer(w io.Writer, title string, limit time.Duration, now func(elapsed time.Duration) barState) (finish func()) {
	if !isTerminal(w) {
		return func() {}
	}
	const steps = 1000 // of the bar
	start, over := time.Now(), make(chan struct{})
	var shown sync.WaitGroup
	shown.Go(func() {
		var bar *progressbar.ProgressBar
		counts := false
		tick := time.NewTicker(barDelay / 4)
		defer tick.Stop()
		for {
			select {
			case <-over:
				if bar != nil {
					bar.Finish() //nolint:errcheck // the answer does not depend on the bar
				}
				return
			case <-tick.C:
			}
			elapsed := time.Since(start)
			if elapsed < barDelay {
				continue
			}
			s := now(elapsed)
			if bar != nil && s.known != counts {
				bar.Finish() //nolint:errcheck
				bar = nil
			}
			if total := steps; bar == nil {
				if counts = s.known; !counts {
					total = -1 // a spinner
				}
				if bar = newBar(w, total, progressbar.OptionSetPredictTime(false), progressbar.OptionSetElapsedTime(false)); bar == nil {
					continue // the terminal was closed
				}
			}
			bar.Describe(printable.Text(s.describe(title, elapsed, limit)))
			if counts {
				bar.Set(int(s.share * steps)) //nolint:errcheck
			}
		}
	})
	return sync.OnceFunc(func() { close(over); shown.Wait() })
}

// waitFor shows the progress of a job, if its backend reports progress through the returned
// context.
func (p *program) waitFor(ctx context.Context, e bench.Experiment, job bench.Job) (_ context.Context, finish func()) {
	title := job.Problem.Short() + " by " + job.Contender.String()
	if i := slices.IndexFunc(e.Jobs, func(j bench.Job) bool { return j.Contender == job.Contender }); len(e.Jobs) > 1 {
		title = fmt.Sprintf("%d of %d: %s", i+1, len(e.Jobs), title)
	}
	if !isTerminal(p.terminal.err) {
		return ctx, func() {}
	}
	ctx, meter := progress.Watched(ctx)
	return ctx, watchAnswer(p.terminal.err, title, job.Limits.Time, func(elapsed time.Duration) (s barState) {
		if s.share, s.known = meter.Share(); s.share > 0 {
			s.rest = time.Duration(min(float64(elapsed)*(1-s.share)/s.share, math.MaxInt64/2))
		}
		s.hint = s.share == 0 && job.Task == nqueens.CountAll && elapsed > hintDelay
		return s
	})
}

// watchTasks shows the progress of a count that is made task by task. show is nil if nothing is
// shown.
func watchTasks(c *checkpoint.Checkpoint, w io.Writer, limit time.Duration) (show func(checkpoint.Progress), finish func()) {
	if !isTerminal(w) {
		return nil, func() {}
	}
	title := c.Title()
	if c.Part != checkpoint.Whole {
		title += fmt.Sprintf(", part %v", c.Part)
	}
	var last atomic.Pointer[checkpoint.Progress]
	least := c.Least(time.Second).Seconds() // factor for the lower bound while no task is done
	return func(p checkpoint.Progress) { last.Store(&p) }, watchAnswer(w, title, limit, func(elapsed time.Duration) barState {
		if p := last.Load(); p != nil {
			return barState{share: p.Share, rest: p.Rest, known: true}
		}
		return barState{least: time.Duration(min(least*float64(elapsed), math.MaxInt64/2))}
	})
}
