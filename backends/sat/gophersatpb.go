package sat

import (
	"slices"

	"github.com/crillab/gophersat/solver"

	"nqueens"
	"nqueens/encode"
)

// GophersatPB is the backend on gophersat with its native cardinality
// constraints: a line stays a line, and there are no auxiliary variables.
// Conflicts are analysed by resolution, not by cutting planes, which answer
// wrongly: with them gophersat 1.4.0 calls 60 queens unsatisfiable.
func GophersatPB() Backend {
	return Backend{
		description: nqueens.Description{
			Name:    "gophersat-pb",
			About:   "gophersat on native cardinality constraints, without auxiliary variables; all solutions cube by cube",
			Version: moduleVersion(gophersatModule),
			Engine:  "gophersat",
			Tasks:   nqueens.Tasks(),
		},
		load:       func(m *nqueens.Model, _ encode.Encoding) engine { return loadCardinality(m) },
		maxClauses: 8 << 20,
	}
}

// loadCardinality relies on the model to be a remainder. Gophersat 1.4.0 drops
// a constraint when parsing it as soon as another one fixes a literal of it to
// true, whatever the constraint's bound (simplifyCard does not step past such a
// literal but counts it again): with b1 given it finds 15 ways to place 4 queens,
// 14 of them wrong. In a remainder no constraint fixes anything.
func loadCardinality(m *nqueens.Model) *gophersatEngine {
	var clauses, size int
	var constraints []solver.CardConstr
	add := func(literals []nqueens.Literal, atLeast int) {
		c := solver.CardConstr{Lits: make([]int, len(literals)), AtLeast: atLeast}
		for i, l := range literals {
			c.Lits[i] = int(l)
		}
		constraints = append(constraints, c)
		clauses++
		size += len(literals)
	}
	for _, line := range m.Lines {
		if line.Min > 0 {
			add(literals(line.Placements, nqueens.Chosen), line.Min)
		}
		if line.Max < len(line.Placements) {
			add(literals(line.Placements, nqueens.NotChosen), len(line.Placements)-line.Max)
		}
	}
	for _, clause := range m.Clauses {
		// A literal that comes thrice makes gophersat panic.
		add(slices.Compact(slices.Sorted(slices.Values(clause.Literals))), 1)
	}
	if n := len(m.Placements); n > 0 {
		// There is no other way to say how many variables there are.
		constraints = append(constraints, solver.AtLeast1(n, -n))
	}
	e := newGophersat(solver.ParseCardConstrs(constraints))
	e.variables, e.clauses, e.literals = len(m.Placements), clauses, size
	return e
}
