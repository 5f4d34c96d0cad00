package encode

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
)

// WriteOPB writes the constraints in the OPB format of the pseudo-Boolean competitions. It uses
// only the part that every solver reads: variables x1, x2, …, linear sums without negated literals,
// >= and =, a leading min:, and for proofs preserved:, an extension of VeriPB. Comments after the header give the square of each variable.
//
// WriteOPB returns an error before it writes anything if a variable is below 1, if there are more
// squares than variables, or if a number is beyond ±10^18.
func (p *PB) WriteOPB(w io.Writer) error {
	if err := p.check(); err != nil {
		return fmt.Errorf("writing OPB: %w", err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(out, "* #variable= %d #constraint= %d\n", p.Variables, len(p.constraints))
	writeSquares(out, "*", p.Squares)
	writeChosen(out, "*", p.Chosen)
	writeConstant(out, "*", p.Constant)
	if terms := p.Objective; terms != nil && p.Variables > 0 {
		if len(terms) == 0 { // solvers require a term
			terms = []PBTerm{{0, 1}}
		}
		out.WriteString("min: ")
		writeOPBTerms(out, terms)
		out.WriteString(";\n")
	}
	if p.Preserved != nil {
		out.WriteString("preserved:")
		for _, v := range p.Preserved {
			fmt.Fprintf(out, " x%d", v)
		}
		out.WriteString(" ;\n")
	}
	for _, c := range p.constraints {
		writeOPBTerms(out, c.Terms)
		fmt.Fprintf(out, "%s %d ;\n", c.relation(), c.Bound)
	}
	return flush(out, "OPB")
}

func writeOPBTerms(out *bufio.Writer, terms []PBTerm) {
	for _, t := range terms {
		b := out.AvailableBuffer()
		if t.Coefficient >= 0 {
			b = append(b, '+')
		}
		b = append(strconv.AppendInt(b, t.Coefficient, 10), " x"...)
		b = append(strconv.AppendInt(b, int64(t.Variable), 10), ' ')
		out.Write(b)
	}
}

// maxNumber limits coefficients and bounds, so that a sum of a few of them fits in 64 bits.
const maxNumber = 1_000_000_000_000_000_000

func tooLarge(n int64) bool { return n > maxNumber || n < -maxNumber }

func (p *PB) check() error {
	if err := checkSquares(p.Squares, p.Variables); err != nil {
		return err
	}
	for i, c := range p.constraints {
		for _, t := range c.Terms {
			if t.Variable < 1 || int(t.Variable) > p.Variables {
				return fmt.Errorf("constraint %d has variable %d, which is not one of 1 to %d", i+1, t.Variable, p.Variables)
			}
			if tooLarge(t.Coefficient) {
				return fmt.Errorf("constraint %d has the coefficient %d; at most ±10^18 can be written", i+1, t.Coefficient)
			}
		}
		if tooLarge(c.Bound) {
			return fmt.Errorf("constraint %d has the bound %d; at most ±10^18 can be written", i+1, c.Bound)
		}
	}
	return nil
}
