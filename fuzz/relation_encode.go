package fuzz

import (
	"math/rand/v2"
	"slices"

	"github.com/irifrance/gini"
	"github.com/irifrance/gini/z"

	"nqueens"
	"nqueens/encode"
)

// encodedAs is the number of random encodings under which encoded writes an instance.
const encodedAs = 3

// encoded returns a board, linear constraints or an exact cover as clauses under random encodings.
func encoded(r *rand.Rand, f Form) (forms []Form) {
	if _, clauses := f.(*Clauses); clauses {
		return nil
	}
	all := encode.Encodings()
	for _, i := range r.Perm(len(all))[:encodedAs] {
		c := asClauses(f, all[i])
		if c == nil {
			return nil
		}
		forms = append(forms, c)
	}
	return forms
}

// mostWeight is the largest weight of linear constraints that are encoded as clauses.
const mostWeight = 20

// asClauses returns an instance as clauses under an encoding, or nil if it has an objective or would have too
// many clauses. Clauses are returned unchanged.
func asClauses(f Form, e encode.Encoding) *Clauses {
	switch f := f.(type) {
	case *Clauses:
		return f
	case *Sums:
		_, all := f.copy()
		if slices.ContainsFunc(all, func(t *Term) bool { return max(t.Coefficient, -t.Coefficient) > mostWeight }) {
			return nil
		}
	}
	p, err := f.Problem()
	if err != nil || p.Goal() != nqueens.NoGoal {
		return nil
	}
	m, err := p.Model()
	if err != nil || encode.CheckClauses(m.Outline()) != nil {
		return nil
	}
	return clausesOf(encode.FromModel(m, e))
}

// blocked returns an instance as clauses, once with a further clause that excludes one solution, and once
// with that solution's literals as unit clauses. It returns nil if there is no solution.
func blocked(_ *rand.Rand, f Form) []Form {
	pairwise, err := encode.EncodingNamed("pairwise")
	if err != nil {
		return nil
	}
	c := asClauses(f, pairwise)
	if c == nil {
		return nil
	}
	solution, ok := solve(c.List, c.shown())
	if !ok {
		return nil
	}
	without, only := *c, *c
	without.List, only.List = slices.Clone(c.List), slices.Clone(c.List)
	var clause []int32
	for _, l := range solution {
		clause = append(clause, -l)
		only.List = append(only.List, []int32{l})
	}
	without.List = append(without.List, clause)
	return []Form{&without, &only}
}

// shown returns the variables that are part of solutions.
func (c *Clauses) shown() []int32 {
	if c.Projected {
		return c.Projection
	}
	list := make([]int32, c.Variables)
	for v := range list {
		list[v] = int32(v + 1)
	}
	return list
}

// solve returns the literals of some variables that are true in a solution of a formula, which it finds by
// gini, and reports whether there is a solution.
func solve(list [][]int32, of []int32) (literals []int32, ok bool) {
	g := gini.New()
	for _, clause := range list {
		for _, l := range clause {
			g.Add(z.Dimacs2Lit(int(l)))
		}
		g.Add(0)
	}
	if g.Solve() != 1 {
		return nil, false
	}
	last := g.MaxVar()
	for _, v := range of {
		if m := z.Dimacs2Lit(int(v)); m.Var() > last || !g.Value(m) {
			v = -v
		}
		literals = append(literals, v)
	}
	return literals, true
}

// satisfiable reports by gini whether a formula has a solution.
func satisfiable(list [][]int32) bool {
	_, ok := solve(list, nil)
	return ok
}
