package bench

import (
	"context"

	"nqueens"
	"nqueens/backends/external"
	"nqueens/backends/isolate"
)

// counter is the backend's program, if it is an external one. The harness runs
// it directly and not in a child of its own: what is measured is the program's
// process and nothing else.
func (r *Runner) counter(backend string) (external.Counter, bool) {
	for _, b := range r.Backends {
		if c, ok := b.(external.Counter); ok && c.Name == backend {
			return c, true
		}
	}
	return external.Counter{}, false
}

// program runs an external program once. That it cannot be started is its own
// failure.
func program(ctx context.Context, cores []int, c external.Counter, job Job) (isolate.Result, report, error) {
	command := c.Task(nqueens.Request{Problem: job.Problem, Task: job.Task, Threads: job.Threads})
	command.Wall, command.Memory = job.Limits.Time, job.Limits.Memory
	result, err := run(ctx, cores, max(1, job.Threads), command)
	if err != nil && ctx.Err() == nil {
		return result, report{Outcome: external.NotStarted(err)}, nil
	}
	rep := report{Outcome: external.Answer(result)}
	if rep.Status.Answered() {
		rep.Seconds, rep.Iterations = result.Wall.Seconds(), 1
	}
	return result, rep, err
}
