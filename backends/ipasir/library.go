//go:build (linux || darwin) && (amd64 || arm64) && !static

package ipasir

import (
	"fmt"
	"runtime"
	"unsafe"

	"github.com/ebitengine/purego"
)

// library has the addresses of the functions of a loaded library.
type library struct {
	signature, create, release, add, assume, solve, value, failed, setTerminate uintptr
}

// load loads a library. It returns an error if the file is no library or lacks a function.
func load(path string) (*library, error) {
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, fmt.Errorf("cannot be loaded: %w", err)
	}
	l := &library{}
	for i, to := range []*uintptr{
		&l.signature, &l.create, &l.release, &l.add, &l.assume, &l.solve, &l.value, &l.failed, &l.setTerminate,
	} {
		if *to, err = purego.Dlsym(handle, functions[i]); err != nil {
			return nil, fmt.Errorf("is not an IPASIR library: it has no function %s", functions[i])
		}
	}
	return l, nil
}

// Signature returns the name and version that the library states.
func (l *library) Signature() string {
	text, _, _ := purego.SyscallN(l.signature)
	if text == 0 {
		return ""
	}
	const longest = 200
	var name []byte
	for at := uintptr(0); at < longest; at++ {
		c := *(*byte)(unsafe.Add(*(*unsafe.Pointer)(unsafe.Pointer(&text)), at))
		if c == 0 {
			break
		}
		name = append(name, c)
	}
	return string(name)
}

// Solver is an incremental solver of a library.
type Solver struct {
	library *library
	handle  uintptr
}

// newSolver creates a solver without clauses.
func (l *library) newSolver() *Solver {
	handle, _, _ := purego.SyscallN(l.create)
	return &Solver{l, handle}
}

// Release frees the solver's memory.
func (s *Solver) Release() { purego.SyscallN(s.library.release, s.handle) }

// Add adds a clause.
func (s *Solver) Add(literals ...int32) {
	for _, l := range literals {
		purego.SyscallN(s.library.add, s.handle, uintptr(l))
	}
	purego.SyscallN(s.library.add, s.handle, 0)
}

// Assume makes a literal true in the next call of Solve only.
func (s *Solver) Assume(literal int32) {
	purego.SyscallN(s.library.assume, s.handle, uintptr(literal))
}

// Solve returns what the library returns: 10 if there is a solution, 20 if there is none under the
// assumptions, 0 if it was terminated.
func (s *Solver) Solve() int {
	status, _, _ := purego.SyscallN(s.library.solve, s.handle)
	return int(int32(status))
}

// Value returns the literal if it is true in the solution, its negation if it is false, and 0 if the
// solution holds either way.
func (s *Solver) Value(literal int32) int32 {
	value, _, _ := purego.SyscallN(s.library.value, s.handle, uintptr(literal))
	return int32(value)
}

// Failed reports whether the assumption was used to show that there is no solution.
func (s *Solver) Failed(literal int32) int {
	failed, _, _ := purego.SyscallN(s.library.failed, s.handle, uintptr(literal))
	return int(int32(failed))
}

// TerminateWhen makes Solve return 0 soon after done returns true. The library calls done during its
// search. A process can make about 2000 such calls.
func (s *Solver) TerminateWhen(done func() bool) {
	callback := purego.NewCallback(func(uintptr) uintptr {
		if done() {
			return 1
		}
		return 0
	})
	purego.SyscallN(s.library.setTerminate, s.handle, 0, callback)
	runtime.KeepAlive(done)
}
