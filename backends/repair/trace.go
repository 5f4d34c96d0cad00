package repair

import (
	"context"

	"nqueens"
	"nqueens/backends/trace"
)

// Trace implements backends.Tracer for min-conflicts; the other local searches are not supported.
// Each attempt begins with the event Restart and, for each queen, a Move without From to the square
// of its first placement. Each later Move has the number of queens that are attacked after it.
func (b Backend) Trace(ctx context.Context, r nqueens.Request, to *trace.Recorder) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	if b.description.Name != MinConflicts().description.Name {
		return nqueens.Fail(nqueens.Unsupported, b.description.Name+" has no trace: min-conflicts has one")
	}
	for _, at := range r.Problem.Given {
		to.Add(trace.Event{Kind: trace.Force, At: at.String()})
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	square := func(m *minConflicts, i int, rank int32) string {
		return nqueens.Square{File: m.file(i), Rank: int(rank)}.String()
	}
	out := b.run(ctx, r, func(m *minConflicts, i int, from int32) {
		attacked := 0
		for k := range m.ranks {
			if m.attacked(k) {
				attacked++
			}
		}
		if i < 0 {
			to.Add(trace.Event{Kind: trace.Restart, Depth: 1})
			for k, rank := range m.ranks {
				to.Add(trace.Event{Kind: trace.Move, At: square(m, k, rank), Options: attacked})
			}
		} else {
			to.Add(trace.Event{Kind: trace.Move, From: square(m, i, from), At: square(m, i, m.ranks[i]), Options: attacked})
		}
		if to.Full() {
			stop()
		}
	})
	if out.Status == nqueens.Solved {
		to.Add(trace.Event{Kind: trace.Found})
	}
	return out
}
