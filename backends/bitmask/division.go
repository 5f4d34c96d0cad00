package bitmask

import (
	"fmt"
	"iter"
	"math/bits"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
)

// mostDivided is the largest side of a board with regions, and dividedWords the number of words
// that have a bit for each of its squares.
const (
	mostDivided  = 32
	dividedWords = mostDivided * mostDivided / 64
)

// supportsDivision returns an error for a problem with regions that the search does not support.
func supportsDivision(p nqueens.Problem, d *nqueens.Division) error {
	rule := &nqueens.Rule{
		Lines: []nqueens.Bound{{Along: nqueens.Ranks, Min: d.Each, Max: d.Each}, {Along: nqueens.Files, Min: d.Each, Max: d.Each}},
		Leaps: []nqueens.Leap{{Files: 0, Ranks: 1}, {Files: 1, Ranks: 1}},
	}
	switch {
	case !rule.Equal(d.Rule) || !p.Board().IsSquare():
		return fmt.Errorf("bitmask needs the same number of pieces in each rank, file and region, none beside another, which the family %s does not require", p.Family.Name)
	case d.Each > mostEach:
		return fmt.Errorf("bitmask takes at most %d pieces in each rank, file and region, not %d", mostEach, d.Each)
	case p.N > mostDivided:
		return fmt.Errorf("bitmask takes boards with regions of up to %d squares a side, not %d", mostDivided, p.N)
	}
	return nil
}

// squareSet is a set of squares, with a bit for each in the order of Board.Squares.
type squareSet [dividedWords]uint64

func (s *squareSet) add(i int) { s[i/64] |= 1 << (i % 64) }

// A dividedSearch solves a board with regions. Regions, files and ranks are its lines.
type dividedSearch struct {
	words, each int
	lines       []squareSet // the regions, then the files, then the ranks
	of          [][3]int    // by square: its lines
	beside      []squareSet // by square: itself and the squares that it touches
	board       nqueens.Board
	pause       func() bool                 // called regularly; the search stops if it returns false
	visit       func(nqueens.Solution) bool // nil to only count
	report      *dividedSteps               // reports the steps of the search; nil if they are not traced

	chosen []int // squares
	tally
}

// A dividedState holds the squares on which pieces may still be placed, and the number of pieces that
// each line lacks.
type dividedState struct {
	free squareSet
	lack [3 * mostDivided]int8
}

// newDivided returns a search of a problem with a division into regions, and the initial state.
func newDivided(p nqueens.Problem, d *nqueens.Division) (*dividedSearch, *dividedState) {
	board, closed, region := p.Board(), p.Closed(), d.Regions.BySquare()
	s := &dividedSearch{
		words: (board.Size() + 63) / 64, each: d.Each, board: board,
		lines: make([]squareSet, 2*p.N+d.Regions.Number()), of: make([][3]int, board.Size()), beside: make([]squareSet, board.Size()),
	}
	start := &dividedState{}
	for i, at := range board.Squares() {
		s.of[i] = [3]int{region[i], d.Regions.Number() + at.File, d.Regions.Number() + p.N + at.Rank}
		for _, line := range s.of[i] {
			s.lines[line].add(i)
		}
		for files := -1; files <= 1; files++ {
			for ranks := -1; ranks <= 1; ranks++ {
				if to := (nqueens.Square{File: at.File + files, Rank: at.Rank + ranks}); board.Contains(to) {
					s.beside[i].add(board.Index(to))
				}
			}
		}
		if !closed[i] {
			start.free.add(i)
		}
	}
	for line := range s.lines {
		start.lack[line] = int8(d.Each)
	}
	return s, start
}

// lineName returns the name of a line, as in Model: "rank 3", "region b".
func (s *dividedSearch) lineName(line int) string {
	regions := len(s.lines) - s.board.Files - s.board.Ranks
	switch {
	case line < regions:
		return "region " + nqueens.RegionName(line)
	case line < regions+s.board.Files:
		return "file " + nqueens.Square{File: line - regions}.FileName()
	}
	return fmt.Sprintf("rank %d", line-regions-s.board.Files+1)
}

// lay places the given pieces. It returns false if they contradict each other.
func (s *dividedSearch) lay(state *dividedState, given []nqueens.Square) bool {
	seen := map[nqueens.Square]bool{}
	for _, at := range given {
		i := s.board.Index(at)
		if seen[at] {
			continue
		}
		seen[at] = true
		if state.free[i/64]&(1<<(i%64)) == 0 {
			return false
		}
		s.place(state, i)
	}
	return true
}

// place puts a piece on a free square.
func (s *dividedSearch) place(state *dividedState, i int) {
	s.nodes++
	s.chosen = append(s.chosen, i)
	beside := &s.beside[i]
	for w := range s.words {
		state.free[w] &^= beside[w]
	}
	for _, line := range s.of[i] {
		if state.lack[line]--; state.lack[line] == 0 {
			full := &s.lines[line]
			for w := range s.words {
				state.free[w] &^= full[w]
			}
		}
	}
}

// tightest returns the line with the smallest difference between its free squares and the pieces
// that it still needs; of several, a region, whose squares are closer together. It returns -1 if no line needs a piece, and -2 if a line has too few free
// squares.
func (s *dividedSearch) tightest(state *dividedState) (best int) {
	best = -1
	least := 1 << 30
	for line := range s.lines {
		lack := int(state.lack[line])
		if lack == 0 {
			continue
		}
		free, squares := 0, &s.lines[line]
		for w := range s.words {
			free += bits.OnesCount64(state.free[w] & squares[w])
		}
		switch {
		case free < lack:
			return -2
		case free-lack < least:
			least, best = free-lack, line
		}
	}
	return best
}

// search solves the rest of the board: a free square of the tightest line has a piece, or it has
// none.
func (s *dividedSearch) search(state dividedState) {
	placed := len(s.chosen)
	defer func() { s.chosen = s.chosen[:placed] }()
	for !s.stopped {
		line := s.tightest(&state)
		if s.report != nil {
			s.report.node(s, &state, line)
		}
		switch {
		case line == -1:
			s.found++
			s.stopped = s.visit != nil && !s.visit(s.solution())
			return
		case line == -2:
			return
		}
		squares, free, last := &s.lines[line], 0, 0
		for w := range s.words {
			if on := state.free[w] & squares[w]; on != 0 {
				free += bits.OnesCount64(on)
				last = 64*w + bits.TrailingZeros64(on)
			}
		}
		if free == int(state.lack[line]) {
			s.place(&state, last)
			if s.report != nil {
				s.report.forced(last, line)
			}
			continue
		}
		before := len(s.chosen)
		with := state
		s.place(&with, last)
		if s.report != nil {
			s.report.decide(last, line, free)
		}
		if s.nodes%checkEvery == 0 && !s.pause() {
			s.stopped = true
			return
		}
		s.search(with)
		s.chosen = s.chosen[:before]
		state.free[last/64] &^= 1 << (last % 64)
		if s.report != nil {
			s.report.searched(last)
		}
	}
}

func (s *dividedSearch) solution() nqueens.Solution {
	var all nqueens.Solution
	squares := s.board.Squares()
	for _, i := range s.chosen {
		all = append(all, nqueens.Placement{Square: squares[i]})
	}
	all.Sort()
	return all
}

// answerDivided answers a request about a board with regions.
func answerDivided(r nqueens.Request, stop *turns.Flag, solutions *answer.Solutions) tally {
	s, state := newDivided(r.Problem, r.Problem.Division())
	if !s.lay(state, r.Problem.Given) {
		return s.tally
	}
	if r.Task == nqueens.CountAll {
		return countDivided(r.Problem, s, *state, stop)
	}
	s.pause, s.visit = func() bool { return !stop.Load() }, solutions.Add
	s.search(*state)
	return s.tally
}

// steps searches the whole tree below a state. The iteration pauses every checkEvery nodes, so that
// the caller can stop the search or do other work; the yielded numbers have no meaning. It ends
// when the search is complete.
func (s *dividedSearch) steps(state dividedState) iter.Seq[int] {
	return func(yield func(int) bool) {
		s.pause = func() bool { return yield(0) }
		s.search(state)
	}
}

// countDivided counts by the search and, if that is not complete after checkEvery nodes, row by row
// as well: both continue in turns until one of them is complete. The search is fast if there are few
// solutions, and the count by rows if there are many.
func countDivided(p nqueens.Problem, s *dividedSearch, state dividedState, stop *turns.Flag) tally {
	search, end := iter.Pull(s.steps(state))
	defer end()
	if _, more := search(); !more {
		return s.tally
	}
	rows := newRowCounter(p, p.Division())
	fill, endRows := iter.Pull(rows.steps())
	defer endRows()
	for !stop.Load() {
		if _, more := fill(); !more && !rows.overflow {
			return tally{found: rows.total.low, foundHigh: rows.total.high, nodes: s.nodes + rows.nodes}
		}
		if _, more := search(); !more {
			s.nodes += rows.nodes
			return s.tally
		}
	}
	t := s.tally
	t.nodes, t.stopped = s.nodes+rows.nodes, true
	if rows.total.high == 0 {
		t.found = max(t.found, rows.total.low)
	}
	return t
}
