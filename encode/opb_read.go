package encode

import (
	"io"
	"math/big"

	"nqueens/internal/table"
)

// ReadOPB reads linear pseudo-Boolean constraints in the OPB format, an optional objective (min: or
// max:), and the squares in its comments. It rewrites forms that WriteOPB does not write: c ~x1
// becomes c − c x1, <= becomes >= with the signs turned, and max: becomes min: of the negated sum.
//
// It accepts common deviations: a missing or differently spelt header, variables of any name,
// missing blanks, an omitted coefficient 1, 3*x1 for 3 x1, and empty sums. A comment is on a line
// that begins with a star, or follows a semicolon. If the header does not match the constraints,
// there is a warning. The header's number of variables is used only for variables that occur in no
// constraint.
//
// For other deviations ReadOPB returns a *SyntaxError: soft constraints, products of variables,
// relations other than >=, <= and =, and numbers beyond ±10^18. Memory grows with the text that was
// read, not with the numbers in the header.
func ReadOPB(r io.Reader) (*PB, error) { return readOPB(r, -1) }

// readOPB reads constraints that may take at most room bytes of memory; a negative room is no
// limit.
func readOPB(r io.Reader, room int64) (*PB, error) {
	return opbOf(r, room, false)
}

// readWBO reads constraints as readOPB does. It also reads soft constraints, products and numbers
// of any size, which only modelOfPB understands.
func readWBO(r io.Reader, room int64) (*PB, error) { return opbOf(r, room, true) }

func opbOf(r io.Reader, room int64, any bool) (*PB, error) {
	o := opbReader{scanner: newScanner(r, "OPB", "<>=!", ";:+-*~", room), p: NewPB(0), any: any}
	if err := o.read(); err != nil {
		return nil, err
	}
	return o.p, nil
}

// Upper bounds of the memory for a constraint, a term and a name, here and in a model, in bytes;
// measured.
const constraintBytes, termBytes, nameBytes = 200, 100, 150

type opbReader struct {
	*scanner
	p         *PB
	any       bool // soft constraints, products and long numbers are read
	variables opbVariables
	header    map[string]promise // by "variable" and "constraint"
	objective Place              // of min: or max:, if it occurred
	squares   Place              // of the last comment with squares, if any
	rest      string             // what follows the digits of a word: x1 in 3x1
	refused   error              // of a directive in a comment within a statement
	long      *big.Int           // the number of the digits, if 64 bits do not hold it
}

func (o *opbReader) read() error {
	for o.scanner.next() {
		var err error
		switch {
		case o.is("*"):
			err = o.comment()
		case o.is(";"): // an empty statement
		default:
			if err = o.statement(); err == nil {
				err = o.refused
			}
		}
		if err != nil {
			return err
		}
	}
	if o.failed != nil {
		return o.wrong("")
	}
	if len(o.p.constraints) == 0 && o.p.Objective == nil && o.header == nil {
		return o.wrong("no constraint, no objective and no header: a constraint reads +1 x1 +2 x2 >= 2 ;")
	}
	if err := o.variables.settle(o.p); err != nil {
		return o.wrong("%v", err)
	}
	o.keepPromises()
	if n := o.p.Variables; o.variables.zero && o.variables.known == nil && roomFor(n, o.room) == nil {
		o.p.Names = fromZero(n)
	}
	if len(o.p.Squares) > o.p.Variables {
		return o.wrongAt(o.squares, "%s, and there are only %s", table.Plural(len(o.p.Squares), "square"), table.Plural(o.p.Variables, "variable"))
	}
	return nil
}

// next moves to the next word outside comments. It sets refused for a directive in a comment.
func (o *opbReader) next() bool {
	for o.scanner.next() {
		if !o.first || !o.is("*") {
			return true
		}
		if o.nextOnLine() && o.refused == nil {
			o.refused = o.refuseDirective("OPB")
		}
		o.endLine()
	}
	return false
}

// statement reads an objective or a constraint, starting from its first word, which is the current
// word.
func (o *opbReader) statement() error {
	at := o.at
	word := string(o.word)
	var cost *big.Int
	if word[0] == '[' {
		var err error
		if cost, err = o.softWeight(); err != nil {
			return err
		}
		word = string(o.word)
	}
	s := opbSum{at: at, cost: cost}
	if o.kinds[word[0]] == wordByte && (word[0] < '0' || word[0] > '9') {
		if !o.next() {
			return o.breaksOff("a term or a relation")
		}
		switch {
		case !o.is(":"):
			if err := o.term(&s, 1, nil, word, at); err != nil {
				return err
			}
			s.bare = true
		case cost != nil:
			return o.wrongAt(at, `"%s:": after the weight in brackets should be a constraint`, word)
		case word == "min" || word == "max":
			return o.minimise(word, at)
		case word == "soft" && o.any:
			return o.readTop(at)
		case word == "preserved" && !o.any:
			return o.preserved(at)
		case word == "preserved":
			return o.wrongAt(at, `"preserved:": this lists variables for a proof (VeriPB), and a count or a solution has no use for it: leave the line out`)
		case word == "soft":
			return o.wrongAt(at, `"soft:": soft constraints (WBO) are not supported; only constraints that must hold, and min: or max:`)
		default:
			return o.wrongAt(at, `"%s:": should be a constraint, as in +1 x1 +2 x2 >= 2 ; or min: or max:`, word)
		}
	}
	if err := o.sum(&s); err != nil {
		return err
	}
	return o.relation(s)
}

// breaksOff returns the error for a text that ends before the expected part, which what names.
func (o *opbReader) breaksOff(what string) error {
	return o.wrong("the text ends too early; next should be %s", what)
}

// minimise reads the rest of an objective, starting from its colon, which is the current word.
func (o *opbReader) minimise(word string, at Place) error {
	if o.objective != (Place{}) {
		return o.wrongAt(at, "a second objective; the first is in line %d", o.objective.Line)
	}
	if o.objective = at; !o.next() {
		return o.breaksOff("a term, as in +1 x1, or ;")
	}
	s := opbSum{at: at}
	if err := o.sum(&s); err != nil {
		return err
	}
	if !o.is(";") {
		return o.wrong("%s: should be a term as in +1 x1, or the ; that ends the objective", o.quoted())
	}
	if o.p.Most = word == "max"; o.p.Most {
		s.turn()
		s.shift = -s.shift
	}
	o.p.Objective, o.p.costs, o.p.objective = append([]PBTerm{}, s.terms...), s.wide, at
	if o.p.Constant += s.shift; tooLarge(o.p.Constant) {
		return o.wrongAt(at, "the objective's constant is beyond ±10^18")
	}
	return nil
}

// relation reads the rest of a constraint, starting from the word after the sum, which is the
// current word.
func (o *opbReader) relation(s opbSum) error {
	relation := string(o.word)
	switch relation {
	case ">=", "<=", "=", "==":
	case ">", "<":
		return o.wrong("%q: write >= or <= (some solvers take %[1]s for %[1]s=, others do not)", relation)
	default:
		return o.wrong("%s: should be a term as in +1 x1, or >=, = or <=", o.quoted())
	}
	bound, long, err := o.bound()
	if err != nil {
		return err
	}
	if long != nil {
		long.Sub(long, big.NewInt(s.shift))
	} else if bound -= s.shift; tooLarge(bound) {
		return o.wrongAt(s.at, "the bound minus the negated literals' coefficients is beyond ±10^18")
	}
	if !o.next() || !o.is(";") {
		return o.wrong("%s: should be the ; that ends a constraint", o.quoted())
	}
	if relation == "<=" {
		s.turn()
		if bound = -bound; long != nil {
			long.Neg(long)
		}
	}
	c := PBConstraint{Terms: s.terms, Equal: relation[0] == '=', Bound: bound, cost: s.cost}
	if long != nil || s.wide != nil {
		c.wide = make([]*big.Int, len(s.terms)+1)
		copy(c.wide, s.wide)
		c.wide[len(s.terms)] = long
	}
	o.p.constraints = append(o.p.constraints, c)
	o.p.places = append(o.p.places, s.at)
	o.spend(constraintBytes)
	return nil
}

// bound reads the number after a relation.
func (o *opbReader) bound() (n int64, long *big.Int, err error) {
	const what = "the number that bounds the sum; variables come before the relation"
	if !o.next() {
		return 0, nil, o.breaksOff("a number and ;")
	}
	sign, _, err := o.signs("a number and ;")
	if err != nil {
		return 0, nil, err
	}
	if o.word[0] < '0' || o.word[0] > '9' {
		return 0, nil, o.wrong("%s: should be %s", o.quoted(), what)
	}
	n, err = o.digits()
	if err == nil && o.rest != "" {
		err = o.wrong("%s: should be %s", o.quoted(), what)
	}
	if long = o.long; long != nil && sign < 0 {
		long.Neg(long)
	}
	return sign * n, long, err
}
