package orbit

import (
	"math/bits"
	"sync/atomic"
)

// maxCounterSize is the largest board side for the counter, whose states are
// made of half words.
const maxCounterSize = 32

// blockSize is how many states are worked on at a time. Larger blocks share
// the cost of a step's start and end among more states; those of all files
// together should stay in the second-level cache.
const blockSize = 512

// state is a board whose inner files are filled, as far as the outer ones
// care. Bits are ranks, bit 0 the first.
type state struct {
	taken uint32 // the ranks
	up    uint32 // attacked on the next file along diagonals that run to higher ranks
	down  uint32 // attacked on the next file along diagonals that run to lower ranks
	free  uint32 // where on the next file a queen may still be placed
}

// counter counts the solutions that equal their own half turn, file by file
// from the middle to the edge. The files on the other side follow.
type counter struct {
	tally
	board *board
	stop  *atomic.Bool
	open  []uint32 // by file, the ranks where a queen may stand
	// below[i] holds the states with file i filled.
	below [][]state
}

func newCounter(b *board, stop *atomic.Bool) *counter {
	c := &counter{board: b, stop: stop}
	for i := range b.pairs {
		open := uint32(0)
		for j := range b.pairs {
			open |= uint32(b.right[i]>>j&1) << b.square(i, j, false).Rank
			open |= uint32(b.left[i]>>j&1) << b.square(i, j, true).Rank
		}
		c.open = append(c.open, open)
		c.below = append(c.below, make([]state, blockSize))
	}
	return c
}

func (c *counter) run() {
	if c.board.pairs == 0 {
		c.found = 1 // the central square alone
		return
	}
	if c.open[0] != 0 {
		c.descend(0, []state{{free: c.open[0]}})
	}
}

// descend counts the solutions below the states, in which the files before the
// given one are filled. It consumes them.
func (c *counter) descend(file int, states []state) {
	if c.stopped = c.stopped || c.stop.Load(); c.stopped {
		return
	}
	if file == c.board.pairs-1 {
		for _, s := range states {
			ways := uint64(bits.OnesCount32(s.free))
			c.nodes += ways
			c.found += ways
		}
		return
	}
	below, filled := c.below[file], 0
	for len(states) > 0 {
		if filled+len(states) > len(below) {
			c.descend(file+1, below[:filled])
			filled = 0
		}
		c.nodes += uint64(len(states))
		rest, made := c.place(file, states, below[filled:])
		states, filled = states[:rest], filled+made
	}
	if filled > 0 {
		c.descend(file+1, below[:filled])
	}
}

// place puts a queen of each state on the file, on its lowest free square, and
// its image on the file opposite. It puts the states after that which have a
// free square on the next file into out, which is at least as long as in, and
// leaves in in those that have more ways to place the queen. It returns the
// lengths of both. Nothing branches on a state: a state is always written, and
// counted if it is to stay, which compiles to a set-on-condition.
func (c *counter) place(file int, in, out []state) (rest, made int) {
	open, top := c.open[file+1], c.board.n-1
	across := (2*file + c.board.middle) & 31 // from the image's file to this one
	for _, s := range in {
		queen := s.free & -s.free
		s.free ^= queen
		in[rest] = s
		if s.free != 0 {
			rest++
		}
		image := uint32(1) << ((top - bits.TrailingZeros32(queen)) & 31)
		s.taken |= queen | image
		s.up = (s.up | queen | image<<across) << 1
		s.down = (s.down | queen | image>>across) >> 1
		s.free = open &^ (s.taken | s.up | s.down)
		out[made] = s
		if s.free != 0 {
			made++
		}
	}
	return rest, made
}
