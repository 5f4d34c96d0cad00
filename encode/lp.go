package encode

import (
	"bufio"
	"fmt"
	"io"
	"strconv"

	"nqueens"
)

// A programme is a model as a 0–1 linear programme: constraints over x1, x2, …, each with a
// variable at most once, and the cost of each variable. It has at least one constraint and one
// variable, because LP and MPS readers require them.
type programme struct {
	*PB
	costs       []PBTerm
	constraints []PBConstraint
}

// programmeOf returns the programme of a model, or an error if a coefficient is too large to be
// written.
func programmeOf(m *nqueens.Model) (*programme, error) {
	p := &programme{PB: PBFromModel(m)}
	if err := p.check(); err != nil {
		return nil, err
	}
	p.costs = make([]PBTerm, max(1, p.Variables))
	for i := range p.costs {
		p.costs[i].Variable = int32(i + 1)
	}
	for _, t := range p.Objective {
		p.costs[t.Variable-1].Coefficient = t.Coefficient
	}
	for _, c := range p.PB.constraints {
		c.Terms = merged(c.Terms)
		p.constraints = append(p.constraints, c)
	}
	if len(p.constraints) == 0 {
		p.constraints = []PBConstraint{{Terms: p.costs[:1], Bound: min(0, p.costs[0].Coefficient)}}
	}
	return p, nil
}

// WriteLP writes a model as a 0–1 linear programme in the LP format of CPLEX, restricted to what
// cbc, glpsol and others read. It writes the constraints of PBFromModel over variables x1, x2, …
// and minimises the objective. The objective names every variable, with coefficient 0 if it costs
// nothing. Solvers that number variables in order of occurrence then use the same numbers.
func WriteLP(w io.Writer, m *nqueens.Model) error {
	p, err := programmeOf(m)
	if err != nil {
		return fmt.Errorf("writing LP: %w", err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	writeSquares(out, `\`, p.Squares)
	writeChosen(out, `\`, p.Chosen)
	writeConstant(out, `\`, p.Constant)
	out.WriteString("Minimize\n cost:")
	writeLPTerms(out, p.costs)
	out.WriteString("\nSubject To\n")
	for i, c := range p.constraints {
		fmt.Fprintf(out, " c%d:", i+1)
		writeLPTerms(out, c.Terms)
		fmt.Fprintf(out, " %s %d\n", c.relation(), c.Bound)
	}
	out.WriteString("Binary\n")
	for i := range p.costs {
		fmt.Fprintf(out, " x%d\n", i+1)
	}
	out.WriteString("End\n")
	return flush(out, "LP")
}

// writeConstant writes the constant of the objective as a comment, because not every reader accepts
// one in the objective.
func writeConstant(out *bufio.Writer, comment string, constant int64) {
	if constant != 0 {
		fmt.Fprintf(out, "%s objective constant = %d\n", comment, constant)
	}
}

// merged returns terms with each variable once, because readers reject a sum such as x1 + x1.
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

// writeLPTerms writes a sum with eight terms a line. Some readers limit lines to a few hundred
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
