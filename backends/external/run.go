package external

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/await"
	"nqueens/backends/ipasir"
	"nqueens/backends/isolate"
	"nqueens/encode"
	"nqueens/internal/bounded"
	"nqueens/internal/leftover"
	"nqueens/internal/printable"
	"nqueens/internal/propagate"
)

const (
	// mostAnswer is the limit in bytes on the output with one solution.
	mostAnswer = 64 << 20
	// mostAnswers is the limit in bytes on the output with all solutions.
	mostAnswers = 256 << 20
	// largestSeed is the largest seed that every solver accepts; the smallest is 1.
	largestSeed = 2_000_000_000
	// noLimit is the remaining time in seconds if there is no deadline.
	noLimit = 365 * 24 * 60 * 60
)

// Run implements backends.Backend. It writes the problem to a temporary folder, runs the program
// there, isolated and within the limits of the context and the request's memory, reads the output,
// and removes the folder. The statistics are the sizes of the formula and the numbers that the
// description extracts from the output. The phase solve is the time of the whole process.
func (s *Solver) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := s.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	in, encoding := s.input(r)
	if r.Problem.Goal() != nqueens.NoGoal {
		var best func(nqueens.Request) nqueens.Outcome
		if c := s.commandFor(in, nqueens.Optimise); c != nil {
			best = func(r nqueens.Request) nqueens.Outcome {
				return s.answer(ctx, r, in, encoding, c, visit, nil)
			}
		}
		return answer.Optimise(ctx, r, best, s.Run, visit)
	}
	return s.answer(ctx, r, in, encoding, s.commandFor(in, r.Task), visit, nil)
}

// PeakBytes is the statistic with the peak memory of the program's processes in bytes, if the
// system reports it.
const PeakBytes = "peak-bytes"

// run is one run of the program.
type run struct {
	solver    *Solver
	request   nqueens.Request
	input     input
	folder    string
	proving   bool
	statement encode.Statement
	outcome   nqueens.Outcome
}

// answer runs the command in its own folder. If proved is not nil and there is no solution, answer
// calls it with the file of the proof.
func (s *Solver) answer(ctx context.Context, r nqueens.Request, in input, encoding string, c *command, visit func(nqueens.Solution) bool, proved func(file string) error) nqueens.Outcome {
	folder, err := leftover.MkdirTemp()
	if err != nil {
		return nqueens.Fail(nqueens.Crashed, fmt.Sprintf("making a folder for %s: %v", s.name(), err))
	}
	defer os.RemoveAll(folder) //nolint:errcheck // what stays a later run collects
	x := run{solver: s, request: r, input: in, folder: folder, proving: proved != nil}
	x.outcome.Stats = map[string]int64{}
	watch := nqueens.NewStopwatch()
	problem := filepath.Join(folder, "problem"+in.Format.Extension)
	err = x.write(ctx, problem, encoding)
	x.outcome.Phases.Encode = watch.Lap()
	switch {
	case ctx.Err() != nil:
		return stopped(ctx)
	case err != nil:
		return nqueens.Fail(nqueens.Crashed, fmt.Sprintf("writing the problem for %s: %v", s.name(), err))
	}
	printed, err := x.start(ctx, c, problem, encoding)
	watch.Lap() // the time of cleaning up after the process is not the solver's
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

// stopped returns the outcome of a run whose context has ended. It has no partial count, because
// the program's progress is unknown.
func stopped(ctx context.Context) nqueens.Outcome {
	o := nqueens.Stopped(ctx, 0)
	o.Partial = nil
	return o
}

// outcomeError is an outcome as an error.
type outcomeError struct{ outcome nqueens.Outcome }

func (e outcomeError) Error() string { return string(e.outcome.Status) + ": " + e.outcome.Reason }

// failed returns the outcome of a run that gave no answer.
func (x *run) failed(ctx context.Context, err error) (o nqueens.Outcome) {
	switch end, ok := errors.AsType[outcomeError](err); {
	case ok:
		o = end.outcome
	case ctx.Err() != nil:
		o = stopped(ctx)
	default:
		o = nqueens.Fail(nqueens.Crashed, fmt.Sprintf("%s %v", x.solver.name(), err))
	}
	o.ProgramCPU = x.outcome.ProgramCPU
	return o
}

// write writes the problem's file. If the context ends first, write returns and leaves a goroutine
// that stops at its next write.
func (x *run) write(ctx context.Context, name, encoding string) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	var e encode.Encoding
	if x.input.Format.Encoded {
		if e, err = encode.EncodingNamed(encoding); err != nil {
			return errors.Join(err, f.Close())
		}
	}
	type result struct {
		statement encode.Statement
		err       error
	}
	p, state := x.request.Problem, x.input.Format.State
	done, err := await.Result(ctx, func() result {
		p, err := p, error(nil)
		given := x.solver.given                                      // states the whole problem
		whole := (x.request.Unreduced || given != nil) && !x.proving // a proof refutes the reduced formula, without further filtering
		if !whole && !x.proving {
			p, err = propagate.Closed(p)
		}
		var s encode.Statement
		if err == nil {
			s, err = state(p, e, whole)
		}
		switch {
		case err != nil:
		case given != nil:
			_, err = f.Write(given)
		default:
			err = s.Write(contextWriter{ctx, f})
		}
		return result{s, errors.Join(err, f.Close())}
	})
	x.statement = done.statement
	maps.Copy(x.outcome.Stats, done.statement.Sizes)
	return errors.Join(err, done.err)
}

// contextWriter is a writer that fails when its context has ended.
type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (a contextWriter) Write(p []byte) (int, error) {
	if err := a.ctx.Err(); err != nil {
		return 0, err
	}
	return a.w.Write(p)
}

// The files of an answer and of a proof in the run's folder.
const (
	answerFile = "answer"
	proofFile  = "proof"
)

// start runs the program to its end and returns its output and the file of its answer.
func (x *run) start(ctx context.Context, c *command, problem, encoding string) (printed, error) {
	r := x.request
	program, err := x.solver.locate(c)
	if err != nil {
		return printed{}, err
	}
	left := int64(noLimit)
	if deadline, ok := ctx.Deadline(); ok {
		left = max(1, int64(math.Ceil(time.Until(deadline).Seconds())))
	}
	threads := strconv.Itoa(max(1, r.Threads))
	args := c.filled(map[string]string{
		epsilonMark: printedNumber(x.input.Epsilon), deltaMark: printedNumber(x.input.Delta),
		inputMark: problem, answerMark: filepath.Join(x.folder, answerFile), proofMark: filepath.Join(x.folder, proofFile),
		seedMark: strconv.FormatUint(max(1, r.Seed%largestSeed), 10), threadsMark: threads, timeMark: strconv.FormatInt(left, 10),
		encodingMark: encoding, folderMark: x.solver.folder(), familyMark: r.Problem.Family.Name,
	})
	if project := x.input.Project; project != nil && !r.Task.FindsOne() && x.statement.Variables > solutionVariables(x.statement) {
		args = append(args, *project...)
	}
	command := isolate.Command{
		Path: program, Dir: x.folder,
		Args:   args,
		Env:    append(os.Environ(), "OMP_NUM_THREADS="+threads, "TMPDIR="+x.folder),
		Limits: isolate.Limits{Memory: r.Memory, Output: mostAnswer},
	}
	if r.Task != nqueens.FindFirst {
		command.Output = mostAnswers
	}
	if x.solver.description().IPASIR != "" {
		child, err := ipasir.Command(program, args...)
		if err != nil {
			return printed{}, err
		}
		command.Path, command.Args = child.Path, child.Args
		command.Env = append(child.Env, command.Env[len(os.Environ()):]...)
	}
	disk := x.solver.description().Disk
	full := fmt.Errorf("%s wrote more than %d MiB to its folder, a proof perhaps", x.solver.name(), disk)
	watched, stop := isolate.WatchFolder(ctx, x.folder, isolate.FolderBytes(x.folder)+int64(disk)<<20, full)
	result, err := isolate.Run(watched, command)
	stop()
	if err != nil {
		return printed{}, outcomeError{notStarted(err)}
	}
	x.outcome.Void = result.Interrupted()
	x.outcome.Phases.Solve = result.Wall.Seconds()
	x.outcome.ProgramCPU = result.CPU.Seconds()
	if result.PeakBytes > 0 {
		x.outcome.Stats[PeakBytes] = result.PeakBytes
	}
	if errors.Is(context.Cause(watched), full) && result.Outcome == isolate.Cancelled {
		return printed{}, outcomeError{nqueens.Fail(nqueens.MemoryLimit, full.Error())}
	}
	switch result.Outcome {
	case isolate.Exited:
		p, err := x.readOutput(result)
		if err == nil && x.solver.description().IPASIR != "" {
			err = ipasir.Served(result.Stdout)
		}
		return p, err
	case isolate.Cancelled, isolate.Timeout:
		o := stopped(ctx)
		o.Void = x.outcome.Void
		return printed{}, outcomeError{o}
	case isolate.MemoryLimit:
		return printed{}, outcomeError{nqueens.Fail(nqueens.MemoryLimit, result.Reason)}
	}
	return printed{}, outcomeError{nqueens.Fail(nqueens.Crashed, fmt.Sprintf("%s: %s", x.solver.name(), result.Reason))}
}

// printedNumber returns the number in decimal digits, "" for nil.
func printedNumber[N ~float64](x *N) string {
	if x == nil {
		return ""
	}
	return strconv.FormatFloat(float64(*x), 'f', -1, 64)
}

// printed is the output of a program that ended by itself.
type printed struct {
	stdout, answer []byte
	exit           int
}

// The exit statuses of the SAT competitions that state the answer; clasp uses 30 if it has found
// every solution.
const (
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
	exitAll           = 30
)

// readOutput returns the output of a program that ended with one of the exit statuses of solvers,
// otherwise an error.
func (x *run) readOutput(result isolate.Result) (printed, error) {
	p := printed{stdout: result.Stdout, exit: result.Exit}
	switch {
	case slices.Contains([]int{0, exitSatisfiable, exitUnsatisfiable, exitAll}, p.exit):
	case slices.Contains(x.solver.description().Exits, exitStatus(p.exit)):
	default:
		if lacks := x.solver.description().Lacks; lacks != nil {
			if said := lacks.Find(append(result.Stderr, result.Stdout...)); said != nil {
				return p, outcomeError{nqueens.Fail(nqueens.Unsupported, fmt.Sprintf("%s lacks a part that is not installed: %s", x.solver.name(), printable.Short(string(said))))}
			}
		}
		return p, errors.New(strings.TrimSuffix(fmt.Sprintf("ended with %s: %s", result.Reason, complaint(result.Stderr, result.Stdout)), ": "))
	}
	if d := x.input.Answer; d != nil && d.file {
		f, err := os.Open(filepath.Join(x.folder, answerFile))
		if errors.Is(err, fs.ErrNotExist) {
			return p, nil // it has no answer
		}
		if err != nil {
			return p, err
		}
		defer f.Close()
		if p.answer, err = io.ReadAll(bounded.Bytes(f, mostAnswer, fmt.Errorf("wrote an answer of more than %d bytes", int64(mostAnswer)))); err != nil {
			return p, err
		}
	}
	return p, nil
}

// complaint returns the first line of the program's error output or, if there is none, the last
// line of its output.
func complaint(stderr, stdout []byte) string {
	line, _, _ := bytes.Cut(bytes.TrimSpace(stderr), []byte("\n"))
	if len(line) == 0 {
		text := bytes.TrimSpace(stdout)
		line = text[bytes.LastIndexByte(text, '\n')+1:]
	}
	return printable.Short(string(line))
}

// ProofEncoding implements backends.Prover.
func (s *Solver) ProofEncoding(r nqueens.Request) (string, error) {
	in, encoding := s.input(r)
	switch {
	case r.Task != nqueens.FindFirst:
		return "", fmt.Errorf("%s writes proofs only for the task %q", s.name(), nqueens.FindFirst)
	case in.Proof == nil && in.Format.Encoded:
		return "", fmt.Errorf("%s writes no proofs", s.name())
	case in.Proof == nil:
		return "", fmt.Errorf("%s/%s writes no proofs", s.name(), encoding)
	}
	if err := s.Supports(r); err != nil {
		return "", err
	}
	return encoding, s.installed((*command)(in.Proof))
}

// Prove implements backends.Prover. The proof is first written to a file, which is subject to the
// disk limit.
func (s *Solver) Prove(ctx context.Context, r nqueens.Request, proof io.Writer) nqueens.Outcome {
	encoding, err := s.ProofEncoding(r)
	if err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	in, _ := s.input(r)
	return s.answer(ctx, r, in, encoding, (*command)(in.Proof), nil, func(file string) error {
		return copyProof(contextWriter{ctx, proof}, file, in.Skip)
	})
}

// copyProof copies a proof without the lines that begin with skip.
func copyProof(to io.Writer, file, skip string) error {
	from, err := os.Open(file)
	if errors.Is(err, os.ErrNotExist) {
		return errors.New("reported that there is no solution but wrote no proof")
	}
	if err != nil {
		return err
	}
	defer from.Close()
	if skip == "" {
		_, err = io.Copy(to, from)
		return err
	}
	lines, out := bufio.NewReaderSize(from, 1<<16), bufio.NewWriterSize(to, 1<<16)
	for begin, skipping := true, false; ; {
		part, err := lines.ReadSlice('\n') // a line, or a part of a long one
		if begin {
			skipping = bytes.HasPrefix(part, []byte(skip))
		}
		if !skipping {
			out.Write(part) // Flush reports its error
		}
		begin = err == nil
		if err != nil && !errors.Is(err, bufio.ErrBufferFull) {
			if err == io.EOF {
				err = nil
			}
			return errors.Join(out.Flush(), err)
		}
	}
}
