package sat

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/irifrance/gini/z"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/stratum"
	"nqueens/backends/trace"
	"nqueens/encode"
	"nqueens/internal/propagate"
	"nqueens/internal/table"
)

// CoreGuided is the backend "cores": it finds best solutions by unsatisfiable cores, with the
// algorithm OLL of A. Morgado, C. Dodaro and J. Marques-Silva ("Core-Guided MaxSAT with Soft
// Cardinality Constraints", 2014), as RC2 of A. Ignatiev, A. Morgado and J. Marques-Silva (2019)
// implements it: with stratification, hardening, and trimming of cores. It solves with gini under
// assumptions, in one incremental solver. Cores returns it.
type CoreGuided struct{ gini Backend }

// Cores returns the backend "cores".
func Cores() CoreGuided { return CoreGuided{Gini()} }

// Describe implements backends.Backend.
func (b CoreGuided) Describe() nqueens.Description {
	d := b.gini.Describe()
	d.Name, d.About = "cores", "best solutions by unsatisfiable cores (OLL, stratified) with the solver gini"
	d.Around, d.Tasks, d.Defaults = "", []nqueens.Task{nqueens.FindFirst, nqueens.Optimise}, nil
	return d
}

// Name returns the backend's name.
func (CoreGuided) Name() string { return "cores" }

// Preference is positive for the best solutions of a formula.
func (CoreGuided) Preference(r nqueens.Request) int {
	if !r.Problem.HasBoard() && r.Task.FindsOne() && r.Problem.Goal() != nqueens.NoGoal {
		return 20
	}
	return 0
}

// Supports implements backends.Backend.
func (b CoreGuided) Supports(r nqueens.Request) error {
	if err := b.Describe().Accepts(r); err != nil {
		return err
	}
	if r.Problem.Goal() == nqueens.NoGoal {
		return fmt.Errorf("cores searches for best solutions, and %s has no objective", r.Problem.Short())
	}
	return answer.CheckClauses("cores", r, defaultEncoding, b.gini.maxClauses)
}

// Run implements backends.Backend. Its statistics are the size of the formula, the calls of the
// solver, the cores, and the lower bounds that they proved above the first.
func (b CoreGuided) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	return answer.Optimise(ctx, r, func(r nqueens.Request) nqueens.Outcome { return b.best(ctx, r, nil) }, b.Run, visit)
}

// best returns a best solution by the first objective. If to is not nil, the search reports its steps.
func (b CoreGuided) best(ctx context.Context, r nqueens.Request, to *trace.Recorder) nqueens.Outcome {
	watch := nqueens.NewStopwatch()
	model, cnf, err := answer.Clauses(ctx, r, defaultEncoding)
	if err != nil {
		return answer.Unencoded(ctx, err)
	}
	s := newCoreSearch(cnf, model.Objective)
	if to != nil {
		s.report = newCoreSteps(model, to)
	}
	encoded := watch.Lap()
	s.stats.loaded(s.engine)
	chosen, err := s.run(ctx)
	d := newDecoder(model)
	out := nqueens.Outcome{Status: nqueens.Unsatisfiable, Note: propagate.Why(model)}
	switch {
	case err != nil:
		out = answer.Failed(ctx, err, 0)
		out.Note = s.knownSoFar(r.Problem, model.Objective)
	case chosen != nil:
		out = nqueens.Outcome{Status: nqueens.Solved, Solution: slices.Clone(d.decode(chosen))}
		out.Solution.Sort()
	}
	out.Stats = s.stats
	out.Phases = nqueens.Phases{Encode: encoded, Solve: watch.Lap()}
	return out
}

// A coreSearch searches for the assignment with the least total weight of false assumptions.
type coreSearch struct {
	engine  *giniEngine
	next    int32 // the next free variable
	weights map[int32]int64
	sums    map[int32]bounded // the assumptions that bound a sum
	least   int64             // the lower bound
	most    int64             // the weight of the best assignment so far
	best    []bool            // by placement; nil before the first
	stats   stats

	report *coreSteps // reports the steps of the search; nil if they are not traced

	terms []int32 // the literals of the objective that cost something if they are true
	costs []int64
}

// A bounded is a sum together with a bound: an assumption states that fewer than bound of its
// literals are true.
type bounded struct {
	sum   *total
	bound int
}

func newCoreSearch(f *encode.CNF, o nqueens.Objective) *coreSearch {
	s := &coreSearch{engine: loadGini(f), next: int32(f.Variables) + 1, weights: map[int32]int64{}, sums: map[int32]bounded{}, stats: stats{}}
	for k, i := range o.Over {
		l, cost := int32(nqueens.Chosen(i)), o.Cost(k)
		if cost < 0 {
			l, cost = -l, -cost
		}
		s.terms, s.costs = append(s.terms, l), append(s.costs, cost)
		s.weights[-l] += cost
	}
	return s
}

// run returns the placements of a best assignment, or nil if there is no assignment.
func (s *coreSearch) run(ctx context.Context) ([]bool, error) {
	if satisfiable, err := s.solve(ctx, nil); err != nil || !satisfiable {
		return nil, err
	}
	threshold := stratum.Next(maps.Values(s.weights), 1<<62)
	for s.least < s.most {
		assumed := s.assumed(threshold)
		satisfiable, err := s.solve(ctx, assumed)
		switch {
		case err != nil:
			return nil, err
		case satisfiable && threshold <= 1:
			return s.best, nil // every assumption holds
		case satisfiable:
			s.harden()
			threshold = stratum.Next(maps.Values(s.weights), threshold)
			continue
		}
		core := s.engine.failed()
		if len(core) == 0 { // nothing is better than the best so far
			return s.best, nil
		}
		if core, err = s.trim(ctx, core); err != nil {
			return nil, err
		}
		if len(core) == 0 {
			return s.best, nil
		}
		s.relax(core)
	}
	return s.best, nil
}

// solve reports whether an assignment satisfies the assumptions. It records the assignment if it is
// the best so far.
func (s *coreSearch) solve(ctx context.Context, assumptions []int32) (bool, error) {
	literals := make([]nqueens.Literal, len(assumptions))
	for i, l := range assumptions {
		literals[i] = nqueens.Literal(l)
	}
	s.stats.add("solves", 1)
	satisfiable, err := s.engine.solve(ctx, literals)
	if s.report != nil && err == nil {
		err = s.report.solved(s, satisfiable)
	}
	if err != nil || !satisfiable {
		return false, err
	}
	weight := int64(0)
	for k, l := range s.terms {
		if s.engine.chosen(int(max(l, -l))-1) == (l > 0) { // gini has no value of a literal in no clause
			weight += s.costs[k]
		}
	}
	if s.best == nil || weight < s.most {
		s.most, s.best = weight, make([]bool, s.engine.formula.Variables)
		for i := range s.best {
			s.best[i] = s.engine.chosen(i)
		}
	}
	return true, nil
}

// assumed returns the assumptions whose weight is at least threshold, the heaviest first.
func (s *coreSearch) assumed(threshold int64) []int32 {
	var list []int32
	for l, w := range s.weights {
		if w >= threshold {
			list = append(list, l)
		}
	}
	slices.SortFunc(list, func(a, b int32) int {
		return cmp.Or(cmp.Compare(s.weights[b], s.weights[a]), cmp.Compare(max(a, -a), max(b, -b)), cmp.Compare(a, b))
	})
	return list
}

// harden turns assumptions into clauses if every assignment that is better than the best so far
// must satisfy them.
func (s *coreSearch) harden() {
	for _, l := range s.assumed(s.most - s.least + 1) {
		s.clause(l)
		delete(s.weights, l)
	}
}

// mostTrims is the maximum number of calls of the solver to make a core smaller.
const mostTrims = 4

// trim returns a subset of a core that is also a core. It solves again under the assumptions of the
// core only, and removes from a small core the assumptions that are not needed.
func (s *coreSearch) trim(ctx context.Context, core []int32) ([]int32, error) {
	for range mostTrims {
		if len(core) <= 1 {
			return core, nil
		}
		slices.SortFunc(core, func(a, b int32) int { return cmp.Or(cmp.Compare(s.weights[b], s.weights[a]), cmp.Compare(a, b)) })
		if satisfiable, err := s.solve(ctx, core); err != nil || satisfiable {
			return core, err
		}
		smaller := s.engine.failed()
		if len(smaller) >= len(core) {
			return core, nil
		}
		core = smaller
	}
	return core, nil
}

// relax raises the lower bound by the least weight in the core, because one of the core's
// assumptions must be false. It replaces that weight of the assumptions by a new sum, which counts
// how many of them are false, and the assumption that at most one is.
func (s *coreSearch) relax(core []int32) {
	least := s.weights[core[0]]
	for _, l := range core {
		least = min(least, s.weights[l])
	}
	s.least += least
	s.stats.add("cores", 1)
	if s.report != nil {
		s.report.core(s, core)
	}
	var violated []int32
	for _, l := range core {
		if s.weights[l] -= least; s.weights[l] == 0 {
			delete(s.weights, l)
		}
		violated = append(violated, -l)
		if b, ok := s.sums[l]; ok {
			s.bound(b.sum, b.bound+1, least)
		}
	}
	if len(violated) == 1 {
		s.clause(violated[0])
		return
	}
	s.clause(violated...)
	s.bound(s.total(violated), 2, least)
}

// bound adds the assumption, with the weight, that fewer than bound literals of the sum are true.
func (s *coreSearch) bound(t *total, bound int, weight int64) {
	if bound > t.size {
		return
	}
	s.extend(t, bound)
	l := -t.outputs[bound-1]
	s.weights[l] += weight
	s.sums[l] = bounded{t, bound}
}

func (s *coreSearch) clause(literals ...int32) {
	for _, l := range literals {
		s.engine.solver.Add(z.Dimacs2Lit(int(l)))
	}
	s.engine.solver.Add(z.LitNull)
}

// knownSoFar returns a note about a search that did not end.
func (s *coreSearch) knownSoFar(p nqueens.Problem, o nqueens.Objective) string {
	if s.best == nil {
		return ""
	}
	found := o.Value(func(i int) bool { return s.best[i] })
	limit, word := found-int(s.most-s.least), "less"
	if o.Goal == nqueens.Most {
		limit, word = found+int(s.most-s.least), "more"
	}
	return fmt.Sprintf("the best solution found has %s, and none has %s than %s; %s", p.Worth(found), word, p.Worth(limit), table.Plural(int(s.stats["cores"]), "core"))
}
