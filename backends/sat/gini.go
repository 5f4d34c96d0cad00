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

// Gini is the backend on the CDCL solver gini, S. Cotton's, with clauses under
// any encoding.
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

// loadGini makes a new solver for each formula. A copy of a loaded one (Copy)
// would be quicker to make but searches up to a hundred times as long.
func loadGini(f *encode.CNF) *giniEngine {
	// With room for each variable, Value can tell of those in no clause too.
	e := &giniEngine{f, gini.NewVc(f.Variables+1, f.NumClauses())}
	for clause := range f.Clauses() {
		for _, l := range clause {
			e.solver.Add(z.Dimacs2Lit(int(l)))
		}
		e.solver.Add(z.LitNull)
	}
	return e
}

// solve runs gini in a goroutine of its own, as its interface has it. Pause
// waits for the result or for the search to look up, which it does every 20 000
// propagations (a few milliseconds), whichever is first; a search that is let
// go on takes the way it would have taken. The alternative, Try with a
// duration, would start the search over each time.
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

func (e *giniEngine) effort(stats) {} // gini keeps its counters to itself
