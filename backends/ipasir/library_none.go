//go:build !((linux || darwin) && (amd64 || arm64)) || static

package ipasir

import (
	"errors"
	"runtime"
)

type library struct{}

// load returns an error, because this build cannot load libraries.
func load(string) (*library, error) {
	return nil, errors.New("cannot be loaded by this build of the program for " + runtime.GOOS + "/" + runtime.GOARCH)
}

func (*library) Signature() string  { return "" }
func (*library) newSolver() *Solver { return &Solver{} }

// Solver is an incremental solver of a library. This build has none.
type Solver struct{}

func (*Solver) Release()                  {}
func (*Solver) Add(...int32)              {}
func (*Solver) Assume(int32)              {}
func (*Solver) Solve() int                { return 0 }
func (*Solver) Value(int32) int32         { return 0 }
func (*Solver) Failed(int32) int          { return 0 }
func (*Solver) TerminateWhen(func() bool) {}
