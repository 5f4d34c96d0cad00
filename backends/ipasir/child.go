package ipasir

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"time"

	"nqueens/backends/isolate"
)

// childCommand is the first argument of a child.
const childCommand = "ipasir-child"

// childMark is an environment variable that is set in a child. A program that does not call Serve would start
// itself again and again; the mark stops that at the first child.
const childMark = "NQUEENS_IPASIR_CHILD"

// greeting is the beginning of the first line of a child's output. Another program of the same
// arguments does not print it.
const greeting = "c ipasir "

// Command returns the command of a child for a library. The arguments are a task ("first", "all", "count",
// or "core": the failed ones of the assumptions that the projection's variables are true), the file of a formula in DIMACS, and the seconds after which the search ends. Limits of
// memory and time are up to the caller.
func Command(library string, args ...string) (isolate.Command, error) {
	if os.Getenv(childMark) != "" {
		return isolate.Command{}, errors.New("this process was started as the child for an IPASIR library, but its main function did not call ipasir.Serve")
	}
	self, err := os.Executable()
	if runtime.GOOS == "linux" {
		self, err = "/proc/self/exe", nil // what runs, even if its file is another by now
	}
	if err != nil {
		return isolate.Command{}, fmt.Errorf("finding this program to run it in a child process: %w", err)
	}
	return isolate.Command{Path: self, Args: append([]string{childCommand, library}, args...), Env: append(os.Environ(), childMark+"=1")}, nil
}

// Served returns an error if the output is not that of a child: the program's main function does not
// call Serve.
func Served(stdout []byte) error {
	if !bytes.HasPrefix(stdout, []byte(greeting)) {
		return errors.New("did not load the library in its child process: the program's main function must call ipasir.Serve")
	}
	return nil
}

// Serving reports whether the process with these arguments is a child of Command.
func Serving(args []string) bool { return len(args) > 1 && args[1] == childCommand }

// Serve is the main function of a child. It returns the exit status.
func Serve(args []string, stdout, stderr io.Writer) int {
	err := serve(args[2:], stdout)
	if err == nil {
		return 0
	}
	fmt.Fprintln(stderr, err)
	if _, is := errors.AsType[loadError](err); is {
		return exitNotLoaded
	}
	return 1
}

// exitNotLoaded is the exit status of a child that could not load the library.
const exitNotLoaded = 2

// loadError is the error that a library cannot be loaded.
type loadError struct{ err error }

func (e loadError) Error() string { return "the library " + e.err.Error() }

func serve(args []string, stdout io.Writer) error {
	if len(args) < 2 {
		return fmt.Errorf("%s is an internal command: this program starts it with a library and a task", childCommand)
	}
	runtime.LockOSThread() // a library may keep data for each thread
	out, err := isolate.OwnDescriptor(stdout)
	if err != nil {
		return err
	}
	library, err := load(args[0])
	if err != nil {
		return loadError{err}
	}
	if _, err := fmt.Fprintf(out, "%s%s\n", greeting, library.Signature()); err != nil {
		return err
	}
	switch task, rest := args[1], args[2:]; {
	case task == "check" && len(rest) == 1:
		if err := checkHere(library, rest[0]); err != nil {
			return err
		}
		_, err := fmt.Fprintln(out, passed)
		return err
	case task == "signature":
		return nil
	case len(rest) == 2:
		var seconds int64
		if _, err := fmt.Sscan(rest[1], &seconds); err != nil {
			return err
		}
		deadline := time.Now().Add(time.Duration(seconds) * time.Second)
		if task == "core" {
			return core(library, rest[0], deadline, out)
		}
		return answer(library, task, rest[0], deadline, out)
	}
	return fmt.Errorf("%s: %q is not a task", childCommand, args[1:])
}
