package bitmask

import (
	"slices"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"nqueens/backends/internal/turns"
)

// maxCounterSize is the largest board side for the counter, whose states consist of half words.
const maxCounterSize = 32

// blockSize is the number of states that are processed together. Larger blocks spread the overhead
// of a step over more states, but the blocks of all ranks together should fit in the second-level
// cache.
const blockSize = 512

// count counts rank by rank. It divides the states with the first ranks filled among the threads.
func (b *board) count(stop *turns.Flag, threads int) (t tally) {
	if b.hopeless() {
		return t
	}
	c := newCounter(b, stop)
	rank, states, weight := c.frontier()
	// Several portions for each thread, because they take different amounts of work.
	size := blockSize
	if threads > 1 {
		size = min(size, len(states)/(16*threads)+1)
	}
	portions := slices.Collect(slices.Chunk(states, size))
	counters := []*counter{c}
	for len(counters) < min(threads, len(portions)) {
		counters = append(counters, newCounter(b, stop))
	}
	var group errgroup.Group
	var next atomic.Int64
	for _, c := range counters {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(portions) {
					return nil
				}
				c.descend(rank, portions[i])
			}
		})
	}
	_ = group.Wait() // no portion returns an error
	for _, c := range counters {
		c.found *= b.weight * weight
		t.include(c.tally)
	}
	return t
}

// counter counts the solutions below states.
type counter struct {
	board *board
	open  []uint32
	// below[r] holds the states with rank r filled.
	below [][]state

	stop *turns.Flag
	tally
}

func newCounter(b *board, stop *turns.Flag) *counter {
	c := &counter{board: b, stop: stop}
	for _, open := range b.open {
		c.open = append(c.open, uint32(open))
		c.below = append(c.below, make([]state, blockSize))
	}
	return c
}

// frontier fills the first ranks until there are enough states to divide among threads. It returns
// the rank to fill next, the states, and the number of solutions of the board that each solution
// below them represents.
func (c *counter) frontier() (rank int, states []state, weight uint64) {
	if c.board.n == 1 {
		return 0, []state{{free: c.open[0]}}, 1
	}
	if !c.board.mirrored {
		states, weight = c.fill(0, []state{{free: c.open[0]}}), 1
	} else {
		// Of a solution and its mirror image, count the one whose first piece is on the left. If
		// the first piece is on the middle file, the second piece decides, which is on another
		// file.
		left := uint32(1)<<(c.board.n/2) - 1
		middle := uint32(c.board.n%2) << (c.board.n / 2)
		states, weight = c.fill(0, []state{{free: c.open[0] & left}}), 2
		for _, s := range c.fill(0, []state{{free: c.open[0] & middle}}) {
			s.free &= left
			states = append(states, s)
		}
	}
	for rank = 1; rank < c.board.n-1 && len(states) < blockSize; rank++ {
		states = c.fill(rank, states)
	}
	return rank, states, weight
}

// fill places a piece on the rank in every possible way and returns the states that have a free
// square on the next rank. It overwrites the given states.
func (c *counter) fill(rank int, states []state) []state {
	var filled []state
	states = slices.DeleteFunc(states, func(s state) bool { return s.free == 0 })
	for len(states) > 0 {
		c.nodes += uint64(len(states))
		out := make([]state, len(states))
		rest, made := c.board.piece.place(states, out, c.open[rank+1])
		states, filled = states[:rest], append(filled, out[:made]...)
	}
	return filled
}

// descend counts the solutions below the states, in which the ranks before the given one are filled
// and which have a free square on it. It overwrites them.
func (c *counter) descend(rank int, states []state) {
	if c.stopped || c.stop.Load() {
		c.stopped = true
		return
	}
	if rank == c.board.n-1 {
		// One file is left, so that a state has one free square.
		c.nodes += uint64(len(states))
		c.found += uint64(len(states))
		return
	}
	place, open, below, filled := c.board.piece.place, c.open[rank+1], c.below[rank], 0
	for len(states) > 0 {
		if filled+len(states) > len(below) {
			c.descend(rank+1, below[:filled])
			filled = 0
		}
		c.nodes += uint64(len(states))
		rest, made := place(states, below[filled:], open)
		states, filled = states[:rest], filled+made
	}
	if filled > 0 {
		c.descend(rank+1, below[:filled])
	}
}
