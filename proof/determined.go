package proof

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"nqueens/encode"
)

// DeterminedFile is the file of a proof that the variables of a projection determine the others. It is part of the certificate of a
// projected formula.
const DeterminedFile = "determined.drat"

// shownVariables reports for each variable whether a formula is projected on it.
func shownVariables(f *encode.CNF) []bool {
	shown := make([]bool, f.Variables+1)
	for v := range shown {
		shown[v] = f.Projection == nil
	}
	for _, v := range f.Projection {
		shown[v] = true
	}
	return shown
}

// undetermined returns a formula that has a model exactly if f has two models that agree on the variables of the projection and
// differ in another one. It states f twice, with a copy of each of the other variables, and that one of these differs from
// its copy (A. Padoa, 1901; J.-M. Lagniez, E. Lonca and P. Marquis, "Improving model counting by leveraging definability", 2016).
func undetermined(f *encode.CNF) *encode.CNF {
	g := encode.NewCNF(f.Variables)
	for clause := range f.Clauses() {
		g.Add(clause...)
	}
	g.Variables = f.Variables
	twin := make([]int32, f.Variables+1)
	shown := shownVariables(f)
	var hidden []int32
	for v := int32(1); int(v) <= f.Variables; v++ {
		if twin[v] = v; !shown[v] {
			twin[v] = g.NewVariable()
			hidden = append(hidden, v)
		}
	}
	for clause := range f.Clauses() {
		copied := slices.Clone(clause)
		for i, l := range copied {
			if copied[i] = twin[max(l, -l)]; l < 0 {
				copied[i] = -copied[i]
			}
		}
		g.Add(copied...)
	}
	var differs []int32
	for _, v := range hidden {
		d := g.NewVariable() // implies that v differs from its copy
		g.Add(-d, v, twin[v])
		g.Add(-d, -v, -twin[v])
		differs = append(differs, d)
	}
	g.Add(differs...)
	return g
}

// unprojected returns a formula without its projection. It has as many models as the formula if the variables of the projection
// determine the others.
func unprojected(f *encode.CNF) *encode.CNF {
	g := *f
	g.Projection = nil
	return &g
}

// NarrowedFile is the file of the clauses that narrow a projected formula, one a line with a 0 at its end, as in DRAT. It may be missing.
const NarrowedFile = "narrowed.drat"

// narrowed returns a projected formula with further clauses, which leave it fewer models with the same projections. Each clause must follow by
// unit propagation or be RAT on its first literal; this must be a literal of a variable that the formula is not projected on. A model
// that violates the clause then becomes one that satisfies it when this variable changes its value.
func narrowed(ctx context.Context, f *encode.CNF, r io.Reader) (*encode.CNF, error) {
	c, err := load(ctx, f)
	if err != nil {
		return nil, err
	}
	s, err := newSteps(r)
	if err != nil {
		return nil, fmt.Errorf("reading the clauses: %w", err)
	}
	shown := shownVariables(f)
	g := copied(f)
	g.Projection, g.Weights = f.Projection, f.Weights
	for {
		err := s.next()
		switch {
		case errors.Is(err, io.EOF):
			return g, nil
		case err != nil:
			return nil, err
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case s.deletes:
			return nil, s.wrong("a clause is deleted; only additions belong here")
		}
		for _, l := range s.literals {
			if int(max(l, -l)) > f.Variables {
				return nil, s.wrong("%d: there is no such variable", l)
			}
		}
		if !c.refuted {
			trivial, _ := c.setClause(s.literals, true)
			if !c.isRUP() {
				if first := s.literals; len(first) > 0 && shown[max(first[0], -first[0])] {
					return nil, s.wrong("%s does not follow by unit propagation, and its first literal is one of the projection", text(s.literals))
				}
				if err := c.checkRAT(ctx, s); err != nil {
					return nil, err
				}
			}
			if !c.fits(len(c.clause)) {
				return nil, s.wrong("too many clauses")
			}
			c.attach(trivial)
		}
		g.Add(s.literals...)
	}
}
