package orbit

import (
	"math/bits"
	"sync/atomic"
)

// maxCounterSize is the largest board side for the counter, whose states consist of half words.
const maxCounterSize = 32

// blockSize is the number of states that are processed together. Larger blocks spread the overhead
// of a step over more states, but the blocks of all files together should fit in the second-level
// cache.
const blockSize = 512

// state is the relevant part of a board whose inner files are filled. Bits are ranks, bit 0 the
// first.
type state struct {
	taken uint32 // the occupied ranks
	up    uint32 // attacked on the next file along diagonals that run to higher ranks
	down  uint32 // attacked on the next file along diagonals that run to lower ranks
	free  uint32 // where on the next file a queen may still be placed
}

// counter counts the solutions that are invariant under half turns, file by file from the middle to
// the edge. The files on the other side follow by symmetry.
type counter struct {
	tally
	board *board
	stop  *atomic.Bool
	open  []uint32 // by file, the ranks where a queen may be placed
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
		c.found = 1 // only the central square
		return
	}
	if c.open[0] != 0 {
		c.descend(0, []state{{free: c.open[0]}})
	}
}

// descend counts the solutions below the states, in which the files before the given one are
// filled. It overwrites them.
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

// place puts a queen of each state on its lowest free square of the file, and its image on the file
// opposite. It writes to out, which is at least as long as in, the resulting states that have a
// free square on the next file. It keeps in in the states that have more free squares to try. It
// returns the lengths of both. It has no branch that depends on a state: a state is always written,
// and counted if it is kept, which compiles to a conditional set instruction.
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
