package sat

import (
	"context"

	"github.com/irifrance/gini"
	"github.com/irifrance/gini/z"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
	"nqueens/encode"
)

// Gini returns the backend that uses the CDCL solver gini by S. Cotton, with clauses under any
// encoding.
func Gini() Backend {
	return Backend{
		module: "github.com/irifrance/gini",
		description: nqueens.Description{
			Name:      "gini",
			About:     "the CDCL solver gini on clauses; for all solutions, cube by cube under assumptions",
			Engine:    "gini",
			Around:    enumeration,
			Tasks:     nqueens.Tasks(),
			Encodings: answer.Encodings(defaultEncoding), Refinements: encode.Refinements(), Defaults: defaults(),
		},
		load: func(m *nqueens.Model, e encode.Encoding) engine {
			return loadGini(encode.FromModel(m, e))
		},
		maxClauses: 32 << 20,
		preferred:  10,
	}
}

type giniEngine struct {
	formula *encode.CNF
	solver  *gini.Gini
}

// loadGini creates a new solver for each formula. A copy of a loaded one (Copy) would be faster to
// create but searches up to a hundred times as long.
func loadGini(f *encode.CNF) *giniEngine {
	// With room for each variable, Value also works for variables that are in no clause.
	e := &giniEngine{f, gini.NewVc(f.Variables+1, f.NumClauses())}
	for clause := range f.Clauses() {
		for _, l := range clause {
			e.solver.Add(z.Dimacs2Lit(int(l)))
		}
		e.solver.Add(z.LitNull)
	}
	return e
}

// solve runs gini in a goroutine, as its interface requires. Pause waits until the search has a
// result or reaches a pause point, every 20 000 propagations (a few milliseconds); continuing does
// not change the search. The alternative, Try with a duration, would restart the search each time.
func (e *giniEngine) solve(ctx context.Context, assumptions []nqueens.Literal) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	for _, l := range assumptions {
		e.solver.Assume(z.Dimacs2Lit(int(l)))
	}
	search, ctx := e.solver.GoSolve(), turns.Polled(ctx)
	for {
		result, paused := search.Pause()
		if !paused {
			return result == 1, nil
		}
		err := ctx.Err() // which may wait for its turn
		search.Unpause()
		if err != nil {
			search.Stop()
			return false, err
		}
	}
}

func (e *giniEngine) chosen(placement int) bool {
	return e.solver.Value(z.Dimacs2Lit(placement + 1))
}

func (e *giniEngine) size() (variables, clauses, literals int) {
	return e.formula.Variables, e.formula.NumClauses(), e.formula.NumLiterals()
}

func (e *giniEngine) effort(stats) {} // gini does not provide its counters

// failed returns the assumptions of the last solve that cannot all be true.
func (e *giniEngine) failed() []int32 {
	var list []int32
	for _, l := range e.solver.Why(nil) {
		list = append(list, int32(l.Dimacs()))
	}
	return list
}
