package bitmask

import (
	"context"
	"math/bits"
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"nqueens"
)

// startsPerThread is how many subtrees each thread gets on average: many, since
// some are far larger than others.
const startsPerThread = 256

// countFewest counts with explorers, which share the subtrees below the top of
// the tree among them.
func countFewest(ctx context.Context, b *board, stop *atomic.Bool, threads int) nqueens.Outcome {
	if threads == 1 {
		return explore(ctx, b, stop, false, nil)
	}
	var found, visited uint64
	stopped := false
	for _, part := range b.parts() {
		p := part.pack()
		top := newExplorer(p, stop, nil)
		starts := top.split(startsPerThread * threads)
		explorers := []*explorer{top}
		for len(explorers) < min(threads, len(starts)) {
			explorers = append(explorers, newExplorer(p, stop, nil))
		}
		var group errgroup.Group
		var next atomic.Int64
		for _, e := range explorers {
			group.Go(func() error {
				for !e.stopped {
					i := int(next.Add(1)) - 1
					if i >= len(starts) {
						break
					}
					e.exploreFrom(starts[i])
				}
				return nil
			})
		}
		_ = group.Wait() // none returns an error
		for _, e := range explorers {
			found, visited, stopped = found+e.found, visited+e.nodes, stopped || e.stopped
		}
		if stopped {
			break
		}
	}
	return counted(ctx, b.weight*found, visited, stopped)
}

// start is a place in the tree: the squares of the pieces that stand, and the
// line to branch on.
type start struct {
	path []uint16
	at   branch
}

// split explores the top of the tree, level by level, until it has as many
// starts as are wanted or nothing is left to explore.
func (e *explorer) split(want int) []start {
	at, alive := e.root()
	if !alive {
		return nil
	}
	starts := []start{{nil, at}}
	for len(starts) > 0 && len(starts) < want && !e.stopped {
		var deeper []start
		for _, s := range starts {
			e.replay(s.path)
			for f := s.at.free; f != 0; f &= f - 1 {
				square := e.numbers[64*s.at.word+bits.TrailingZeros64(f)]
				if next, alive := e.place(square); alive {
					deeper = append(deeper, start{append(slices.Clip(s.path), square), next})
				}
				e.remove(square)
			}
			e.undo(s.path)
			e.stopped = e.stop.Load()
		}
		starts = deeper
	}
	return starts
}

// exploreFrom explores the tree below a start.
func (e *explorer) exploreFrom(s start) {
	e.replay(s.path)
	e.explore(s.at)
	e.undo(s.path)
}

// replay puts pieces on squares of which the nodes are counted already.
func (e *explorer) replay(path []uint16) {
	for _, square := range path {
		e.place(square)
	}
	e.nodes -= uint64(len(path))
}

func (e *explorer) undo(path []uint16) {
	for _, square := range slices.Backward(path) {
		e.remove(square)
	}
}
