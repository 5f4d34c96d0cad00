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
)

// bar is a progress bar on a terminal and nothing anywhere else.
type bar struct{ *progressbar.ProgressBar }

func newBar(w io.Writer) bar {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return bar{}
	}
	return bar{progressbar.NewOptions(1, progressbar.OptionSetWriter(w), progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true), progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish())}
}

func (b bar) show(p run.Progress) {
	if b.ProgressBar == nil {
		return
	}
	b.ChangeMax(p.Total)
	b.Describe(p.Job.ProblemName() + " " + p.Job.Contender.String())
	b.Set(p.Done) //nolint:errcheck // a bar that cannot be drawn is no reason to stop
}

func (b bar) finish() {
	if b.ProgressBar != nil {
		b.Finish() //nolint:errcheck // likewise
	}
}

// tasksBar is a progress bar of a count that is made task by task.
type tasksBar struct {
	bar
	title string
}

// newTasksBar makes one if there is a terminal.
func newTasksBar(w io.Writer, c *checkpoint.Checkpoint) (b tasksBar, shown bool) {
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return b, false
	}
	title := c.Title()
	if c.Part != checkpoint.Whole {
		title += fmt.Sprintf(", part %v", c.Part)
	}
	return tasksBar{bar{progressbar.NewOptions(steps, progressbar.OptionSetWriter(w), progressbar.OptionSetPredictTime(false),
		progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish(), progressbar.OptionThrottle(100*time.Millisecond))}, title}, true
}

// steps is how finely the progress of such a count is shown.
const steps = 1000

func (b tasksBar) show(p checkpoint.Progress) {
	b.Describe(fmt.Sprintf("%s: %v to go", b.title, p.Rest.Round(time.Second)))
	b.Set(int(p.Share * steps)) //nolint:errcheck // a bar that cannot be drawn is no reason to stop
}
