package encode

import (
	"math/big"
	"strings"
)

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
