package encode

import (
	"fmt"
	"math"
	"strings"

	"nqueens/internal/table"
)

// A promise is a number of variables or of constraints that the header states.
type promise struct {
	number int64
	at     Place
}

// comment reads a comment, starting from its star, which is the current word. It records the
// numbers of variables and constraints, the squares, and the constant of the objective.
func (o *opbReader) comment() error {
	defer o.endLine()
	first := o.first
	if !o.nextOnLine() || !first {
		return nil
	}
	switch {
	case o.is("squares"):
		at := o.at
		squares, err := o.readSquares(o.p.Squares)
		if err != nil {
			return err
		}
		if len(squares) > 0 {
			o.p.pieces = true
		}
		o.p.Squares, o.squares = squares, at
	case o.is("chosen"):
		o.p.pieces = true
	case o.is("objective"):
		o.constant()
	case o.is("c"), o.is("p"), o.is("t"), o.is("ind"), o.is("project"), o.is("MUST"):
		return o.refuseDirective("OPB")
	case len(o.p.constraints) == 0:
		return o.promises()
	}
	return nil
}

// constant reads "objective constant = 3", which WriteOPB writes because the format has no
// constants. It ignores other text.
func (o *opbReader) constant() {
	if !o.nextOnLine() || !o.is("constant") || !o.nextOnLine() || !o.is("=") || !o.nextOnLine() {
		return
	}
	sign := int64(1)
	if o.is("-") {
		sign = -1
		o.nextOnLine()
	}
	if n, ok := o.integer(); ok && !tooLarge(n) && !tooLarge(o.p.Constant+sign*n) {
		o.p.Constant += sign * n
	}
}

// The words of a header, without the prefix # or nb and without a final s.
const variableWord, constraintWord = "variable", "constraint"

// promises reads the numbers of a header in any spelling: "#variable= 5", "nbvariable = 5",
// "#variables 5". It ignores words without a number and all other words.
// It returns an error for a number that is too large.
func (o *opbReader) promises() error {
	for more := true; more; {
		word := strings.ToLower(string(o.word))
		word = strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(word, "#"), "nb"), "s")
		at := o.at
		marked := o.is("#") || strings.HasPrefix(string(o.word), "#") || strings.HasPrefix(string(o.word), "nb")
		if more = o.nextOnLine(); word != variableWord && word != constraintWord {
			continue
		}
		for more && (o.is("=") || o.is(":")) {
			marked = true
			more = o.nextOnLine()
		}
		n, ok := o.integer()
		if marked && more && (tooLong(o.word) || ok && word == variableWord && n > math.MaxInt32) {
			return o.wrong("%s %ss in the header: at most %d can be read", o.word, word, math.MaxInt32)
		}
		if _, twice := o.header[word]; !more || !ok || n < 0 || !marked || twice {
			continue
		}
		if o.header == nil {
			o.header = map[string]promise{}
		}
		o.header[word] = promise{n, at}
	}
	return nil
}

// keepPromises adds warnings where the header does not match what was read, and adds the variables
// that only the header counts.
func (o *opbReader) keepPromises() {
	warn := func(at Place, format string, args ...any) {
		o.p.Warnings = append(o.p.Warnings, fmt.Sprintf("line %d: ", at.Line)+fmt.Sprintf(format, args...))
	}
	if said, ok := o.header[constraintWord]; ok && said.number != int64(len(o.p.constraints)) {
		warn(said.at, "the header says %s, but %s", table.Plural(int(said.number), "constraint"), thereAre(len(o.p.constraints)))
	}
	switch said, ok := o.header[variableWord]; {
	case !ok:
	case said.number < int64(o.p.Variables), o.variables.known != nil && said.number > int64(o.p.Variables):
		warn(said.at, "the header says %s, but %s", table.Plural(int(said.number), "variable"), thereAre(o.p.Variables))
	default: // variables that occur nowhere are free
		o.p.Variables = int(said.number)
	}
}
