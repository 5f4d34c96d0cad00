package backends

import (
	"errors"

	"nqueens"
	"nqueens/backends/external"
	"nqueens/backends/isolate"
)

// Process is a Backend whose search runs in another program: an external solver that this program
// describes, or a program of the user.
type Process interface {
	Backend
	// CommandLine returns the command as its user or its description writes it.
	CommandLine() string
	// Program returns the name of the program as in CommandLine, and the path of its file, or "" if
	// it is not installed.
	Program() (name, path string)
	// Package returns the Debian package that contains the program, or "" if none is known.
	Package() string
	// Installed returns an error that says why the program cannot be run here, or nil.
	Installed() error
	// BuiltIn reports whether All lists the backend. Otherwise the user has defined it.
	BuiltIn() bool
	// Definition returns the description of a user's solver and the absolute path of its file.
	// ParseSolver can create the backend from them again, for example in a child process. Other
	// backends return neither.
	Definition() (file string, text []byte)
}

// Standalone is a Process that consists of one command only. A harness can start that command
// itself, so that the measured process is the program's own.
type Standalone interface {
	Process
	// Invocation returns the command that answers the request, without limits.
	Invocation(nqueens.Request) isolate.Command
	// Answer returns the outcome for the result of that command. The error is the one from starting
	// the command.
	Answer(isolate.Result, error) nqueens.Outcome
}

// Adjustable is a Process that can run with another problem text, with other options, or under stricter rules than its
// description states.
type Adjustable interface {
	Process
	// Verbatim returns the backend with the text of a formula in DIMACS in place of the text that it would write.
	Verbatim(text []byte) *external.Solver
	// Strict returns the backend with the rule that text after an answer is a crash.
	Strict() *external.Solver
	// Command returns the command line that answers a request, or "" if there is none.
	Command(nqueens.Request) string
	// Simpler returns the commands that remain of the command for a request after one option is removed.
	Simpler(nqueens.Request) []string
	// WithCommand returns the backend with another command line.
	WithCommand(line string) (*external.Solver, error)
}

// PeakBytes is the statistic in which a Process reports its peak memory in bytes, if the system
// provides it.
const PeakBytes = external.PeakBytes

// NewCounter returns a backend for a program that prints the number of solutions (see package
// external). The command, such as "./plain {n}", runs in the folder, or in the working directory if
// folder is "".
func NewCounter(name, command, folder string) (Standalone, error) {
	return external.New(name, command, folder)
}

// ParseCounter parses NAME=COMMAND, such as "plain=./plain {n}", and returns the backend that
// NewCounter makes of it.
func ParseCounter(text, folder string) (Standalone, error) {
	return external.Define(text, folder)
}

// ReadSolver returns the backend for a solver that a YAML file describes (see package external).
func ReadSolver(file string) (Process, error) { return external.ReadSolver(file) }

// ParseSolver returns the backend for a solver's description. The file is the path of the text, for
// error messages and for programs that lie beside it.
func ParseSolver(file string, text []byte) (Process, error) { return external.ParseSolver(file, text) }

// CounterEngine returns the engine name of a counter. Two counters that run the same program (see
// ProgramOf) are one engine.
func CounterEngine(name string) string { return external.CounterEngine(name) }

// ProgramOf returns a name for the program that a command runs (see package external).
func ProgramOf(command, digest string) string { return external.ProgramOf(command, digest) }

// FileDigest returns a digest of a program's file, "" if it cannot be read.
func FileDigest(path string) string { return external.FileDigest(path) }

// UserDefined reports whether the user has defined the backend with ParseCounter or ReadSolver.
// Such a backend takes part where no backends are named.
func UserDefined(b Backend) bool {
	p, ok := b.(Process)
	return ok && !p.BuiltIn()
}

// Join appends a backend to a list. It returns an error if the list has a backend with the same
// name.
func Join(list []Backend, b Backend) ([]Backend, error) {
	if _, err := Named(list, b.Describe().Name); err == nil {
		return nil, errors.New("there is a backend of that name already; choose another")
	}
	return append(list[:len(list):len(list)], b), nil
}
