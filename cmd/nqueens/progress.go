package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"nqueens/backends/checkpoint"
	"nqueens/bench/run"
	"nqueens/internal/printable"
)

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// colourful reports whether colours are welcome on the output: see no-color.org.
func colourful(w io.Writer) bool { return isTerminal(w) && os.Getenv("NO_COLOR") == "" }

// newBar makes a progress bar on a terminal, and nil anywhere else.
func newBar(w io.Writer, total int, options ...progressbar.Option) *progressbar.ProgressBar {
	if !isTerminal(w) {
		return nil
	}
	return progressbar.NewOptions(total, append(options,
		progressbar.OptionSetWriter(w), progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish())...)
}

// watch shows the runner's progress until the returned function is called. A bar that
// cannot be drawn is no reason to stop.
func watch(r *run.Runner, w io.Writer) (finish func()) {
	bar := newBar(w, 1, progressbar.OptionShowCount(), progressbar.OptionSetPredictTime(true))
	if bar == nil {
		return func() {}
	}
	r.Progress = func(p run.Progress) {
		bar.ChangeMax(p.Total)
		bar.Describe(printable.Text(p.Job.ProblemName() + " " + p.Job.Contender.String()))
		bar.Set(p.Done) //nolint:errcheck
	}
	return func() { bar.Finish() } //nolint:errcheck
}

// watchTasks shows the progress of a count that is made task by task; the function to
// tell of it is nil where nothing is shown.
func watchTasks(c *checkpoint.Checkpoint, w io.Writer) (show func(checkpoint.Progress), finish func()) {
	const steps = 1000 // how finely
	bar := newBar(w, steps, progressbar.OptionSetPredictTime(false), progressbar.OptionThrottle(100*time.Millisecond))
	if bar == nil {
		return nil, func() {}
	}
	title := printable.Text(c.Title())
	if c.Part != checkpoint.Whole {
		title += fmt.Sprintf(", part %v", c.Part)
	}
	return func(p checkpoint.Progress) {
		bar.Describe(fmt.Sprintf("%s: %v to go", title, p.Rest.Round(time.Second)))
		bar.Set(int(p.Share * steps)) //nolint:errcheck
	}, func() { bar.Finish() } //nolint:errcheck
}
