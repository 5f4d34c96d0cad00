package encode

import (
	"bufio"
	"fmt"
	"io"

	"nqueens"
)

// WriteMPS writes the 0–1 programme of WriteLP in free MPS format, in which blanks separate the
// fields. SCIP, HiGHS, Gurobi, CPLEX, cbc and (with --freemps) glpsol read it.
func WriteMPS(w io.Writer, m *nqueens.Model) error {
	p, err := programmeOf(m)
	if err != nil {
		return fmt.Errorf("writing MPS: %w", err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	writeSquares(out, "*", p.Squares)
	writeChosen(out, "*", p.Chosen)
	writeConstant(out, "*", p.Constant)
	out.WriteString("NAME queens\nROWS\n N cost\n")
	type entry struct {
		row         int
		coefficient int64
	}
	columns := make([][]entry, len(p.costs))
	for i, c := range p.constraints {
		kind := 'G'
		if c.Equal {
			kind = 'E'
		}
		fmt.Fprintf(out, " %c c%d\n", kind, i+1)
		for _, t := range c.Terms {
			columns[t.Variable-1] = append(columns[t.Variable-1], entry{i + 1, t.Coefficient})
		}
	}
	out.WriteString("COLUMNS\n")
	for i, column := range columns {
		fmt.Fprintf(out, " x%d cost %d\n", i+1, p.costs[i].Coefficient)
		for _, e := range column {
			fmt.Fprintf(out, " x%d c%d %d\n", i+1, e.row, e.coefficient)
		}
	}
	out.WriteString("RHS\n")
	for i, c := range p.constraints {
		if c.Bound != 0 {
			fmt.Fprintf(out, " bound c%d %d\n", i+1, c.Bound)
		}
	}
	out.WriteString("BOUNDS\n")
	for i := range p.costs {
		fmt.Fprintf(out, " BV binary x%d\n", i+1)
	}
	out.WriteString("ENDATA\n")
	return flush(out, "MPS")
}
