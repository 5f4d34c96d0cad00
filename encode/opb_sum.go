package encode

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
)

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
