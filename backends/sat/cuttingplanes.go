package sat

import (
	"nqueens"
	"nqueens/encode"
)

// GophersatCuttingPlanes is [GophersatPB] with gophersat's other way to learn
// from a conflict: adding up constraints instead of resolving clauses. Its
// answer "unsatisfiable" is not to be believed, and that is what it is for: a
// harness should catch it. The solutions that it finds are right.
func GophersatCuttingPlanes() Backend {
	return Backend{
		description: nqueens.Description{
			Name:    "gophersat-cutting-planes",
			About:   "gophersat on native cardinality constraints, with its cutting planes",
			Version: moduleVersion(gophersatModule),
			Engine:  "gophersat",
			Tasks:   []nqueens.Task{nqueens.FindFirst},
			Caution: "with its option CuttingPlanes gophersat 1.4.0 calls solvable problems unsatisfiable: 60, 80, 100, 120, 160 and 180 queens",
		},
		load: func(m *nqueens.Model, _ encode.Encoding) engine {
			e := loadCardinality(m)
			e.solver.CuttingPlanes = true
			return e
		},
		maxClauses: 8 << 20,
	}
}
