package backends

import (
	"errors"

	"nqueens"
	"nqueens/backends/external"
	"nqueens/backends/isolate"
)

// Process is a Backend whose search another program does: a solver that others
// wrote and this program describes, or a program of the user's own.
type Process interface {
	Backend
	// CommandLine is how the program is called, as its user or its description
	// writes it.
	CommandLine() string
	// Program is the name of the program as CommandLine has it, and the path of its file, or
	// "" if it is not installed.
	Program() (name, path string)
	// Package is the Debian package that has the program, "" where none is known to.
	Package() string
	// Installed says why the program cannot be run here, or nil.
	Installed() error
	// BuiltIn reports whether All lists the backend; another is the user's own.
	BuiltIn() bool
	// Definition is the text that describes a solver of the user's own, and its
	// absolute file: what ParseSolver needs to make it again, as in a process of
	// its own. Other backends have none.
	Definition() (file string, text []byte)
}

// Standalone is a Process that needs nothing of ours around it: a command is the
// whole answer. A harness can start it itself, so that what it measures is the
// program's process and nothing else.
type Standalone interface {
	Process
	// Invocation is the command that answers the request, without limits.
	Invocation(nqueens.Request) isolate.Command
	// Answer is what became of that command, as an outcome. The error is that of
	// starting it.
	Answer(isolate.Result, error) nqueens.Outcome
}

// PeakBytes is the stat in which a Process says how much memory it held at most,
// as far as the system told.
const PeakBytes = external.PeakBytes

// NewCounter makes a backend of a program that prints how many solutions there
// are, as package external says: of its name as a backend and its command, as in
// "./plain {n}", from the folder or, where that is "", from the present one.
func NewCounter(name, command, folder string) (Standalone, error) {
	return external.New(name, command, folder)
}

// ParseCounter makes a backend of NAME=COMMAND, as in "plain=./plain {n}", which
// NewCounter describes.
func ParseCounter(text, folder string) (Standalone, error) {
	return external.Define(text, folder)
}

// ReadSolver makes a backend of a solver that a file in YAML describes, as package
// external says.
func ReadSolver(file string) (Process, error) { return external.ReadSolver(file) }

// ParseSolver makes a backend of a solver's description. The file is where the
// text stands: in errors, and for programs that are looked for beside it.
func ParseSolver(file string, text []byte) (Process, error) { return external.ParseSolver(file, text) }

// CounterEngine names the engine of a counter by its name: two of one program are one engine, and
// ProgramOf tells.
func CounterEngine(name string) string { return external.CounterEngine(name) }

// ProgramOf names what a command runs, as package external says.
func ProgramOf(command, digest string) string { return external.ProgramOf(command, digest) }

// FileDigest returns a digest of a program's file, "" if it cannot be read.
func FileDigest(path string) string { return external.FileDigest(path) }

// UsersOwn reports whether the backend is a program of the user's own, from
// ParseCounter or ReadSolver. It takes part wherever backends are not named.
func UsersOwn(b Backend) bool {
	p, ok := b.(Process)
	return ok && !p.BuiltIn()
}

// Join adds a backend to a list, in which no other may have its name.
func Join(list []Backend, b Backend) ([]Backend, error) {
	if _, err := Named(list, b.Describe().Name); err == nil {
		return nil, errors.New("there is a backend of that name already; choose another")
	}
	return append(list[:len(list):len(list)], b), nil
}
