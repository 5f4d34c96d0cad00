package sat

import (
	"context"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/trace"
)

// Traces implements backends.Tracer.
func (b CoreGuided) Traces(r nqueens.Request) error { return b.Supports(r) }

// Trace implements backends.Tracer. It reports each assignment that gini found, each unsatisfiable core
// as a conflict and a learned clause, and the bound that follows from it. The steps inside of gini are
// not reported. Of several objectives it searches for the best by the first one only.
func (b CoreGuided) Trace(ctx context.Context, r nqueens.Request, to *trace.Recorder) nqueens.Outcome {
	if err := b.Traces(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	out := b.best(ctx, r, to)
	if p := r.Problem; out.Status == nqueens.Solved {
		optimum := p.Counted(out.Solution)
		out.Optimum = &optimum
	}
	return out
}

// coreSteps reports the steps of a core-guided search.
type coreSteps struct {
	model *nqueens.Model
	to    *trace.Recorder
	fresh bool // no assignment was reported
}

func newCoreSteps(m *nqueens.Model, to *trace.Recorder) *coreSteps {
	return &coreSteps{model: m, to: to, fresh: true}
}

// solved reports an assignment, if there is one, as decisions at depth 1. It returns an error when the
// trace is full.
func (t *coreSteps) solved(s *coreSearch, satisfiable bool) error {
	if !satisfiable {
		return t.to.Err()
	}
	if !t.fresh {
		t.to.Add(trace.Event{Kind: trace.Restart, Line: "the next assignment"})
	}
	t.fresh = false
	for _, at := range t.model.Chosen {
		t.to.Add(trace.Event{Kind: trace.Force, At: at.String()})
	}
	for i, at := range t.model.Placements[:len(t.model.Placements)-t.model.Auxiliaries] {
		if s.engine.chosen(i) {
			t.to.Add(trace.Event{Kind: trace.Force, Depth: 1, At: at.String(), Line: "the assignment of gini"})
		}
	}
	t.to.Add(trace.Event{Kind: trace.Found, Depth: 1, Value: float64(t.model.Objective.Value(s.engine.chosen))})
	return t.to.Err()
}

// core reports the assumptions that contradict each other, the clause that one of them is false, and
// the bound on the objective that follows.
func (t *coreSteps) core(s *coreSearch, core []int32) {
	var clause []string
	for _, l := range core {
		if name := answer.VariableName(t.model, max(l, -l)); l > 0 {
			clause = append(clause, "−"+name)
		} else {
			clause = append(clause, name)
		}
	}
	t.to.Add(trace.Event{Kind: trace.Conflict, Depth: 1, Line: "the assumptions cannot hold together"})
	t.to.Add(trace.Event{Kind: trace.Learn, Depth: 1, Clause: clause})
	o := t.model.Objective
	bound := o.Value(func(i int) bool { return s.best[i] })
	if left := int(s.most - s.least); o.Goal == nqueens.Most {
		bound += left
	} else {
		bound -= left
	}
	t.to.Add(trace.Event{Kind: trace.Bound, Depth: 1, Value: float64(bound)})
}
