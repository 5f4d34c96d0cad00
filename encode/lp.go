package encode

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"nqueens"
)

// WriteLP writes a model as a 0–1 programme in the LP format of CPLEX, in the part of
// it that cbc, glpsol and others read: PBFromModel's constraints over variables x1, x2,
// …, to minimise its objective. The objective names every variable, those that cost
// nothing with 0, so that solvers that number variables as they meet them number them as
// we do.
func WriteLP(w io.Writer, m *nqueens.Model) error {
	p := PBFromModel(m)
	if err := p.check(); err != nil {
		return fmt.Errorf("writing LP: %w", err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	writeSquares(out, `\`, p.Squares)
	writeChosen(out, `\`, p.Chosen)
	costs := make([]PBTerm, max(1, p.Variables)) // readers want one
	for i := range costs {
		costs[i].Variable = int32(i + 1)
	}
	for _, t := range p.Objective {
		costs[t.Variable-1].Coefficient = t.Coefficient
	}
	out.WriteString("Minimize\n cost:")
	writeLPTerms(out, costs)
	out.WriteString("\nSubject To\n")
	constraints := p.constraints
	if len(constraints) == 0 { // they want one of these, too
		constraints = []PBConstraint{{Terms: costs[:1], Bound: min(0, costs[0].Coefficient)}}
	}
	for i, c := range constraints {
		fmt.Fprintf(out, " c%d:", i+1)
		writeLPTerms(out, merged(c.Terms))
		fmt.Fprintf(out, " %s %d\n", c.relation(), c.Bound)
	}
	out.WriteString("Binary\n")
	for i := range costs {
		fmt.Fprintf(out, " x%d\n", i+1)
	}
	out.WriteString("End\n")
	return flush(out, "LP")
}

// merged has each variable once: readers refuse a sum that says x1 + x1.
func merged(terms []PBTerm) []PBTerm {
	at := make(map[int32]int, len(terms))
	once := make([]PBTerm, 0, len(terms))
	for _, t := range terms {
		if i, seen := at[t.Variable]; seen {
			once[i].Coefficient += t.Coefficient
		} else {
			at[t.Variable] = len(once)
			once = append(once, t)
		}
	}
	return once
}

// writeLPTerms writes a sum, eight terms a line: readers take only some hundred
// characters.
func writeLPTerms(out *bufio.Writer, terms []PBTerm) {
	for i, t := range terms {
		b := out.AvailableBuffer()
		if i%8 == 0 && i > 0 {
			b = append(b, '\n')
		}
		sign, size := " + ", t.Coefficient
		if size < 0 {
			sign, size = " - ", -size
		}
		b = append(strconv.AppendInt(append(b, sign...), size, 10), " x"...)
		out.Write(strconv.AppendInt(b, int64(t.Variable), 10))
	}
}
