package sat

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/encode"
	"nqueens/internal/propagate"
)

// Backend is one of gini, gophersat, gophersat-pb and gophersat-cutting-planes, which Gini,
// Gophersat, GophersatPB and GophersatCuttingPlanes return, or a Solver of your own: see New.
type Backend struct {
	description nqueens.Description // without the version
	module      string              // path of the solver's module
	version     string              // of a solver without a module
	// load encodes a model and returns an engine loaded with it. For a backend without encodings
	// the Encoding is zero.
	load func(*nqueens.Model, encode.Encoding) engine
	// maxClauses limits the formula, so that it fits in a few GiB.
	maxClauses int
	// preferred is the preference for requests that suit the backend: see Preference.
	preferred int
}

// Describe implements backends.Backend.
func (b Backend) Describe() nqueens.Description {
	d := b.description
	d.Version = b.version
	if b.module != "" {
		d.Version = answer.ModuleVersion(b.module)
	}
	return d
}

// Preference is positive for one solution of a formula, and of boards that are too large for the
// bitmask search: up to some 200 squares a side cardinality constraints find it sooner than
// clauses. Clauses are also preferred for pieces of several kinds and for the best solutions of a
// board.
func (b Backend) Preference(r nqueens.Request) int {
	p, constraints := r.Problem, len(b.description.Encodings) == 0
	first, best := r.Task == nqueens.FindFirst, r.Task == nqueens.Optimise
	if first && p.Goal() != nqueens.NoGoal {
		first, best = false, true
	}
	if first && (!constraints || p.HasBoard() && p.N <= 200 && len(p.Family.Kinds) == 0) || best && p.HasBoard() && !constraints {
		return b.preferred
	}
	return 0
}

// encoding returns the encoding that the request names, or the default.
func (b Backend) encoding(r nqueens.Request) (encode.Encoding, error) {
	if len(b.description.Encodings) == 0 {
		return encode.Encoding{}, nil
	}
	return encode.EncodingNamed(cmp.Or(r.Encoding, b.description.DefaultEncoding(r.Task)))
}

// Supports implements backends.Backend. It returns an error for unsupported tasks and encodings,
// and for problems whose formula would not fit in memory.
func (b Backend) Supports(r nqueens.Request) error {
	if err := b.description.Accepts(r); err != nil {
		return err
	}
	e, err := b.encoding(r)
	if err != nil {
		return err
	}
	whole := r.Problem
	r = answer.Step(r)
	o, err := answer.Outline(b.description.Name, r.Problem)
	if err != nil {
		return err
	}
	what := "constraints"
	if e.Name == "" {
		if err := checkBounds(b.description.Name, o, whole); err != nil {
			return err
		}
	} else {
		if err := encode.CheckClauses(o); err != nil {
			return fmt.Errorf("%s takes clauses: %w", b.description.Name, err)
		}
		what = "clauses under the encoding " + e.Name
	}
	return answer.Bound(b.description.Name, r, o, func(o nqueens.Outline) int { return size(o, e) }, b.maxClauses, what)
}

// largestBound is the largest bound of a sum in gophersat. Its NewPBClause stores the bound in 30 bits of
// lbdValue and silently drops the others: with larger ones it finds solutions that are none.
const largestBound = 1 << 30

// checkBounds returns an error for a sum whose bound gophersat cannot hold. The steps to an optimum bound
// each objective of a formula by any value of its span.
func checkBounds(backend string, o nqueens.Outline, p nqueens.Problem) error {
	for _, sum := range o.Sums {
		if sum.Min > largestBound {
			return fmt.Errorf("%s holds bounds of sums up to %d, and %s is at least %d", backend, largestBound, sum.Name, sum.Min)
		}
	}
	for _, span := range p.Spans() {
		if span.Max-span.Min > largestBound {
			return fmt.Errorf("%s holds bounds of sums up to %d, and the objective goes from %d to %d", backend, largestBound, span.Min, span.Max)
		}
	}
	return nil
}

// size returns the number that determines the memory of a formula: its number of clauses or, for a
// backend without encodings, the number of entries in its constraints.
func size(o nqueens.Outline, e encode.Encoding) int {
	if e.Name == "" {
		return o.Entries()
	}
	return e.SizeOf(o).Clauses
}

// enumeration is the name of the method of both solvers for tasks other than the first solution:
// they reduce the problem by propagation at the root, and then search for all solutions cube by
// cube.
const enumeration = "cubes"

// defaultEncoding is the default encoding of both solvers for most tasks. results/encodings, the
// run of plans/encodings.yaml, is the reason for the choice.
const defaultEncoding = "mixed"

// defaults returns the default encodings of single tasks. Only the task optimise, whose steps count
// pieces, has one; the package comment has the measurements.
func defaults() map[nqueens.Task]string {
	return map[nqueens.Task]string{nqueens.Optimise: defaultEncoding + "+totalizer"}
}

// Run implements backends.Backend. Its statistics are the size of the largest formula loaded
// (variables, clauses, literals), the number of cubes and of calls of the solver (solves), and, for
// gophersat, conflicts, decisions and restarts, which gini does not provide.
func (b Backend) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	if r.Problem.Goal() != nqueens.NoGoal {
		if r.Task == nqueens.Optimise && r.Encoding == "" { // the steps have another task
			r.Encoding = b.description.DefaultEncoding(r.Task)
		}
		return answer.Optimise(ctx, r, nil, b.Run, visit)
	}
	watch := nqueens.NewStopwatch()
	e, err := b.encoding(r)
	if err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	model, root, err := answer.Encode(ctx, r, func(m *nqueens.Model) (*propagate.Propagation, error) { return propagate.Of(m), nil })
	if err != nil {
		return answer.Unencoded(ctx, err)
	}
	s := &search{load: func(m *nqueens.Model) engine { return b.load(m, e) }, root: root, stats: stats{}}
	encoded := watch.Lap()

	solutions, d := answer.To(r.Task, visit).Of(model), newDecoder(model)
	most, small := splitting(root)
	if r.Task == nqueens.FindFirst {
		most = 1
	} else {
		root.Group()
	}
	_, err = s.solutions(ctx, most, small, func(chosen []bool) bool {
		if r.Task == nqueens.CountAll {
			return solutions.Add(nil)
		}
		return solutions.Add(d.decode(chosen))
	})
	out := solutions.Outcome(ctx, err)
	out.Stats = s.stats
	out.Phases = nqueens.Phases{Encode: encoded + s.encode.Seconds(), Decode: d.spent.Seconds()}
	out.Phases.Solve = max(0, watch.Lap()-s.encode.Seconds()-out.Phases.Decode)
	return out
}

// decoder converts an engine's answers to solutions, and measures the time.
type decoder struct {
	decided    nqueens.Solution // part of every solution
	placements []nqueens.Placement
	solution   nqueens.Solution
	spent      time.Duration
}

func newDecoder(m *nqueens.Model) decoder {
	return decoder{decided: m.Chosen, placements: m.Placements[:len(m.Placements)-m.Auxiliaries]}
}

// decode returns the chosen placements, in memory that the next call reuses.
func (d *decoder) decode(chosen []bool) nqueens.Solution {
	start := time.Now()
	d.solution = append(d.solution[:0], d.decided...)
	for i, placement := range d.placements {
		if chosen[i] {
			d.solution = append(d.solution, placement)
		}
	}
	d.spent += time.Since(start)
	return d.solution
}

// engine is an incremental solver loaded with a model.
type engine interface {
	// solve reports whether the model has a solution in which the assumptions are true. The
	// assumptions apply to this call only. If the context ends, it returns the context's error, and
	// the engine must not be used any more.
	solve(ctx context.Context, assumptions []nqueens.Literal) (bool, error)
	// chosen reports whether the placement is chosen in the solution found by the last solve.
	chosen(placement int) bool
	// size returns the size of the formula as loaded: variables, clauses (or constraints) and their
	// literals.
	size() (variables, clauses, literals int)
	// effort adds the engine's statistics. It is not called while an abandoned search may still be
	// running.
	effort(stats)
}

// stats are the statistics of an Outcome.
type stats map[string]int64

func (s stats) add(name string, n int) { s[name] += int64(n) }

// loaded records the size of an engine's formula. The largest counts.
func (s stats) loaded(e engine) {
	variables, clauses, literals := e.size()
	for name, n := range map[string]int{"variables": variables, "clauses": clauses, "literals": literals} {
		s[name] = max(s[name], int64(n))
	}
}
