package bitmask

import (
	"sync"

	"golang.org/x/sys/cpu"
)

// newKernel returns a constructor of the fastest kernel of this processor for rows of the given
// number of squares.
func newKernel(squares int) func() kernel {
	switch {
	case !hasLanes():
		return newPortable
	case hasLanes512() && squares <= 16:
		return newLanes512x16
	case hasLanes512():
		return newLanes512x32
	case squares <= 16:
		return newLanes16
	}
	return newLanes32
}

// hasLanes reports whether the processor can run newLanes16 and newLanes32.
func hasLanes() bool { return cpu.X86.HasAVX2 && cpu.X86.HasPOPCNT }

// hasLanes512 reports whether the processor can run newLanes512x16 and newLanes512x32.
func hasLanes512() bool { return hasLanes() && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VBMI2 }

// lanes is the kernel for AVX2 and AVX-512. It processes a vector of states at a time, one in each
// lane of 16 or 32 bits.
type lanes[word uint16 | uint32] struct {
	rows   []row
	leaps  leaps
	levels []level[word]
	// full is the number of states from which on a level must be emptied. It is chosen so that two
	// levels fit in the first-level cache.
	full   int
	stay   *compression
	none   [vectorSize]word // states without a free square
	of     routines[word]   // the routines in use
	plain  routines[word]   // for pieces that do not leap
	leaper routines[word]   // for pieces that may leap
	// step is the argument of place and finish. A local variable would be allocated on the heap,
	// because the compiler does not know which routine is called.
	step step
}

// routines are assembly routines for lanes of one width.
type routines[word uint16 | uint32] struct {
	steps func(in *level[word], from int, out *level[word], full int, s *step, stay *compression) int
	ends  func(in *level[word], s *step) uint64
}

const (
	maxFull = 2048
	// vectorSize is the largest number of lanes in a vector.
	vectorSize = 32
	// levelSize is the room for a level not quite full, for the states that one vector can add to
	// it, and for a vector beyond the last state.
	levelSize = maxFull + 512 + vectorSize
)

// level holds the states of one level of the search. The arrays are indexed by state, and bit k of a word
// stands for the k-th file inside the ring.
type level[word uint16 | uint32] struct {
	files [levelSize]word // files that have a queen
	left  [levelSize]word // attacked on the row along diagonals that run to higher files
	right [levelSize]word // attacked on the row along diagonals that run to lower files
	// leapt has the squares of the level's row that leaps from earlier rows attack. later has the
	// squares of the next row that leaps from the previous row attack. Both are used only if pieces
	// leap.
	leapt, later [levelSize]word
	length       int // number of states
	from         int // the first state not yet read
}

// step holds the data about the rows that a routine needs.
type step struct {
	open    uint32 // the squares of the row to fill
	next    uint32 // the squares of the row after it
	after   uint32 // the squares of the row after that
	ahead   uint64 // distance in ranks from the row to the next
	further uint64 // distance in ranks from the next row to the one after it
	near    uint64 // leap distance in files to the next row
	far     uint64 // leap distance in files to the row after that
	_       uint64 // a shift is read as two words
}

func newLanes16() kernel {
	return newLanes(maxFull, routines[uint16]{place16, finish16}, routines[uint16]{leap16, leapFinish16})
}

func newLanes32() kernel {
	return newLanes(maxFull/4, routines[uint32]{place32, finish32}, routines[uint32]{leap32, leapFinish32})
}

// newLanes512x16 and newLanes512x32 have twice as many lanes, unless pieces leap.
func newLanes512x16() kernel {
	return newLanes(maxFull, routines[uint16]{place512x16, finish512x16}, routines[uint16]{leap16, leapFinish16})
}

func newLanes512x32() kernel {
	return newLanes(maxFull/4, routines[uint32]{place512x32, finish512x32}, routines[uint32]{leap32, leapFinish32})
}

func newLanes[word uint16 | uint32](full int, plain, leaper routines[word]) kernel {
	l := &lanes[word]{full: full, stay: compressions(), plain: plain, leaper: leaper}
	for i := range l.none {
		l.none[i] = ^word(0)
	}
	return l
}

func (l *lanes[word]) start(in interior) {
	rows := in.rows
	l.rows, l.leaps, l.of = rows, in.leaps, l.plain
	if in.leaps != (leaps{}) {
		l.of = l.leaper
	}
	if len(l.levels) < len(rows)-1 {
		l.levels = make([]level[word], len(rows)-1) // append would write to all of its pages
	}
	for i := range l.levels {
		l.levels[i].length, l.levels[i].from = 0, 0
	}
	first := &l.levels[0]
	first.files[0], first.left[0], first.right[0], first.leapt[0], first.later[0], first.length = 0, 0, 0, 0, 0, 1
	l.close(first)
}

// close puts a vector of states without a free square after the last state.
func (l *lanes[word]) close(level *level[word]) {
	copy(level.files[level.length:], l.none[:])
}

func (l *lanes[word]) waiting(level int) int { return l.levels[level].length }

func (l *lanes[word]) place(level int) bool {
	in, out, r := &l.levels[level], &l.levels[level+1], l.rows[level:level+3]
	l.step = step{
		open: r[0].open, next: r[1].open, after: r[2].open, ahead: uint64(r[0].ahead), further: uint64(r[1].ahead),
		near: l.leaps.shift(r[0].ahead), far: l.leaps.shift(r[0].ahead + r[1].ahead),
	}
	in.from = l.of.steps(in, in.from, out, l.full, &l.step, l.stay)
	l.close(out)
	if in.from < in.length {
		return false
	}
	in.from, in.length = 0, 0
	return true
}

func (l *lanes[word]) finish() uint64 {
	i := len(l.rows) - 2
	in, r := &l.levels[i], l.rows[i:]
	l.step = step{open: r[0].open, next: r[1].open, ahead: uint64(r[0].ahead), near: l.leaps.shift(r[0].ahead)}
	found := l.of.ends(in, &l.step)
	in.length = 0
	return found
}

// compression has, for each set of dead lanes among eight, the source lanes of the live ones when
// they are moved to the front.
type compression struct {
	words [256][16]uint8 // as bytes, for lanes of 16 bits
	lanes [256][8]uint8  // as lanes, for lanes of 32 bits
}

var compressions = sync.OnceValue(func() *compression {
	c := new(compression)
	for dead := range 256 {
		to := 0
		for lane := range 8 {
			if dead>>lane&1 == 0 {
				c.words[dead][2*to], c.words[dead][2*to+1] = uint8(2*lane), uint8(2*lane+1)
				c.lanes[dead][to] = uint8(lane)
				to++
			}
		}
	}
	return c
})

// The routines of lanes_amd64.s and lanes512_amd64.s. Those that place read the states of in
// starting at from, and append their successors to out until it has at least full states. They
// return the index after the last state read. Those that finish return the number of ways to fill
// the last two rows.

func place16(in *level[uint16], from int, out *level[uint16], full int, s *step, stay *compression) int
func finish16(in *level[uint16], s *step) uint64
func place32(in *level[uint32], from int, out *level[uint32], full int, s *step, stay *compression) int
func finish32(in *level[uint32], s *step) uint64

// The routines for vectors of 512 bits. They ignore the table stay.

func place512x16(in *level[uint16], from int, out *level[uint16], full int, s *step, stay *compression) int
func finish512x16(in *level[uint16], s *step) uint64
func place512x32(in *level[uint32], from int, out *level[uint32], full int, s *step, stay *compression) int
func finish512x32(in *level[uint32], s *step) uint64

// The routines for pieces that leap.

func leap16(in *level[uint16], from int, out *level[uint16], full int, s *step, stay *compression) int
func leapFinish16(in *level[uint16], s *step) uint64
func leap32(in *level[uint32], from int, out *level[uint32], full int, s *step, stay *compression) int
func leapFinish32(in *level[uint32], s *step) uint64
