package linear

import (
	"context"
	"math"

	"nqueens"
	"nqueens/backends/trace"
)

// Traces implements backends.Tracer.
func (b Backend) Traces(r nqueens.Request) error { return b.Supports(r) }

// Trace implements backends.Tracer. Each node reports the values of its relaxation.
func (b Backend) Trace(ctx context.Context, r nqueens.Request, to *trace.Recorder) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	out, _ := b.answerTraced(ctx, r, nil, to)
	return out
}

// steps reports the steps of a search.
type steps struct {
	to *trace.Recorder
}

// node reports the values of the placements in the relaxation of the current node.
func (t steps) node(s *search) {
	values := map[string]float64{}
	value := 0.0
	for j, at := range s.model.Placements[:len(s.model.Placements)-s.model.Auxiliaries] {
		if x := s.relaxation.Value(j); x > 1e-9 {
			values[at.String()] = math.Round(x*1e4) / 1e4
			value += x
		}
	}
	t.to.Add(trace.Event{Kind: trace.Bound, Depth: len(s.branchings), Value: math.Round(value*1e4) / 1e4, Values: values})
}

// decide reports a branching that was just made.
func (t steps) decide(s *search) {
	b := s.branchings[len(s.branchings)-1]
	t.to.Add(trace.Event{Kind: trace.Choose, Depth: len(s.branchings), At: s.model.Placements[b.placement].String(), Out: b.value == 0})
}

// relaxationLine names the relaxation where a step has the name of a constraint.
const relaxationLine = "the linear relaxation"

// refuted reports that the relaxation of a node has no solution.
func (t steps) refuted(s *search) {
	t.to.Add(trace.Event{Kind: trace.Conflict, Depth: len(s.branchings), Line: relaxationLine})
}

// found reports a solution, the best one so far: the placements that the relaxation sets to 1, and no
// decision chose.
func (t steps) found(s *search) {
	chosen := map[int]bool{}
	for _, b := range s.branchings {
		chosen[b.placement] = b.value == 1
	}
	for j, at := range s.model.Placements[:len(s.model.Placements)-s.model.Auxiliaries] {
		if s.relaxation.Value(j) > 0.5 && !chosen[j] {
			t.to.Add(trace.Event{Kind: trace.Force, Depth: len(s.branchings), At: at.String(), Line: relaxationLine})
		}
	}
	t.to.Add(trace.Event{Kind: trace.Found, Depth: len(s.branchings), Value: float64(s.value)})
}
