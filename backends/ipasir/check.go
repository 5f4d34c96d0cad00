package ipasir

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"nqueens/backends/isolate"
	"nqueens/internal/printable"
)

// A Conformance is a test of the interface.
type Conformance struct {
	Name  string
	About string // what a right library does
	run   func(*library) error
}

// Verdict is the result of a test: Err says what the library did wrong, or is nil.
type Verdict struct {
	Conformance
	Err error
}

// Check runs every test with the library at the path, each in a child process with the time limit,
// and yields their results in order until yield returns false. A library that crashes or hangs fails
// the test. start is isolate.Run, or replaces it. Check returns an error if the library cannot be
// loaded or no child can be started.
func Check(ctx context.Context, path string, limit time.Duration, start func(context.Context, isolate.Command) (isolate.Result, error), yield func(Verdict) bool) error {
	for _, c := range Checks() {
		command, err := Command(path, "check", c.Name)
		if err != nil {
			return err
		}
		command.Wall, command.Memory, command.Output = limit, checkMemory, 1<<20
		result, err := start(ctx, command)
		switch {
		case err != nil:
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		case result.Outcome == isolate.Exited && result.Exit == exitNotLoaded && len(result.Stdout) == 0:
			return errors.New(printable.Short(string(bytes.TrimSpace(result.Stderr))))
		}
		if !yield(Verdict{c, judge(result)}) {
			return nil
		}
	}
	return nil
}

// checkMemory is the limit in bytes for a library in a test.
const checkMemory = 1 << 30

// judge returns the error of a test from the end of its child.
func judge(result isolate.Result) error {
	switch {
	case result.Outcome == isolate.Timeout:
		return errors.New("did not return: " + result.Reason)
	case result.Outcome != isolate.Exited:
		return errors.New(result.Reason)
	case !bytes.HasPrefix(result.Stdout, []byte(greeting)):
		return errors.New("ended the process: " + result.Reason)
	case result.Exit != 0:
		return errors.New(printable.Short(string(bytes.TrimSpace(result.Stderr[bytes.LastIndexByte(bytes.TrimSpace(result.Stderr), '\n')+1:]))))
	case !bytes.Contains(result.Stdout, []byte(passed)):
		return errors.New("ended the process with status 0")
	}
	return nil
}

// passed is the line of a child whose test passed. A library that calls exit does not print it.
const passed = "c passed"

// checkHere runs one test in this process.
func checkHere(l *library, name string) error {
	for _, c := range Checks() {
		if c.Name == name {
			return c.run(l)
		}
	}
	return fmt.Errorf("there is no test %q", name)
}
