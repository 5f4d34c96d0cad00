package run

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"nqueens"
	"nqueens/backends"
	"nqueens/backends/isolate"
	"nqueens/bench"
	"nqueens/internal/leftover"
	"nqueens/internal/printable"
	"nqueens/internal/table"
)

// mostOutput limits the output of a child in bytes; a solution can be long.
const mostOutput = 1 << 30

// starter runs a command to its end, like isolate.Run.
type starter = func(context.Context, isolate.Command) (isolate.Result, error)

func (r *Runner) starter() starter {
	if r.Start != nil {
		return r.Start
	}
	return isolate.Run
}

// child starts a child process, sends it the assignment and waits for its end.
func (r *Runner) child(ctx context.Context, cores []int, limits bench.Limits, a assignment) (isolate.Result, error) {
	program := cmp.Or(a.Program, r.Child[0])
	if err := r.same(program); err != nil {
		return isolate.Result{}, err
	}
	leave, err := a.prepare()
	if err != nil {
		return isolate.Result{}, fmt.Errorf("making a folder for %s: %w", a.Backend, err)
	}
	defer leave()
	var watched *listener
	if a.Watched {
		if watched, err = a.listen(ctx); err != nil {
			return isolate.Result{}, err
		}
		a.Out = watched.child
	}
	input, err := json.Marshal(a)
	if err != nil {
		return isolate.Result{}, err
	}
	command := isolate.Command{
		Path: program, Args: r.Child[1:], Stdin: input, Stdout: a.Out,
		Env:    append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", a.Threads)),
		Limits: isolate.Limits{Wall: limits.Time + cmp.Or(r.patience, grace), CPU: limits.CPU, Memory: limits.Memory, Output: mostOutput, Busy: a.Busy},
	}
	if a.Temporary != "" {
		command.Env = append(command.Env, "TMPDIR="+a.Temporary)
	}
	result, err := run(ctx, r.starter(), cores, a.Threads, command)
	if watched != nil {
		var failed error
		result.Stdout, failed = watched.take()
		err = cmp.Or(err, failed)
	}
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("starting a child process: %w", err)
	}
	if err == nil && result.Outcome == isolate.Exited && result.Exit == 0 {
		r.tellPrinted(a.Backend, result.Stderr)
	}
	return result, err
}

// tellPrinted warns, once for each backend, of output to standard output or standard error in a run that
// ended well. For other runs the record has the first line as its reason.
func (r *Runner) tellPrinted(backend string, text []byte) {
	if len(text) == 0 || r.printed[backend] {
		return
	}
	if r.printed == nil {
		r.printed = map[string]bool{}
	}
	r.printed[backend] = true
	first, _, _ := strings.Cut(strings.TrimSpace(string(text)), "\n")
	r.warn(fmt.Sprintf("%s printed %s of its own, which are not part of its answer: %s", backend, table.Plural(len(text), "byte"), printable.Short(first)))
}

// run runs a command on at most as many cores as threads. It returns an error if it is stopped meanwhile.
func run(ctx context.Context, start starter, cores []int, threads int, command isolate.Command) (isolate.Result, error) {
	chosen, release := isolate.Claim(cores, threads)
	defer release()
	command.CPUs = chosen
	result, err := start(ctx, command)
	if err == nil && result.Outcome == isolate.Cancelled {
		err = context.Cause(ctx)
	}
	return result, err
}

// complaint returns the error message of a child that exited with an error status.
func complaint(result isolate.Result) string {
	line, _, _ := strings.Cut(strings.TrimSpace(string(result.Stderr)), "\n")
	return strings.TrimSuffix(result.Reason+": "+printable.Short(line), ": ")
}

// readReport returns the report of a child that has ended. If the child did not end on its own with a report
// and no other output, the report states how it ended.
func readReport(result isolate.Result, nonce string) report {
	switch result.Outcome {
	case isolate.Timeout:
		return ending(nqueens.Timeout, result.Reason)
	case isolate.MemoryLimit:
		return ending(nqueens.MemoryLimit, result.Reason)
	case isolate.Exited:
	default:
		return ending(nqueens.Crashed, result.Reason)
	}
	if result.Exit != 0 {
		return ending(nqueens.Crashed, complaint(result))
	}
	r, err := parseReport(result.Stdout, nonce, 0)
	if err != nil {
		return ending(nqueens.Crashed, err.Error())
	}
	return r
}

// runProgram runs a program once without a child process of ours around it. If the program cannot be started,
// that is reported as its own failure.
func (r *Runner) runProgram(ctx context.Context, cores []int, p backends.Standalone, job trial, clock string) (isolate.Result, report, error) {
	command := p.Invocation(nqueens.Request{Problem: job.Problem, Task: job.Task, Threads: job.threads()})
	command.Wall, command.CPU, command.Memory, command.Busy = job.Limits.Time, job.Limits.CPU, job.Limits.Memory, r.busy(clock)
	temporary, err := leftover.MkdirTemp()
	if err != nil {
		return isolate.Result{}, report{}, fmt.Errorf("making a folder for %s: %w", job.Backend, err)
	}
	defer os.RemoveAll(temporary) //nolint:errcheck // a temporary folder of the system
	command.Env = append(command.Env, "TMPDIR="+temporary)
	result, err := run(ctx, r.starter(), cores, job.threads(), command)
	if err != nil && ctx.Err() != nil {
		return result, report{}, err
	}
	rep := report{Observation: bench.Observation{Outcome: p.Answer(result, err)}}
	if rep.Status.Answered() {
		rep.Seconds, rep.AnswerCPU, rep.Iterations = result.Wall.Seconds(), result.CPU.Seconds(), 1
		if clock == bench.CPUClock {
			rep.Seconds, rep.Phases = rep.AnswerCPU, nqueens.Phases{Solve: rep.AnswerCPU} // it has only one phase
		}
		if !command.Busy {
			rep.AnswerCPU = 0 // there is no limit of CPU time
		}
	}
	return result, rep, nil
}
