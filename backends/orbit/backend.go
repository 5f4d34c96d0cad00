package orbit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"nqueens"
	"nqueens/backends/internal/answer"
)

// Backend is the backend "orbit". Its zero value is ready for use.
type Backend struct{}

// MaxSize is the largest board side: the diagonals of one direction, in pairs, must fit in a
// machine word.
const MaxSize = 64

// Describe implements backends.Backend.
func (Backend) Describe() nqueens.Description {
	return nqueens.Description{
		Name:      "orbit",
		About:     "direct search for symmetric solutions of n queens, a queen and its images at once",
		Version:   "1",
		Engine:    "orbit",
		Unreduced: true,
		Tasks:     []nqueens.Task{nqueens.FindFirst, nqueens.CountAll, nqueens.FindAll},
	}
}

// Supports returns an error for problems without a symmetry, families other than queens, and boards
// that are too large.
func (b Backend) Supports(r nqueens.Request) error {
	p := r.Problem
	if err := cmp.Or(b.Describe().Accepts(r), p.Validate()); err != nil {
		return err
	}
	if !p.PlacesQueens() {
		return fmt.Errorf("orbit takes only the family queens, not %s (dlx takes every family)", p.Family.Name)
	}
	if p.Symmetric == nqueens.Identity {
		return errors.New("orbit searches only for symmetric solutions, but the problem has no symmetry (such as symmetric=half-turn)")
	}
	if p.N > MaxSize {
		return fmt.Errorf("orbit stores half of the diagonals in one word: boards of up to %d squares a side, not %d", MaxSize, p.N)
	}
	return nil
}

// Preference is high for symmetric solutions, which other backends would find by filtering. With
// more than 200 squares a side it is the highest of all backends.
func (Backend) Preference(r nqueens.Request) int {
	if r.Task == nqueens.FindFirst && r.Problem.N > 200 {
		return 60
	}
	return 40
}

// Run answers the request; the package comment describes the method.
func (b Backend) Run(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	// Reading a flag in the searches is cheaper than reading the context.
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()

	watch := nqueens.NewStopwatch()
	board := newBoard(r.Problem)
	solutions, err := answer.To(r.Task, visit), error(nil)
	encode := watch.Lap()
	var t tally
	if r.Task == nqueens.CountAll {
		t = board.search(&stop, nil)
		solutions.Found = t.found
	} else {
		t = board.search(&stop, solutions.Add)
	}
	if t.stopped {
		err = ctx.Err()
	}
	o := solutions.Outcome(ctx, err)
	o.Stats = map[string]int64{"nodes": int64(t.nodes)}
	o.Phases.Encode, o.Phases.Solve = encode, watch.Lap()
	return o
}

// tally is the result and the work of a search.
type tally struct {
	found, nodes uint64
	stopped      bool // by the flag or by visit
}

// search runs the search that suits the board. visit is nil to only count.
func (b *board) search(stop *atomic.Bool, visit func(nqueens.Solution) bool) tally {
	if b.unsolvable {
		return tally{}
	}
	weight := uint64(1)
	if b.mirrored && visit == nil {
		weight = b.halve()
	}
	var t tally
	if visit == nil && b.dense() {
		c := newCounter(b, stop)
		c.run()
		t = c.tally
	} else {
		e := explorer{board: b, stop: stop, visit: visit, queens: make(nqueens.Solution, 0, b.n)}
		e.run()
		t = e.tally
	}
	t.found *= weight
	return t
}
