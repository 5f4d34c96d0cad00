package cutting

import (
	"context"
	"io"

	"nqueens/encode"
)

// Enumerate calls visit with the values of each solution, by variable, and writes a proof that there are no others, which ends with
// the conclusion ENUMERATION_COMPLETE. Solutions are different if they differ in the preserved variables of f, which must not
// be nil. It returns the number of solutions. The slice is valid until visit returns.
func Enumerate(ctx context.Context, f *encode.PB, w io.Writer, visit func([]bool) error) (n int64, err error) {
	s := begin(f, w)
	e, err := newSearch(ctx, f, s)
	if err != nil {
		return 0, err
	}
	model := make([]bool, f.Variables)
	for {
		verdict, _, _, err := e.solve(nil, maxConflicts)
		if err != nil {
			return n, err
		}
		if verdict == unsatisfied {
			return n, s.end("ENUMERATION_COMPLETE ", n, " : ", e.refuted)
		}
		n++
		e.write("solx")
		for v := range model {
			l := positive(int32(v))
			if model[v] = e.values[l] > 0; !model[v] {
				l = l.not()
			}
			e.write(" ", l)
		}
		e.write(";\n")
		e.last++
		if err := visit(model); err != nil {
			return n, err
		}
		var different []lit
		for _, v := range f.Preserved {
			l := positive(v - 1)
			if e.values[l] > 0 {
				l = l.not()
			}
			different = append(different, l)
		}
		e.exclude(different, e.last)
	}
}

// exclude adds a clause whose literals are all false, and learns from the contradiction.
func (e *search) exclude(literals []lit, number int64) {
	var open []lit
	for _, l := range literals {
		if e.levels[l.variable()] > 0 {
			open = append(open, l)
		}
	}
	e.retreat(0)
	e.addOpen(open, number, false)
}
