package external

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"nqueens"
	"nqueens/backends/isolate"
)

// The files of an answer and of a proof in the run's folder.
const (
	answerFile = "answer"
	proofFile  = "proof"
)

// diskFull is the error of a program that wrote more than it may.
type diskFull struct{ limit int64 }

func (d *diskFull) Error() string {
	return fmt.Sprintf("wrote more than %d MiB to its folder, a proof perhaps", d.limit>>20)
}

// start runs the program to its end and returns what it printed, or wrote as
// its answer.
func (x *run) start(ctx context.Context, c *command, problem, encoding string) (printed, error) {
	r := x.request
	program, err := find(c.words[0], x.Solver.folder())
	if err != nil {
		return printed{}, err
	}
	left := int64(noLimit)
	if deadline, ok := ctx.Deadline(); ok {
		left = max(1, int64(math.Ceil(time.Until(deadline).Seconds())))
	}
	threads := strconv.Itoa(max(1, r.Threads))
	command := isolate.Command{
		Path: program, Dir: x.folder,
		Args: c.filled(map[string]string{
			inputMark: problem, answerMark: filepath.Join(x.folder, answerFile), proofMark: filepath.Join(x.folder, proofFile),
			seedMark: strconv.FormatUint(r.Seed%largestSeed, 10), threadsMark: threads, timeMark: strconv.FormatInt(left, 10),
			encodingMark: encoding, folderMark: x.Solver.folder(), familyMark: r.Problem.Family.Name,
		}),
		Env:    append(os.Environ(), "OMP_NUM_THREADS="+threads, "TMPDIR="+x.folder),
		Limits: isolate.Limits{Memory: r.Memory, Output: mostAnswer},
	}
	if r.Task != nqueens.FindFirst {
		command.Output = mostAnswers
	}
	full := &diskFull{x.says().disk}
	watched, stop := isolate.WatchFolder(ctx, x.folder, isolate.FolderBytes(x.folder)+x.says().disk, full)
	result, err := isolate.Run(watched, command)
	stop()
	if err != nil {
		return printed{}, ending{NotStarted(err)}
	}
	if result.PeakBytes > 0 {
		x.outcome.Stats[PeakBytes] = result.PeakBytes
	}
	if context.Cause(watched) == error(full) && result.Outcome == isolate.Cancelled {
		return printed{}, ending{nqueens.Fail(nqueens.MemoryLimit, fmt.Sprintf("%s %v", x.says().name, full))}
	}
	switch result.Outcome {
	case isolate.Exited:
		return x.printed(result)
	case isolate.Cancelled, isolate.Timeout:
		return printed{}, ending{stopped(ctx)}
	case isolate.MemoryLimit:
		return printed{}, ending{nqueens.Fail(nqueens.MemoryLimit, result.Reason)}
	}
	return printed{}, ending{nqueens.Fail(nqueens.Crashed, fmt.Sprintf("%s: %s", x.says().name, result.Reason))}
}

// printed is what a program that ended by itself left.
type printed struct {
	stdout, answer []byte
	exit           int
}

// The exit statuses that tell the answer, in the SAT competitions; clasp adds 30
// for having found every solution.
const (
	exitSatisfiable   = 10
	exitUnsatisfiable = 20
	exitAll           = 30
)

// printed takes a program's word only if it ended as solvers do.
func (x *run) printed(result isolate.Result) (printed, error) {
	p := printed{stdout: result.Stdout, exit: result.Exit}
	switch p.exit {
	case 0, exitSatisfiable, exitUnsatisfiable, exitAll:
	default:
		if lacks := x.says().lacks; lacks != nil {
			if said := lacks.Find(append(result.Stderr, result.Stdout...)); said != nil {
				return p, ending{nqueens.Fail(nqueens.Unsupported, fmt.Sprintf("%s lacks a part that is not installed: %s", x.says().name, isolate.Said(string(said))))}
			}
		}
		return p, errors.New(strings.TrimSuffix(fmt.Sprintf("ended with %s: %s", result.Reason, complaint(result)), ": "))
	}
	if d := x.input.dialect; d != nil && d.file {
		f, err := os.Open(filepath.Join(x.folder, answerFile))
		if err != nil {
			return p, nil // it has no answer
		}
		defer f.Close()
		if p.answer, err = io.ReadAll(io.LimitReader(f, mostAnswer)); err != nil {
			return p, err
		}
	}
	return p, nil
}

// complaint is the first line that the program printed as an error, or else
// the last that it printed at all.
func complaint(result isolate.Result) string {
	line := ""
	if text := bytes.TrimSpace(result.Stderr); len(text) > 0 {
		first, _, _ := bytes.Cut(text, []byte("\n"))
		line = string(first)
	} else if text := bytes.TrimSpace(result.Stdout); len(text) > 0 {
		line = string(text[bytes.LastIndexByte(text, '\n')+1:])
	}
	return isolate.Said(line)
}
