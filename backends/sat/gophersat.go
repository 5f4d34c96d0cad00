package sat

import (
	"context"

	"github.com/crillab/gophersat/solver"

	"nqueens"
	"nqueens/backends/internal/await"
	"nqueens/encode"
)

// Gophersat is the backend on the CDCL solver gophersat with clauses under any
// encoding. It excludes solutions with AppendClause; the library's own counting
// is the backend gophersat-models.
func Gophersat() Backend {
	return Backend{
		description: nqueens.Description{
			Name:      "gophersat",
			About:     "the CDCL solver gophersat on clauses; for all solutions, cube by cube with blocking clauses",
			Version:   moduleVersion(gophersatModule),
			Engine:    "gophersat",
			Tasks:     nqueens.Tasks(),
			Encodings: encodings(),
		},
		load: func(m *nqueens.Model, e encode.Encoding) engine {
			return loadClauses(encode.FromModel(m, e))
		},
		maxClauses: 16 << 20,
	}
}

const gophersatModule = "github.com/crillab/gophersat"

type gophersatEngine struct {
	solver                       *solver.Solver
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
	return &gophersatEngine{
		solver:    solver.New(solver.ParseSliceNb(clauses, f.Variables)),
		variables: f.Variables, clauses: f.NumClauses(), literals: f.NumLiterals(),
	}
}

// solve abandons the search when the context ends, for gophersat knows no way
// to stop one.
func (e *gophersatEngine) solve(ctx context.Context) (bool, error) {
	if err := takeTurn(ctx); err != nil {
		return false, err
	}
	status, err := await.Result(ctx, func() solver.Status {
		defer endTurn()
		return e.solver.Solve()
	})
	if err != nil || status != solver.Sat {
		return false, err
	}
	e.model = e.solver.Model()
	return true, nil
}

func (e *gophersatEngine) chosen(placement int) bool { return e.model[placement] }

func (e *gophersatEngine) add(clause []nqueens.Literal) {
	literals := make([]solver.Lit, len(clause))
	for i, l := range clause {
		literals[i] = solver.IntToLit(int32(l))
	}
	e.solver.AppendClause(solver.NewClause(literals))
}

func (e *gophersatEngine) size() (variables, clauses, literals int) {
	return e.variables, e.clauses, e.literals
}

func (e *gophersatEngine) effort(s stats) {
	s.add("conflicts", e.solver.Stats.NbConflicts)
	s.add("decisions", e.solver.Stats.NbDecisions)
	s.add("restarts", e.solver.Stats.NbRestarts)
}
