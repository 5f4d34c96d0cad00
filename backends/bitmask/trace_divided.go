package bitmask

import (
	"cmp"
	"context"
	"math/bits"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
	"nqueens/backends/trace"
)

// traceDivided answers a request about a board with regions, and reports the steps of the search.
func traceDivided(ctx context.Context, r nqueens.Request, stop *turns.Flag, solutions *answer.Solutions, to *trace.Recorder) nqueens.Outcome {
	s, state := newDivided(r.Problem, r.Problem.Division())
	s.pause, s.visit = func() bool { return !stop.Load() }, solutions.Add
	t := &dividedSteps{to: to, squares: s.board.Squares(), search: s}
	if s.lay(state, r.Problem.Given) {
		for _, i := range s.chosen {
			t.to.Add(trace.Event{Kind: trace.Force, At: t.squares[i].String()})
		}
		s.report = t
		s.search(*state)
	} else {
		t.to.Add(trace.Event{Kind: trace.Conflict, Line: "the given pieces"})
	}
	out := solutions.Outcome(ctx, cmp.Or(ctx.Err(), to.Err()))
	out.Stats = nodes(s.nodes)
	return out
}

// dividedSteps reports the steps of a search on a board with regions.
type dividedSteps struct {
	to      *trace.Recorder
	squares []nqueens.Square
	search  *dividedSearch
	depth   int // the number of decisions
}

// node reports a solution, a line with too few free squares, or the line to branch on. It stops the
// search when the trace is full.
func (t *dividedSteps) node(s *dividedSearch, state *dividedState, line int) {
	s.stopped = s.stopped || t.to.Full()
	free := func(line int) (n int) {
		for w := range s.words {
			n += bits.OnesCount64(state.free[w] & s.lines[line][w])
		}
		return n
	}
	switch line {
	case -1:
		t.to.Add(trace.Event{Kind: trace.Found, Depth: t.depth})
	case -2:
		for line := range s.lines {
			if state.lack[line] > 0 && free(line) < int(state.lack[line]) {
				t.to.Add(trace.Event{Kind: trace.Conflict, Depth: t.depth, Line: t.search.lineName(line)})
				return
			}
		}
	default:
		if n := free(line); n > int(state.lack[line]) {
			t.to.Add(trace.Event{Kind: trace.Branch, Depth: t.depth, Line: t.search.lineName(line), Options: n})
		}
	}
}

// forced reports a piece on a line that needs all of its free squares.
func (t *dividedSteps) forced(square, line int) {
	t.to.Add(trace.Event{Kind: trace.Force, Depth: t.depth, At: t.squares[square].String(), Line: t.search.lineName(line)})
}

// decide reports that the search tries a piece on a square, which is one of some free squares of a line.
func (t *dividedSteps) decide(square, line, options int) {
	t.depth++
	t.to.Add(trace.Event{Kind: trace.Choose, Depth: t.depth, At: t.squares[square].String(), Line: t.search.lineName(line), Options: options})
}

// searched reports that all solutions with a piece on a square were found.
func (t *dividedSteps) searched(square int) {
	t.depth--
	t.to.Add(trace.Event{Kind: trace.Force, Depth: t.depth, At: t.squares[square].String(), Out: true, Line: "all solutions with it were searched"})
}
