package bitmask

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"nqueens"
	"nqueens/backends/internal/turns"
)

// explorer enumerates the solutions of a packed board, one board at a time. It is the simple form
// of a frontier: it branches on the rank or file with the fewest free squares. If several have as
// few, it branches on the one nearest to the middle. It backtracks if a line has no free square.
type explorer struct {
	*packed
	// free has the free squares with 0, 1, 2… pieces placed, each in as many words as the board
	// has.
	free  []uint64
	sieve sieve
	taken nqueens.Solution
	// sparing makes the search try first the square of a line that leaves the most other squares
	// free. On an open board that finds a first solution almost without backtracking.
	sparing bool
	// patience is the maximum number of nodes; 0 means no limit.
	patience uint64
	// before has, by word, the guards of the lines that are filled before all others. When these
	// are filled, rest is called with the board in the format of a frontier; the search stops when
	// rest returns false.
	before []uint64
	rest   func(pieces int, board []uint64) bool

	stop  *turns.Flag
	visit func(nqueens.Solution) bool // nil to only count
	tally
}

// branch is a line to branch on: its free squares, which are bits of one word.
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

// root returns the first line to branch on.
func (e *explorer) root() (at branch, alive bool) {
	words := len(e.guards)
	return e.choose(e.free[:words], make([]uint64, words), e.free[:words])
}

// explore puts a piece on each free square of the branch's line in turn, and explores the rest of the
// board after each.
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

// mostSparing returns the bit of the square of the line that leaves the most squares free.
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

// place puts a piece on a free square and returns the next line to branch on. The board is not
// alive if a line has no square left, or if it is full, in which case it is a solution.
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

// remove removes the last piece from its square.
func (e *explorer) remove(square uint16) {
	s := &e.squares[square]
	e.turn(s)
	e.taken = e.taken[:len(e.taken)-1]
}

// turn marks the lines of a square as filled, or as unfilled again.
func (e *explorer) turn(s *packedSquare) {
	for kind, word := range s.words[:e.kinds] {
		e.sieve.unfilled[word] ^= s.guards[kind]
	}
}

// choose writes the free squares without the attacked ones to left, and returns the line with the
// fewest of them. The board is not alive if a line has none.
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

// estimate returns an estimate of the number of nodes that an explorer of the board visits, from
// the given number of random descents. In each descent, the product of the numbers of choices is
// the estimated number of nodes at that depth (D. E. Knuth, Estimating the efficiency of backtrack
// programs, 1975). If it is stopped, it uses fewer descents.
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

// sieve finds the lines with the fewest free squares on a packed board. Its slices are as long as
// the board has words.
type sieve struct {
	guards   []uint64
	lows     []uint64
	unfilled []uint64 // the guards of the lines without a piece
	more     []uint64 // the free squares that remain after sift; see sift
}

// sift sets left to the free squares that are not attacked. It returns the index of the first word
// that contains one of the unfilled lines with the fewest free squares, or -1 if an unfilled line
// has no free square. At least one line must be unfilled.
//
// To find the lines with the fewest squares, sift repeatedly removes the first square of every
// line. It stops when some unfilled line has no square left, and leaves the squares that were not
// removed in s.more, for choice.
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

// choice returns the guards of the lines with the fewest free squares in a word. word is the index
// that sift returned. The guard of a line is the bit above the bits of its squares.
func (s *sieve) choice(word int) uint64 {
	return s.unfilled[word] &^ ((s.more[word] | s.guards[word]) - s.lows[word])
}
