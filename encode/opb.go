package encode

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"nqueens/internal/table"
)

// ReadOPB reads linear pseudo-Boolean constraints without an objective in the
// OPB format, and the squares from its comments. What other tools write
// and WriteOPB does not, it rewrites: c ~x1 as c − c x1, and <= as >= with the
// signs turned.
//
// Everything else is refused with a *SyntaxError: a header that is missing
// or wrong, a variable above the header's, more or fewer constraints than it
// promises, an objective, a product of variables, a term without its
// coefficient, a number beyond ±10^18. Memory grows with what was read, never
// with what the header promises.
func ReadOPB(r io.Reader) (*PB, error) { return readOPB(r, -1) }

// readOPB reads constraints for which there is so much room.
func readOPB(r io.Reader, room int64) (*PB, error) {
	o := opbReader{scanner: newScanner(r, "OPB", "<>=!", ";", room), p: NewPB(0)}
	if err := o.read(); err != nil {
		return nil, err
	}
	return o.p, nil
}

// What a constraint and each term take at most, here and in a model: measured.
const constraintBytes, termBytes = 200, 100

type opbReader struct {
	*scanner
	p           *PB
	constraints int64 // what the header promises
	named       Place // of the squares, if any
}

func (o *opbReader) read() error {
	if err := o.header(); err != nil {
		return err
	}
	for o.next() {
		var err error
		if o.first && o.word[0] == '*' {
			err = o.comment()
		} else {
			err = o.constraint()
		}
		if err != nil {
			return err
		}
	}
	switch n := len(o.p.constraints); {
	case o.failed != nil, int64(n) < o.constraints:
		return o.wrong("%s: the header promises %d", table.Plural(n, "constraint"), o.constraints)
	case len(o.p.Squares) > o.p.Variables:
		return o.wrongAt(o.named, "%s: the header promises only %s", table.Plural(len(o.p.Squares), "square"), table.Plural(o.p.Variables, "variable"))
	}
	return nil
}

// header reads the first line. What may follow on it (#equal=, intsize=) says
// nothing that the constraints do not.
func (o *opbReader) header() error {
	const right = `should be "* #variable= VARIABLES #constraint= CONSTRAINTS"`
	if !o.next() || !o.is("*") {
		return o.wrong("%s: the first line %s", o.quoted(), right)
	}
	var numbers [2]int64
	for i, keyword := range [...]string{"#variable", "#constraint"} {
		for _, word := range [...]string{keyword, "="} {
			if !o.nextOnLine() || !o.is(word) {
				return o.wrong("%s: the first line %s", o.quoted(), right)
			}
		}
		o.nextOnLine()
		n, ok := o.integer()
		if !ok || n < 0 {
			return o.wrong("%s: the first line %s", o.quoted(), right)
		}
		if i == 0 && n > math.MaxInt32 {
			return o.wrong("%d variables: at most %d can be read", n, math.MaxInt32)
		}
		numbers[i] = n
	}
	o.endLine()
	o.p.Variables = int(numbers[0])
	o.constraints = numbers[1]
	return nil
}

// comment reads a comment, of which the star is the current word.
func (o *opbReader) comment() error {
	defer o.endLine()
	if !o.is("*") || !o.nextOnLine() || !o.is("squares") {
		return nil
	}
	at := o.at
	squares, err := o.readSquares(o.p.Squares)
	if err != nil {
		return err
	}
	o.p.Squares, o.named = squares, at
	return nil
}

// constraint reads a constraint, whose first word is the current one.
func (o *opbReader) constraint() error {
	if n := int64(len(o.p.constraints)); n == o.constraints {
		return o.wrong("constraint %d: the header promises only %d", n+1, n)
	}
	if o.is("min:") || o.is("max:") {
		return o.wrong("an objective; only constraints can be read")
	}
	var c PBConstraint
	var shift int64 // what negated literals move from the sum to the bound
	for o.kinds[o.word[0]] == wordByte {
		term, moved, err := o.term()
		if err != nil {
			return err
		}
		c.Terms = append(c.Terms, term)
		o.spend(termBytes)
		if shift += moved; tooLarge(shift) {
			return o.wrong("the coefficients of negated literals sum to more than 10^18")
		}
		if !o.next() {
			return o.wrong("the constraint breaks off; it should go on with a term, >=, = or <=")
		}
	}
	relation := string(o.word)
	if !slices.Contains([]string{">=", "<=", "="}, relation) {
		return o.wrong("%s: should be a term as in +1 x1, or >=, = or <=", o.quoted())
	}
	if len(c.Terms) == 0 {
		return o.wrong("%s without a term before it; 0 x1 can stand for an empty sum", o.quoted())
	}
	if !o.next() {
		return o.wrong("the constraint breaks off; it should go on with a number and ;")
	}
	bound, err := o.number("the number that bounds the sum")
	if err != nil {
		return err
	}
	if bound -= shift; tooLarge(bound) {
		return o.wrong("the bound with the negated literals' coefficients taken off is beyond ±10^18")
	}
	if !o.next() || !o.is(";") {
		return o.wrong("%s: should be the ; that ends a constraint", o.quoted())
	}
	c.Equal, c.Bound = relation == "=", bound
	if relation == "<=" {
		c.Bound = -c.Bound
		for i := range c.Terms {
			c.Terms[i].Coefficient = -c.Terms[i].Coefficient
		}
	}
	o.p.Add(c)
	o.spend(constraintBytes)
	return nil
}

// term reads a term, whose coefficient is the current word. c ~x is c − c x:
// moved is the constant.
func (o *opbReader) term() (t PBTerm, moved int64, err error) {
	if t.Coefficient, err = o.number("a coefficient, as in +1 x1"); err != nil {
		return t, 0, err
	}
	if !o.next() {
		return t, 0, o.wrong("the constraint breaks off; it should go on with a variable")
	}
	name := o.word
	negated := name[0] == '~'
	if negated {
		name = name[1:]
	}
	if len(name) < 2 || len(name) >= maxWord-1 || name[0] != 'x' || name[1] < '0' || name[1] > '9' {
		return t, 0, o.wrong("%s: should be a variable: x and its number", o.quoted())
	}
	v, err := strconv.ParseInt(string(name[1:]), 10, 64)
	if err != nil || v < 1 {
		return t, 0, o.wrong("%s: should be a variable: x and its number", o.quoted())
	}
	if v > int64(o.p.Variables) {
		return t, 0, o.wrong("variable %s: the header promises only %d", name, o.p.Variables)
	}
	t.Variable = int32(v)
	if negated {
		moved, t.Coefficient = t.Coefficient, -t.Coefficient
	}
	return t, moved, nil
}

// number reads the current word as an integer, which may begin with a plus.
func (o *opbReader) number(what string) (int64, error) {
	n, err := strconv.ParseInt(string(o.word), 10, 64)
	switch {
	case errors.Is(err, strconv.ErrRange), len(o.word) >= maxWord, tooLarge(n):
		return 0, o.wrong("%s: at most ±10^18 can be read", o.quoted())
	case err != nil && (o.word[0] == 'x' || o.word[0] == '~'):
		return 0, o.wrong("%s: should be %s (a product of variables cannot be read)", o.quoted(), what)
	case err != nil:
		return 0, o.wrong("%s: should be %s", o.quoted(), what)
	}
	return n, nil
}

// WriteOPB writes the constraints in the OPB format of the pseudo-Boolean
// competitions, in the part of it that every solver reads: variables x1, x2, …,
// linear sums without negated literals, >= and =, and min: before them. Comments after the header say
// which square each variable stands for.
//
// Constraints that cannot be written are refused before anything is: a variable
// below 1, more squares than variables, a number beyond ±10^18.
func (p *PB) WriteOPB(w io.Writer) error {
	if err := p.check(); err != nil {
		return fmt.Errorf("writing OPB: %w", err)
	}
	out := bufio.NewWriterSize(w, 1<<16)
	fmt.Fprintf(out, "* #variable= %d #constraint= %d\n", p.Variables, len(p.constraints))
	writeSquares(out, "*", p.Squares)
	writeChosen(out, "*", p.Chosen)
	if len(p.Objective) > 0 { // solvers want a term
		out.WriteString("min: ")
		writeOPBTerms(out, p.Objective)
		out.WriteString(";\n")
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

// maxNumber bounds coefficients and bounds, so that a sum of a few of them
// still fits in 64 bits.
const maxNumber = 1_000_000_000_000_000_000

func tooLarge(n int64) bool { return n > maxNumber || n < -maxNumber }

func (p *PB) check() error {
	if err := checkSquares(p.Squares, p.Variables); err != nil {
		return err
	}
	for i, c := range p.constraints {
		for _, t := range c.Terms {
			if t.Variable < 1 || int(t.Variable) > p.Variables {
				return fmt.Errorf("constraint %d has variable %d, which is none of 1 to %d", i+1, t.Variable, p.Variables)
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
