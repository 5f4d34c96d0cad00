package encode

import (
	"io"
	"math/big"
	"slices"
	"strings"
)

// readLP reads a 0–1 programme in the LP format of CPLEX, which glpsol, cbc, SCIP, HiGHS and Gurobi
// also read. It refuses what is no 0–1 programme: continuous and larger variables, squares, special
// ordered sets, indicator and lazy constraints.
func readLP(r io.Reader, room int64) (*linearProgramme, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	l := lpReader{p: newLinearProgramme("LP"), text: string(text), here: Place{1, 1}, room: room}
	if err := l.read(); err != nil {
		return nil, err
	}
	return l.p, nil
}

type lpReader struct {
	p    *linearProgramme
	text string // the rest
	here Place
	room int64

	word   string // the current word; "" at the end
	at     Place
	number bool // the word is a number
	first  bool // the word is the first on its line
	fresh  bool // the line has had no word
}

const lpOperators = "+-<>=:[]^*/"

// next moves to the next word.
func (l *lpReader) next() {
	l.number = false
	if l.here == (Place{1, 1}) {
		l.fresh = true
	}
	for l.text != "" {
		switch c := l.text[0]; {
		case c == '\n':
			l.text, l.here, l.fresh = l.text[1:], Place{l.here.Line + 1, 1}, true
			continue
		case c == ' ' || c == '\t' || c == '\r':
			l.pass(1)
			continue
		case c == '\\':
			end := strings.IndexByte(l.text, '\n')
			if end < 0 {
				end = len(l.text)
			}
			l.p.readConstant(strings.Fields(l.text[1:end]))
			l.pass(end)
			continue
		}
		break
	}
	l.at, l.first, l.fresh = l.here, l.fresh, false
	n := 0
	switch {
	case l.text == "":
	case strings.IndexByte("<>=", l.text[0]) >= 0:
		for n < len(l.text) && strings.IndexByte("<>=", l.text[n]) >= 0 {
			n++
		}
	case strings.HasPrefix(l.text, "->"):
		n = 2
	case strings.IndexByte(lpOperators, l.text[0]) >= 0:
		n = 1
	case l.text[0] >= '0' && l.text[0] <= '9' || l.text[0] == '.':
		n, l.number = lpNumber(l.text), true
	default:
		for n < len(l.text) && l.text[n] > ' ' && strings.IndexByte(lpOperators+"\\", l.text[n]) < 0 {
			n++
		}
	}
	l.word = l.text[:n]
	l.pass(n)
}

// lpNumber returns the length of the number at the beginning of a text.
func lpNumber(text string) int {
	digits := func(i int) int {
		for i < len(text) && text[i] >= '0' && text[i] <= '9' {
			i++
		}
		return i
	}
	n := digits(0)
	if n < len(text) && text[n] == '.' {
		n = digits(n + 1)
	}
	if n < len(text) && text[n]|0x20 == 'e' {
		e := n + 1
		if e < len(text) && (text[e] == '+' || text[e] == '-') {
			e++
		}
		if end := digits(e); end > e {
			n = end
		}
	}
	return n
}

func (l *lpReader) pass(n int) {
	l.text = l.text[n:]
	l.here.Column += n
}

func (l *lpReader) wrong(format string, args ...any) error { return l.p.wrong(l.at, format, args...) }

// quoted returns the current word for a message.
func (l *lpReader) quoted() string {
	switch {
	case l.word == "":
		return "the end of the text"
	case len(l.word) > maxWord:
		return `"` + l.word[:maxWord/2] + `"…`
	}
	return `"` + l.word + `"`
}

// The sections of the format, by their keywords in lower case. Those of two words have their second
// word in lpSecond.
var lpSections = map[string]string{
	"minimize": "min", "minimise": "min", "minimum": "min", "min": "min",
	"maximize": "max", "maximise": "max", "maximum": "max", "max": "max",
	"subject": "st", "such": "st", "st": "st", "s.t.": "st", "st.": "st",
	"bounds": "bounds", "bound": "bounds",
	"general": "integers", "generals": "integers", "gen": "integers", "integer": "integers", "integers": "integers", "int": "integers",
	"binary": "binaries", "binaries": "binaries", "bin": "binaries",
	"end":             "end",
	"semi-continuous": "semi-continuous variables", "semis": "semi-continuous variables", "semi": "semi-continuous variables",
	"sos": "special ordered sets", "sos1": "special ordered sets", "sos2": "special ordered sets",
	"lazy": "lazy constraints", "user": "user cuts", "pwlobj": "a piecewise linear objective", "scenario": "scenarios",
}

var lpSecond = map[string][]string{"subject": {"to"}, "such": {"that"}, "lazy": {"constraints"}, "user": {"cuts"}}

// section reports whether the current word begins a section, and which. A keyword is first on its
// line, and no colon follows it.
func (l *lpReader) section() (string, bool) {
	word := strings.ToLower(l.word)
	kind, ok := lpSections[word]
	if !ok || !l.first {
		return "", false
	}
	rest := strings.TrimLeft(l.text, " \t")
	if seconds, two := lpSecond[word]; two {
		fields := strings.Fields(rest)
		if len(fields) == 0 || !slices.Contains(seconds, strings.TrimSuffix(strings.ToLower(fields[0]), ":")) {
			return "", false
		}
	} else if strings.HasPrefix(rest, ":") && kind != "st" && kind != "end" && kind != "bounds" && kind != "binaries" && kind != "integers" {
		return "", false
	}
	return kind, true
}

func (l *lpReader) read() error {
	l.next()
	kind, ok := l.section()
	if !ok || kind != "min" && kind != "max" {
		return l.wrong("%s: a programme begins with Minimize or Maximize", l.quoted())
	}
	l.p.maximise = kind == "max"
	l.next()
	l.label()
	terms, constant, err := l.sum()
	if err != nil {
		return err
	}
	l.p.objective = terms
	l.p.constant.Add(l.p.constant, constant)
	for {
		kind, ok := l.section()
		switch {
		case l.word == "":
			return nil // End is missing, which most readers accept
		case !ok:
			return l.wrong("%s: should be a term as in + 3 x1, or the beginning of a section, as Subject To", l.quoted())
		}
		if _, two := lpSecond[strings.ToLower(l.word)]; two {
			l.next()
		}
		switch l.next(); kind {
		case "st":
			err = l.constraints()
		case "bounds":
			err = l.bounds()
		case "integers", "binaries":
			l.list(kind == "binaries")
		case "end":
			if l.word != "" {
				return l.wrong("%s after End", l.quoted())
			}
			return nil
		case "min", "max":
			return l.wrong("a second objective")
		default:
			return l.wrong("%s are not read: only 0–1 variables and linear constraints are", kind)
		}
		if err != nil {
			return err
		}
	}
}

// label reads a name with its colon, if there is one, and returns the name.
func (l *lpReader) label() string {
	rest := strings.TrimLeft(l.text, " \t")
	if l.number || l.word == "" || strings.ContainsAny(l.word, lpOperators) || !strings.HasPrefix(rest, ":") {
		return ""
	}
	name := l.word
	l.next()
	l.next()
	return name
}

// sum reads terms and constants up to a word that is neither.
func (l *lpReader) sum() (terms []rationalTerm, constant *big.Rat, err error) {
	constant = new(big.Rat)
	for any := false; ; any = true {
		if _, section := l.section(); section && !strings.HasPrefix(strings.TrimLeft(l.text, " \t"), ":") {
			return terms, constant, nil
		}
		sign, signed := big.NewRat(1, 1), false
		for l.word == "+" || l.word == "-" {
			if signed = true; l.word == "-" {
				sign.Neg(sign)
			}
			l.next()
		}
		numbered := l.number
		if numbered {
			n, ok := decimal(l.word)
			if !ok {
				return nil, nil, l.wrong("%s is not a number", l.quoted())
			}
			sign.Mul(sign, n)
			l.next()
		}
		switch {
		case l.word == "[" || l.word == "^" || l.word == "*" || l.word == "/":
			return nil, nil, l.wrong("%s: squares and products are not read, only linear sums", l.quoted())
		case l.word != "" && !l.number && !strings.ContainsAny(l.word[:1], lpOperators) && !l.sectionWord():
			if any && !signed {
				return nil, nil, l.wrong("%s: should be + or - before the next term", l.quoted())
			}
			terms = append(terms, rationalTerm{l.p.column(l.word, l.at), sign})
			if l.room >= 0 {
				if l.room -= termBytes + nameBytes; l.room < 0 {
					return nil, nil, errTooLarge
				}
			}
			l.next()
		case numbered:
			constant.Add(constant, sign)
		case signed:
			return nil, nil, l.wrong("%s: should be a number or a variable after the sign", l.quoted())
		default:
			return terms, constant, nil
		}
	}
}

func (l *lpReader) sectionWord() bool { _, ok := l.section(); return ok }

// relation reads a relation, and reports false if there is none.
func (l *lpReader) relation() (is relation, ok bool) {
	switch l.word {
	case "<=", "=<", "<":
		is = atMost
	case ">=", "=>", ">":
		is = atLeast
	case "=", "==":
		is = equal
	default:
		return is, false
	}
	l.next()
	return is, true
}

// constraints reads the section Subject To.
func (l *lpReader) constraints() error {
	for l.word != "" && !l.sectionWord() {
		r := row{line: l.at.Line}
		at := l.at
		if name := l.label(); name != "" {
			r.name = name
		}
		terms, left, err := l.sum()
		if err != nil {
			return err
		}
		is, ok := l.relation()
		switch {
		case l.word == "->":
			return l.wrong("an indicator constraint (->) is not read")
		case !ok:
			return l.wrong("%s: should be <=, >= or =", l.quoted())
		}
		if len(terms) == 0 { // 1 <= x + y <= 3
			low, first := left, is
			if terms, left, err = l.sum(); err != nil {
				return err
			}
			if is, ok = l.relation(); !ok || is != first || is == equal || len(terms) == 0 {
				return l.p.wrong(at, "a constraint begins with its sum, as in x + y <= 3, or has two relations, as in 1 <= x + y <= 3")
			}
			if low = new(big.Rat).Sub(low, left); is == atMost {
				r.low = low
			} else {
				r.high = low
			}
		}
		right, infinite, isNumber, err := l.bound()
		switch {
		case err != nil:
			return err
		case !isNumber || infinite:
			return l.wrong("%s: should be the number that bounds the sum; variables come before the relation", l.quoted())
		case l.word == "->":
			return l.wrong("an indicator constraint (->) is not read")
		}
		bound := right.Sub(right, left)
		if is != atMost {
			r.low = bound
		}
		if is != atLeast {
			r.high = bound
		}
		r.terms = terms
		l.p.rows = append(l.p.rows, r)
	}
	return nil
}

// bounds reads the section Bounds.
func (l *lpReader) bounds() error {
	for l.word != "" && !l.sectionWord() {
		left, leftInfinite, isNumber, err := l.bound()
		if err != nil {
			return err
		}
		var leftIs relation
		if isNumber {
			var ok bool
			if leftIs, ok = l.relation(); !ok {
				return l.wrong("%s: should be <=, as in 0 <= x1 <= 1", l.quoted())
			}
		}
		if l.number || l.word == "" || strings.ContainsAny(l.word[:1], lpOperators) {
			return l.wrong("%s: should be a variable", l.quoted())
		}
		c := &l.p.columns[l.p.column(l.word, l.at)]
		c.bounded = true
		l.next()
		if isNumber {
			limit(c, turnedAround(leftIs), left, leftInfinite)
		}
		if strings.EqualFold(l.word, "free") {
			c.low, c.high = nil, nil
			l.next()
			continue
		}
		is, ok := l.relation()
		if !ok && isNumber {
			continue
		}
		if !ok {
			return l.wrong("%s: should be <=, >=, = or free", l.quoted())
		}
		right, infinite, isNumber, err := l.bound()
		if err != nil || !isNumber {
			return cmpOr(err, l.wrong("%s: should be a number", l.quoted()))
		}
		limit(c, is, right, infinite)
	}
	return nil
}

func cmpOr(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// bound reads a number or an infinity with its sign; isNumber is false if there is none.
func (l *lpReader) bound() (n *big.Rat, infinite, isNumber bool, err error) {
	sign := int64(1)
	for l.word == "+" || l.word == "-" {
		if isNumber = true; l.word == "-" {
			sign = -sign
		}
		l.next()
	}
	switch word := strings.ToLower(l.word); {
	case word == "inf" || word == "infinity":
		l.next()
		return nil, true, true, nil
	case l.number:
		n, ok := decimal(l.word)
		if !ok {
			return nil, false, false, l.wrong("%s is not a number", l.quoted())
		}
		l.next()
		return n.Mul(n, big.NewRat(sign, 1)), false, true, nil
	case isNumber:
		return nil, false, false, l.wrong("%s: should be a number after the sign", l.quoted())
	}
	return nil, false, false, nil
}

// turnedAround returns the relation with its sides exchanged: <= becomes >=.
func turnedAround(is relation) relation {
	switch is {
	case atLeast:
		return atMost
	case atMost:
		return atLeast
	}
	return is
}

// limit sets a bound of a variable.
func limit(c *column, is relation, n *big.Rat, infinite bool) {
	if infinite {
		n = nil
	}
	if is != atMost {
		c.low = n
	}
	if is != atLeast {
		c.high = n
	}
}

// list reads the section of integer or of binary variables.
func (l *lpReader) list(binary bool) {
	for l.word != "" && !l.sectionWord() {
		c := &l.p.columns[l.p.column(l.word, l.at)]
		c.integer = true
		if one := big.NewRat(1, 1); binary {
			c.bounded = true
			if c.low == nil || c.low.Sign() < 0 {
				c.low = new(big.Rat)
			}
			if c.high == nil || c.high.Cmp(one) > 0 {
				c.high = one
			}
		}
		l.next()
	}
}
