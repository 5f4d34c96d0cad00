package bitmask

import (
	"math/bits"
	"slices"
)

// A cut has at least leastCut lines. cut does not search a region with more than mostCut lines,
// because its time grows with the cube of their number.
const (
	leastCut = 8
	mostCut  = 256
)

// cut returns a set of lines with few connections to the rest: the number of squares that they
// share with other lines is smaller than the number of lines in the set. An example is a corner
// that a few open squares connect to the rest of the board. cut returns nil if it finds no such
// set. It grows sets greedily, each time adding the line with the most squares on lines of the set.
//
// If the lines of a cut cannot be filled, a search that fills them first soon finds that out. A
// search that always branches on the line with the fewest squares may spend most of its time in the
// rest of the board.
func (r region) cut() (least []line) {
	if len(r.lines) > mostCut || !r.scarce() {
		return nil
	}
	vertex := [2][]int{make([]int, r.side), make([]int, r.side)} // by kind and index
	for i, l := range r.lines {
		vertex[l.kind][l.index] = i
	}
	crossing := len(r.lines) / 2 // the maximum
	beside, room := make([][]int, len(r.lines)), make([]int, crossing*len(r.lines))
	for i := range beside {
		beside[i] = room[crossing*i:][:0:crossing]
	}
	for _, s := range r.open {
		rank, file := vertex[0][s.Rank], vertex[1][s.File]
		beside[rank], beside[file] = append(beside[rank], file), append(beside[file], rank)
	}
	inside := make([]int, len(r.lines))                // by line: number of its squares on lines of the group; −1 for a line of the group
	joined := len(r.open)                              // the number of squares that the lines in least share with other lines
	for first := 0; first < len(r.lines); first += 3 { // both kinds of line, on all sides of the middle
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

// runCut explores a whole packed board and fills the lines of a cut first.
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

// chooseBefore returns the line to branch on while lines of a cut are unfilled: one of those,
// unless another line has only one square left. When they are all filled, the rest of the board is
// explored by the frontier.
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
