package main

import (
	"context"
	"errors"
	"fmt"

	"nqueens"
	"nqueens/backends"
	"nqueens/bench"
)

// streams reports whether the job's solution is written as it is made, without
// being held in memory: where it is too large for a board and its backend can.
func (p *program) streams(job bench.Job, to *sheet) bool {
	b, err := backends.Named(p.backends, job.Backend)
	_, can := b.(backends.Streamer)
	return err == nil && can && to.picture == "" && to.form.name == "lines" && job.Problem.N > nqueens.MaxModelSize
}

// stream writes a solution as it is made.
func (p *program) stream(ctx context.Context, e bench.Experiment, to *sheet) error {
	job := e.Jobs[0]
	if job.Limits.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, job.Limits.Time)
		defer cancel()
	}
	b, err := backends.Named(p.backends, job.Backend)
	if err != nil {
		return err
	}
	o := b.(backends.Streamer).Stream(ctx, nqueens.Request{
		Problem: job.Problem, Task: job.Task, Encoding: job.Encoding, Threads: job.Threads, Seed: e.Seed,
	}, to.out)
	if o.Status == nqueens.Crashed { // all that can fail is the writing
		return errors.New(o.Reason)
	}
	if !o.Status.Answered() {
		return unanswered(o)
	}
	to.printed++
	p.tell(o)
	return to.close(nil)
}

// tell says on standard error how an answer was found, where that is known.
func (p *program) tell(o nqueens.Outcome) {
	if o.Note != "" {
		fmt.Fprintf(p.err, "note: %s\n", o.Note)
	}
}
