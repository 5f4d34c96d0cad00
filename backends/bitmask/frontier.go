package bitmask

import (
	"math/bits"

	"nqueens"
	"nqueens/backends/internal/turns"
)

// frontier enumerates the solutions of a packed board. It walks the same tree
// as an explorer, but at many places at once: boards on which pieces are still
// to be placed wait by the number of their pieces, and those with equally many
// are worked on together. As none waits for what becomes of another, a
// processor always has something to do, and no branch depends on whether a
// single board is alive.
//
// A board is as many words as the packed board has: the free squares, and three
// things more. The guard of a line without a piece is set, and that of a line
// with one is not. The square of a piece remains, though all others of its
// lines go, so that no field of a living board is empty, and a full one has
// the solution.
type frontier struct {
	*packed
	worker
	levels  []waiting // by pieces
	turn    uint      // how often a level was chosen
	options []option
	block   int // how many boards are worth working on together
	scratch []uint64
	// held are the boards at the top of the tree that are still to be explored,
	// one by one; pieces is how many each has.
	held   waiting
	pieces int
	// expected is how many nodes are likely below a held board, and worth how many
	// make it worth exploring alone.
	expected, worth uint64
	// child explores what is left of a held board, packed anew in fewer words.
	child, parent *frontier
	smaller       packed // that of the child, if it has one of its own

	relaxer *relaxer // nil if the relaxation is of no interest
	budget  *budget  // nil if any number of nodes may be visited
	pool    *pool    // to share boards with other threads; nil if there is one only
	stop    *turns.Flag
	visit   func(nqueens.Solution) bool // nil to count only
	tally
}

// waiting are boards with equally many pieces, one after the other.
type waiting struct {
	words []uint64
	count int
}

const (
	// maxBlock is how many boards, or options, are worked on together at most.
	maxBlock = 128
	// fewestHeld is how many boards at least are held at the top of a tree.
	fewestHeld = 8
	// worthHolding is how many nodes there must be below a board that is
	// explored alone: enough to fill blocks, and to make up for packing anew.
	worthHolding = 4000
)

// blockFor is how many boards of so many words are worth working on together. Of
// wide boards a few are, and more would take much memory on each level.
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
	if f.parent == nil && len(p.guards) > fewestWords { // or none below is smaller
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

// begin explores from boards with so many pieces, at most a block.
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

// level gives the boards with so many pieces.
func (f *frontier) level(pieces int) *waiting {
	l := &f.levels[pieces]
	// There is room for a level not quite full and what one step adds to it.
	if want := (2*f.block + widestField) * len(f.guards); len(l.words) < want {
		l.words = aligned(want)
	}
	return l
}

// add has boards wait.
func (f *frontier) add(pieces int, boards []uint64) {
	l := f.level(pieces)
	copy(l.words[l.count*len(f.guards):], boards)
	l.count += len(boards) / len(f.guards)
}

// grow places pieces on all boards until there are enough to hold, or none.
func (f *frontier) grow(pieces int) int {
	for f.levels[pieces].count > 0 && f.levels[pieces].count < fewestHeld && pieces < f.n {
		f.expand(pieces)
		pieces++
	}
	return pieces
}

// exploreHeld explores the held boards: one by one as long as they are worth
// it, then the rest together. It takes a board for as large as the mean of what it took
// the one before it for and of what that was, the first for as large as expected.
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
	f.explore() // what was left above, if growing ended early
}

// release takes boards from those held, at most so many.
func (f *frontier) release(count int) []uint64 {
	from := max(0, f.held.count-count)
	boards := f.held.words[from*len(f.guards) : f.held.count*len(f.guards)]
	f.held.count = from
	return boards
}

// descend explores a board with boards held below it, and what is left of it
// packed anew if that takes fewer words.
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

// repacked is what is left of a board, packed anew, or nil where that would take
// as many words.
func (f *frontier) repacked(board []uint64) *packed {
	squares, unfilled := 0, 0 // bits without guards, and lines without a piece
	for i, b := range board {
		squares += bits.OnesCount64(b &^ f.guards[i])
		unfilled += bits.OnesCount64(b & f.guards[i])
	}
	// The squares of pieces are not packed, guards are, and of each word some bits
	// stay unused.
	pieces := f.n - unfilled/f.kinds
	if room := len(f.guards) - 4; room < fewestWords || squares-f.kinds*pieces+unfilled > 62*room {
		return nil
	}
	s := &f.smaller
	if f.pool != nil {
		s = new(packed) // other threads may have boards of the last
	}
	return f.shrunk(board, s)
}

// explore works until no board waits, or it is stopped.
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

// next is the level to work on: the last on which enough boards wait, and if
// there is none the first on which any does; -1 if nothing waits. Enough is a
// block, every other time half a block, every fourth a quarter and so on, or
// solutions would be found only at the end, when the last levels are emptied.
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

// expand places one piece more on the boards of a level, until none is left or
// a block waits on the next.
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

// solved takes the full boards.
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

// solution has the pieces of a full board, and those given.
func (p *packed) solution(board []uint64) nqueens.Solution {
	s := append(make(nqueens.Solution, 0, p.side), p.given...)
	for i := range p.squares {
		if square := &p.squares[i]; board[square.words[0]]&square.bits[0] != 0 {
			s = append(s, nqueens.Placement{Square: p.open[i]})
		}
	}
	return s
}
