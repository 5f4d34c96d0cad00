package encode

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// WriteDIMACS writes the formula in the DIMACS format that SAT solvers read.
//
// Comments before the header say which square each variable stands for. A
// Projection is written twice, as model counters (c p show 1 2 0, the model
// counting competition) and as clasp (c project 1 2 0) read it: a solver that
// knows neither sees comments. Both follow the header, where alone clasp looks,
// when asked to by --parse-ext --project. clasp ignores a projection on no
// variables.
//
// A formula that cannot be written is refused before anything is: a projection
// on what is no variable, more squares than variables, a literal that is 0 or
// no variable's.
func (f *CNF) WriteDIMACS(w io.Writer) error {
	if err := f.check(); err != nil {
		return fmt.Errorf("writing DIMACS: %w", err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	writeSquares(out, "c", f.Squares)
	fmt.Fprintf(out, "p cnf %d %d\n", f.Variables, f.NumClauses())
	if f.Projection != nil {
		// One line each: some counters take a second line for a mistake.
		for _, keyword := range projections {
			fmt.Fprintf(out, "c %s ", keyword)
			writeLiterals(out, f.Projection)
		}
	}
	for clause := range f.Clauses() {
		writeLiterals(out, clause)
	}
	// Flush reports the first error of all the writes.
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing DIMACS: %w", err)
	}
	return nil
}

// projections are the comments that list the variables a model is about, as
// they are written.
var projections = [...]string{"p show", "project"}

func writeLiterals(w *bufio.Writer, literals []int32) {
	for _, l := range literals {
		w.Write(append(strconv.AppendInt(w.AvailableBuffer(), int64(l), 10), ' '))
	}
	w.WriteString("0\n")
}

func (f *CNF) check() error {
	if err := checkSquares(f.Squares, f.Variables); err != nil {
		return err
	}
	for _, v := range f.Projection {
		if v < 1 || int(v) > f.Variables {
			return fmt.Errorf("the projection lists %d, which is none of the variables 1 to %d", v, f.Variables)
		}
	}
	i := 0
	for clause := range f.Clauses() {
		i++
		for _, l := range clause {
			if l == 0 || int(l) > f.Variables || -int(l) > f.Variables {
				return fmt.Errorf("clause %d has the literal %d, which is none of the variables 1 to %d or their negatives", i, l, f.Variables)
			}
		}
	}
	return nil
}
