package completable

import (
	"context"
	"math/bits"
	"math/rand/v2"
)

// surveyor looks at the placements with a given root: those with a queen there
// and no queen on a square of an earlier orbit. Any placement has an image among
// them, with a root in the earliest orbit that it meets. The squares that are
// left have places: first the rest of the root's orbit, then the others.
type surveyor struct {
	*search
	k      int
	pool   *pool
	result part

	squares []int16  // the square at each place
	place   []int16  // and back; −1 for squares left out
	same    int      // how many of the places are in the root's orbit
	words   int      // machine words of a set of places
	clear   []uint64 // for each place, the places that a queen there does not attack

	// queens are the places of each solution of the pool with a queen on the root,
	// in order, and after each solution the mark end. A solution is known by where
	// in queens its queens after those of the prefix begin.
	queens []uint16
	near   []uint16 // those of the solutions with the first two queens of the prefix
	nearAt []uint32
	levels []level
	// with are, for 64 solutions with the prefix at a time and each place, which of
	// them have a queen there; filed is how many solutions these are.
	with   []uint64
	filed  int
	prefix []int    // squares of the queens placed, the root first
	tally  []uint64 // placements looked at by how many queens are in the root's orbit
}

const end = 1<<16 - 1

// level is what a surveyor keeps for one queen of the prefix.
type level struct {
	free []uint64 // places after its, that nothing in the prefix attacks
	// bucket p holds the solutions with a queen on place p: found[from[p]:from[p+1]].
	from, found []uint32
}

func newSurveyor(ctx context.Context, b *board, k int, p *pool) *surveyor {
	return &surveyor{search: newSearch(ctx, b), k: k, pool: p, levels: make([]level, k)}
}

// survey looks at the placements with the root. Without a counterexample its
// result is of use only if the context has not ended.
func (w *surveyor) survey(root int, seed uint64) part {
	w.random = rand.NewPCG(seed, uint64(root)+1)
	w.nodes = 0
	w.result = part{}
	w.tally = make([]uint64, w.k+1)
	w.prefix = append(w.prefix[:0], root)
	w.number(root)
	all := w.gather(root)
	free := w.levels[0].free
	for p, s := range w.squares {
		if !w.attack(root, int(s)) {
			free[p>>6] |= 1 << (p & 63)
		}
	}
	w.extend(0, all, 1)
	for m, count := range w.tally[1:] {
		w.result.Looked += count
		w.result.Placements += count * uint64(w.orbitSize(root)) / uint64(m+1)
	}
	w.result.Nodes = w.nodes
	return w.result
}

// extend looks at the placements that begin with the prefix; depth is the number
// of its queens less one, and mates of them are in the root's orbit. The
// solutions are those with the prefix. It reports false to stop.
func (w *surveyor) extend(depth int, solutions []uint32, mates int) bool {
	l := &w.levels[depth]
	switch w.k - len(w.prefix) {
	case 0:
		w.tally[mates]++
		return w.complete()
	case 2:
		if len(w.pool.squares) > 0 {
			return w.sweep(l, solutions, mates)
		}
	}
	w.sort(l, solutions)
	next := &w.levels[depth+1]
	for i, word := range l.free {
		for ; word != 0; word &= word - 1 {
			p := i<<6 | bits.TrailingZeros64(word)
			w.after(next.free, l.free, p)
			m := mates
			if p < w.same {
				m++
			}
			w.prefix = append(w.prefix, int(w.squares[p]))
			solutions := l.found[l.from[p]:l.from[p+1]]
			far := w.queens
			if depth == 0 {
				solutions = w.bringNear(solutions)
			}
			goOn := w.extend(depth+1, solutions, m)
			w.queens = far
			w.prefix = w.prefix[:len(w.prefix)-1]
			if !goOn {
				return false
			}
		}
	}
	return true
}

// complete finds a solution with the prefix, or else the prefix is a
// counterexample.
func (w *surveyor) complete() bool {
	w.result.Completed++
	if !w.decide(w.prefix) {
		if !w.gaveUp {
			w.result.Counterexample = w.board.squares(w.prefix)
		}
		return false
	}
	return true
}
