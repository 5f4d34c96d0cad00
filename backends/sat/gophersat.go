package sat

import (
	"context"
	"slices"

	"github.com/crillab/gophersat/solver"

	"nqueens"
	"nqueens/backends/internal/await"
	"nqueens/encode"
)

// Gophersat is the backend on the CDCL solver gophersat with clauses under any
// encoding. The library's own counting is the
// backend gophersat-models.
func Gophersat() Prover {
	return Prover{Backend{
		description: nqueens.Description{
			Name:      "gophersat",
			About:     "the CDCL solver gophersat on clauses; for all solutions, cube by cube under assumptions",
			Version:   moduleVersion(gophersatModule),
			Engine:    "gophersat",
			Tasks:     nqueens.Tasks(),
			Encodings: encodings(),
		},
		load: func(m *nqueens.Model, e encode.Encoding) engine {
			return loadClauses(encode.FromModel(m, e))
		},
		maxClauses: 16 << 20,
	}}
}

const gophersatModule = "github.com/crillab/gophersat"

type gophersatEngine struct {
	solver                       *solver.Solver
	units                        []solver.Lit // what the formula fixes by itself
	unsatisfiable                bool         // as parsing alone showed
	model                        []bool
	variables, clauses, literals int
}

func loadClauses(f *encode.CNF) *gophersatEngine {
	clauses := make([][]int, 0, f.NumClauses())
	room := make([]int, 0, f.NumLiterals())
	for clause := range f.Clauses() {
		start := len(room)
		for _, l := range clause {
			room = append(room, int(l))
		}
		clauses = append(clauses, room[start:len(room):len(room)])
	}
	e := newGophersat(solver.ParseSliceNb(clauses, f.Variables))
	e.variables, e.clauses, e.literals = f.Variables, f.NumClauses(), f.NumLiterals()
	return e
}

func newGophersat(p *solver.Problem) *gophersatEngine {
	return &gophersatEngine{solver: solver.New(p), units: slices.Clone(p.Units), unsatisfiable: p.Status == solver.Unsat}
}

// solve abandons the search when the context ends, for gophersat knows no way
// to stop one.
func (e *gophersatEngine) solve(ctx context.Context, assumptions []nqueens.Literal) (bool, error) {
	if err := takeTurn(ctx); err != nil {
		return false, err
	}
	status, err := await.Result(ctx, func() solver.Status {
		defer endTurn()
		if e.unsatisfiable || !e.assume(assumptions) {
			return solver.Unsat
		}
		return e.solver.Solve()
	})
	if err != nil || status != solver.Sat {
		return false, err
	}
	e.model = e.solver.Model()
	return true, nil
}

// assume reports false where the assumptions are refuted at once. Assume takes
// back what was assumed before and the formula's units along with it, so these
// are given again (no clause mentions them any more, only saved phases would keep
// them); and it does not see when a literal contradicts another.
func (e *gophersatEngine) assume(assumptions []nqueens.Literal) bool {
	if len(assumptions) == 0 {
		return true
	}
	literals := slices.Clone(e.units)
	for _, l := range assumptions {
		switch literal := solver.IntToLit(int32(l)); {
		case slices.Contains(e.units, literal.Negation()):
			return false
		case !slices.Contains(e.units, literal):
			literals = append(literals, literal)
		}
	}
	return e.solver.Assume(literals) != solver.Unsat
}

func (e *gophersatEngine) chosen(placement int) bool { return e.model[placement] }

func (e *gophersatEngine) size() (variables, clauses, literals int) {
	return e.variables, e.clauses, e.literals
}

func (e *gophersatEngine) effort(s stats) {
	s.add("conflicts", e.solver.Stats.NbConflicts)
	s.add("decisions", e.solver.Stats.NbDecisions)
	s.add("restarts", e.solver.Stats.NbRestarts)
}
