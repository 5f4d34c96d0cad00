package run

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
)

// Within returns a Runner.Start that answers assignments in this process instead of starting a child process,
// with the given backends and families. At the time limit it cancels the backend's context, and leaves behind
// a backend that does not stop. The memory limit, the cores and the environment of the command have no
// effect. The CPU time is the elapsed time. Within is for tests, and for systems without processes. It starts
// commands of other programs with isolate.Run.
func Within(program string, all []backends.Backend, known nqueens.Catalogue) starter {
	return func(ctx context.Context, c isolate.Command) (isolate.Result, error) {
		if c.Path != program {
			return isolate.Run(ctx, c)
		}
		if ctx.Err() != nil {
			return isolate.Result{Outcome: isolate.Cancelled, Exit: -1}, nil
		}
		return within(ctx, c, func(ctx context.Context, in io.Reader, out io.Writer) error {
			a, err := readAssignment(in)
			if err != nil {
				return err
			}
			return a.serve(ctx, out, all, known)
		}), nil
	}
}

// within calls play in place of a child and returns a result as isolate.Run does for a process.
func within(ctx context.Context, c isolate.Command, play func(context.Context, io.Reader, io.Writer) error) isolate.Result {
	limited, cancel := ctx, context.CancelFunc(func() {})
	if c.Wall > 0 {
		limited, cancel = context.WithTimeout(ctx, c.Wall)
	}
	defer cancel()
	ended := make(chan isolate.Result, 1)
	begun := time.Now()
	go func() {
		ended <- played(c, func(out io.Writer) error { return play(limited, bytes.NewReader(c.Stdin), out) })
	}()
	var r isolate.Result
	select {
	case r = <-ended:
	case <-limited.Done():
		r = isolate.Result{Outcome: isolate.Timeout, Reason: fmt.Sprintf("ran for more than %v", c.Wall), Exit: -1}
		if ctx.Err() != nil {
			r = isolate.Result{Outcome: isolate.Cancelled, Reason: "it was stopped", Exit: -1}
		}
	}
	r.Wall = time.Since(begun)
	r.CPU = r.Wall
	return r
}

// played calls play with the standard output of a command. An error or a panic becomes an exit status and a
// line on standard error.
func played(c isolate.Command, play func(io.Writer) error) (r isolate.Result) {
	r.Outcome, r.Method = isolate.Exited, isolate.MethodNone
	var kept bytes.Buffer
	out := io.Writer(&kept)
	if c.Stdout != nil {
		out = c.Stdout
	}
	defer func() {
		if why := recover(); why != nil {
			r.Exit, r.Stderr = 2, fmt.Appendf(nil, "panic: %v\n", why)
		}
		if r.Stdout = kept.Bytes(); r.Exit != 0 {
			r.Reason = fmt.Sprintf("exit status %d", r.Exit)
		}
	}()
	if err := play(out); err != nil {
		r.Exit, r.Stderr = 1, fmt.Appendln(nil, err)
	}
	return r
}
