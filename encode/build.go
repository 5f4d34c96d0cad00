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
