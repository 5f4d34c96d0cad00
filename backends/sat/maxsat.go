package sat

import (
	"context"
	"fmt"
	"strconv"

	"github.com/crillab/gophersat/maxsat"
	"github.com/crillab/gophersat/solver"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/await"
	"nqueens/internal/propagate"
)

// MaxSAT is the backend gophersat-maxsat: gophersat's package maxsat, which finds best solutions.
// It gets lines and sums as linear constraints, and each term of the objective as a soft clause of
// one literal. GophersatMaxSAT returns it.
//
// No request prefers it, because of these properties of gophersat 1.4.0. Its search cannot be
// stopped: Run returns when the context ends, but the search goes on, and other searches of
// gophersat in the process wait for it. Bounds have 30 bits. maxsat.New orders the soft clauses by
// a Go map, so that two runs may return different best solutions. Run avoids three defects of the
// package: its reader (ParseWCNF) ends at a line above 64 KiB and needs each clause on one line; a
// soft constraint without coefficients is read with the bound 1 (no such constraint is made here);
// a negative weight gives a wrong optimum (the literal is negated instead).
type MaxSAT struct{}

// GophersatMaxSAT returns the backend gophersat-maxsat.
func GophersatMaxSAT() MaxSAT { return MaxSAT{} }

// Name returns the backend's name.
func (MaxSAT) Name() string { return "gophersat-maxsat" }

// Describe implements backends.Backend.
func (b MaxSAT) Describe() nqueens.Description {
	return nqueens.Description{
		Name:    b.Name(),
		About:   "gophersat's maxsat on linear constraints, for best solutions only; cannot be stopped, no bounds above 2^30",
		Version: answer.ModuleVersion(gophersatModule),
		Engine:  "gophersat",
		Tasks:   []nqueens.Task{nqueens.FindFirst, nqueens.Optimise},
	}
}

// mostEntries limits the literals in the constraints of gophersat, so that they fit in a few GiB.
const mostEntries = 8 << 20

// Supports implements backends.Backend.
func (b MaxSAT) Supports(r nqueens.Request) error {
	if err := b.Describe().Accepts(r); err != nil {
		return err
	}
	if r.Problem.Goal() == nqueens.NoGoal {
		return fmt.Errorf("%s searches for best solutions, and %s has no objective", b.Name(), r.Problem.Short())
	}
	o, err := answer.Outline(b.Name(), r.Problem)
	if err != nil {
		return err
	}
	if err := checkBounds(b.Name(), o, r.Problem); err != nil {
		return err
	}
	return answer.Bound(b.Name(), r, o, nqueens.Outline.Entries, mostEntries, "constraints")
}

// Run implements backends.Backend. It returns the statistics that gophersat counts.
func (b MaxSAT) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	return answer.Optimise(ctx, r, func(r nqueens.Request) nqueens.Outcome { return b.best(ctx, r) }, b.Run, visit)
}

// best returns a best solution by the first objective.
func (b MaxSAT) best(ctx context.Context, r nqueens.Request) nqueens.Outcome {
	watch := nqueens.NewStopwatch()
	model, problem, err := answer.Encode(ctx, r, func(m *nqueens.Model) (*maxsat.Problem, error) {
		return maxsat.New(softAndHard(m)...), nil
	})
	if err != nil {
		return answer.Unencoded(ctx, err)
	}
	encoded := watch.Lap()
	if err := lockGophersat(ctx); err != nil {
		return answer.Failed(ctx, err, 0)
	}
	type result struct {
		values maxsat.Model // nil if there is no solution
		effort stats
	}
	found, err := await.Always(ctx, func() result {
		defer unlockGophersat()
		values, _ := problem.Solve()
		s := stats{}
		(&gophersatEngine{solver: problem.Solver()}).effort(s)
		return result{values, s}
	})
	out := nqueens.Outcome{Status: nqueens.Unsatisfiable, Note: propagate.Why(model)}
	switch {
	case err != nil:
		return answer.Failed(ctx, err, 0)
	case found.values != nil:
		d, chosen := newDecoder(model), make([]bool, len(model.Placements))
		for i := range chosen {
			chosen[i] = found.values[variableOf(i)] // false for a variable in no constraint
		}
		out = nqueens.Outcome{Status: nqueens.Solved, Solution: d.decode(chosen)}
		out.Solution.Sort()
	}
	out.Stats = found.effort
	out.Phases = nqueens.Phases{Encode: encoded, Solve: watch.Lap()}
	return out
}

// softAndHard returns the constraints of a model and, for each term of its objective, the soft
// clause that the literal that costs something is false.
func softAndHard(m *nqueens.Model) (constraints []maxsat.Constr) {
	for _, c := range settled(weighted(m, cardinalities(m))) {
		literals := make([]maxsat.Lit, len(c.Lits))
		for i, l := range c.Lits {
			literals[i] = maxsatLiteral(nqueens.Literal(l))
		}
		constraints = append(constraints, maxsat.HardPBConstr(literals, coefficients(c), c.AtLeast))
	}
	for k, i := range m.Objective.Over {
		satisfied, weight := nqueens.NotChosen(i), m.Objective.Cost(k)
		if weight < 0 {
			satisfied, weight = -satisfied, -weight
		}
		constraints = append(constraints, maxsat.WeightedClause([]maxsat.Lit{maxsatLiteral(satisfied)}, int(weight)))
	}
	return constraints
}

// coefficients returns the weights of a constraint, each at most the bound, which is equivalent.
func coefficients(c solver.PBConstr) []int {
	for i, w := range c.Weights {
		c.Weights[i] = min(w, c.AtLeast)
	}
	return c.Weights
}

// variableOf returns the name of a placement's variable.
func variableOf(placement int) string { return strconv.Itoa(placement + 1) }

func maxsatLiteral(l nqueens.Literal) maxsat.Lit {
	return maxsat.Lit{Var: variableOf(l.Placement()), Negated: !l.Positive()}
}
