package bitmask

import (
	"math/bits"
	"slices"
)

// A cut has leastCut lines, and none is looked for among more than mostCut: that takes time as
// the cube of their number.
const (
	leastCut = 8
	mostCut  = 256
)

// cut is lines that fewer squares join with the others than they are, such as those of a
// corner that a few open squares connect with the rest of the board; nil if none are found, by
// adding to some lines in turn those that join them most closely. Where such lines cannot be
// filled, a search that fills them first sees it soon, and one that goes by the fewest squares
// alone loses itself in the rest.
func (r region) cut() (least []line) {
	if len(r.lines) > mostCut || !r.scarce() {
		return nil
	}
	vertex := [2][]int{make([]int, r.side), make([]int, r.side)} // by kind and index
	for i, l := range r.lines {
		vertex[l.kind][l.index] = i
	}
	crossing := len(r.lines) / 2 // at most
	beside, room := make([][]int, len(r.lines)), make([]int, crossing*len(r.lines))
	for i := range beside {
		beside[i] = room[crossing*i:][:0:crossing]
	}
	for _, s := range r.open {
		rank, file := vertex[0][s.Rank], vertex[1][s.File]
		beside[rank], beside[file] = append(beside[rank], file), append(beside[file], rank)
	}
	inside := make([]int, len(r.lines))                // by line, its squares on lines of the group; −1 for one of these
	joined := len(r.open)                              // squares by which the least are joined with the others
	for first := 0; first < len(r.lines); first += 3 { // of both kinds, on all sides of the middle
		clear(inside)
		var group []line
		joins := 0
		for next := first; next >= 0 && 2*len(group) < len(r.lines); {
			group = append(group, r.lines[next])
			joins += len(beside[next]) - 2*inside[next]
			for _, l := range beside[next] {
				if inside[l] >= 0 {
					inside[l]++
				}
			}
			inside[next] = -1
			if len(group) >= leastCut && joins < len(group) && joins*max(1, len(least)) < joined*len(group) {
				least, joined = slices.Clone(group), joins
			}
			next = -1
			for l, n := range inside {
				if n > 0 && (next < 0 || 2*n-len(beside[l]) > 2*inside[next]-len(beside[next])) {
					next = l
				}
			}
		}
	}
	return least
}

// runCut explores a whole packed board, of which it fills the lines of a cut first.
func (f *frontier) runCut(p *packed, cut []line) {
	e := newExplorer(p, f.stop, f.visit)
	e.before = make([]uint64, len(p.guards))
	chains := p.chains()
	for i := range p.squares {
		for kind, word := range p.squares[i].words[:p.kinds] {
			if slices.Contains(cut, line{kind, chains[kind].key(p.open[i])}) {
				e.before[word] |= p.squares[i].guards[kind]
			}
		}
	}
	f.prepare(p)
	e.rest = func(pieces int, board []uint64) bool {
		if f.add(pieces, board); f.levels[pieces].count >= f.block {
			f.explore()
		}
		return !f.stopped
	}
	e.run()
	f.include(e.tally)
	if f.explore(); f.nodes == e.nodes && f.found == 0 && !f.stopped {
		f.why = region{side: p.side, lines: cut}.name() + " cannot be filled so that every other line keeps a square"
	}
}

// chooseBefore chooses of the lines that are to be filled before others, unless another has
// one square left. If all are filled the rest is explored from there.
func (e *explorer) chooseBefore(at branch, left []uint64) (branch, bool) {
	if at.free&(at.free-1) == 0 {
		return at, true
	}
	fewest := 0
	for word, guards := range e.before {
		for guards &= e.sieve.unfilled[word]; guards != 0; guards &= guards - 1 {
			free := left[word] & e.fields[64*word+bits.TrailingZeros64(guards)]
			if n := bits.OnesCount64(free); fewest == 0 || n < fewest {
				at, fewest = branch{word, free}, n
			}
		}
	}
	if fewest == 0 {
		board := slices.Clone(left)
		for word, guards := range e.sieve.unfilled {
			board[word] |= guards
		}
		e.stopped = !e.rest(len(e.taken), board)
		return at, false
	}
	return at, true
}
