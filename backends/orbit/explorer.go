package orbit

import (
	"math/bits"
	"sync/atomic"

	"nqueens"
)

// explorer searches for orbits that fill the board. It branches on the pair of lines that has the
// fewest orbits left.
type explorer struct {
	tally
	board *board
	stop  *atomic.Bool
	visit func(nqueens.Solution) bool // nil to only count
	// chosen has the placed orbits, without the queen on the central square.
	chosen []choice
	queens nqueens.Solution // memory of the solution that is visited
}

// choice fills file i and rank j of their pairs, and the images of both. It uses the orbit of the
// square where they meet, or the orbit of that square's mirror image, or either of them if both
// occupy the same lines.
type choice struct {
	i, j        int
	right, left bool
}

func (e *explorer) run() {
	pairs := uint64(1)<<e.board.pairs - 1
	if e.board.turn == nqueens.HalfTurn {
		e.halfTurn(pairs, pairs, diagonals{}, diagonals{})
	} else {
		e.quarterTurn(pairs, diagonals{}, 1)
	}
}

// halfTurn fills the pairs of files and of ranks; sums and diffs are the occupied diagonals.
func (e *explorer) halfTurn(files, ranks uint64, sums, diffs diagonals) {
	if files == 0 {
		e.end(1)
		return
	}
	b, depth := e.board, len(e.chosen)
	fewest, file, right, left, some := 2*MaxSize, 0, uint64(0), uint64(0), uint64(0)
	for rest := files; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		r := b.right[i] & ranks &^ b.attacked(i, sums, diffs)
		l := b.left[i] & ranks &^ b.attacked(i, diffs, sums)
		some |= r | l
		if n := bits.OnesCount64(r) + bits.OnesCount64(l); n < fewest {
			fewest, file, right, left = n, i, r, l
		}
		if fewest == 0 {
			return
		}
	}
	if some != ranks {
		return // a pair of ranks has no orbit left
	}
	files &^= 1 << file
	for ; right != 0; right &= right - 1 {
		rank := bits.TrailingZeros64(right)
		if !e.choose(depth, choice{file, rank, true, false}) {
			return
		}
		e.halfTurn(files, ranks&^(1<<rank), sums.with(b.far(file, rank)), diffs.with(near(file, rank)))
	}
	for ; left != 0; left &= left - 1 {
		rank := bits.TrailingZeros64(left)
		if !e.choose(depth, choice{file, rank, false, true}) {
			return
		}
		e.halfTurn(files, ranks&^(1<<rank), sums.with(near(file, rank)), diffs.with(b.far(file, rank)))
	}
}

// quarterTurn fills the pairs of lines. The orbits of a solution occupy the same pairs of diagonals
// in both directions. ways is the number of ways to fill the chosen pairs.
func (e *explorer) quarterTurn(lines uint64, taken diagonals, ways uint64) {
	if lines == 0 {
		e.end(ways)
		return
	}
	b, depth := e.board, len(e.chosen)
	fewest, line, partners := MaxSize, 0, uint64(0)
	for rest := lines; rest != 0; rest &= rest - 1 {
		i := bits.TrailingZeros64(rest)
		free := (b.right[i] | b.left[i]) & lines &^ b.attacked(i, taken, taken)
		if n := bits.OnesCount64(free); n < fewest {
			fewest, line, partners = n, i, free
		}
		if fewest == 0 {
			return
		}
	}
	lines &^= 1 << line
	for ; partners != 0; partners &= partners - 1 {
		partner := bits.TrailingZeros64(partners)
		right, left := b.right[line]>>partner&1, b.left[line]>>partner&1
		if !e.choose(depth, choice{line, partner, right != 0, left != 0}) {
			return
		}
		e.quarterTurn(lines&^(1<<partner), taken.with(b.far(line, partner)).with(near(line, partner)), ways*(right+left))
	}
}

// choose makes c the choice after depth others. It returns false if the search has been stopped.
func (e *explorer) choose(depth int, c choice) bool {
	if e.stopped = e.stopped || e.stop.Load(); e.stopped {
		return false
	}
	e.nodes++
	e.chosen = append(e.chosen[:depth], c)
	return true
}

// end counts the solutions of the choices, and visits them unless visit is nil.
func (e *explorer) end(ways uint64) {
	if e.visit == nil {
		e.found += ways
		return
	}
	queens := e.queens[:0]
	if e.board.n%2 == 1 {
		queens = append(queens, nqueens.On(e.board.n/2, e.board.n/2))
	}
	e.visitEach(e.chosen, queens)
}

// visitEach visits the solutions that consist of the given queens and one orbit of each choice.
func (e *explorer) visitEach(choices []choice, queens nqueens.Solution) {
	if e.stopped = e.stopped || e.stop.Load(); e.stopped {
		return
	}
	if len(choices) == 0 {
		e.found++
		e.stopped = !e.visit(queens)
		return
	}
	c := choices[0]
	if c.right {
		e.visitEach(choices[1:], e.board.orbit(queens, e.board.square(c.i, c.j, false)))
	}
	if c.left {
		e.visitEach(choices[1:], e.board.orbit(queens, e.board.square(c.i, c.j, true)))
	}
}
