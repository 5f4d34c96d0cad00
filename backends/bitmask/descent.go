package bitmask

import (
	"context"
	"math/bits"
	"sync"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"nqueens/backends/internal/turns"
	"nqueens/internal/progress"
)

// kernel places queens row by row on many states at once. Level i contains the states in which the
// first i rows are filled; level 0 starts with the empty board. All kernels walk the same tree: a
// state is kept if each of the next two rows has a free square.
type kernel interface {
	// start removes all states and puts the empty board on level 0.
	start(in interior)
	// waiting returns the number of states on a level.
	waiting(level int) int
	// place fills the next row of the states on a level in all ways and puts the results on the
	// next level. It returns false if the next level is full and must be emptied before place can
	// continue, and true when no state is left.
	place(level int) (done bool)
	// finish removes the states from the last level but one, fills both remaining rows and returns
	// the number of ways.
	finish() uint64
}

// descent counts the solutions of interiors, depth first in blocks of states.
type descent struct {
	kernel kernel
	last   int // the level whose states finish fills

	stop *turns.Flag
	done func(interior) // if not nil, called with each interior that has been counted
	tally
}

// count adds the solutions inside a ring to those found. It returns false if it was stopped.
func (d *descent) count(in interior) bool {
	if d.stopped = d.stopped || d.stop.Load(); d.stopped {
		return false
	}
	if d.done != nil {
		defer d.done(in)
	}
	if len(in.rows) < 2 {
		d.nodes++
		d.found += in.weight * countLastRow(in.rows)
		return true
	}
	d.kernel.start(in)
	d.last = len(in.rows) - 2
	before := d.found
	d.found = 0
	// Emptying a level leaves less than a block on the next one.
	for level := 0; level <= d.last; level++ {
		d.empty(level)
	}
	d.found = before + in.weight*d.found
	return !d.stopped
}

// countLastRow returns the number of ways to fill no row or one row.
func countLastRow(rows []row) uint64 {
	if len(rows) == 0 {
		return 1
	}
	return uint64(bits.OnesCount32(rows[0].open))
}

func (d *descent) empty(level int) {
	if d.stopped = d.stopped || d.stop.Load(); d.stopped {
		return
	}
	d.nodes += uint64(d.kernel.waiting(level))
	if level == d.last {
		d.found += d.kernel.finish()
		return
	}
	for !d.kernel.place(level) {
		if d.empty(level + 1); d.stopped {
			return
		}
	}
}

// countInside counts the solutions of a board of queens ring by ring, with kernels that newKernel
// creates. Every thread enumerates all rings, which is cheap compared with counting inside them,
// and counts inside those that no other thread has taken.
func countInside(b *board, stop *turns.Flag, threads int, newKernel func() kernel) (t tally) {
	tallies := make([]tally, threads)
	var group errgroup.Group
	var taken atomic.Int64
	for i := range tallies {
		group.Go(func() error {
			d := &descent{kernel: newKernel(), stop: stop, done: b.done}
			seen, own := int64(0), int64(0) // rings
			b.interiors(func() bool {
				if seen++; own < seen {
					own = taken.Add(1)
				}
				return own == seen
			}, d.count)
			tallies[i] = d.tally
			return nil
		})
	}
	_ = group.Wait() // none returns an error
	for _, u := range tallies {
		t.include(u)
	}
	return t
}

// reportProgress lets a waiting caller read the fraction of the estimated work inside the rings
// that is done.
func (b *board) reportProgress(ctx context.Context) {
	if !progress.Waits(ctx) {
		return
	}
	var done atomic.Int64 // nodes
	all := sync.OnceValue(func() (size float64) {
		b.interiors(func() bool { return true }, func(in interior) bool {
			size += in.size
			return ctx.Err() == nil
		})
		return size
	})
	b.done = func(in interior) { done.Add(int64(in.size)) }
	progress.Report(ctx, func() float64 { return min(1, float64(done.Load())/max(1, all())) })
}
