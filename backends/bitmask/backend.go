package bitmask

import (
	"context"
	"fmt"
	"sync/atomic"

	"nqueens"
)

// Backend is the native backend. Its zero value is ready for use.
type Backend struct{}

// New returns the native backend.
func New() Backend { return Backend{} }

// MaxSize is the largest board side: a rank must fit in a machine word.
const MaxSize = 64

// portableVariant is the variant that keeps to plain Go.
const portableVariant = "portable"

// Describe says what the backend is and does.
func (Backend) Describe() nqueens.Description {
	return nqueens.Description{
		Name:    "bitmask",
		About:   "native depth-first search over machine words, many states at a time",
		Version: "2",
		Engine:  "bitmask",
		Tasks:   nqueens.Tasks(),
		// The best that the processor can, or plain Go, for comparison.
		Encodings: []string{"", portableVariant},
	}
}

// Supports refuses families whose piece it does not know and boards whose
// ranks do not fit in a word.
func (b Backend) Supports(r nqueens.Request) error {
	if err := b.Describe().Accepts(r); err != nil {
		return err
	}
	if err := r.Problem.Validate(); err != nil {
		return err
	}
	if g := r.Problem.Symmetric; g != nqueens.Identity {
		return fmt.Errorf("bitmask does not search for solutions of a given symmetry (%v)", g)
	}
	if _, err := pieceOf(r.Problem.Family); err != nil {
		return err
	}
	if n := r.Problem.N; n > MaxSize {
		return fmt.Errorf("bitmask holds a rank in one word: boards to %d squares a side, not %d", MaxSize, n)
	}
	return nil
}

// Run answers the request; see the package's comment for how. More threads
// than one are used to count.
func (b Backend) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	// The searches look at a flag, which is cheaper than the context.
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()

	watch := nqueens.NewStopwatch()
	board := newBoard(r.Problem)
	board.portable = r.Encoding == portableVariant
	makeKernel := newKernel(board.n - 2)
	if board.portable {
		makeKernel = newPortable
	}
	if r.Task != nqueens.FindAll {
		board.fixFirst()
	}
	encode := watch.Lap()
	threads := max(1, r.Threads)
	var o nqueens.Outcome
	switch {
	case r.Task == nqueens.FindFirst:
		o = first(ctx, board, &stop)
	case r.Task == nqueens.FindAll:
		o = explore(ctx, board, &stop, false, visit)
	case !board.dense():
		o = countFewest(ctx, board, &stop, threads)
	case board.piece.place == nil:
		o = countInside(ctx, board, &stop, threads, makeKernel)
	default:
		o = count(ctx, board, &stop, threads)
	}
	o.Phases.Encode, o.Phases.Solve = encode, watch.Lap()
	return o
}

func first(ctx context.Context, b *board, stop *atomic.Bool) nqueens.Outcome {
	var found nqueens.Solution
	o := explore(ctx, b, stop, true, func(s nqueens.Solution) bool {
		found = s
		return false
	})
	if found != nil {
		found.Sort()
		return nqueens.Outcome{Status: nqueens.Solved, Solution: found, Stats: o.Stats}
	}
	if o.Status == nqueens.Solved {
		return nqueens.Outcome{Status: nqueens.Unsatisfiable, Stats: o.Stats}
	}
	return o
}

// explore enumerates the solutions, or counts them where there is no visit.
func explore(ctx context.Context, b *board, stop *atomic.Bool, sparing bool, visit func(nqueens.Solution) bool) nqueens.Outcome {
	var found, visited uint64
	stopped := false
	for _, part := range b.parts() {
		e := newExplorer(part.pack(), stop, visit)
		e.sparing = sparing
		e.run()
		found, visited = found+e.found, visited+e.nodes
		if stopped = e.stopped; stopped {
			break
		}
	}
	return counted(ctx, b.weight*found, visited, stopped)
}

func counted(ctx context.Context, found, visited uint64, stopped bool) nqueens.Outcome {
	o := nqueens.Outcome{Status: nqueens.Solved, Count: nqueens.NewCount(found)}
	if stopped {
		o = nqueens.Stopped(ctx, found)
	}
	o.Stats = nodes(visited)
	return o
}

func nodes(n uint64) map[string]int64 { return map[string]int64{"nodes": int64(n)} }
