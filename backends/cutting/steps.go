package cutting

import (
	"bufio"
	"io"
	"strconv"

	"nqueens/encode"
)

// steps writes a proof and numbers its constraints.
type steps struct {
	w    *bufio.Writer
	last int64 // number of the last constraint
}

// begin writes the header of a proof about constraints.
func begin(f *encode.PB, w io.Writer) *steps {
	s := &steps{w: bufio.NewWriterSize(w, 1<<16)}
	for _, c := range f.Constraints() {
		if s.last++; c.Equal {
			s.last++
		}
	}
	s.write("pseudo-Boolean proof version 3.0\nf ", s.last, ";\n")
	return s
}

// write writes texts, numbers and literals. Flush returns errors.
func (s *steps) write(parts ...any) {
	for _, part := range parts {
		b := s.w.AvailableBuffer()
		switch p := part.(type) {
		case string:
			b = append(b, p...)
		case int64:
			b = strconv.AppendInt(b, p, 10)
		case lit:
			if p&1 == 1 {
				b = append(b, '~')
			}
			b = strconv.AppendInt(append(b, 'x'), int64(p.variable()+1), 10)
		}
		_, _ = s.w.Write(b)
	}
}

// sum writes terms and a bound.
func (s *steps) sum(c linear) {
	for _, t := range c.terms {
		s.write(" ", t.coefficient, " ", t.literal)
	}
	s.write(" >= ", c.degree)
}

// rup writes a clause that follows by unit propagation, and returns its number.
func (s *steps) rup(clause []lit) int64 {
	s.write("rup")
	for _, l := range clause {
		s.write(" 1 ", l)
	}
	s.write(" >= 1;\n")
	s.last++
	return s.last
}

// define writes a constraint that holds if a new variable has the value, and returns its number.
func (s *steps) define(c linear, variable int32, value int64) int64 {
	s.write("red")
	s.sum(c)
	s.write(" : ", positive(variable), " -> ", value, ";\n")
	s.last++
	return s.last
}

// forget writes that a constraint is deleted.
func (s *steps) forget(number int64) { s.write("del id ", number, ";\n") }

// end writes the conclusion.
func (s *steps) end(conclusion ...any) error {
	s.write("output NONE;\nconclusion ")
	s.write(conclusion...)
	s.write(";\nend pseudo-Boolean proof;\n")
	return s.w.Flush()
}
