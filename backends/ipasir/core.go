package ipasir

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"time"

	"nqueens/encode"
)

// core decides the formula in a file under assumptions: that the variables of its projection are true. It
// prints a status line and, if there is no solution, the assumptions that failed: "c failed 3 7 0".
func core(l *library, file string, deadline time.Time, out io.Writer) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	f, err := encode.ReadDIMACS(bufio.NewReaderSize(in, 1<<16))
	if err != nil {
		return err
	}
	s := l.newSolver()
	defer s.Release()
	s.TerminateWhen(func() bool { return time.Now().After(deadline) })
	for clause := range f.Clauses() {
		s.Add(clause...)
	}
	for _, v := range f.Projection {
		s.Assume(v)
	}
	w := bufio.NewWriter(out)
	switch status := s.Solve(); status {
	case 0:
		fmt.Fprintln(w, "s UNKNOWN")
	case 10:
		fmt.Fprintln(w, "s SATISFIABLE")
	case 20:
		fmt.Fprint(w, "c failed")
		for _, v := range f.Projection {
			switch failed := s.Failed(v); failed {
			case 0:
			case 1:
				fmt.Fprintf(w, " %d", v)
			default:
				return fmt.Errorf("ipasir_failed(%d) returned %d, which is neither 0 nor 1", v, failed)
			}
		}
		fmt.Fprint(w, " 0\ns UNSATISFIABLE\n")
	default:
		return fmt.Errorf("ipasir_solve returned %d, which is not 10, 20 or 0", status)
	}
	return w.Flush()
}
