package encode

import (
	"fmt"
	"math/big"
	"slices"

	"nqueens"
)

// A linearProgramme is a 0–1 programme as an LP or MPS text states it.
type linearProgramme struct {
	format    string
	columns   []column
	index     map[string]int // of the columns, by name
	rows      []row
	objective []rationalTerm
	constant  *big.Rat // of the objective
	maximise  bool
	warnings  []string
}

// A column is a variable. A bound that is nil is infinite.
type column struct {
	name      string
	at        Place // of its first occurrence
	integer   bool
	bounded   bool // the text states a bound
	low, high *big.Rat
}

// A row bounds a sum on both sides; nil is no bound.
type row struct {
	name      string
	line      int
	terms     []rationalTerm
	low, high *big.Rat
}

type rationalTerm struct {
	column      int
	coefficient *big.Rat
}

func newLinearProgramme(format string) *linearProgramme {
	return &linearProgramme{format: format, index: map[string]int{}, constant: new(big.Rat)}
}

// column returns the index of the variable with the name, and adds it if it is new.
func (p *linearProgramme) column(name string, at Place) int {
	i, known := p.index[name]
	if !known {
		i = len(p.columns)
		p.index[name] = i
		p.columns = append(p.columns, column{name: name, at: at, low: new(big.Rat)})
	}
	return i
}

func (p *linearProgramme) wrong(at Place, format string, args ...any) error {
	return &SyntaxError{p.format, at, fmt.Sprintf(format, args...)}
}

// checkColumns returns an error for a variable that can have other values than 0 and 1.
func (p *linearProgramme) checkColumns() error {
	one := big.NewRat(1, 1)
	for _, c := range p.columns {
		const only = "only variables with the values 0 and 1 are read"
		switch fixed := c.high != nil && c.low != nil && c.low.Cmp(c.high) == 0 && c.low.IsInt(); {
		case !c.integer && !fixed:
			return p.wrong(c.at, "the variable %s is continuous; %s", c.name, only)
		case c.low == nil || c.low.Sign() < 0:
			return p.wrong(c.at, "the variable %s can be negative; %s", c.name, only)
		case c.high == nil && !c.bounded && p.format == "MPS":
			return p.wrong(c.at, "the integer variable %s has no bound: some readers take 1 for its largest value and some take none; write BV for a variable with the values 0 and 1", c.name)
		case c.high == nil:
			return p.wrong(c.at, "the integer variable %s has no largest value; %s", c.name, only)
		case c.high.Cmp(one) > 0 && new(big.Rat).SetInt(floor(c.high)).Cmp(one) > 0:
			return p.wrong(c.at, "the integer variable %s can be %v; %s", c.name, floor(c.high), only)
		}
	}
	return nil
}

// model returns the programme as a model. It also returns the names of the variables, nil if they are x1,
// x2, …, and the scale that converts the objective's value to the value in the text.
func (p *linearProgramme) model(room int64) (*nqueens.Model, []string, *nqueens.Scale, error) {
	if err := p.checkColumns(); err != nil {
		return nil, nil, nil, err
	}
	b, _, err := newBuilder(len(p.columns), nil, room)
	if err != nil {
		return nil, nil, nil, err
	}
	for k, r := range p.rows {
		name := r.name
		if name == "" {
			name = named("constraint", k+1, r.line)
		}
		common := denominatorOf(r.terms)
		terms := wholeTerms(r.terms, common)
		scaled := func(bound *big.Rat) *big.Rat { return new(big.Rat).Mul(bound, new(big.Rat).SetInt(common)) }
		if r.low != nil && r.high != nil && r.low.Cmp(r.high) == 0 && scaled(r.low).IsInt() {
			b.constrain(name, terms, equal, scaled(r.low).Num())
			continue
		}
		if r.low != nil {
			b.constrain(name, terms, atLeast, ceiling(scaled(r.low)))
		}
		if r.high != nil {
			b.constrain(name, terms, atMost, floor(scaled(r.high)))
		}
	}
	var names []string
	plain := true
	for i, c := range p.columns {
		names = append(names, c.name)
		plain = plain && c.name == fmt.Sprintf("x%d", i+1)
		switch low, high := ceiling(c.low), floor(c.high); {
		case low.Cmp(high) > 0:
			b.clause("bounds of " + c.name)
		case high.Sign() == 0:
			b.clause("bounds of "+c.name, nqueens.NotChosen(i))
		case low.Sign() > 0:
			b.clause("bounds of "+c.name, nqueens.Chosen(i))
		}
	}
	if plain {
		names = nil
	}
	var scale *nqueens.Scale
	if slices.ContainsFunc(p.objective, func(t rationalTerm) bool { return t.coefficient.Sign() != 0 }) || p.constant.Sign() != 0 {
		goal := nqueens.Fewest
		if p.maximise {
			goal = nqueens.Most
		}
		common := denominatorOf(append(slices.Clip(p.objective), rationalTerm{0, p.constant}))
		b.costs = wholeTerms(p.objective, common)
		b.constant = new(big.Rat).Mul(p.constant, new(big.Rat).SetInt(common)).Num()
		scale = b.objective(goal, common)
	}
	m, err := b.model()
	return m, names, scale, err
}

// denominatorOf returns the least common multiple of the denominators.
func denominatorOf(terms []rationalTerm) *big.Int {
	common := big.NewInt(1)
	for _, t := range terms {
		d := t.coefficient.Denom()
		common = new(big.Int).Mul(common, new(big.Int).Quo(d, new(big.Int).GCD(nil, nil, common, d)))
	}
	return common
}

// wholeTerms returns the terms times the factor, which makes each coefficient whole.
func wholeTerms(terms []rationalTerm, factor *big.Int) (out []wideTerm) {
	for _, t := range terms {
		c := new(big.Rat).Mul(t.coefficient, new(big.Rat).SetInt(factor))
		out = append(out, wideTerm{new(big.Int).Set(c.Num()), nqueens.Chosen(t.column)})
	}
	return out
}

// floor returns the largest integer that is not above r.
func floor(r *big.Rat) *big.Int { return new(big.Int).Div(r.Num(), r.Denom()) }

// ceiling returns the smallest integer that is not below r.
func ceiling(r *big.Rat) *big.Int {
	return new(big.Int).Neg(floor(new(big.Rat).Neg(r)))
}

// decimal parses a number with a point or an exponent.
func decimal(text string) (*big.Rat, bool) {
	if len(text) > longestWeight || !weightForm.Get().MatchString(text) {
		return nil, false
	}
	return new(big.Rat).SetString(text)
}

// readConstant reads "objective constant = 3" in a comment, which the writers write because not
// every reader accepts a constant in an objective.
func (p *linearProgramme) readConstant(words []string) {
	if len(words) == 4 && words[0] == "objective" && words[1] == "constant" && words[2] == "=" {
		if n, ok := decimal(words[3]); ok {
			p.constant.Add(p.constant, n)
		}
	}
}
