package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/trace"
	"nqueens/bench"
	"nqueens/internal/atomicfile"
	"nqueens/internal/table"
)

// traceFlags are the flags for a record of the search.
type traceFlags struct {
	trace string
	limit int
}

func (t *traceFlags) flags(f *pflag.FlagSet) {
	f.StringVar(&t.trace, "trace", "", "write each step of the search into this `file`, for `nqueens show`")
	f.IntVar(&t.limit, "trace-limit", trace.DefaultLimit, "with --trace: end the search after this `number` of steps")
}

// check returns an error if the flags make no sense.
func (t *traceFlags) check(set *pflag.FlagSet) error {
	switch {
	case t.trace == "" && set.Changed("trace-limit"):
		return errors.New("--trace-limit: only with --trace")
	case t.limit < 1:
		return fmt.Errorf("--trace-limit %d: write a number from 1", t.limit)
	}
	for _, other := range []string{"proof", "certified", "fundamental", "checkpoint", "part", "json"} {
		if t.trace != "" && set.Changed(other) {
			return fmt.Errorf("--trace: not with --%s", other)
		}
	}
	return nil
}

// tracer returns the backend as one that reports its steps. If it cannot, the error names the backends
// that can for this request.
func (p *program) tracer(b backends.Backend, r nqueens.Request) (backends.Tracer, error) {
	by, can := b.(backends.Tracer)
	err := fmt.Errorf("%s reports no steps", b.Describe().Name)
	if can {
		if err = by.Traces(r); err == nil {
			return by, nil
		}
	}
	r.Encoding = ""
	var able []string
	for _, b := range p.backends {
		if t, can := b.(backends.Tracer); can && t.Traces(r) == nil {
			able = append(able, b.Describe().Name)
		}
	}
	if len(able) == 0 {
		return nil, fmt.Errorf("%w, and no other backend does for this problem", err)
	}
	return nil, fmt.Errorf("%w; backends that do, for this problem: %s", err, strings.Join(able, ", "))
}

// recorded answers the single job of an experiment in this process, and writes the steps of the search
// into a file.
func (p *program) recorded(ctx context.Context, t traceFlags, e bench.Experiment) (out nqueens.Outcome, err error) {
	job := e.Jobs[0]
	if len(e.Jobs) > 1 {
		return out, errors.New("--trace: name one backend; `nqueens show A B` shows two traces beside each other")
	}
	request := requestOf(job, e.Seed)
	b, err := backends.Named(p.backends, job.Backend)
	if err != nil {
		return out, err
	}
	by, err := p.tracer(b, request)
	if err != nil {
		return out, fmt.Errorf("--trace: %w", err)
	}
	file, err := atomicfile.Create(t.trace)
	if err != nil {
		return out, fmt.Errorf("--trace: %w", err)
	}
	ctx, cancel := within(ctx, job.Limits.Time)
	defer cancel()
	recorder := trace.NewRecorder(file, t.limit)
	recorder.Begin(trace.Header{Problem: job.Problem.String(), Task: string(job.Task), Backend: job.Contender.String(), Engine: b.Describe().Engine})
	out = by.Trace(ctx, request, recorder)
	if out.Status == nqueens.Unsupported {
		file.Discard() //nolint:errcheck // another error is returned
		return out, fmt.Errorf("--trace: %s", out.Reason)
	}
	if err = recorder.End(string(out.Status)); err == nil {
		err = file.Commit()
	}
	if err != nil {
		return out, fmt.Errorf("--trace: %w", err)
	}
	fmt.Fprintf(p.err, "note: %s has %s: nqueens show %[1]s -o trace.html\n", t.trace, table.Plural(recorder.Len(), "step"))
	switch {
	case recorder.Full() && out.Solution == nil:
		err = &exit{status: limitHit, err: fmt.Errorf("the trace has the limit of %s, so the search was stopped: --trace-limit allows more", table.Plural(t.limit, "step"))}
	case !out.Status.Answered():
		err = unanswered(out)
	}
	return out, err
}

// countTraced counts the solutions, and writes the steps of the search into a file.
func (p *program) countTraced(ctx context.Context, t traceFlags, e bench.Experiment) error {
	out, err := p.recorded(ctx, t, e)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(p.out, decimal(out.Count))
	return err
}

// solveTraced prints a solution, and writes the steps of the search into a file.
func (p *program) solveTraced(ctx context.Context, t traceFlags, e bench.Experiment, to *solutions) error {
	out, err := p.recorded(ctx, t, e)
	job := e.Jobs[0]
	switch {
	case err != nil:
		return err
	case out.Count != nil:
		fmt.Fprintf(p.err, "note: %s\n", out.Count.String()+" solutions")
		return nil
	case out.Status == nqueens.Solved:
		out.Solution.Sort()
		if err := job.Problem.Check(out.Solution); err != nil {
			return &exit{status: failedCheck, err: fmt.Errorf("%s returned %v, which is not a solution: %w", job.Contender.String(), out.Solution, err)}
		}
		if err := to.add(out.Solution); err != nil {
			return err
		}
	}
	return to.finish(nil)
}
