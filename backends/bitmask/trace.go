package bitmask

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
	"nqueens/backends/trace"
)

// Traces implements backends.Tracer. Boards of more than widestField squares a side without regions, and
// pieces that block lines, are not supported.
func (b Backend) Traces(r nqueens.Request) error {
	if err := b.Supports(r); err != nil {
		return err
	}
	if r.Problem.Blocking() != nil || r.Problem.Division() == nil && r.Problem.N > widestField {
		return fmt.Errorf("bitmask reports the steps of searches on boards of at most %d squares a side, without pieces that block lines", widestField)
	}
	return nil
}

// Trace implements backends.Tracer. The explorer searches, one board at a time. A piece that is the
// only one left for its line is reported as forced.
func (b Backend) Trace(ctx context.Context, r nqueens.Request, to *trace.Recorder) nqueens.Outcome {
	if err := b.Traces(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	stop, release := turns.Watch(ctx)
	defer release()
	solutions := answer.To(r.Task, func(nqueens.Solution) bool { return true })
	if r.Problem.Division() != nil {
		return traceDivided(ctx, r, stop, solutions, to)
	}
	e := newExplorer(newBoard(r.Problem).region().withDiagonals().pack(), stop, solutions.Add)
	t := tracer{e, to}
	at, alive := e.root()
	t.search(at, alive, 0)
	out := solutions.Outcome(ctx, cmp.Or(ctx.Err(), to.Err()))
	out.Stats = nodes(e.nodes)
	return out
}

type tracer struct {
	*explorer
	to *trace.Recorder
}

// search does what explorer.explore does and reports each step. depth is the number of decisions
// made so far.
func (t *tracer) search(at branch, alive bool, depth int) {
	if !alive {
		if len(t.taken) < t.n {
			t.to.Add(trace.Event{Kind: trace.Conflict, Depth: depth, Line: t.emptyLine()})
		}
		return
	}
	options := bits.OnesCount64(at.free)
	line := t.lineName(at)
	if options > 1 {
		t.to.Add(trace.Event{Kind: trace.Branch, Depth: depth, Line: line, Options: options})
		depth++
	}
	for free := at.free; free != 0; free &= free - 1 {
		if t.stopped = t.stopped || t.stop.Load() || t.to.Full(); t.stopped {
			return
		}
		square := t.numbers[64*at.word+bits.TrailingZeros64(free)]
		e := trace.Event{Kind: trace.Choose, Depth: depth, At: t.name(square), Line: line, Options: options}
		if options == 1 {
			e.Kind = trace.Force
		}
		t.to.Add(e)
		found := t.found
		next, alive := t.place(square)
		if t.found > found {
			t.to.Add(trace.Event{Kind: trace.Found, Depth: depth})
		}
		t.search(next, alive, depth)
		t.remove(square)
	}
}

func (t *tracer) name(square uint16) string {
	s := &t.squares[square]
	return nqueens.Square{File: s.file, Rank: s.rank}.String()
}

// lineName returns the name of the line with the free squares of a branch: "rank 3".
func (t *tracer) lineName(at branch) string {
	bit := bits.TrailingZeros64(at.free)
	s := t.squares[t.numbers[64*at.word+bit]]
	for kind := range t.kinds {
		if s.words[kind] == at.word && s.bits[kind] == 1<<bit {
			return t.kindName(kind, s.file, s.rank)
		}
	}
	return ""
}

// kindName returns the name of the line of a kind through a square.
func (t *tracer) kindName(kind, file, rank int) string {
	switch kind {
	case 0:
		return fmt.Sprintf("rank %d", rank+1)
	case 1:
		return "file " + nqueens.Square{File: file}.FileName()
	case 2:
		return fmt.Sprintf("sum %d", (file+rank)%t.side)
	}
	return fmt.Sprintf("diff %d", ((file-rank)%t.side+t.side)%t.side)
}

// emptyLine returns the name of a line without a piece and without a free square. The free squares
// after the last piece are in t.free at the index of the number of pieces.
func (t *tracer) emptyLine() string {
	words := len(t.guards)
	free := t.free[len(t.taken)*words:][:words]
	for _, s := range t.squares {
		for kind := range t.kinds {
			word, guard := s.words[kind], s.guards[kind]
			if t.sieve.unfilled[word]&guard != 0 && free[word]&t.fields[64*word+bits.TrailingZeros64(guard)] == 0 {
				return t.kindName(kind, s.file, s.rank)
			}
		}
	}
	return "a line without an open square"
}
