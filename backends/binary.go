package backends

import (
	"context"
	"strings"

	"nqueens"
)

// OtherBuild is a Backend of another build of this program. It is measured in processes of that
// program.
type OtherBuild interface {
	Backend
	// Binary returns the path of the other program's file, and the name of the backend in that
	// program.
	Binary() (path, backend string)
}

// InBinary returns the name of a backend of another build: "old:gini".
func InBinary(binary, backend string) string { return binary + ":" + backend }

// BinaryOf splits a name such as "old:gini" into the binary and the backend. The binary is "" for a
// backend of this program.
func BinaryOf(name string) (binary, backend string) {
	if binary, backend, other := strings.Cut(name, ":"); other {
		return binary, backend
	}
	return "", name
}

// NewOtherBuild returns the backend b of another build of this program. name is the user's name for
// that build, path the file of the program, and build its identifier from bench.BuildOf.
func NewOtherBuild(name, path, build string, b Backend) OtherBuild {
	return otherBuild{name: name, path: path, build: build, here: b}
}

type otherBuild struct {
	name, path, build string
	here              Backend
}

func (e otherBuild) Describe() nqueens.Description {
	d := e.here.Describe()
	d.Name, d.Version = InBinary(e.name, d.Name), e.build
	d.Unreduced = false // an older build would ignore the option
	return d
}

// Supports returns the answer of the same backend in this build. If the other build does not
// support the request, its outcome says so.
func (e otherBuild) Supports(r nqueens.Request) error { return e.here.Supports(r) }

// Run returns the status unsupported: only the measuring harness starts the other program.
func (e otherBuild) Run(context.Context, nqueens.Request, func(nqueens.Solution) bool) nqueens.Outcome {
	return nqueens.Fail(nqueens.Unsupported, e.path+" answers in processes of its own, when it is measured")
}

func (e otherBuild) Binary() (path, backend string) { return e.path, e.here.Describe().Name }
