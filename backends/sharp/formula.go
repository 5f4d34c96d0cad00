package sharp

import (
	"math/big"
	"slices"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/encode"
)

// formula is a CNF that is simplified before it is counted. The count of the original formula is the sum
// of the weights of the formula's models, times factor, divided by scale. Simplification does not change
// that value.
type formula struct {
	stop          *turns.Flag
	variables     int
	clauses       [][]lit // each has at least two literals, sorted, without duplicates
	units         []lit
	sums          []sum
	projected     []bool
	whole         bool     // simplification keeps every projected variable and merges none
	fixed         []int32  // projected literals that simplification found true, as in DIMACS
	names         []int32  // by variable after simplification: its number before, as in DIMACS
	weights       []number // by literal; nil if all are 1
	factor, scale number
	contradiction bool
}

// load converts a CNF and sums. It makes the weights integers by multiplying those of each variable by their common
// denominator.
func load(from *encode.CNF, sums []nqueens.Sum, stop *turns.Flag) *formula {
	f := &formula{stop: stop, variables: from.Variables, factor: one, scale: one, projected: make([]bool, from.Variables)}
	for _, v := range from.Projection {
		f.projected[v-1] = true
	}
	if from.Projection == nil {
		for v := range f.projected {
			f.projected[v] = true
		}
	}
	if len(from.Weights) > 0 {
		f.weights = make([]number, 2*f.variables)
		for l := range f.weights {
			f.weights[l] = one
		}
		for v, w := range from.Weights {
			f.weigh(literalOf(v), w)
		}
	}
	for _, s := range sums {
		f.sums = append(f.sums, sumOf(s))
	}
	var clause []lit
	for c := range from.Clauses() {
		clause = clause[:0]
		for _, l := range c {
			clause = append(clause, literalOf(l))
		}
		f.add(append([]lit{}, clause...))
	}
	return f
}

// weigh sets the weights of a literal and its negation as integers.
func (f *formula) weigh(l lit, w nqueens.Weight) {
	a, b := w.Chosen.Denom(), w.NotChosen.Denom()
	common := new(big.Int).GCD(nil, nil, a, b)
	common.Mul(a, common.Div(b, common))
	for i, r := range []*big.Rat{w.Chosen, w.NotChosen} {
		n := new(big.Int).Div(common, r.Denom())
		f.weights[l^lit(i)] = numberOf(n.Mul(n, r.Num()))
	}
	f.scale = f.scale.times(numberOf(common))
}

// add adds a clause. It may modify c.
func (f *formula) add(c []lit) {
	if c = normal(c); c == nil {
		return
	}
	switch len(c) {
	case 0:
		f.contradiction = true
	case 1:
		f.units = append(f.units, c[0])
	default:
		f.clauses = append(f.clauses, c)
	}
}

// normal returns the clause sorted and without duplicate literals, or nil if it is a tautology.
func normal(c []lit) []lit {
	slices.Sort(c)
	c = slices.Compact(c)
	for i := 1; i < len(c); i++ {
		if c[i] == c[i-1].not() {
			return nil
		}
	}
	return c
}

// scopes iterates over the literals of each clause and of each sum. A list is valid until the next one.
func (f *formula) scopes(yield func([]lit) bool) {
	for _, c := range f.clauses {
		if !yield(c) {
			return
		}
	}
	var literals []lit
	for _, s := range f.sums {
		literals = literals[:0]
		for _, t := range s.terms {
			literals = append(literals, t.literal)
		}
		if !yield(literals) {
			return
		}
	}
}
