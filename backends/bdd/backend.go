package bdd

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"runtime"
	"runtime/metrics"
	"slices"
	"time"

	"github.com/dalzilio/rudd"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/await"
	"nqueens/encode"
	"nqueens/internal/propagate"
)

// Backend is the backend "bdd".
type Backend struct{}

// module is the path of the library.
const module = "github.com/dalzilio/rudd"

// Describe implements backends.Backend.
func (Backend) Describe() nqueens.Description {
	return nqueens.Description{
		Name:      "bdd",
		About:     "binary decision diagrams of the library rudd: all solutions at once, counted without a search",
		Version:   answer.ModuleVersion(module),
		Engine:    "rudd",
		Unreduced: true,
		Tasks:     []nqueens.Task{nqueens.CountAll, nqueens.FindAll},
	}
}

// Limits of the problems. 12 queens have a width of 2^35 and take more than 4 GiB. The width of a
// formula is a poorer estimate: formulas of large width can be quick.
const (
	mostWidth   = 36
	mostSquares = 400     // choices on a board
	mostEntries = 4 << 20 // literals of all constraints
)

// Supports implements backends.Backend. It returns an error for boards whose diagram would be too
// large.
func (b Backend) Supports(r nqueens.Request) error {
	if err := b.Describe().Accepts(r); err != nil {
		return err
	}
	p := r.Problem
	o, err := answer.Outline("bdd", p)
	if err != nil {
		return err
	}
	if err := encode.CheckClauses(o); err != nil { // sums become as many nodes
		return fmt.Errorf("bdd takes small sums: %w", err)
	}
	if !p.HasBoard() {
		if o.Entries() > mostEntries {
			return fmt.Errorf("bdd takes formulas with up to %d literals, not %d", mostEntries, o.Entries())
		}
		own := o.Placements - o.Auxiliaries // the diagram leaves out the others
		if p.Wide() || slices.ContainsFunc(o.Objective.Over, func(i int) bool { return i >= own }) {
			return errors.New("bdd leaves out the auxiliary variables, and the objective has costs for some of them")
		}
		return nil
	}
	whole := r.Unreduced || p.Bare()
	if o.Placements > mostSquares && whole {
		return tooLarge(o.Placements)
	}
	model := propagate.Reduced
	if whole {
		model = nqueens.Problem.Model
	}
	m, err := model(p)
	switch {
	case err != nil:
		return err
	case len(m.Placements) > mostSquares:
		return tooLarge(len(m.Placements))
	}
	if w := width(m, orderOf(m, m.Auxiliaries > 0)); w > mostWidth {
		return fmt.Errorf("bdd takes boards whose diagram has an estimated width of up to 2^%d nodes (12 queens), not 2^%.0f", mostWidth, w)
	}
	return nil
}

func tooLarge(placements int) error {
	return fmt.Errorf("bdd takes boards with up to %d choices left, not %d", mostSquares, placements)
}

// A result is the answer that a diagram gives.
type result struct {
	graph *graph   // nil if only the count is required
	count *big.Int // of the solutions, or of the best ones
	least int64    // the cost of the best ones
	nodes int64    // number of nodes ever in the table
	err   error
}

// Run implements backends.Backend. Its statistics are the nodes that the library produced, and the
// size of the model.
func (b Backend) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	watch := nqueens.NewStopwatch()
	m, o, err := answer.Encode(ctx, r, func(m *nqueens.Model) (*order, error) {
		return orderOf(m, !r.Problem.HasBoard() || m.Auxiliaries > 0), nil
	})
	if err != nil {
		return answer.Unencoded(ctx, err)
	}
	d, err := newDiagram(o)
	if err != nil {
		return nqueens.Fail(nqueens.Crashed, err.Error())
	}
	encoded := watch.Lap()

	limited, stop := withMemory(ctx, r.Memory)
	defer stop()
	found, err := await.Result(limited, func() result { return d.answer(limited, m, r.Task) })
	if limited.Err() != nil {
		d.bdd.Lock() // an operation that is still running waits forever
	}
	out := answered(ctx, r, m, found, errors.Join(err, found.err), visit)
	if errors.Is(context.Cause(limited), errMemory) {
		out = nqueens.Fail(nqueens.MemoryLimit, errMemory.Error())
	}
	out.Phases = nqueens.Phases{Encode: encoded, Solve: watch.Lap()}
	out.Stats = map[string]int64{
		"variables":   int64(len(m.Placements)),
		"constraints": int64(len(m.Lines) + len(m.Clauses) + len(m.Sums)),
	}
	if found.nodes > 0 {
		out.Stats["nodes"] = found.nodes
	}
	return out
}

// answer builds the diagram of the model and solves the task. If all solutions are listed, or only the best
// are wanted, it works on a copy of the diagram; otherwise the library counts.
func (d *diagram) answer(ctx context.Context, m *nqueens.Model, task nqueens.Task) (r result) {
	var root rudd.Node
	if root, r.err = d.of(ctx, m); r.err != nil {
		return r
	}
	r.nodes = d.produced()
	if task == nqueens.FindAll || m.Objective.Goal != nqueens.NoGoal {
		if r.graph, r.err = graphOf(d, root, m.Objective); r.err == nil {
			r.least, r.count = r.graph.count()
		}
		return r
	}
	r.count = d.bdd.Satcount(root)
	if d.bdd.Errored() {
		r.err = errors.New("rudd: " + d.bdd.Error())
	}
	r.count.Rsh(r.count, uint(d.order.levels()-d.order.projected))
	return r
}

// answered converts the result of a BDD search, or its error, to the outcome of the request's task.
// To count, it needs only the number in the result. For other tasks it reads solutions from the
// diagram until the task has enough, visit returns false or ctx ends.
func answered(ctx context.Context, r nqueens.Request, m *nqueens.Model, found result, err error, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err != nil {
		return answer.Failed(ctx, err, 0)
	}
	out := nqueens.Outcome{Status: nqueens.Solved}
	if r.Task == nqueens.CountAll {
		out.Count = nqueens.CountOf(found.count)
	} else {
		solutions := answer.To(r.Task, visit).Of(m)
		var solution nqueens.Solution
		found.graph.walk(func(chosen []bool) bool {
			if err = ctx.Err(); err != nil {
				return false
			}
			solution = append(solution[:0], m.Chosen...)
			for i, p := range m.Placements[:len(m.Placements)-m.Auxiliaries] {
				if chosen[i] {
					solution = append(solution, p)
				}
			}
			return solutions.Add(solution)
		})
		out = solutions.Outcome(ctx, err)
	}
	if goal := m.Objective; goal.Goal != nqueens.NoGoal && out.Status == nqueens.Solved && found.count.Sign() > 0 {
		optimum := goal.Fixed + int(goal.Goal.Cost()*found.least)
		out.Optimum = &optimum
	}
	return out
}

// defaultMemory is the limit in bytes for a request without one.
const defaultMemory = 4 << 30

var errMemory = errors.New("the decision diagram took more memory than the limit")

// withMemory returns a context that ends, with errMemory as its cause, when the heap of this process
// exceeds the limit.
func withMemory(ctx context.Context, limit int64) (context.Context, func()) {
	if limit == 0 {
		limit = defaultMemory
	}
	limited, end := context.WithCancelCause(ctx)
	go func() {
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		for {
			select {
			case <-limited.Done():
				return
			case <-tick.C:
				if metrics.Read(sample); sample[0].Value.Uint64() <= uint64(limit) {
					continue
				}
				runtime.GC() // the heap may be garbage for the most part
				if metrics.Read(sample); sample[0].Value.Uint64() > uint64(limit) {
					end(errMemory)
				}
			}
		}
	}()
	return limited, func() { end(nil) }
}
