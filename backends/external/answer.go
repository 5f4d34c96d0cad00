package external

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"nqueens"
	"nqueens/backends/isolate"
)

// mostOutput is far more bytes than any count has digits.
const mostOutput = 64 << 10

// Answer is what became of the counter's command, as an outcome.
func (c Counter) Answer(result isolate.Result, err error) nqueens.Outcome {
	switch {
	case err != nil:
		return NotStarted(err)
	case result.Outcome == isolate.Timeout:
		return nqueens.Fail(nqueens.Timeout, result.Reason)
	case result.Outcome == isolate.MemoryLimit:
		return nqueens.Fail(nqueens.MemoryLimit, result.Reason)
	case result.Outcome != isolate.Exited:
		return nqueens.Fail(nqueens.Crashed, result.Reason)
	case result.Exit != 0:
		line, _, _ := strings.Cut(strings.TrimSpace(string(result.Stderr)), "\n")
		return nqueens.Fail(nqueens.Crashed, strings.TrimSuffix(result.Reason+": "+isolate.Said(line), ": "))
	}
	count, err := number(string(result.Stdout))
	if err != nil {
		return nqueens.Fail(nqueens.Crashed, err.Error())
	}
	return nqueens.Outcome{Status: nqueens.Solved, Count: count, Phases: nqueens.Phases{Solve: result.Wall.Seconds()}}
}

// NotStarted is the outcome of a program that the system would not start: a
// script without #! and its interpreter in the first line, a file for another
// kind of machine.
func NotStarted(err error) nqueens.Outcome {
	var refused *fs.PathError
	if errors.As(err, &refused) {
		err = refused.Err
	}
	return nqueens.Fail(nqueens.Crashed, fmt.Sprintf("it could not be started: %v", err))
}

// number reads the one number that a counter may print.
func number(printed string) (*nqueens.Count, error) {
	const wanted = "the number of solutions and nothing else was expected"
	said := strings.Fields(printed)
	switch len(said) {
	case 0:
		return nil, fmt.Errorf("printed nothing: %s", wanted)
	case 1:
		if count, err := nqueens.ParseCount(said[0]); err == nil {
			return count, nil
		}
	}
	return nil, fmt.Errorf("printed %.60q: %s", strings.TrimSpace(printed), wanted)
}
