package external

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"nqueens"
	"nqueens/backends/ipasir"
	"nqueens/backends/isolate"
	"nqueens/encode"
	"nqueens/internal/leftover"
)

// FindsCores implements backends.CoreFinder. It returns an error if the solver is no library, since
// only the interface IPASIR has assumptions, or if the library is not installed.
func (s *Solver) FindsCores() error {
	if s.description().IPASIR == "" {
		return fmt.Errorf("%s names no failed assumptions: only solvers that are libraries (ipasir) do", s.name())
	}
	return s.Installed()
}

// Core implements backends.CoreFinder. It runs the library in a child process.
func (s *Solver) Core(ctx context.Context, f *encode.CNF, assumptions []int32) (satisfiable bool, core []int32, err error) {
	if err := s.FindsCores(); err != nil {
		return false, nil, err
	}
	folder, err := leftover.MkdirTemp()
	if err != nil {
		return false, nil, err
	}
	defer os.RemoveAll(folder) //nolint:errcheck // what stays a later run collects
	file := filepath.Join(folder, "problem.cnf")
	assumed := *f
	assumed.Projection = assumptions
	if err := writeFile(file, assumed.WriteDIMACS); err != nil {
		return false, nil, fmt.Errorf("writing the formula for %s: %w", s.name(), err)
	}
	library, err := s.locate(s.program())
	if err != nil {
		return false, nil, err
	}
	left := int64(noLimit)
	if deadline, ok := ctx.Deadline(); ok {
		left = max(1, int64(math.Ceil(time.Until(deadline).Seconds())))
	}
	command, err := ipasir.Command(library, "core", file, strconv.FormatInt(left, 10))
	if err != nil {
		return false, nil, err
	}
	command.Dir, command.Output = folder, mostAnswer
	result, err := isolate.Run(ctx, command)
	switch {
	case err != nil:
		return false, nil, err
	case ctx.Err() != nil:
		return false, nil, ctx.Err()
	case result.Outcome != isolate.Exited:
		return false, nil, fmt.Errorf("%s: %s", s.name(), result.Reason)
	case result.Exit != 0:
		return false, nil, fmt.Errorf("%s: %s", s.name(), complaint(result.Stderr, result.Stdout))
	}
	if err := ipasir.Served(result.Stdout); err != nil {
		return false, nil, fmt.Errorf("%s %w", s.name(), err)
	}
	satisfiable, core, err = readCore(result.Stdout)
	if err != nil {
		err = fmt.Errorf("%s %w", s.name(), err)
	}
	return satisfiable, core, err
}

func writeFile(name string, write func(io.Writer) error) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	return errors.Join(write(f), f.Close())
}

// readCore parses the output of a child that decided a formula under assumptions.
func readCore(stdout []byte) (satisfiable bool, core []int32, err error) {
	var status string
	for line := range bytes.Lines(stdout) {
		if words, is := bytes.CutPrefix(line, []byte("c failed ")); is {
			for _, word := range bytes.Fields(words) {
				v, err := strconv.ParseInt(string(word), 10, 32)
				if err != nil {
					return false, nil, fmt.Errorf("showed %.40q as a failed assumption", word)
				}
				if v != 0 {
					core = append(core, int32(v))
				}
			}
		}
		if words, is := bytes.CutPrefix(line, []byte("s ")); is {
			status = string(bytes.TrimSpace(words))
		}
	}
	switch status {
	case "SATISFIABLE":
		return true, nil, nil
	case "UNSATISFIABLE":
		return false, core, nil
	case "UNKNOWN":
		return false, nil, fmt.Errorf("gave no answer: %s", nqueens.Timeout)
	}
	return false, nil, errors.New("reported no status")
}
