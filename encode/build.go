package encode

import (
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"nqueens"
)

// A builder makes a model from the clauses, constraints and costs of a text, whose numbers may have
// any size. It adds auxiliary placements for products, soft constraints and long numbers. The
// variables of the text determine each of them, so that counts over all placements stay right.
type builder struct {
	m    *nqueens.Model
	room int64 // remaining memory in bytes; negative for no limit
	full bool  // the room is used up

	tautologies, repeating int // clauses that always hold, and those that have a literal twice

	products map[string]nqueens.Literal // by their literals
	costs    []wideTerm                 // of the objective
	constant *big.Int                   // of the objective
}

// A wideTerm is a literal and its coefficient in a sum. The coefficient may be negative.
type wideTerm struct {
	coefficient *big.Int
	literal     nqueens.Literal
}

// newBuilder returns a builder of a model over the variables 1 to n. Those outside of the
// projection are auxiliary, unless the projection is nil.
func newBuilder(n int, projection []int32, room int64) (*builder, []int, error) {
	placements, index, err := variables(n, projection, room)
	if err != nil {
		return nil, nil, err
	}
	m := &nqueens.Model{Placements: placements}
	if projection != nil {
		m.Auxiliaries = n - len(projection)
	}
	m.Determined = m.Auxiliaries == 0
	return &builder{m: m, room: room, products: map[string]nqueens.Literal{}, constant: new(big.Int)}, index, nil
}

// auxiliaryBytes is the memory for an auxiliary placement with the clauses that define it.
const auxiliaryBytes = 1200

// auxiliary adds an auxiliary placement and returns its literal.
func (b *builder) auxiliary() nqueens.Literal {
	if b.room >= 0 {
		b.room -= auxiliaryBytes
		b.full = b.full || b.room < 0
		b.room = max(b.room, 0)
	}
	b.m.Placements = append(b.m.Placements, nqueens.Placement{Variable: len(b.m.Placements) + 1})
	b.m.Auxiliaries++
	return nqueens.Chosen(len(b.m.Placements) - 1)
}

func (b *builder) clause(name string, literals ...nqueens.Literal) {
	b.m.Clauses = append(b.m.Clauses, nqueens.Clause{Name: name, Literals: literals})
}

// and returns a literal that is true exactly if all literals are. The literals may repeat.
func (b *builder) and(name string, literals []nqueens.Literal) (l nqueens.Literal, constant bool) {
	literals = slices.Clone(literals)
	slices.Sort(literals)
	literals = slices.Compact(literals)
	if tautology(literals) {
		return 0, true // never true
	}
	var key strings.Builder
	for _, l := range literals {
		key.WriteString(strconv.Itoa(int(l)))
		key.WriteByte(' ')
	}
	if len(literals) == 1 {
		return literals[0], false
	}
	if known, ok := b.products[key.String()]; ok {
		return known, false
	}
	all := b.auxiliary()
	long := []nqueens.Literal{all}
	for _, l := range literals {
		b.clause(name, -all, l)
		long = append(long, -l)
	}
	b.clause(name, long...)
	b.products[key.String()] = all
	return all, false
}

// exclusive states that an odd number of the literals is true. It cuts long ones into pieces of a
// few literals.
func (b *builder) exclusive(name string, literals []nqueens.Literal) {
	const most = 5
	odd := true
	var rest []nqueens.Literal
	for _, l := range literals {
		if !l.Positive() {
			l, odd = -l, !odd
		}
		rest = append(rest, l)
	}
	slices.Sort(rest)
	kept := rest[:0]
	for _, l := range rest { // two of the same cancel
		if n := len(kept); n > 0 && kept[n-1] == l {
			kept = kept[:n-1]
		} else {
			kept = append(kept, l)
		}
	}
	rest = kept
	for len(rest) > most {
		sum := b.auxiliary()
		b.parity(name, append(slices.Clone(rest[:most-1]), sum), false)
		rest = append([]nqueens.Literal{sum}, rest[most-1:]...)
	}
	b.parity(name, rest, odd)
}

// parity adds the clauses that exclude each assignment of the wrong parity.
func (b *builder) parity(name string, literals []nqueens.Literal, odd bool) {
	for signs := range 1 << len(literals) {
		c, isOdd := make([]nqueens.Literal, len(literals)), false
		for i, l := range literals {
			if c[i] = l; signs>>i&1 == 1 { // the clause excludes that l is true
				c[i], isOdd = -l, !isOdd
			}
		}
		if isOdd != odd {
			b.clause(name, c...)
		}
	}
}

// A wideSum states that its terms, all with positive coefficients and different placements, add up
// to at least min.
type wideSum struct {
	terms []wideTerm
	min   *big.Int
	total *big.Int // of the coefficients
}

// normalSum returns the terms as a sum of at least min: the terms of a placement are added up, and
// −3x becomes 3(¬x) − 3.
func normalSum(terms []wideTerm, min *big.Int) wideSum {
	s := wideSum{min: new(big.Int).Set(min), total: new(big.Int)}
	at := make(map[int]int, len(terms))
	for _, t := range terms {
		i, c := t.literal.Placement(), t.coefficient
		if !t.literal.Positive() { // c¬x = c − cx
			s.min.Sub(s.min, c)
			c = new(big.Int).Neg(c)
		}
		if k, known := at[i]; known {
			s.terms[k].coefficient = new(big.Int).Add(s.terms[k].coefficient, c)
		} else {
			at[i] = len(s.terms)
			s.terms = append(s.terms, wideTerm{c, nqueens.Chosen(i)})
		}
	}
	s.terms = slices.DeleteFunc(s.terms, func(t wideTerm) bool { return t.coefficient.Sign() == 0 })
	for i, t := range s.terms {
		if t.coefficient.Sign() < 0 {
			s.min.Sub(s.min, t.coefficient)
			s.terms[i] = wideTerm{new(big.Int).Neg(t.coefficient), -t.literal}
		}
		s.total.Add(s.total, s.terms[i].coefficient)
	}
	return s
}

// small returns the sum in 64-bit numbers, if they suffice.
func (s wideSum) small() (terms []PBTerm, bound int64, ok bool) {
	size := new(big.Int).Add(s.total, new(big.Int).Abs(s.min))
	if size.Cmp(big.NewInt(largestSum)) > 0 {
		return nil, 0, false
	}
	bound = s.min.Int64()
	for _, t := range s.terms {
		c := t.coefficient.Int64()
		if !t.literal.Positive() {
			bound, c = bound-c, -c
		}
		terms = append(terms, PBTerm{c, int32(t.literal.Placement() + 1)})
	}
	return terms, bound, true
}

// divided returns the sum divided by the greatest common divisor of its coefficients.
func (s wideSum) divided() wideSum {
	divisor := new(big.Int)
	for _, t := range s.terms {
		divisor.GCD(nil, nil, divisor, t.coefficient)
	}
	if divisor.BitLen() <= 1 {
		return s
	}
	out := wideSum{total: new(big.Int).Quo(s.total, divisor)}
	out.min, _ = new(big.Int).DivMod(new(big.Int).Add(s.min, new(big.Int).Sub(divisor, big.NewInt(1))), divisor, new(big.Int)) // rounded up
	for _, t := range s.terms {
		out.terms = append(out.terms, wideTerm{new(big.Int).Quo(t.coefficient, divisor), t.literal})
	}
	return out
}

// A relation compares a sum with a bound.
type relation int

const (
	atLeast relation = iota
	atMost
	equal
)

// turned returns terms with the signs turned.
func turned(terms []wideTerm) []wideTerm {
	out := make([]wideTerm, len(terms))
	for i, t := range terms {
		out[i] = wideTerm{new(big.Int).Neg(t.coefficient), t.literal}
	}
	return out
}

// constrain adds a constraint that must hold.
func (b *builder) constrain(name string, terms []wideTerm, is relation, bound *big.Int) {
	if is == atMost {
		terms, is, bound = turned(terms), atLeast, new(big.Int).Neg(bound)
	}
	s := normalSum(terms, bound)
	if terms, bound, ok := s.small(); ok {
		addConstraint(b.m, name, PBConstraint{Terms: terms, Equal: is == equal, Bound: bound})
		return
	}
	if is == equal {
		b.least(name, normalSum(turned(terms), new(big.Int).Neg(bound)))
	}
	b.least(name, s)
}

// least adds a sum that must hold.
func (b *builder) least(name string, s wideSum) {
	if terms, bound, ok := s.divided().small(); ok {
		addConstraint(b.m, name, PBConstraint{Terms: terms, Bound: bound})
		return
	}
	switch l, always, never := b.holds(name, s); {
	case never:
		b.clause(name)
	case !always:
		b.clause(name, l)
	}
}

// holds returns a literal that is true exactly if the sum is at least its minimum.
func (b *builder) holds(name string, s wideSum) (l nqueens.Literal, always, never bool) {
	if s.min.Sign() <= 0 {
		return 0, true, false
	}
	if s.total.Cmp(s.min) < 0 {
		return 0, false, true
	}
	s = s.divided()
	unit := true // each term suffices by itself
	for _, t := range s.terms {
		unit = unit && t.coefficient.Cmp(s.min) >= 0
	}
	if unit {
		none := make([]nqueens.Literal, len(s.terms))
		for i, t := range s.terms {
			none[i] = -t.literal
		}
		l, _ := b.and(name, none) // the placements differ
		return -l, false, false
	}
	if terms, bound, ok := s.small(); ok && s.total.BitLen() < 61 {
		h := b.auxiliary()
		v := int32(h.Placement() + 1)
		// If h holds, the sum is at least the bound, and otherwise below it.
		addConstraint(b.m, name, PBConstraint{Terms: append(slices.Clone(terms), PBTerm{-s.min.Int64(), v}), Bound: bound - s.min.Int64()})
		above := s.total.Int64() - s.min.Int64() + 1
		for i := range terms {
			terms[i].Coefficient = -terms[i].Coefficient
		}
		addConstraint(b.m, name, PBConstraint{Terms: append(terms, PBTerm{above, v}), Bound: 1 - bound})
		return h, false, false
	}
	return b.reaches(name, b.digits(name, s.terms), s.min)
}

// digits returns literals for the binary digits of a sum, the lowest first. A digit that is always 0
// is the literal 0.
func (b *builder) digits(name string, terms []wideTerm) (digits []nqueens.Literal) {
	var columns [][]nqueens.Literal
	at := func(i int, l nqueens.Literal) {
		for len(columns) <= i {
			columns = append(columns, nil)
		}
		columns[i] = append(columns[i], l)
	}
	ones := int64(0)
	for _, t := range terms {
		for i := range t.coefficient.BitLen() {
			ones += int64(t.coefficient.Bit(i))
		}
	}
	if b.room >= 0 && ones*2*auxiliaryBytes > b.room { // each adder takes at least one digit away
		b.full = true
		return nil
	}
	for _, t := range terms {
		for i := range t.coefficient.BitLen() {
			if t.coefficient.Bit(i) == 1 {
				at(i, t.literal)
			}
		}
	}
	for i := 0; i < len(columns); i++ {
		for len(columns[i]) > 1 {
			n := min(3, len(columns[i]))
			in := slices.Clone(columns[i][:n])
			sum, carry := b.auxiliary(), b.auxiliary()
			b.parity(name, append(slices.Clone(in), sum), false)
			for k := range in { // two that are equal give the carry; of two inputs both must be true
				if n == 2 {
					b.clause(name, -carry, in[k])
					continue
				}
				two := slices.Delete(slices.Clone(in), k, k+1)
				b.clause(name, append([]nqueens.Literal{-carry}, two...)...)
				b.clause(name, carry, -two[0], -two[1])
			}
			if n == 2 {
				b.clause(name, carry, -in[0], -in[1])
			}
			columns[i] = append(columns[i][n:], sum)
			at(i+1, carry)
		}
		digit := nqueens.Literal(0)
		if len(columns[i]) == 1 {
			digit = columns[i][0]
		}
		digits = append(digits, digit)
	}
	return digits
}

// reaches returns a literal that is true exactly if the number of these binary digits is at least
// min.
func (b *builder) reaches(name string, digits []nqueens.Literal, min *big.Int) (l nqueens.Literal, always, never bool) {
	always = true // of no digits, 0 ≥ 0
	for i := range max(len(digits), min.BitLen()) {
		d := nqueens.Literal(0)
		if i < len(digits) {
			d = digits[i]
		}
		switch one := min.Bit(i) == 1; {
		case one && (d == 0 || never):
			l, always, never = 0, false, true
		case one && always:
			l, always = d, false
		case one:
			if l, never = b.and(name, []nqueens.Literal{d, l}); never {
				l = 0
			}
		case d == 0 || always:
		case never:
			l, never = d, false
		default:
			none, tautology := b.and(name, []nqueens.Literal{-d, -l})
			if l = -none; tautology {
				l, always = 0, true
			}
		}
	}
	return l, always, never
}

// charge adds to the objective the cost of a literal that is true.
func (b *builder) charge(cost *big.Int, l nqueens.Literal) {
	b.costs = append(b.costs, wideTerm{cost, l})
}

// chargeAlways adds a constant to the objective.
func (b *builder) chargeAlways(cost *big.Int) { b.constant.Add(b.constant, cost) }

// soft adds to the objective the cost of a constraint that does not hold.
func (b *builder) soft(name string, cost *big.Int, terms []wideTerm, is relation, bound *big.Int) {
	if is == atMost {
		terms, is, bound = turned(terms), atLeast, new(big.Int).Neg(bound)
	}
	sums := []wideSum{normalSum(terms, bound)}
	if is == equal {
		sums = append(sums, normalSum(turned(terms), new(big.Int).Neg(bound)))
	}
	var all []nqueens.Literal
	for _, s := range sums {
		l, always, never := b.holds(name, s)
		if never {
			b.chargeAlways(cost)
			return
		}
		if !always {
			all = append(all, l)
		}
	}
	if len(all) == 0 {
		return
	}
	switch both, never := b.and(name, all); {
	case never:
		b.chargeAlways(cost)
	default:
		b.charge(cost, -both)
	}
}

// softClause adds to the objective the cost of a clause that does not hold.
func (b *builder) softClause(name string, cost *big.Int, literals []nqueens.Literal) {
	if len(literals) == 0 {
		b.chargeAlways(cost)
		return
	}
	none := make([]nqueens.Literal, len(literals))
	for i, l := range literals {
		none[i] = -l
	}
	if violated, never := b.and(name, none); !never {
		b.charge(cost, violated)
	}
}

// objective sets the objective to the costs, divided by the denominator, and returns how its value
// relates to that of the text.
func (b *builder) objective(goal nqueens.Goal, denominator *big.Int) *nqueens.Scale {
	s := normalSum(b.costs, new(big.Int))
	base := new(big.Int).Sub(b.constant, s.min) // normalSum has moved constants to the other side
	unit := new(big.Int)
	for _, t := range s.terms {
		unit.GCD(nil, nil, unit, t.coefficient)
	}
	one := denominator.IsInt64() && denominator.Int64() == 1
	size := new(big.Int).Add(s.total, new(big.Int).Abs(base))
	if one && size.Cmp(big.NewInt(largestSum)) <= 0 {
		b.m.Objective = smallObjective(goal, s, base.Int64())
		return nil
	}
	if unit.Sign() == 0 {
		unit.SetInt64(1)
	}
	d := s.divided()
	scale := &nqueens.Scale{Base: new(big.Rat).SetFrac(base, denominator)}
	if d.total.Cmp(big.NewInt(largestSum)) <= 0 {
		b.m.Objective = smallObjective(goal, d, 0)
		scale.Units = []*big.Rat{new(big.Rat).SetFrac(unit, denominator)}
		return scale
	}
	const width = 60 // of the digits that one objective has
	digits := b.digits("the objective", d.terms)
	for high := len(digits); high > 0; {
		low := (high - 1) / width * width
		var terms []wideTerm
		for i := low; i < high; i++ {
			if digits[i] != 0 {
				terms = append(terms, wideTerm{new(big.Int).Lsh(big.NewInt(1), uint(i-low)), digits[i]})
			}
		}
		part := normalSum(terms, new(big.Int))
		b.m.Then = append(b.m.Then, smallObjective(goal, part, -part.min.Int64()))
		scale.Units = append(scale.Units, new(big.Rat).SetFrac(new(big.Int).Lsh(unit, uint(low)), denominator))
		high = low
	}
	if len(b.m.Then) > 0 { // otherwise the room is used up
		b.m.Objective, b.m.Then = b.m.Then[0], b.m.Then[1:]
	}
	return scale
}

// smallObjective returns an objective in 64-bit numbers: the value is base plus the terms.
func smallObjective(goal nqueens.Goal, s wideSum, base int64) nqueens.Objective {
	o := nqueens.Objective{Goal: goal, Fixed: int(base)}
	slices.SortFunc(s.terms, func(x, y wideTerm) int { return x.literal.Placement() - y.literal.Placement() })
	ones := true
	for _, t := range s.terms {
		w := t.coefficient.Int64()
		if !t.literal.Positive() {
			o.Fixed, w = o.Fixed+int(w), -w
		}
		o.Over, o.Weights = append(o.Over, t.literal.Placement()), append(o.Weights, w)
		ones = ones && w == 1
	}
	if ones {
		o.Weights = nil
	}
	return o
}

// model returns the model, or an error if it takes more than the room.
func (b *builder) model() (*nqueens.Model, error) {
	if b.full {
		return nil, errTooLarge
	}
	if b.m.Auxiliaries == 0 {
		b.m.Determined = false
	}
	return b.m, nil
}

// named returns a name of a constraint for messages.
func named(what string, number, line int) string {
	if line == 0 {
		return fmt.Sprintf("%s %d", what, number)
	}
	return fmt.Sprintf("%s %d (line %d)", what, number, line)
}
