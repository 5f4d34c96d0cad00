package completable

import (
	"context"
	"math/bits"
	"math/rand/v2"
)

// position is a board with some queens.
type position struct {
	ranks, files         [MaxSize]uint32 // free squares of each open line
	openRanks, openFiles uint32          // lines without a queen
	// next is the next line to fill. It packs the number of free squares, the distance from the middle and
	// the line's number, so that the smallest value has the fewest free squares and then is nearest to the
	// middle.
	next uint32
}

// search completes positions by depth-first search. It branches on the rank or file with the fewest free
// squares, and allocates no memory.
type search struct {
	*board
	centre [MaxSize]uint32 // distance of a line from the middle, in half squares, shifted for position.next
	stack  [MaxSize + 1]position
	queens [MaxSize]uint16 // squares of the placed queens
	placed int

	random  *rand.PCG // for a random order of the squares on a line; nil for left to right
	nodes   uint64    // number of placed queens
	limit   uint64    // number of nodes after which the search gives up
	gaveUp  bool
	stopped func() bool // checked from time to time
}

// fileBit distinguishes files from ranks in position.next.
const fileBit = 1 << 5

func newSearch(ctx context.Context, b *board) *search {
	s := &search{board: b, stopped: func() bool { return ctx.Err() != nil }}
	for i := range b.n {
		s.centre[i] = uint32(max(2*i-b.n+1, b.n-1-2*i))<<6 | uint32(i)
	}
	return s
}

// begin sets up the position with the given queens, which must not attack each other. It returns false if a
// line has no free square.
func (s *search) begin(given []int) bool {
	p := &s.stack[0]
	all := uint32(1<<s.n - 1)
	for i := range s.n {
		p.ranks[i], p.files[i] = all, all
	}
	p.openRanks, p.openFiles = all, all
	p.next = uint32(s.n) << 12
	s.placed, s.gaveUp = 0, false
	alive := true
	for _, q := range given {
		alive = s.place(p, p, q) && alive
	}
	return alive
}

// place sets to to the position from with one more queen, and finds the next line. It returns false if an
// open line has no free square left.
func (s *search) place(to, from *position, q int) bool {
	s.queens[s.placed] = uint16(q)
	s.placed++
	rank, file := q/s.n, q%s.n
	inRanks, inFiles := &s.attacks[q], &s.attacks[file*s.n+rank]
	to.openRanks, to.openFiles = from.openRanks&^(1<<rank), from.openFiles&^(1<<file)
	next := ^uint32(0)
	for m := to.openRanks; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & (MaxSize - 1)
		free := from.ranks[i] &^ inRanks[i]
		to.ranks[i] = free
		next = min(next, uint32(bits.OnesCount32(free))<<12|s.centre[i])
	}
	for m := to.openFiles; m != 0; m &= m - 1 {
		i := bits.TrailingZeros32(m) & (MaxSize - 1)
		free := from.files[i] &^ inFiles[i]
		to.files[i] = free
		next = min(next, uint32(bits.OnesCount32(free))<<12|s.centre[i]|fileBit)
	}
	to.next = next
	return next>>12 != 0
}

// descend completes the position at the depth. It returns false if that is impossible, or if the search gave
// up, which gaveUp shows.
func (s *search) descend(depth int) bool {
	p := &s.stack[depth]
	if p.openRanks == 0 {
		return true
	}
	line := int(p.next) & (MaxSize - 1)
	isFile := p.next&fileBit != 0
	free := p.ranks[line]
	if isFile {
		free = p.files[line]
	}
	placed := s.placed
	for free != 0 {
		at := s.choose(free)
		free &^= 1 << at
		q := line*s.n + at
		if isFile {
			q = at*s.n + line
		}
		if s.nodes++; s.nodes >= s.limit || s.nodes%(1<<14) == 0 && s.stopped() {
			s.gaveUp = true
			return false
		}
		s.placed = placed
		if s.place(&s.stack[depth+1], p, q) && s.descend(depth+1) {
			return true
		}
		if s.gaveUp {
			return false
		}
	}
	return false
}

// choose returns the index of a set bit.
func (s *search) choose(free uint32) int {
	if s.random != nil {
		skip := uint32(0)
		if ones := uint64(bits.OnesCount32(free)); ones > 1 {
			skip = uint32((s.random.Uint64() >> 32) * ones >> 32)
		}
		for ; skip > 0; skip-- {
			free &= free - 1
		}
	}
	return bits.TrailingZeros32(free)
}

// tries are the node limits of the first searches of decide, which are random. The first one completes most
// positions that can be completed.
var tries = []uint64{100, 200, 400, 800, 1600}

// decide reports whether the given queens, which must not attack each other, can be completed. The solution
// is in s.queens. If gaveUp is set, the context has ended and the answer false means nothing.
func (s *search) decide(given []int) bool {
	if !s.begin(given) {
		return false
	}
	if s.random != nil {
		for _, limit := range tries {
			s.limit, s.gaveUp = s.nodes+limit, false
			if s.descend(0) {
				return true
			}
			if !s.gaveUp {
				return false
			}
			s.placed = len(given)
		}
	}
	s.limit, s.gaveUp = ^uint64(0), false
	return s.descend(0)
}
