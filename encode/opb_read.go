package encode

import (
	"fmt"
	"io"
	"math"
	"math/big"
	"strconv"
	"strings"

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
	long      *big.Int           // the number of the digits, if 64 bits do not hold it
}

// A promise is a number in the header.
type promise struct {
	number int64
	at     Place
}

func (o *opbReader) read() error {
	for o.scanner.next() {
		var err error
		switch {
		case o.is("*"):
			err = o.comment()
		case o.is(";"): // an empty statement
		default:
			err = o.statement()
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

// next moves to the next word outside comments.
func (o *opbReader) next() bool {
	for o.scanner.next() {
		if !o.first || !o.is("*") {
			return true
		}
		o.endLine()
	}
	return false
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
	case len(o.p.constraints) == 0:
		o.promises()
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
func (o *opbReader) promises() {
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
		if _, twice := o.header[word]; !more || !ok || n < 0 || !marked || twice {
			continue
		}
		if o.header == nil {
			o.header = map[string]promise{}
		}
		o.header[word] = promise{n, at}
	}
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
		o.p.Variables = int(min(said.number, math.MaxInt32))
	}
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

// breaksOff returns the error for a text that ends where what should follow.
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

// softWeight reads the weight of a soft constraint in brackets, from the word with the opening
// bracket to the word after the closing one.
func (o *opbReader) softWeight() (*big.Int, error) {
	if !o.any {
		return nil, o.wrong("%s: a soft constraint (WBO), which is not supported; without the weight in brackets the constraint must hold", o.quoted())
	}
	const what = "the weight of a soft constraint, a whole number above 0 in brackets, as [5]"
	at, text := o.at, string(o.word)
	for !strings.HasSuffix(text, "]") {
		if !o.next() {
			return nil, o.breaksOff(what)
		}
		if text += string(o.word); len(text) >= maxWord {
			return nil, o.wrongAt(at, "%.20q…: should be %s", text, what)
		}
	}
	digits := strings.TrimPrefix(strings.TrimSuffix(text[1:], "]"), "+")
	weight, ok := new(big.Int).SetString(digits, 10)
	if !ok || weight.Sign() <= 0 {
		return nil, o.wrongAt(at, "%q: should be %s", text, what)
	}
	if !o.next() {
		return nil, o.breaksOff("a constraint")
	}
	return weight, nil
}

// positive reads a number above 0, which is the current word.
func (o *opbReader) positive(what string) (*big.Int, error) {
	if o.is("+") && !o.next() {
		return nil, o.breaksOff(what)
	}
	n, err := int64(0), error(nil)
	if o.word[0] >= '0' && o.word[0] <= '9' {
		n, err = o.digits()
	}
	switch long := o.long; {
	case err != nil:
		return nil, err
	case o.rest != "" || n == 0 && long == nil:
		return nil, o.wrong("%s: should be %s", o.quoted(), what)
	case long != nil:
		return long, nil
	}
	return big.NewInt(n), nil
}

// readTop reads the rest of "soft: 11 ;", starting from its colon, which is the current word.
func (o *opbReader) readTop(at Place) error {
	if o.p.soft != nil {
		return o.wrongAt(at, `a second "soft:"; the first is in line %d`, o.p.soft.at.Line)
	}
	o.p.soft = &softLimits{at: at}
	if !o.next() {
		return o.breaksOff("a number or ;")
	}
	if o.is(";") {
		return nil
	}
	var err error
	if o.p.soft.top, err = o.positive("a whole number above 0, which the cost must stay below"); err != nil {
		return err
	}
	if !o.next() || !o.is(";") {
		return o.wrong("%s: should be the ; after soft:", o.quoted())
	}
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

// signs reads the signs from the current word on. It accepts two, as in + -3, which scripts write.
func (o *opbReader) signs(next string) (sign int64, any bool, err error) {
	sign = 1
	for n := 0; o.is("+") || o.is("-"); n++ {
		if n == 2 {
			return 0, true, o.wrong("%s: a third sign; one is enough", o.quoted())
		}
		if any = true; o.is("-") {
			sign = -sign
		}
		if !o.next() {
			return 0, true, o.breaksOff(next)
		}
	}
	return sign, any, nil
}

// An opbSum is a sum being read.
type opbSum struct {
	at    Place // of the first word of the statement
	terms []PBTerm
	wide  []*big.Int // coefficients that 64 bits do not hold, at the places of the terms; nil for none
	shift int64      // the constant that negated literals add to the sum
	cost  *big.Int   // of a soft constraint
	bare  bool       // the last term has neither a coefficient nor a sign
}

// turn changes the signs of the coefficients.
func (s *opbSum) turn() {
	for i := range s.terms {
		s.terms[i].Coefficient = -s.terms[i].Coefficient
	}
	for _, c := range s.wide {
		if c != nil {
			c.Neg(c)
		}
	}
}

// sum reads terms from the current word on, up to the first word that cannot begin a term.
func (o *opbReader) sum(s *opbSum) error {
	for {
		if o.is("*") && len(s.terms) > 0 {
			return o.wrong(`"*": a product of variables is written with blanks, as in +2 x1 x2; a comment begins a line or follows a semicolon`)
		}
		sign, signed, err := o.signs("a term, as in +1 x1")
		if err != nil {
			return err
		}
		at := o.at
		coefficient, numbered := int64(1), o.word[0] >= '0' && o.word[0] <= '9'
		var long *big.Int
		name := ""
		if numbered {
			n, err := o.digits()
			if err != nil {
				return err
			}
			long = o.long
			if coefficient, name, o.rest = n, o.rest, ""; name == "" && !o.next() {
				return o.breaksOff("a variable")
			}
			if name == "" && o.is("*") && !o.first && !o.next() {
				return o.breaksOff("a variable")
			}
		}
		negated := name == "" && o.is("~")
		if negated && !o.next() {
			return o.breaksOff("a variable")
		}
		if name == "" && (o.kinds[o.word[0]] != wordByte || o.word[0] >= '0' && o.word[0] <= '9') {
			if signed || numbered || negated {
				return o.wrong("%s: should be a variable, as in +1 x1", o.quoted())
			}
			return nil
		}
		factor := len(s.terms) > 0 && !signed && !numbered
		switch {
		case factor && !o.any:
			return o.wrong("%s: a product of variables, which is not supported: in a linear sum each variable has a number or a sign before it", o.quoted())
		case factor && s.bare:
			return o.wrong("%s: is this a product or the next term? Write a number or a sign before each term", o.quoted())
		}
		if name == "" {
			name, at = string(o.word), o.at
		}
		if !o.next() {
			return o.breaksOff("a term, >=, = or <=")
		}
		if factor {
			if err := o.factor(s, negated, name, at); err != nil {
				return err
			}
			continue
		}
		s.bare = !signed && !numbered
		c := sign * coefficient
		if long != nil && sign < 0 {
			long.Neg(long)
		}
		alone := o.any && negated && (long != nil || o.kinds[o.word[0]] == wordByte && (o.word[0] < '0' || o.word[0] > '9') || o.is("~"))
		if negated && !alone {
			if s.shift += c; tooLarge(s.shift) {
				return o.wrongAt(at, "the coefficients of negated literals sum to more than 10^18")
			}
			c = -c
		}
		if err := o.term(s, c, long, name, at); err != nil {
			return err
		}
		if alone { // a product begins, or the coefficient is long
			o.product(s, true)
		}
	}
}

// product makes the last term of the sum a product of one literal, and returns its factors.
func (o *opbReader) product(s *opbSum, negated bool) *[]PBTerm {
	t := &s.terms[len(s.terms)-1]
	if t.Variable >= 0 {
		sign := int64(1)
		if negated {
			sign = -1
		}
		o.p.products = append(o.p.products, []PBTerm{{sign, t.Variable}})
		t.Variable = -int32(len(o.p.products))
	}
	return &o.p.products[-t.Variable-1]
}

// factor multiplies the last term of the sum by a literal.
func (o *opbReader) factor(s *opbSum, negated bool, name string, at Place) error {
	o.product(s, false) // before the variable's name is read, which may renumber the variables
	v, err := o.variable(s, name, at)
	if err != nil {
		return err
	}
	sign := int64(1)
	if negated {
		sign = -1
	}
	factors := o.product(s, false)
	*factors = append(*factors, PBTerm{sign, v})
	o.spend(termBytes + auxiliaryBytes)
	return nil
}

// variable returns the number of a variable's name.
func (o *opbReader) variable(s *opbSum, name string, at Place) (int32, error) {
	if why := wrongName(name); why != "" {
		return 0, o.wrongAt(at, "%q: %s", name, why)
	}
	named := len(o.variables.names)
	v, err := o.variables.number(name, o.p, s.terms)
	if err != nil {
		return 0, o.wrongAt(at, "%v", err)
	}
	o.spend(nameBytes * int64(len(o.variables.names)-named))
	return v, nil
}

// term adds a variable to the sum. The coefficient is long, if that is not nil.
func (o *opbReader) term(s *opbSum, coefficient int64, long *big.Int, name string, at Place) error {
	v, err := o.variable(s, name, at)
	if err != nil {
		return err
	}
	s.terms = append(s.terms, PBTerm{coefficient, v})
	if long != nil && s.wide == nil {
		s.wide = make([]*big.Int, len(s.terms)-1)
	}
	if s.wide != nil {
		s.wide = append(s.wide, long)
	}
	o.spend(termBytes)
	return nil
}

// digits reads the digits at the start of the current word and sets o.rest to what follows them.
func (o *opbReader) digits() (int64, error) {
	word := string(o.word)
	end := len(word) - len(strings.TrimLeft(word, "0123456789"))
	n, err := strconv.ParseInt(word[:end], 10, 64)
	o.long = nil
	if o.any && (err != nil || tooLarge(n)) && len(word) < maxWord {
		o.long, _ = new(big.Int).SetString(word[:end], 10) // digits only
		n, err = 0, nil
	}
	switch o.rest = word[end:]; {
	case err != nil, tooLarge(n), len(word) >= maxWord:
		return 0, o.wrong("%s: at most ±10^18 can be read; divide the numbers of the constraint, or of the objective, by a common factor", o.quoted())
	case o.rest == "":
	case strings.ContainsAny(o.rest[:1], ".,'"), strings.Trim(strings.TrimLeft(o.rest, "eE"), "0123456789") == "" && strings.ContainsAny(o.rest[:1], "eE"):
		return 0, o.wrong("%s: should be a whole number, its digits written out", o.quoted())
	}
	return n, nil
}

// wrongName returns why a word is not a variable, or "".
func wrongName(name string) string {
	if len(name) >= maxWord {
		return fmt.Sprintf("should be a variable: names have up to %d letters", maxWord-1)
	}
	for i, r := range name {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || !strings.ContainsRune("0123456789[]{}^.#$@'", r)) {
			return "should be a variable, as x1 or a_2"
		}
	}
	return ""
}
