package repair

import (
	"context"
	"slices"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/trace"
)

// Traces implements backends.Tracer.
func (b Backend) Traces(r nqueens.Request) error { return b.Supports(r) }

// Trace implements backends.Tracer. The first events of each attempt have the pieces as they were
// placed at first: a Restart, and a Move without From for each. Each further Move has the number of
// pieces that are attacked after the step. A swap is two moves. For genetic the events describe the
// best member of each generation, as moves from the best member of the generation before.
func (b Backend) Trace(ctx context.Context, r nqueens.Request, to *trace.Recorder) nqueens.Outcome {
	if err := b.Traces(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	for _, at := range r.Problem.Given {
		to.Add(trace.Event{Kind: trace.Force, At: at.String()})
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	var before []int32
	out := b.run(ctx, r, func(board *board, ranks []int32, start bool) {
		square := func(i int, rank int32) string {
			return nqueens.Square{File: board.file(i), Rank: int(rank)}.String()
		}
		attacked := board.attacked(ranks)
		if start {
			to.Add(trace.Event{Kind: trace.Restart, Depth: 1})
		}
		for i, rank := range ranks {
			switch {
			case start:
				to.Add(trace.Event{Kind: trace.Move, At: square(i, rank), Options: attacked})
			case rank != before[i]:
				to.Add(trace.Event{Kind: trace.Move, From: square(i, before[i]), At: square(i, rank), Options: attacked})
			}
		}
		before = append(before[:0], ranks...)
		if to.Full() {
			stop()
		}
	})
	if out.Status == nqueens.Solved {
		to.Add(trace.Event{Kind: trace.Found})
	} else if err := to.Err(); err != nil {
		out = answer.Failed(ctx, err, 0)
	}
	return out
}

// attacked returns the number of queens in the free files that another queen attacks, or that stand
// on a closed square.
func (b *board) attacked(ranks []int32) int {
	onRank, onSum, onDiff := map[int]int{}, map[int]int{}, map[int]int{}
	add := func(file, rank int) {
		onRank[rank]++
		onSum[file+rank]++
		onDiff[file-rank]++
	}
	for _, sq := range b.given {
		add(sq.File, sq.Rank)
	}
	for i, rank := range ranks {
		add(b.file(i), int(rank))
	}
	n := 0
	for i, r := range ranks {
		file, rank := b.file(i), int(r)
		if slices.Max([]int{onRank[rank], onSum[file+rank], onDiff[file-rank]}) > 1 || b.closed(file, rank) {
			n++
		}
	}
	return n
}
