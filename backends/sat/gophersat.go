package sat

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/crillab/gophersat/solver"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/await"
	"nqueens/encode"
	"nqueens/internal/propagate"
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
	units                        []solver.Lit // literals that the formula itself fixes
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

// solve abandons the search when the context ends, because gophersat cannot be stopped.
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
	if len(m.Sums) > 0 {
		return loadWeighted(m, constraints)
	}
	if n := len(m.Placements); n > 0 {
		// There is no other way to set the number of variables.
		constraints = append(constraints, solver.AtLeast1(n, -n))
	}
	e := newGophersat(solver.ParseCardConstrs(constraints))
	e.variables, e.clauses, e.literals = len(m.Placements), clauses, size
	return e
}

// loadWeighted loads the weighted sums of a model together with its other constraints.
func loadWeighted(m *nqueens.Model, others []solver.CardConstr) *gophersatEngine {
	var constraints []solver.PBConstr
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
	size := 0
	for _, c := range constraints {
		size += len(c.Lits)
	}
	clauses := len(constraints)
	constraints = settled(constraints)
	if n := len(m.Placements); n > 0 {
		constraints = append(constraints, solver.PropClause(n, -n))
	}
	e := newGophersat(solver.ParsePBConstrs(constraints))
	e.variables, e.clauses, e.literals = len(m.Placements), clauses, size
	return e
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

// searching is held by the one gophersat solver that is searching. All solvers of the library write
// the learnt clause to one global buffer (bufLits), so that two searches at a time panic, or
// silently lose solutions. So this variable must be global, too.
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
