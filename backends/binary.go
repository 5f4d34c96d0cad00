package backends

import (
	"context"
	"strings"

	"nqueens"
)

// Elsewhere is a Backend that another build of this program answers for: it is measured
// in processes of that program.
type Elsewhere interface {
	Backend
	// Binary is the other program's file, and what the backend is called there.
	Binary() (path, backend string)
}

// InBinary is what a backend of another binary is called: "old:gini".
func InBinary(binary, backend string) string { return binary + ":" + backend }

// BinaryOf takes such a name apart. The binary is "" for a backend of this program.
func BinaryOf(name string) (binary, backend string) {
	if binary, backend, other := strings.Cut(name, ":"); other {
		return binary, backend
	}
	return "", name
}

// OfBinary is a backend as another build of this program, by a name of the user's, has
// it. The build tells its versions apart, as bench.BuildOf has it.
func OfBinary(name, path, build string, b Backend) Elsewhere {
	return elsewhere{name: name, path: path, build: build, here: b}
}

type elsewhere struct {
	name, path, build string
	here              Backend
}

func (e elsewhere) Describe() nqueens.Description {
	d := e.here.Describe()
	d.Name, d.Version = InBinary(e.name, d.Name), e.build
	d.Unreduced = false // an older build would not heed it
	return d
}

// Supports asks the backend here: what the other cannot do it says when it is asked.
func (e elsewhere) Supports(r nqueens.Request) error { return e.here.Supports(r) }

// Run answers nothing: only a harness starts the other program.
func (e elsewhere) Run(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
	return nqueens.Fail(nqueens.Unsupported, e.path+" answers in processes of its own, when it is measured")
}

func (e elsewhere) Binary() (path, backend string) { return e.path, e.here.Describe().Name }
