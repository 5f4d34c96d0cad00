package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
)

// streamer is the job's backend if it is to write its solution as it is made,
// without holding it in memory: where that is too large for a board and the
// backend can. A memory limit is then kept without a child process.
func (p *program) streamer(job bench.Job, to *sheet) (backends.Streamer, bool) {
	if to.picture != "" || to.form.name != "lines" || job.Problem.N <= nqueens.MaxModelSize {
		return nil, false
	}
	b, err := backends.Named(p.backends, job.Backend)
	if err != nil {
		return nil, false
	}
	s, can := b.(backends.Streamer)
	return s, can
}

// stream writes a solution as it is made.
func (p *program) stream(ctx context.Context, by backends.Streamer, e bench.Experiment, to *sheet) error {
	job := e.Jobs[0]
	ctx, cancel := within(ctx, job.Limits.Time)
	defer cancel()
	o := by.Stream(ctx, nqueens.Request{
		Problem: job.Problem, Task: job.Task, Encoding: job.Encoding, Threads: job.Threads, Seed: e.Seed,
	}, to.out)
	if o.Status == nqueens.Crashed { // all that can fail is the writing
		return errors.New(o.Reason)
	}
	if !o.Status.Answered() {
		if to.file != nil {
			o.Reason = "what " + to.file.Name() + " holds is only a part"
		}
		return unanswered(o)
	}
	to.printed++
	p.tell(o)
	return to.close(nil)
}

// within bounds work in this process by a time limit, if there is one.
func within(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, limit)
}

// tell says on standard error how an answer was found, where that is known.
func (p *program) tell(o nqueens.Outcome) {
	if o.Note != "" {
		fmt.Fprintf(p.err, "note: %s\n", o.Note)
	}
}
