package sat

import (
	"context"
	"fmt"
	"slices"

	"github.com/crillab/gophersat/solver"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/await"
	"nqueens/encode"
)

// Gophersat returns the backend that uses the CDCL solver gophersat with clauses under any
// encoding. The library's own counting is the backend gophersat-models.
func Gophersat() Prover {
	return Prover{Backend{
		module: gophersatModule,
		description: nqueens.Description{
			Name:      "gophersat",
			About:     "the CDCL solver gophersat on clauses; for all solutions, cube by cube under assumptions",
			Engine:    "gophersat",
			Around:    enumeration,
			Tasks:     nqueens.Tasks(),
			Encodings: answer.Encodings(defaultEncoding), Refinements: encode.Refinements(), Defaults: defaults(),
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
	units                        []solver.Lit // literals that are unit clauses of the formula
	unsatisfiable                bool         // found by parsing alone
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

// solve implements engine. When the context ends, it abandons the search, because gophersat cannot
// be stopped.
func (e *gophersatEngine) solve(ctx context.Context, assumptions []nqueens.Literal) (bool, error) {
	if err := lockGophersat(ctx); err != nil {
		return false, err
	}
	status, err := await.Always(ctx, func() solver.Status {
		defer unlockGophersat()
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

// assume returns false if the assumptions are refuted at once. Gophersat's Assume undoes the
// earlier assumptions together with the units of the formula, so these are assumed again (they are
// in no clause any more; only saved phases would keep them). It also does not notice if one literal
// contradicts another.
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

// searching is a lock: the gophersat solver that is searching has sent to it. All solvers of the
// library write the learnt clause to one global buffer (bufLits), so that two searches at a time
// panic, or silently lose solutions. So this variable must be global, too.
var searching = make(chan struct{}, 1)

// lockGophersat waits until no other gophersat solver is searching. The search releases the lock
// with unlockGophersat; an abandoned search holds it to its end.
func lockGophersat(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	select {
	case searching <- struct{}{}:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("gophersat was busy with another search, and can only run one at a time in a process: %w", ctx.Err())
	}
}

func unlockGophersat() { <-searching }
