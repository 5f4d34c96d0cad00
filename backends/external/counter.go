package external

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/backends/isolate"
	"nqueens/internal/printable"
)

// Counter is a program that prints the number of solutions.
type Counter struct {
	name    string
	command command
	program string // absolute path
	folder  string // the folder in which it runs; "" is the working directory
	version string
}

// Placeholders in a counter's command, which are replaced when it runs.
const (
	sideMark    = "{n}"
	familyMark  = "{family}"
	threadsMark = "{threads}"
)

// Define parses NAME=COMMAND, as in "plain=./plain {n}", and returns the Counter.
func Define(text, folder string) (Counter, error) {
	name, command, ok := strings.Cut(text, "=")
	if !ok {
		return Counter{}, fmt.Errorf("%q: write NAME=COMMAND, for example 'plain=./plain {n}'", text)
	}
	return New(strings.TrimSpace(name), command, folder)
}

// New returns a Counter for a program that runs in the folder, or in the working directory if
// folder is "". It returns an error for a name that is not valid for a backend, for a command
// without {n}, and if the program does not exist.
func New(name, text, folder string) (Counter, error) {
	c := Counter{name: name, folder: folder}
	if err := checkName(name); err != nil {
		return c, err
	}
	text = strings.TrimSpace(text)
	split, err := words(text)
	switch {
	case err != nil:
		return c, fmt.Errorf("%s: command %q: %w", name, text, err)
	case len(split) == 0:
		return c, fmt.Errorf("%s: the command is missing: write, for example, %s=./%[1]s {n}", name, name)
	case !strings.Contains(strings.Join(split[1:], " "), sideMark):
		return c, fmt.Errorf("%s: command %q does not say where the board's side goes: write {n} there, as in %s {n}", name, text, split[0])
	}
	c.command = command{text, split}
	if c.program, err = find(split[0], folder); err != nil {
		return c, fmt.Errorf("%s: %w", name, err)
	}
	if c.version, err = digest(c.program, split[1:], folder); err != nil {
		return c, fmt.Errorf("%s: reading the program for its version: %w", name, err)
	}
	return c, nil
}

// checkName returns an error if a name is not valid for a backend: in a list of backends, a table
// or a file name it could be mistaken for something else.
func checkName(name string) error {
	const letters = "abcdefghijklmnopqrstuvwxyz0123456789"
	switch {
	case name == "all":
		return errors.New(`"all" means every backend: choose another name`)
	case name == "" || len(name) > 40 || strings.Trim(name, letters+"-_.") != "" || !strings.Contains(letters, name[:1]):
		return fmt.Errorf("name %q: write up to 40 small letters, digits, - _ and dots, a letter or digit first", name)
	}
	return nil
}

// CounterEngine returns the engine name of a counter. Two counters that run the same program (see
// ProgramOf) are one engine.
func CounterEngine(name string) string { return "external:" + name }

// CommandLine returns the command as it was written.
func (c Counter) CommandLine() string { return c.command.text }

// The remaining methods of backends.Process: a counter is defined by the user, its program was
// found when it was created, and a process that starts it has its command.

func (c Counter) Program() (name, path string)           { return c.command.words[0], c.program }
func (c Counter) Package() string                        { return "" }
func (c Counter) Installed() error                       { return nil }
func (c Counter) BuiltIn() bool                          { return false }
func (c Counter) Definition() (file string, text []byte) { return "", nil }

func (c Counter) Describe() nqueens.Description {
	return nqueens.Description{
		Name: c.name, About: "external program: " + c.command.text, Version: c.version,
		Engine: CounterEngine(c.name), Tasks: []nqueens.Task{nqueens.CountAll},
		Unreduced: true, // its problem is a bare board, given by name
	}
}

func (c Counter) Supports(r nqueens.Request) error {
	if err := c.Describe().Accepts(r); err != nil {
		return err
	}
	switch {
	case !r.Problem.Bare():
		return fmt.Errorf("%s is an external program and counts bare boards only", c.name)
	case !r.Problem.PlacesQueens() && !strings.Contains(c.command.text, familyMark):
		return fmt.Errorf("%s is an external program and counts boards of queens only, since its command has no %s", c.name, familyMark)
	}
	return r.Problem.Validate()
}

// Invocation returns the command that answers the request, without limits.
func (c Counter) Invocation(r nqueens.Request) isolate.Command {
	threads := strconv.Itoa(max(1, r.Threads))
	return isolate.Command{
		Path: c.program, Dir: c.folder,
		Args:   c.command.filled(map[string]string{sideMark: strconv.Itoa(r.Problem.N), familyMark: r.Problem.Family.Name, threadsMark: threads}),
		Env:    append(os.Environ(), "OMP_NUM_THREADS="+threads, "GOMAXPROCS="+threads),
		Limits: isolate.Limits{Output: mostOutput},
	}
}

// Run runs the program once. It kills the program and its descendants when the context ends. The
// phase solve is the time of the whole process, including its start.
func (c Counter) Run(ctx context.Context, r nqueens.Request, _ func(nqueens.Solution) bool) nqueens.Outcome {
	if err := c.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	result, err := isolate.Run(ctx, c.Invocation(r))
	if err == nil && result.Outcome == isolate.Cancelled {
		return stopped(ctx)
	}
	return c.Answer(result, err)
}

// mostOutput is the limit on a counter's output in bytes, far more than the digits of a count.
const mostOutput = 64 << 10

// Answer returns the outcome for the result of the counter's command.
func (c Counter) Answer(result isolate.Result, err error) nqueens.Outcome {
	switch {
	case err != nil:
		return notStarted(err)
	case result.Outcome == isolate.Timeout:
		return nqueens.Fail(nqueens.Timeout, result.Reason)
	case result.Outcome == isolate.MemoryLimit:
		return nqueens.Fail(nqueens.MemoryLimit, result.Reason)
	case result.Outcome != isolate.Exited:
		return nqueens.Fail(nqueens.Crashed, result.Reason)
	case result.Exit != 0:
		line, _, _ := strings.Cut(strings.TrimSpace(string(result.Stderr)), "\n")
		return nqueens.Fail(nqueens.Crashed, strings.TrimSuffix(result.Reason+": "+printable.Short(line), ": "))
	}
	count, err := number(string(result.Stdout))
	if err != nil {
		return nqueens.Fail(nqueens.Crashed, err.Error())
	}
	return nqueens.Outcome{Status: nqueens.Solved, Count: count, Phases: nqueens.Phases{Solve: result.Wall.Seconds()}}
}

// notStarted returns the outcome of a program that the system could not start, such as a script
// without #! and its interpreter in the first line, or a file for another kind of machine.
func notStarted(err error) nqueens.Outcome {
	if refused, ok := errors.AsType[*fs.PathError](err); ok {
		err = refused.Err
	}
	return nqueens.Fail(nqueens.Crashed, fmt.Sprintf("it could not be started: %v", err))
}

// number parses the output of a counter, which must be exactly one number.
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
