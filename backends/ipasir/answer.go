package ipasir

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"nqueens/encode"
)

// answer answers a task for the formula in a file, in the format of the SAT competitions, and with
// the line "c solutions N" for the task count. The projection of the formula is observed.
func answer(l *library, task, file string, deadline time.Time, out io.Writer) error {
	in, err := os.Open(file)
	if err != nil {
		return err
	}
	defer in.Close()
	f, err := encode.ReadDIMACS(bufio.NewReaderSize(in, 1<<16))
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(out, 1<<16)
	s := newSearch(l, f)
	defer s.solver.Release()
	s.solver.TerminateWhen(func() bool { return time.Now().After(deadline) })
	found := 0
	status := ""
	for status == "" {
		satisfiable, err := s.next()
		switch {
		case errors.Is(err, errTerminated):
			status = "UNKNOWN"
		case err != nil:
			return err
		case !satisfiable && found == 0:
			status = "UNSATISFIABLE"
		case !satisfiable:
			status = "SATISFIABLE"
		default:
			if found++; task != "count" {
				s.write(w)
			}
			if task == "first" {
				status = "SATISFIABLE"
			}
		}
	}
	if task == "count" && status != "UNKNOWN" {
		fmt.Fprintf(w, "c solutions %d\n", found)
	}
	fmt.Fprintf(w, "c solves %d\n", s.solves)
	fmt.Fprintf(w, "s %s\n", status)
	return w.Flush()
}

// search enumerates the projected models of a formula with one solver.
type search struct {
	solver     *Solver
	formula    *encode.CNF
	projection []int32
	values     []bool // of the last model, by variable − 1
	block      []int32
	seen       map[[16]byte]bool // digests of the models found, on the projected variables
	solves     int
}

// newSearch loads the formula into a new solver. A variable of the projection that occurs in no
// clause gets an equivalent second variable, by two clauses, so that the solver contains it.
func newSearch(l *library, f *encode.CNF) *search {
	s := &search{solver: l.newSolver(), formula: f, projection: f.Projection, values: make([]bool, f.Variables), seen: map[[16]byte]bool{}}
	if s.projection == nil {
		for v := range f.Variables {
			s.projection = append(s.projection, int32(v+1))
		}
	}
	occurs := make([]bool, f.Variables)
	for clause := range f.Clauses() {
		s.solver.Add(clause...)
		for _, l := range clause {
			occurs[max(l, -l)-1] = true
		}
	}
	more := int32(f.Variables)
	for v, occurs := range occurs {
		if !occurs {
			more++
			s.solver.Add(int32(v+1), -more)
			s.solver.Add(-int32(v+1), more)
		}
	}
	return s
}

var errTerminated = errors.New("the solver was terminated")

// next reports whether there is another model. The models found before are excluded.
func (s *search) next() (bool, error) {
	if s.block != nil {
		s.solver.Add(s.block...)
	}
	s.solves++
	switch status := s.solver.Solve(); status {
	case 20:
		return false, nil
	case 0:
		return false, errTerminated
	case 10:
	default:
		return false, fmt.Errorf("ipasir_solve returned %d, which is not 10, 20 or 0", status)
	}
	for i := range s.values {
		v := int32(i + 1)
		switch value := s.solver.Value(v); value {
		case v, -v, 0:
			s.values[i] = value > 0
		default:
			return false, fmt.Errorf("ipasir_val(%d) returned %d, which is neither %[1]d, -%[1]d nor 0", v, value)
		}
	}
	return true, s.check()
}

// check returns an error if the model does not satisfy the formula, or was found before. It makes
// the clause that excludes the model.
func (s *search) check() error {
	for i := range s.formula.NumClauses() {
		if !s.satisfied(s.formula.Clause(i)) {
			return fmt.Errorf("the library reported a model that does not satisfy clause %d of the formula: %v", i+1, s.formula.Clause(i))
		}
	}
	s.block = make([]int32, len(s.projection)) // not nil, even without a projected variable
	digest := make([]byte, len(s.projection))
	for k, v := range s.projection {
		s.block[k] = v
		if s.values[v-1] {
			s.block[k], digest[k] = -v, 1
		}
	}
	whole := sha256.Sum256(digest)
	sum := [16]byte(whole[:16])
	if s.seen[sum] {
		return errors.New("the library reported the same model twice, although a clause excludes it")
	}
	s.seen[sum] = true
	return nil
}

func (s *search) satisfied(clause []int32) bool {
	for _, l := range clause {
		if s.values[max(l, -l)-1] == (l > 0) {
			return true
		}
	}
	return false
}

// write writes the model as a line of literals.
func (s *search) write(w io.Writer) {
	fmt.Fprint(w, "v")
	for i, value := range s.values {
		if value {
			fmt.Fprintf(w, " %d", i+1)
		} else {
			fmt.Fprintf(w, " -%d", i+1)
		}
	}
	fmt.Fprintln(w, " 0")
}
