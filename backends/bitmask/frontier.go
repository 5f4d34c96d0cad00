package bitmask

import (
	"math/bits"

	"nqueens"
	"nqueens/backends/internal/turns"
)

// frontier enumerates the solutions of a packed board. It walks the same tree as an explorer, but
// at many places at once: unfinished boards are stored by their number of pieces, and those with
// the same number are processed together. Boards are independent of each other, so that the
// processor always has work, and no branch depends on whether a single board is alive.
//
// A board has as many words as the packed board, with the free squares and three additions. The
// guard of a line without a piece is set, and that of a line with one is not. The square of a piece
// stays set, although all other squares of its lines are cleared. So no field of a living board is
// empty, and a full board contains the solution.
type frontier struct {
	*packed
	worker
	levels  []waiting // by number of pieces
	turn    uint      // number of times that a level was chosen
	options []option
	block   int // number of boards to process together
	scratch []uint64
	// held are the boards at the top of the tree that are still to be explored, one by one; pieces
	// is the number of pieces on each.
	held   waiting
	pieces int
	// expected is the estimated number of nodes below a held board. A held board with at least
	// worth expected nodes is explored alone.
	expected, worth uint64
	// child explores the rest of a held board, packed again in fewer words.
	child, parent *frontier
	smaller       packed // memory of the child's packed board

	relaxer *relaxer // nil if the relaxation is not used
	budget  *budget  // nil if the number of nodes is not limited
	pool    *pool    // to share boards with other threads; nil if there is only one
	stop    *turns.Flag
	visit   func(nqueens.Solution) bool // nil to only count
	tally
}

// waiting is a list of boards with the same number of pieces, one after the other.
type waiting struct {
	words []uint64
	count int
}

const (
	// maxBlock is the maximum number of boards, or options, that are processed together.
	maxBlock = 128
	// fewestHeld is the minimum number of boards that are held at the top of a tree.
	fewestHeld = 8
	// worthHolding is the minimum number of nodes below a board that is explored alone: enough to
	// fill blocks, and to compensate for packing again.
	worthHolding = 4000
)

// blockFor returns the number of boards of the given number of words to process together. Wide
// boards use smaller blocks, which need less memory on each level.
func blockFor(words int) int {
	if words > 32 {
		return maxBlock / 8
	}
	return maxBlock
}

func newFrontier(stop *turns.Flag, visit func(nqueens.Solution) bool) *frontier {
	return &frontier{worth: worthHolding, stop: stop, visit: visit, options: make([]option, maxBlock+widestField)}
}

// run explores a whole packed board.
func (f *frontier) run(p *packed) {
	if f.parent == nil && len(p.guards) > fewestWords { // otherwise no packed board below is smaller
		f.expected = fewestHeld * f.worth
	}
	start := p.full()
	for i, g := range p.guards {
		if g&^((start[i]|g)-p.lows[i]) != 0 {
			return // a line has no square
		}
		start[i] |= g
	}
	f.begin(p, 0, start)
}

// begin explores all boards below the given ones, which have the given number of pieces. There may
// be at most a block of them.
func (f *frontier) begin(p *packed, pieces int, boards []uint64) {
	f.prepare(p)
	f.add(pieces, boards)
	pieces = f.grow(pieces)
	l := f.level(pieces)
	f.pieces, f.held.count = pieces, l.count
	f.held.words = append(f.held.words[:0], l.words[:l.count*len(p.guards)]...)
	l.count = 0
	f.exploreHeld()
}

func (f *frontier) prepare(p *packed) {
	f.packed, f.worker, f.block = p, newWorker(p.portable, len(p.guards)), blockFor(len(p.guards))
	for len(f.levels) <= p.n {
		f.levels = append(f.levels, waiting{})
	}
	if want := scratchWords(len(p.guards)); len(f.scratch) < want {
		f.scratch = aligned(want)
	}
}

// level returns the boards with the given number of pieces.
func (f *frontier) level(pieces int) *waiting {
	l := &f.levels[pieces]
	// There is room for a level not quite full and for what one step adds to it.
	if want := (2*f.block + widestField) * len(f.guards); len(l.words) < want {
		l.words = aligned(want)
	}
	return l
}

// add appends boards to those with the given number of pieces.
func (f *frontier) add(pieces int, boards []uint64) {
	l := f.level(pieces)
	copy(l.words[l.count*len(f.guards):], boards)
	l.count += len(boards) / len(f.guards)
}

// grow places pieces on all boards until there are enough boards to hold, or none. It returns their
// number of pieces.
func (f *frontier) grow(pieces int) int {
	for f.levels[pieces].count > 0 && f.levels[pieces].count < fewestHeld && pieces < f.n {
		f.expand(pieces)
		pieces++
	}
	return pieces
}

// exploreHeld explores the held boards: one by one while they are large, then the rest together.
// The estimate for a board is the mean of the previous estimate and of the nodes of the previous
// board; the first estimate is expected.
func (f *frontier) exploreHeld() {
	for f.held.count > 0 && !f.stopped {
		before := f.nodes
		if board := f.release(1); f.expected >= f.worth && f.pieces < f.n {
			f.descend(board)
		} else {
			f.add(f.pieces, board)
			f.explore()
		}
		if f.expected = (f.expected + f.nodes - before) / 2; f.expected < f.worth {
			f.add(f.pieces, f.release(f.block))
			f.explore()
		}
	}
	f.held.count = 0
	f.explore() // what was left above, if grow ended early
}

// release removes at most count boards from those held and returns them.
func (f *frontier) release(count int) []uint64 {
	from := max(0, f.held.count-count)
	boards := f.held.words[from*len(f.guards) : f.held.count*len(f.guards)]
	f.held.count = from
	return boards
}

// descend explores a board with its own held boards, packed again if that takes fewer words.
func (f *frontier) descend(board []uint64) {
	if f.child == nil {
		f.child = newFrontier(f.stop, f.visit)
		f.child.parent, f.child.pool, f.child.relaxer, f.child.budget, f.child.worth = f, f.pool, f.relaxer, f.budget, f.worth
	}
	f.child.expected = f.expected / fewestHeld
	if p := f.repacked(board); p != nil {
		f.child.run(p)
	} else {
		f.child.begin(f.packed, f.pieces, board)
	}
	f.include(f.child.tally)
	f.child.tally = tally{}
}

// repacked returns the unfilled part of a board packed again, or nil if that would take as many
// words.
func (f *frontier) repacked(board []uint64) *packed {
	squares, unfilled := 0, 0 // bits without guards, and lines without a piece
	for i, b := range board {
		squares += bits.OnesCount64(b &^ f.guards[i])
		unfilled += bits.OnesCount64(b & f.guards[i])
	}
	// The squares of pieces are not packed, but guards are, and some bits of each word stay unused.
	pieces := f.n - unfilled/f.kinds
	if room := len(f.guards) - 4; room < fewestWords || squares-f.kinds*pieces+unfilled > 62*room {
		return nil
	}
	s := &f.smaller
	if f.pool != nil {
		s = new(packed) // other threads may have boards of the previous one
	}
	return f.shrunk(board, s)
}

// explore processes boards until none is left or the search is stopped.
func (f *frontier) explore() {
	for pieces := f.next(); pieces >= 0; pieces = f.next() {
		if f.stopped = f.stopped || f.stop.Load() || f.relaxer != nil && f.relaxer.over.Load() || f.budget.spent(); f.stopped {
			for i := range f.levels {
				f.levels[i].count = 0
			}
			return
		}
		if f.pool != nil && f.pool.wanted.Load() {
			f.share()
		}
		f.expand(pieces)
	}
}

// next returns the level to process: the last one with enough boards, otherwise the first with any,
// or -1 if there is none. Enough is a block, every second time half a block, every fourth time a
// quarter and so on; otherwise solutions would be found only at the end, when the last levels are
// emptied.
func (f *frontier) next() int {
	f.turn++
	enough := max(1, f.block>>bits.TrailingZeros(f.turn))
	first := -1
	for pieces := f.n; pieces >= 0; pieces-- {
		switch count := f.levels[pieces].count; {
		case count >= enough:
			return pieces
		case count > 0:
			first = pieces
		}
	}
	return first
}

// expand places one more piece on the boards of a level, until none is left or the next level has a
// block.
func (f *frontier) expand(pieces int) {
	in := f.level(pieces)
	if pieces == f.n {
		f.solved(in)
		return
	}
	out, before := f.level(pieces+1), f.nodes
	for in.count > 0 && out.count < f.block {
		left, made := f.choose(f.packed, &in.words[0], in.count, &f.options[0], f.block, &f.scratch[0])
		alive := f.place(f.packed, &in.words[0], &f.options[0], made, &out.words[out.count*len(f.guards)])
		in.count, out.count = left, out.count+alive
		f.nodes += uint64(made)
	}
	if f.relaxer != nil {
		f.relaxer.explored(f.nodes-before, f.visit)
	}
	f.budget.spend(f.nodes - before)
}

// solved counts full boards, which are solutions, and passes them to visit if it is set.
func (f *frontier) solved(full *waiting) {
	words := len(f.guards)
	for i := range full.count {
		if f.stopped {
			break
		}
		f.found++
		f.stopped = f.visit != nil && !f.visit(f.solution(full.words[i*words:][:words]))
	}
	full.count = 0
}

// solution returns the pieces of a full board and the givens.
func (p *packed) solution(board []uint64) nqueens.Solution {
	s := append(make(nqueens.Solution, 0, p.side), p.given...)
	for i := range p.squares {
		if square := &p.squares[i]; board[square.words[0]]&square.bits[0] != 0 {
			s = append(s, nqueens.Placement{Square: p.open[i]})
		}
	}
	return s
}
