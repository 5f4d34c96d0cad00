package classic

import (
	"cmp"
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/trace"
)

// Traces implements backends.Tracer. Only Place is supported.
func (m *Method) Traces(r nqueens.Request) error {
	if err := m.Supports(r); err != nil {
		return err
	}
	if m.Name != Place().Name {
		return fmt.Errorf("%s reports no steps: place, the backtracking of the textbooks, does", m.Name)
	}
	return nil
}

// Trace implements backends.Tracer for the procedure of the textbooks, Place. Each square that it
// tries is a decision, and a conflict if an earlier queen attacks it.
func (m *Method) Trace(ctx context.Context, r nqueens.Request, to *trace.Recorder) nqueens.Outcome {
	if err := m.Traces(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	solutions := answer.To(r.Task, func(nqueens.Solution) bool { return true })
	s := &search{n: r.Problem.N}
	defer context.AfterFunc(ctx, func() { s.stop.Store(true) })()
	s.solution = func(ranks []uint8) bool {
		var solution nqueens.Solution
		for file, rank := range ranks {
			solution = append(solution, nqueens.On(file, int(rank)))
		}
		return solutions.Add(solution) && !to.Full()
	}
	s.tried = func(k, i uint8, stays bool) {
		to.Add(trace.Event{Kind: trace.Choose, Depth: int(k) + 1, At: nqueens.On(int(k), int(i)).String()})
		switch {
		case !stays:
			to.Add(trace.Event{Kind: trace.Conflict, Depth: int(k) + 1, Line: "an earlier queen attacks it"})
		case int(k) == s.n-1:
			to.Add(trace.Event{Kind: trace.Found, Depth: int(k) + 1})
		}
		if to.Full() {
			s.stop.Store(true)
		}
	}
	(&textbook{search: s, n: uint8(s.n)}).run()
	out := solutions.Outcome(ctx, cmp.Or(ctx.Err(), to.Err()))
	out.Stats = s.stats()
	return out
}
