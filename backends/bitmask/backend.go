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

// MaxSize is the largest board side for which Supports does not limit the number of open squares. A
// rank of such a board fits in a 64-bit word.
const MaxSize = 64

// portableVariant is the encoding name that selects plain Go in place of assembly.
const portableVariant = "portable"

// Describe implements backends.Backend.
func (Backend) Describe() nqueens.Description {
	return nqueens.Description{
		Name:    "bitmask",
		About:   "native depth-first search over machine words, many states at a time",
		Version: "14",
		Engine:  "bitmask",
		Tasks:   []nqueens.Task{nqueens.FindFirst, nqueens.CountAll, nqueens.FindAll},
		// "" uses the fastest instructions of the processor; the portable variant is for
		// comparison.
		Encodings: []string{"", portableVariant},
	}
}

// Supports returns an error if the searches do not support the family's rule. It also returns an
// error if a board of more than MaxSize squares a side has too many open squares outside the lines
// of givens.
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
	if d := r.Problem.Division(); d != nil {
		return supportsDivision(r.Problem, d)
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

// Preference is high for every board that the backend supports. With more than 200 squares a side
// it is lower for first solutions, because a formula constructs one sooner.
func (Backend) Preference(r nqueens.Request) int {
	if r.Task == nqueens.FindFirst && r.Problem.N > 200 {
		return 20
	}
	return 50
}

// Run answers the request; the package comment describes the searches. It uses several threads to
// count and to find a first solution.
func (b Backend) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	// Reading a flag is cheaper than reading the context.
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

// start returns the search that suits the request.
func start(ctx context.Context, r nqueens.Request, stop *turns.Flag, solutions *answer.Solutions) func() tally {
	if r.Problem.Blocking() != nil {
		return func() tally { return answerPawns(r, stop, solutions) }
	}
	if r.Problem.Division() != nil {
		return func() tally { return answerDivided(r, stop, solutions) }
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
			board.reportProgress(ctx)
			return countInside(board, stop, threads, makeKernel)
		}
		return board.count(stop, threads)
	}
}

// tally is the result of a search.
type tally struct {
	found uint64
	// foundHigh is the high half of the 128-bit number of solutions; found is the low half.
	foundHigh uint64
	nodes     uint64
	stopped   bool // by the flag or by visit
	// why is the reason why there is no solution, if it was found without a search.
	why string
	// by is the name of the backend that gives the reason in why, if it is not this one.
	by         string
	relaxStats relaxStats
}

// include adds the tally of another search for the same solutions.
func (t *tally) include(u tally) {
	t.found, t.nodes, t.stopped = t.found+u.found, t.nodes+u.nodes, t.stopped || u.stopped
	t.relaxStats.include(u.relaxStats)
	t.why = cmp.Or(t.why, u.why)
}

// outcome returns the outcome for the tally. Unless the search only counted, solutions contains the
// solutions found.
func (t tally) outcome(ctx context.Context, task nqueens.Task, solutions *answer.Solutions) nqueens.Outcome {
	if task == nqueens.CountAll {
		solutions.Found = t.found
	}
	var err error
	if t.stopped {
		err = ctx.Err()
	}
	o := solutions.Outcome(ctx, err)
	if o.Count != nil && t.foundHigh > 0 {
		o.Count = wideCount{t.foundHigh, t.found}.count()
	}
	o.Stats, o.Note, o.By = nodes(t.nodes), t.why, t.by
	if l := t.relaxStats; l.pivots > 0 {
		o.Stats["pivots"], o.Stats["probes"], o.Stats["removed"] = l.pivots, l.probes, l.removed
		o.Stats["restarts"] = l.restarts
	}
	return o
}

func nodes(n uint64) map[string]int64 { return map[string]int64{"nodes": int64(n)} }
