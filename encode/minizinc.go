package encode

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"nqueens"
)

// WriteMiniZinc writes a problem as a MiniZinc model (Nethercote, Stuckey and
// others, CP 2007) that prints each solution as the text of a Solution. A board
// is said as people who know the language would: x[i] is the rank in file i, the
// ranks and the diagonals are all different. Anything else, a symmetry or a
// formula, becomes 0–1 variables and linear constraints; solutions are then
// counted with the auxiliaries, which MiniZinc cannot project away.
func WriteMiniZinc(w io.Writer, p nqueens.Problem) error {
	out := bufio.NewWriterSize(w, 1<<16)
	if permutes(p) {
		miniZincBoard(out, p)
	} else {
		m, err := p.Model()
		if err != nil {
			return err
		}
		miniZincLinear(out, m)
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("writing MiniZinc: %w", err)
	}
	return nil
}

func miniZincBoard(out *bufio.Writer, p nqueens.Problem) {
	fmt.Fprintf(out, "%% %s on a board of %d squares a side\n", p.Family.Name, p.N)
	fmt.Fprintf(out, "include \"alldifferent.mzn\";\nint: n = %d;\narray[1..n] of var 1..n: x;\n", p.N)
	out.WriteString("constraint alldifferent(x);\n")
	diagonals := "constraint alldifferent([x[i] + i | i in 1..n]);\nconstraint alldifferent([x[i] - i | i in 1..n]);\n"
	switch p.Family {
	case nqueens.Queens:
		out.WriteString(diagonals)
	case nqueens.Torus:
		out.WriteString("constraint alldifferent([(x[i] + i) mod n | i in 1..n]);\nconstraint alldifferent([(x[i] + n - i) mod n | i in 1..n]);\n")
	case nqueens.Superqueens:
		out.WriteString(diagonals)
		out.WriteString("constraint forall(i in 1..n-1)(abs(x[i] - x[i+1]) != 2);\nconstraint forall(i in 1..n-2)(abs(x[i] - x[i+2]) != 1);\n")
	}
	for _, s := range p.Given {
		fmt.Fprintf(out, "constraint x[%d] = %d;\n", s.File+1, s.Rank+1)
	}
	for _, s := range p.Blocked {
		fmt.Fprintf(out, "constraint x[%d] != %d;\n", s.File+1, s.Rank+1)
	}
	for _, d := range p.Excluded {
		if d.Sum { // file + rank, from 0
			fmt.Fprintf(out, "constraint forall(i in 1..n)(i + x[i] != %d);\n", d.Value+2)
		} else {
			fmt.Fprintf(out, "constraint forall(i in 1..n)(i - x[i] != %d);\n", d.Value)
		}
	}
	out.WriteString("solve satisfy;\n")
	fmt.Fprintf(out, "array[1..n] of string: file = [%s];\n", quoted(files(p.N)))
	out.WriteString("output [join(\",\", [file[i] ++ show(x[i]) | i in 1..n]) ++ \"\\n\"];\n")
}

func miniZincLinear(out *bufio.Writer, m *nqueens.Model) {
	fmt.Fprintf(out, "%% placements as 0-1 variables\narray[1..%d] of var 0..1: x;\n", len(m.Placements))
	for _, c := range PBFromModel(m).Constraints() {
		out.WriteString("constraint ")
		for i, t := range c.Terms {
			if i > 0 {
				out.WriteString(" + ")
			}
			if t.Coefficient != 1 {
				fmt.Fprintf(out, "%d*", t.Coefficient)
			}
			if t.Coefficient == 0 { // a sum of nothing
				out.WriteString("0")
				continue
			}
			fmt.Fprintf(out, "x[%d]", t.Variable)
		}
		relation := ">="
		if c.Equal {
			relation = "="
		}
		fmt.Fprintf(out, " %s %d;\n", relation, c.Bound)
	}
	out.WriteString("solve satisfy;\n")
	names := shown(m)
	fmt.Fprintf(out, "array[1..%d] of string: name = [%s];\n", len(names), quoted(names))
	fmt.Fprintf(out, "output [join(\",\", [name[i] | i in 1..%d where fix(x[i]) = 1]) ++ \"\\n\"];\n", len(names))
}

// quoted lists strings as MiniZinc has them.
func quoted(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return `"` + strings.Join(names, `", "`) + `"`
}
