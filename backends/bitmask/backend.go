package bitmask

import (
	"cmp"
	"context"
	"fmt"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
)

// Backend is the native backend. Its zero value is ready for use.
type Backend struct{}

// New returns the native backend.
func New() Backend { return Backend{} }

// MaxSize is the largest board side for which it does not matter how much of the
// board is open: a rank fits in a machine word.
const MaxSize = 64

// portableVariant is the variant that keeps to plain Go.
const portableVariant = "portable"

// Describe says what the backend is and does.
func (Backend) Describe() nqueens.Description {
	return nqueens.Description{
		Name:    "bitmask",
		About:   "native depth-first search over machine words, many states at a time",
		Version: "12",
		Engine:  "bitmask",
		Tasks:   []nqueens.Task{nqueens.FindFirst, nqueens.CountAll, nqueens.FindAll},
		// The best that the processor can, or plain Go, for comparison.
		Encodings: []string{"", portableVariant},
	}
}

// Supports refuses families whose rule it does not know, and boards of more than
// MaxSize squares a side on which too much is left open by the givens and by what
// is blocked and excluded.
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
	if of := r.Problem.Blocking(); of != nil {
		return supportsPawns(r.Problem, of)
	}
	if _, err := pieceOf(r.Problem); err != nil {
		return err
	}
	if r.Problem.N > MaxSize {
		_, _, err := reduce(r.Problem)
		return err
	}
	return nil
}

// Preference is for any board that it takes; beyond 200 squares a side a formula
// writes down a solution sooner.
func (Backend) Preference(r nqueens.Request) int {
	if r.Task == nqueens.FindFirst && r.Problem.N > 200 {
		return 20
	}
	return 50
}

// Run answers the request; see the package's comment for how. More threads
// than one are used to count and to find a first solution.
func (b Backend) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	// The searches look at a flag, which is cheaper than the context.
	stop, release := turns.Watch(ctx)
	defer release()

	watch := nqueens.NewStopwatch()
	solutions := answer.To(r.Task, visit)
	search := start(ctx, r, stop, solutions)
	encode := watch.Lap()
	o := search().outcome(ctx, r.Task, solutions)
	o.Phases.Encode, o.Phases.Solve = encode, watch.Lap()
	return o
}

// start makes of a request the search that suits it.
func start(ctx context.Context, r nqueens.Request, stop *turns.Flag, solutions *answer.Solutions) func() tally {
	if r.Problem.Blocking() != nil {
		return func() tally { return answerPawns(r, stop, solutions) }
	}
	threads, portable := max(1, r.Threads), r.Encoding == portableVariant
	if r.Task == nqueens.FindAll {
		threads = 1
	}
	if r.Problem.N > MaxSize {
		s := reducedSearch(r.Problem, portable, stop, threads)
		return func() tally { return s.answer(r.Task, solutions) }
	}
	board := newBoard(r.Problem)
	board.portable = portable
	makeKernel := newKernel(board.n - 2)
	if portable {
		makeKernel = newPortable
	}
	if r.Task != nqueens.FindAll {
		board.fixFirst()
	}
	return func() tally {
		switch {
		case r.Task != nqueens.CountAll || !board.dense():
			return board.search(stop, threads).answer(r.Task, solutions)
		case board.piece.rings:
			board.tellShare(ctx)
			return countInside(board, stop, threads, makeKernel)
		}
		return board.count(stop, threads)
	}
}

// tally is what a search has come to.
type tally struct {
	found   uint64
	nodes   uint64
	stopped bool // by the flag or by visit
	// why says what showed without a search that there is no solution, if that did.
	why string
	// by is the backend whose kind of answer that was, if not this one's.
	by     string
	looked looked
}

// include adds that of another search for the same.
func (t *tally) include(u tally) {
	t.found, t.nodes, t.stopped = t.found+u.found, t.nodes+u.nodes, t.stopped || u.stopped
	t.looked.include(u.looked)
	t.why = cmp.Or(t.why, u.why)
}

// outcome is the answer of a search that came to this, and gave its solutions to
// those unless it only counted.
func (t tally) outcome(ctx context.Context, task nqueens.Task, solutions *answer.Solutions) nqueens.Outcome {
	if task == nqueens.CountAll {
		solutions.Found = t.found
	}
	var err error
	if t.stopped {
		err = ctx.Err()
	}
	o := solutions.Outcome(ctx, err)
	o.Stats, o.Note, o.By = nodes(t.nodes), t.why, t.by
	if l := t.looked; l.pivots > 0 {
		o.Stats["pivots"], o.Stats["probes"], o.Stats["removed"] = l.pivots, l.probes, l.removed
		o.Stats["restarts"] = l.restarts
	}
	return o
}

func nodes(n uint64) map[string]int64 { return map[string]int64{"nodes": int64(n)} }
