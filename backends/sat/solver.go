package sat

import (
	"context"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/encode"
)

// A Solver is a solver of clauses that can be called again under other assumptions. [New] makes it a
// backend. Variables are 1, 2, …; a literal is a variable or its negative, as in DIMACS.
type Solver interface {
	// Add adds a clause. It is only called before the first Solve and between two of them.
	Add(clause ...int32)
	// Solve reports whether the clauses can be true together with the assumptions, which apply to
	// this call only. When the context ends it returns the context's error within 100 ms, and the
	// solver is not used any more.
	Solve(ctx context.Context, assumptions ...int32) (satisfiable bool, err error)
	// Value reports whether the variable is true in the model that the last Solve found. It is
	// false for a variable that may have either value.
	Value(variable int32) bool
}

// New returns a backend that searches with a Solver, for every task and encoding. create returns a
// Solver without clauses for the variables 1 to the given number. version is the solver's version.
// The name is also the engine's: answers of two backends with one engine do not confirm each other.
//
// A list of backends with it, append(backends.All(), sat.New(…)), is a program's own choice: see
// the Example.
func New(name, about, version string, create func(variables int) Solver) Backend {
	return Backend{
		version: version,
		description: nqueens.Description{
			Name: name, About: about, Engine: name, Around: enumeration, Tasks: nqueens.Tasks(),
			Encodings: answer.Encodings(defaultEncoding), Refinements: encode.Refinements(), Defaults: defaults(),
		},
		load: func(m *nqueens.Model, e encode.Encoding) engine {
			f := encode.FromModel(m, e)
			s := create(f.Variables)
			for clause := range f.Clauses() {
				s.Add(clause...)
			}
			return &solverEngine{f, s}
		},
		maxClauses: 16 << 20,
	}
}

// solverEngine is a Solver as an engine.
type solverEngine struct {
	formula *encode.CNF
	solver  Solver
}

func (e *solverEngine) solve(ctx context.Context, assumptions []nqueens.Literal) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	literals := make([]int32, len(assumptions))
	for i, l := range assumptions {
		literals[i] = int32(l)
	}
	return e.solver.Solve(ctx, literals...)
}

func (e *solverEngine) chosen(placement int) bool { return e.solver.Value(int32(placement + 1)) }

func (e *solverEngine) size() (variables, clauses, literals int) {
	return e.formula.Variables, e.formula.NumClauses(), e.formula.NumLiterals()
}

func (e *solverEngine) effort(stats) {}
