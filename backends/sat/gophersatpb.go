package sat

import (
	"maps"
	"slices"

	"github.com/crillab/gophersat/solver"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/propagate"
)

// GophersatPB returns the backend that uses gophersat with its native cardinality constraints: a
// line is one constraint, and there are no auxiliary variables. Conflicts are analysed by
// resolution. Cutting planes give wrong answers: with them gophersat 1.4.0 reports that 60 queens
// are unsatisfiable.
func GophersatPB() Backend {
	return Backend{
		module: gophersatModule,
		description: nqueens.Description{
			Name:   "gophersat-pb",
			About:  "gophersat on native cardinality constraints, without auxiliary variables; all solutions cube by cube",
			Engine: "gophersat",
			Around: enumeration,
			Tasks:  nqueens.Tasks(),
		},
		load:       func(m *nqueens.Model, _ encode.Encoding) engine { return loadCardinality(m) },
		maxClauses: 8 << 20,
		preferred:  20,
	}
}

// loadCardinality requires that the model is a remainder of propagation. Gophersat 1.4.0 drops a
// constraint when parsing it if another one fixes a literal of it to true, whatever the
// constraint's bound (simplifyCard does not skip such a literal but counts it again): with b1 given
// it finds 15 ways to place 4 queens, 14 of them wrong. In a remainder no line or clause fixes a
// literal, and settled handles those that sums fix.
func loadCardinality(m *nqueens.Model) *gophersatEngine {
	constraints := cardinalities(m)
	if len(m.Sums) > 0 {
		return loadWeighted(m, constraints)
	}
	clauses, size := len(constraints), 0
	for _, c := range constraints {
		size += len(c.Lits)
	}
	if n := len(m.Placements); n > 0 {
		// There is no other way to set the number of variables.
		constraints = append(constraints, solver.AtLeast1(n, -n))
	}
	e := newGophersat(solver.ParseCardConstrs(constraints))
	e.variables, e.clauses, e.literals = len(m.Placements), clauses, size
	return e
}

// cardinalities returns the lines and clauses of a model as gophersat's constraints.
func cardinalities(m *nqueens.Model) (constraints []solver.CardConstr) {
	add := func(literals []nqueens.Literal, atLeast int) {
		c := solver.CardConstr{Lits: make([]int, len(literals)), AtLeast: atLeast}
		for i, l := range literals {
			c.Lits[i] = int(l)
		}
		constraints = append(constraints, c)
	}
	for _, line := range m.Lines {
		if line.Min > 0 {
			add(propagate.Literals(line.Placements, nqueens.Chosen), line.Min)
		}
		if line.Max < len(line.Placements) {
			add(propagate.Literals(line.Placements, nqueens.NotChosen), len(line.Placements)-line.Max)
		}
	}
	for _, clause := range m.Clauses {
		// A literal that occurs three times makes gophersat panic.
		add(slices.Compact(slices.Sorted(slices.Values(clause.Literals))), 1)
	}
	return constraints
}

// loadWeighted loads the weighted sums of a model together with its other constraints.
func loadWeighted(m *nqueens.Model, others []solver.CardConstr) *gophersatEngine {
	constraints := weighted(m, others)
	clauses, size := len(constraints), 0
	for _, c := range constraints {
		size += len(c.Lits)
	}
	constraints = settled(constraints)
	if n := len(m.Placements); n > 0 {
		constraints = append(constraints, solver.PropClause(n, -n))
	}
	e := newGophersat(solver.ParsePBConstrs(constraints))
	e.variables, e.clauses, e.literals = len(m.Placements), clauses, size
	return e
}

// weighted returns the other constraints and the sums of a model as gophersat's weighted
// constraints, each with every literal once.
func weighted(m *nqueens.Model, others []solver.CardConstr) (constraints []solver.PBConstr) {
	for _, c := range others {
		weights := make([]int, len(c.Lits))
		for i := range weights {
			weights[i] = 1
		}
		constraints = append(constraints, solver.PBConstr{Lits: c.Lits, Weights: weights, AtLeast: c.AtLeast})
	}
	for _, sum := range m.Sums {
		c := solver.PBConstr{AtLeast: int(sum.Min)}
		at := map[int]int{}
		for _, t := range sum.Terms {
			l := int(t.Literal)
			if i, twice := at[l]; twice {
				c.Weights[i] += int(t.Weight)
				continue
			}
			at[l] = len(c.Lits)
			c.Lits, c.Weights = append(c.Lits, l), append(c.Weights, int(t.Weight))
		}
		constraints = append(constraints, c)
	}
	return constraints
}

// settled returns equivalent constraints without fixed literals: each literal that some constraint
// fixes becomes a separate constraint, and is removed from the others. If one constraint cannot be
// satisfied, only that is returned. The literals of the given constraints are overwritten.
func settled(constraints []solver.PBConstr) []solver.PBConstr {
	fixed := map[int]bool{} // literals that are true
	for again := true; again; {
		again = false
		var rest []solver.PBConstr
		for _, c := range constraints {
			lits, weights, total := c.Lits[:0], c.Weights[:0], 0
			for i, l := range c.Lits {
				switch w := c.Weights[i]; {
				case fixed[l]:
					c.AtLeast -= w
				case !fixed[-l]:
					lits, weights = append(lits, l), append(weights, w)
					total += w
				}
			}
			if c.Lits, c.Weights = lits, weights; c.AtLeast <= 0 {
				continue
			}
			if total < c.AtLeast {
				return []solver.PBConstr{c}
			}
			for i, l := range lits {
				if total-weights[i] < c.AtLeast && !fixed[l] {
					fixed[l], again = true, true
				}
			}
			rest = append(rest, c)
		}
		constraints = rest
	}
	for _, l := range slices.Sorted(maps.Keys(fixed)) {
		constraints = append(constraints, solver.PropClause(l))
	}
	return constraints
}

// GophersatCuttingPlanes returns [GophersatPB] with gophersat's other way to learn from a conflict:
// adding up constraints instead of resolving clauses. Its answer "unsatisfiable" can be wrong; the
// backend exists so that a harness can detect this. The solutions that it finds are correct.
func GophersatCuttingPlanes() Backend {
	return Backend{
		module: gophersatModule,
		description: nqueens.Description{
			Name:    "gophersat-cutting-planes",
			About:   "gophersat on native cardinality constraints, with its cutting planes",
			Engine:  "gophersat",
			Around:  enumeration,
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
