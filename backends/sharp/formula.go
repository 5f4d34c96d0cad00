package sharp

import (
	"math/big"
	"slices"

	"nqueens"
	"nqueens/backends/internal/turns"
	"nqueens/encode"
)

// formula is a CNF on its way to be counted. Simplification keeps the sum of the weights of its models, times the factor,
// divided by the scale.
type formula struct {
	stop          *turns.Flag
	variables     int
	clauses       [][]lit // of two literals or more, each sorted, none twice
	units         []lit
	projected     []bool
	weights       []number // of each literal; nil where all are 1
	factor, scale number
	contradiction bool
}

// load reads a CNF with its weights, which it makes integers: those of each variable are multiplied by their
// common denominator.
func load(from *encode.CNF, stop *turns.Flag) *formula {
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

// weigh gives a literal and its negation integers as weights.
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

// add adds a clause, which it may change.
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

// normal sorts a clause and has each of its literals once. One that always holds becomes nil.
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
