package bitmask

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"nqueens"
	"nqueens/backends/internal/turns"
)

// explorer enumerates the solutions of a packed board, one board after the other:
// the plain form of what a frontier does. It branches on the rank
// or file with the fewest free squares, the one nearest the middle if several
// have as few, and goes back where one has none.
type explorer struct {
	*packed
	// free has the free squares when 0, 1, 2… pieces stand, each in as many
	// words as a board has.
	free  []uint64
	sieve sieve
	taken nqueens.Solution
	// sparing has the squares of a line tried first that leave the most others
	// free: on an open board that leads to a first solution with hardly a step
	// back.
	sparing bool
	// patience is how many nodes may be visited; 0 is any number.
	patience uint64
	// before has the guards of lines to fill before all others, by word. When these are filled
	// rest takes the board, as a frontier has it, until it returns false.
	before []uint64
	rest   func(pieces int, board []uint64) bool

	stop  *turns.Flag
	visit func(nqueens.Solution) bool // nil to count only
	tally
}

// branch is a line to branch on: its squares, free bits of one word.
type branch struct {
	word int
	free uint64
}

func newExplorer(p *packed, stop *turns.Flag, visit func(nqueens.Solution) bool) *explorer {
	words := len(p.guards)
	e := &explorer{
		packed: p,
		free:   make([]uint64, (p.n+1)*words),
		sieve:  sieve{p.guards, p.lows, slices.Clone(p.guards), make([]uint64, words)},
		taken:  make(nqueens.Solution, 0, p.n),
		stop:   stop,
		visit:  visit,
	}
	copy(e.free, p.full())
	return e
}

// run explores the whole board.
func (e *explorer) run() {
	if e.n == 0 {
		e.found = 1
		e.stopped = e.visit != nil && !e.visit(slices.Clone(e.given))
		return
	}
	if at, alive := e.root(); alive {
		e.explore(at)
	}
}

// root chooses the first line.
func (e *explorer) root() (at branch, alive bool) {
	words := len(e.guards)
	return e.choose(e.free[:words], make([]uint64, words), e.free[:words])
}

// explore fills the line in every way.
func (e *explorer) explore(at branch) {
	for at.free != 0 {
		if e.stopped = e.stopped || e.stop.Load(); e.stopped || e.patience > 0 && e.nodes >= e.patience {
			return
		}
		bit := bits.TrailingZeros64(at.free)
		if e.sparing && at.free&(at.free-1) != 0 {
			bit = e.mostSparing(at)
		}
		at.free &^= 1 << bit
		square := e.numbers[64*at.word+bit]
		if next, alive := e.place(square); alive {
			e.explore(next)
		}
		e.remove(square)
	}
}

// mostSparing is the bit of the square that leaves the most squares free.
func (e *explorer) mostSparing(at branch) int {
	best, least := 0, math.MaxInt
	words := len(e.guards)
	free := e.free[len(e.taken)*words:][:words]
	for f := at.free; f != 0; f &= f - 1 {
		bit := bits.TrailingZeros64(f)
		lost := 0
		for i, a := range e.attacks[int(e.numbers[64*at.word+bit])*words:][:words] {
			lost += bits.OnesCount64(a & free[i])
		}
		if lost < least {
			best, least = bit, lost
		}
	}
	return best
}

// place puts a piece on a free square and chooses the line to branch on next.
// The board is not alive if a line has no square left, nor if it is full: then
// it is a solution.
func (e *explorer) place(square uint16) (next branch, alive bool) {
	e.nodes++
	words, depth, s := len(e.guards), len(e.taken), &e.squares[square]
	e.taken = append(e.taken, nqueens.On(s.file, s.rank))
	e.turn(s)
	if depth+1 == e.n {
		e.found++
		e.stopped = e.visit != nil && !e.visit(append(slices.Clip(e.taken), e.given...))
		return next, false
	}
	return e.choose(e.free[depth*words:][:words], e.attacks[int(square)*words:][:words], e.free[(depth+1)*words:][:words])
}

// remove takes back the last piece, from its square.
func (e *explorer) remove(square uint16) {
	s := &e.squares[square]
	e.turn(s)
	e.taken = e.taken[:len(e.taken)-1]
}

// turn has the lines of a square be filled, or unfilled again.
func (e *explorer) turn(s *packedSquare) {
	for kind, word := range s.words[:e.kinds] {
		e.sieve.unfilled[word] ^= s.guards[kind]
	}
}

// choose takes the attacked squares from the free ones and chooses the line
// with the fewest of those left. The board is not alive if one has none.
func (e *explorer) choose(free, attacked, left []uint64) (at branch, alive bool) {
	word := sift(&e.sieve, free, attacked, left)
	if word < 0 {
		return at, false
	}
	line := e.fields[64*word+bits.TrailingZeros64(e.sieve.choice(word))]
	at = branch{word, left[word] & line}
	if e.before != nil {
		return e.chooseBefore(at, left)
	}
	return at, true
}

// estimate is how many nodes an explorer of the board is likely to visit, from so many random
// descents: at each the number of squares to choose from says how many others there are like it
// (D. E. Knuth, Estimating the efficiency of backtrack programs, 1975). Stopped, it has fewer.
func (p *packed) estimate(descents int, seed uint64, stop *turns.Flag) float64 {
	e := newExplorer(p, stop, nil)
	random := rand.New(rand.NewPCG(seed, uint64(p.n)))
	root, alive := e.root()
	if !alive {
		return 0
	}
	sum := 0.0
	squares := make([]uint16, 0, p.n)
	for made := range descents {
		if stop.Load() {
			return sum / float64(max(1, made))
		}
		like := 1.0
		for at, alive := root, true; alive; {
			choices := bits.OnesCount64(at.free)
			for range random.IntN(choices) {
				at.free &= at.free - 1
			}
			like *= float64(choices)
			sum += like
			square := e.numbers[64*at.word+bits.TrailingZeros64(at.free)]
			squares = append(squares, square)
			at, alive = e.place(square)
		}
		for ; len(squares) > 0; squares = squares[:len(squares)-1] {
			e.remove(squares[len(squares)-1])
		}
	}
	return sum / float64(descents)
}

// sieve finds the lines with the fewest free squares on a packed board. Its
// slices are as long as the board has words.
type sieve struct {
	guards   []uint64
	lows     []uint64
	unfilled []uint64 // the guards of the lines without a piece
	more     []uint64 // what sift leaves of the free squares
}

// sift takes the attacked squares from the free ones, gives what is left, and
// chooses the first word that has one of the lines with the fewest of those
// squares, among the lines without a piece: -1 if one of these has none. Of
// the squares it leaves in more all but so many of each line that choice finds
// the lines. Some line must be without a piece.
func sift(s *sieve, free, attacked, left []uint64) (word int) {
	words := len(free)
	attacked, left, more := attacked[:words], left[:words], s.more[:words]
	guards, lows, unfilled := s.guards[:words], s.lows[:words], s.unfilled[:words]
	var dead uint64
	for i, f := range free {
		f &^= attacked[i]
		left[i] = f
		t := (f | guards[i]) - lows[i]
		dead |= unfilled[i] &^ t
		more[i] = f & t
	}
	if dead != 0 {
		return -1
	}
	for {
		for i, f := range more {
			t := (f | guards[i]) - lows[i]
			if unfilled[i]&^t != 0 {
				return i
			}
			more[i] = f & t
		}
	}
}

// choice is the guards of the lines found in the word that sift chose.
func (s *sieve) choice(word int) uint64 {
	return s.unfilled[word] &^ ((s.more[word] | s.guards[word]) - s.lows[word])
}
