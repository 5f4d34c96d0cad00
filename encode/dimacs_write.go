package encode

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
)

// WriteDIMACS writes the formula in the DIMACS format that SAT solvers read. Comments before the
// header give the square of each variable. The comments about counting are those of the model counting
// competition: the Projection (c p show 1 2 0), the Weights (c p weight 1 0.3 0), and before the
// header the type of the problem, "c t pmc" with a projection, "c t wmc" with weights, and "c t pwmc"
// with both. The projection is written a second time as clasp reads it (c project 1 2 0). Other
// solvers ignore these comments. The projection follows the header, because clasp reads it only there, with
// --parse-ext --project. clasp ignores a projection on no variables.
//
// WriteDIMACS returns an error before it writes anything if the projection has a number that is not
// a variable, if there are more squares than variables, or if a literal is 0 or has no variable.
func (f *CNF) WriteDIMACS(w io.Writer) error { return f.writeDIMACS(w, nil) }

// writeDIMACS writes the formula and parities, which count as clauses in the header.
func (f *CNF) writeDIMACS(w io.Writer, parities []parity) error {
	if err := f.check(); err != nil {
		return fmt.Errorf("writing DIMACS: %w", err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	writeSquares(out, "c", f.Squares)
	writeChosen(out, "c", f.Chosen)
	if f.Projection != nil || f.Weights != nil {
		fmt.Fprintf(out, "c t %s\n", f.countingType())
	}
	fmt.Fprintf(out, "p cnf %d %d\n", f.Variables, f.NumClauses()+len(parities))
	if f.Projection != nil {
		// One line each, because some counters reject a second line.
		for _, keyword := range projections {
			fmt.Fprintf(out, "c %s ", keyword)
			writeLiterals(out, f.Projection)
		}
	}
	for _, v := range slices.Sorted(maps.Keys(f.Weights)) {
		w := f.Weights[v]
		fmt.Fprintf(out, "c p weight %d %s 0\nc p weight %d %s 0\n", v, w.Chosen.RatString(), -v, w.NotChosen.RatString())
	}
	for clause := range f.Clauses() {
		writeLiterals(out, clause)
	}
	for _, p := range parities {
		p.write(out)
	}
	return flush(out, "DIMACS")
}

// countingType returns the type of the problem of counting the models, as the model counting competition
// names it.
func (f *CNF) countingType() string {
	kind := "mc"
	if f.Weights != nil {
		kind = "wmc"
	}
	if f.Projection != nil {
		kind = "p" + kind
	}
	return kind
}

// A SoftLiteral is a literal that should be true, with the cost if it is false.
type SoftLiteral struct {
	Weight  int64
	Literal int32
}

// WriteWCNF writes the formula as a weighted partial MaxSAT problem, in the format of the MaxSAT
// evaluations up to 2021. The clauses are hard. The objective is the least total weight of false
// soft literals.
// A comment states the constant that the objective adds to that weight.
func (f *CNF) WriteWCNF(w io.Writer, soft []SoftLiteral, constant int64) error {
	if err := f.check(); err != nil {
		return fmt.Errorf("writing WCNF: %w", err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	writeSquares(out, "c", f.Squares)
	writeChosen(out, "c", f.Chosen)
	writeConstant(out, "c", constant)
	top := int64(1) // the weight of hard clauses: more than the total of the soft ones
	for _, s := range soft {
		top += s.Weight
	}
	fmt.Fprintf(out, "p wcnf %d %d %d\n", f.Variables, f.NumClauses()+len(soft), top)
	for clause := range f.Clauses() {
		fmt.Fprintf(out, "%d ", top)
		writeLiterals(out, clause)
	}
	for _, l := range soft {
		fmt.Fprintf(out, "%d ", l.Weight)
		writeLiterals(out, []int32{l.Literal})
	}
	return flush(out, "WCNF")
}

// projections are the keywords of the two comments in which WriteDIMACS lists the variables of the
// Projection: that of the model counting competition and that of clasp.
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
			return fmt.Errorf("the projection lists %d, which is not one of the variables 1 to %d", v, f.Variables)
		}
	}
	i := 0
	for clause := range f.Clauses() {
		i++
		for _, l := range clause {
			if l == 0 || int(l) > f.Variables || -int(l) > f.Variables {
				return fmt.Errorf("clause %d has the literal %d; its variable is not one of 1 to %d", i, l, f.Variables)
			}
		}
	}
	return nil
}
