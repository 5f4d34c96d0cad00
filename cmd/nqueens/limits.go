package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"nqueens/bench"
	"nqueens/bench/plan"
	"nqueens/internal/bounded"
)

// limitFlags are the flags --timeout and --memory. They limit child processes, and also what this
// process reads and checks.
type limitFlags struct {
	timeout time.Duration
	memory  string
	of      string          // appended to the usage: what is limited
	reading context.Context // ends at a limit; nil if nothing is read
}

func (l *limitFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.DurationVar(&l.timeout, "timeout", 0, "give up after this `time`, for example 10s"+l.of)
	f.StringVar(&l.memory, "memory", "", "give up beyond this `amount`, for example 2GiB"+l.of)
}

// limits returns the limits that the flags set.
func (l *limitFlags) limits() (bench.Limits, error) {
	limits := bench.Limits{Time: l.timeout}
	if l.timeout < 0 {
		return limits, fmt.Errorf("--timeout %v: write a time above zero, or leave it out for none", l.timeout)
	}
	var err error
	if l.memory != "" {
		if limits.Memory, err = plan.ParseBytes(l.memory); err != nil {
			return limits, fmt.Errorf("--memory: %w", err)
		}
	}
	return limits, nil
}

// bound returns a context for work in this process. The context ends at a limit, with exit status
// limitHit, or with ctx.
func (l *limitFlags) bound(ctx context.Context, work string) (context.Context, context.CancelFunc, error) {
	limits, err := l.limits()
	if err != nil {
		return ctx, func() {}, err
	}
	l.reading = ctx
	ends := []context.CancelFunc{func() { l.reading = nil }}
	if limits.Time > 0 {
		var end context.CancelFunc
		l.reading, end = context.WithTimeoutCause(l.reading, limits.Time, fmt.Errorf("timeout: %s takes more than %v", work, limits.Time))
		ends = append(ends, end)
	}
	if limits.Memory > 0 {
		var end context.CancelFunc
		l.reading, end = bounded.Memory(l.reading, limits.Memory, fmt.Errorf("memory-limit: %s takes more than %s", work, l.memory))
		ends = append(ends, end)
	}
	return l.reading, func() {
		for _, end := range ends {
			end()
		}
	}, nil
}

// open opens a file for reading, which fails when a limit is reached.
func (l *limitFlags) open(name string) (*os.File, error) {
	return bounded.Open(cmp.Or(l.reading, context.Background()), name)
}

// bounded returns a reader that fails when a limit is reached.
func (l *limitFlags) bounded(r io.Reader) io.Reader {
	if l.reading == nil {
		return r
	}
	return bounded.Reader(l.reading, r)
}

// limitError returns the error for a reached limit, or else err.
func (l *limitFlags) limitError(err error) error {
	if l.reading == nil || l.reading.Err() == nil {
		return err
	}
	return stopped(l.reading, context.Cause(l.reading))
}

// proofLimit adds the flag --proof-limit.
func proofLimit(f *pflag.FlagSet, to *string, when string) {
	f.StringVar(to, "proof-limit", "", when+"give up if a proof and its prover's temporary files take more than this `amount`, or none (default 1GiB)")
}

func parseProofLimit(text string) (int64, error) {
	if text == "" {
		return 0, nil
	}
	most, err := plan.ParseProofLimit(text)
	if err != nil {
		return 0, fmt.Errorf("--proof-limit: %w", err)
	}
	return most, nil
}
