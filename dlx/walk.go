package dlx

import (
	"context"
	"math"
	"sync/atomic"
)

// A walk is what all engines keep about one run through a search tree.
type walk struct {
	ctx   context.Context
	yield func([]int) bool // called for every solution, nil to count only

	levels    []LevelStats
	solutions uint64
	err       error          // why it stopped
	progress  *atomic.Uint64 // the bits of a float64, nil to publish none

	claim // the part of the tree that is to be searched
}

// An engine walks the search tree of one problem.
type engine interface {
	// search visits the tree, or the part of it that it claims. It returns
	// false as soon as it is to stop, and cannot be used again then.
	search() bool
	// begin makes the engine ready to search.
	begin(walk)
	// outcome returns what the search has come to.
	outcome() *walk
}

func (w *walk) outcome() *walk { return w }

// found reports a solution at a level.
func (w *walk) found(level int, options []int) bool {
	if !w.counts(level) {
		return true
	}
	w.solutions++
	return w.yield == nil || w.yield(options)
}

// proceed says whether the search may go on, and publishes how far it is.
func (w *walk) proceed(done float64) bool {
	w.err = w.ctx.Err()
	if w.progress != nil {
		if w.shared() {
			done = w.claimed()
		}
		w.progress.Store(math.Float64bits(done))
	}
	return w.err == nil
}
