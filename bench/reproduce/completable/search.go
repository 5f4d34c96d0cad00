package completable

import (
	"context"
	"math/bits"
	"math/rand/v2"
)

// position is a board with some queens on it.
type position struct {
	ranks, files         [MaxSize]uint32 // the free squares of each open line
	openRanks, openFiles uint32          // lines without a queen
	// next is the open line to fill: its number of free squares, then how far it
	// is from the middle, then which it is. Few free squares come first, the
	// middle breaks ties.
	next uint32
}

// search completes positions: depth first, always in the rank or the file
// with the fewest free squares. It allocates nothing.
type search struct {
	*board
	centre [MaxSize]uint32 // distance of a line from the middle, in half squares, shifted for position.next
	stack  [MaxSize + 1]position
	queens [MaxSize]uint16 // the squares of the queens placed
	placed int

	random  *rand.PCG // the order of squares on a line; nil for left to right
	nodes   uint64    // queens placed
	limit   uint64    // when nodes reaches it, the search gives up
	gaveUp  bool
	stopped func() bool // asked now and then
}

// fileBit tells files from ranks in position.next.
const fileBit = 1 << 5

func newSearch(ctx context.Context, b *board) *search {
	s := &search{board: b, stopped: func() bool { return ctx.Err() != nil }}
	for i := range b.n {
		s.centre[i] = uint32(max(2*i-b.n+1, b.n-1-2*i))<<6 | uint32(i)
	}
	return s
}

// begin sets up the position with the given queens, which do not attack each
// other. It reports false if some line is left without a free square.
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

// place makes of from the position to with one more queen, and finds the next
// line. It reports false if some open line has no free square left.
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

// descend completes the position at the depth. It reports false if it cannot be
// completed, or if gaveUp.
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

// choose returns the place of a one among the bits.
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

// tries are the limits of the first, random searches of decide: in nodes. Most
// positions that can be completed are on the first.
var tries = []uint64{100, 200, 400, 800, 1600}

// decide completes the given queens, which do not attack each other, or finds
// that it cannot be done. The solution is in s.queens. It is wrong to believe a
// false answer after gaveUp: the context has ended.
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
