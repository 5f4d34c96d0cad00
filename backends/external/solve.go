package external

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"

	"nqueens"
	"nqueens/backends/internal/await"
)

const (
	// mostAnswer is how many bytes one solution and what is said with it may take.
	mostAnswer = 64 << 20
	// mostAnswers is how many all solutions may take.
	mostAnswers = 256 << 20
	// largestSeed is what every solver takes.
	largestSeed = 2_000_000_000
	// noLimit is the time left, in seconds, where there is no end.
	noLimit = 365 * 24 * 60 * 60
)

// Run implements backends.Backend. It writes the problem into a temporary
// folder, runs the program there, isolated and within the context and the
// request's memory, reads what it printed, and removes the folder. Its stats
// are the sizes of what was written and those that the description finds in the
// output. The phase solve is the whole process's time.
func (s *Solver) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := s.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	in, encoding := s.input(r)
	return s.answer(ctx, r, in, encoding, in.commands[r.Task], visit, nil)
}

// PeakBytes is the stat that says how much memory the program's processes held
// at most, as far as the system told.
const PeakBytes = "peak-bytes"

// run is one run of the program.
type run struct {
	*Solver
	request nqueens.Request
	input   input
	folder  string
	written written
	outcome nqueens.Outcome
}

// answer runs the command in a folder of its own. If there is a use for a proof
// it is called, when there is no solution, with the proof's file.
func (s *Solver) answer(ctx context.Context, r nqueens.Request, in input, encoding string, c *command, visit func(nqueens.Solution) bool, proved func(file string) error) nqueens.Outcome {
	folder, err := os.MkdirTemp("", "nqueens-"+s.says().name+"-")
	if err != nil {
		return nqueens.Fail(nqueens.Crashed, fmt.Sprintf("making a folder for %s: %v", s.says().name, err))
	}
	defer os.RemoveAll(folder)
	x := run{Solver: s, request: r, input: in, folder: folder}
	x.outcome.Stats = map[string]int64{}
	watch := nqueens.NewStopwatch()
	problem := filepath.Join(folder, "problem"+in.ending)
	err = x.write(ctx, problem, encoding)
	x.outcome.Phases.Encode = watch.Lap()
	switch {
	case ctx.Err() != nil:
		return stopped(ctx)
	case err != nil:
		return nqueens.Fail(nqueens.Crashed, fmt.Sprintf("writing the problem for %s: %v", s.says().name, err))
	}
	printed, err := x.start(ctx, c, problem, encoding)
	x.outcome.Phases.Solve = watch.Lap()
	if err != nil {
		return x.failed(ctx, err)
	}
	if err := x.read(printed, visit); err != nil {
		return x.failed(ctx, err)
	}
	x.outcome.Phases.Decode = watch.Lap()
	if x.outcome.Status == nqueens.Unsatisfiable && proved != nil {
		if err := proved(filepath.Join(folder, proofFile)); err != nil {
			return x.failed(ctx, err)
		}
	}
	return x.outcome
}

// stopped is the outcome of a run whose context has ended. What the program had
// found by then is its own affair.
func stopped(ctx context.Context) nqueens.Outcome {
	o := nqueens.Stopped(ctx, 0)
	o.Partial = nil
	return o
}

// ending is an outcome as an error.
type ending struct{ nqueens.Outcome }

func (e ending) Error() string { return string(e.Status) + ": " + e.Reason }

// failed is the outcome of a run that gave no answer.
func (x *run) failed(ctx context.Context, err error) nqueens.Outcome {
	var end ending
	switch {
	case errors.As(err, &end):
		return end.Outcome
	case ctx.Err() != nil:
		return stopped(ctx)
	}
	return nqueens.Fail(nqueens.Crashed, fmt.Sprintf("%s %v", x.says().name, err))
}

// write writes the problem's file. Where the context ends first it is left to a
// goroutine that stops at its next write.
func (x *run) write(ctx context.Context, name, encoding string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	type result struct {
		written written
		err     error
	}
	p, write := x.request.Problem, x.input.write
	done, err := await.Result(ctx, func() result {
		w, err := write(attentive{ctx, f}, p, encoding)
		return result{w, errors.Join(err, f.Close())}
	})
	x.written = done.written
	maps.Copy(x.outcome.Stats, done.written.sizes)
	return errors.Join(err, done.err)
}

// attentive is a writer that ends with its context.
type attentive struct {
	ctx context.Context
	w   io.Writer
}

func (a attentive) Write(p []byte) (int, error) {
	if err := a.ctx.Err(); err != nil {
		return 0, err
	}
	return a.w.Write(p)
}
