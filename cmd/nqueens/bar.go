package main

import (
	"fmt"
	"io"
	"os"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"nqueens/bench"
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

func (b bar) show(p bench.Progress) {
	if b.ProgressBar == nil {
		return
	}
	b.ChangeMax(p.Total)
	b.Describe(fmt.Sprintf("%v %s", p.Job.Problem, p.Job.Contender()))
	b.Set(p.Done) //nolint:errcheck // a bar that cannot be drawn is no reason to stop
}

func (b bar) finish() {
	if b.ProgressBar != nil {
		b.Finish() //nolint:errcheck // likewise
	}
}
