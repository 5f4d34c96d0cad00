package bitmask

import (
	"math/bits"
	"sync/atomic"

	"nqueens"
)

// explorer enumerates the solutions of a board, branching on the rank with the
// fewest free squares.
type explorer struct {
	board *board
	// free[d] has the free files of each rank when d pieces stand.
	free [][]uint64
	// taken has, by rank, the squares of the pieces that stand.
	taken nqueens.Solution

	stop    *atomic.Bool
	visit   func(nqueens.Solution) bool // nil to count only
	stopped bool                        // by the flag or by visit
	found   uint64
	nodes   uint64
}

// newExplorer wants a board that has its attacks tabulated.
func newExplorer(b *board, stop *atomic.Bool, visit func(nqueens.Solution) bool) *explorer {
	e := &explorer{board: b, stop: stop, visit: visit, taken: make(nqueens.Solution, b.n)}
	e.free = make([][]uint64, b.n+1)
	for d := range e.free {
		e.free[d] = make([]uint64, b.n)
	}
	copy(e.free[0], b.open)
	return e
}

func (e *explorer) run() {
	ranks := uint64(1)<<e.board.n - 1
	if rank, alive := e.fewest(ranks, e.free[0], e.free[0], make([]uint64, e.board.n)); alive {
		e.explore(0, ranks, rank)
	}
}

// explore fills the ranks, beginning with the given one, when depth are filled
// already.
func (e *explorer) explore(depth int, ranks uint64, rank int) {
	n, free, next := e.board.n, e.free[depth], e.free[depth+1]
	ranks &^= 1 << rank
	for f := free[rank]; f != 0; f &= f - 1 {
		if e.stopped = e.stopped || e.stop.Load(); e.stopped {
			return
		}
		file := bits.TrailingZeros64(f)
		e.taken[rank] = nqueens.Square{File: file, Rank: rank}
		e.nodes++
		if ranks == 0 {
			e.found++
			e.stopped = e.visit != nil && !e.visit(e.taken)
			return
		}
		at := n * (n*rank + file)
		if chosen, alive := e.fewest(ranks, free, next, e.board.attacks[at:at+n]); alive {
			e.explore(depth+1, ranks, chosen)
		}
	}
}

// fewest takes the attacked files from the free ones of each of the ranks and
// chooses the rank that has the fewest left. The state is not alive if a rank
// or a file has none.
func (e *explorer) fewest(ranks uint64, free, next, attacked []uint64) (rank int, alive bool) {
	const rankBits = 6
	best, files := uint(MaxSize+1)<<rankBits, uint64(0)
	for left := ranks; left != 0; left &= left - 1 {
		r := bits.TrailingZeros64(left)
		f := free[r] &^ attacked[r]
		if f == 0 {
			return 0, false
		}
		next[r] = f
		files |= f
		best = min(best, uint(bits.OnesCount64(f))<<rankBits|uint(r))
	}
	// There are as many ranks to fill as files, so each file needs a square.
	return int(best % (1 << rankBits)), bits.OnesCount64(files) == bits.OnesCount64(ranks)
}
