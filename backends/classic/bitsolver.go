package classic

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"nqueens"
)

// BitSolver returns the bit solver of I. P. Gent, C. Jefferson and P. Nightingale, "Complexity of
// n-Queens Completion", JAIR 59, 2017. It is [RecursiveBitmask] with a word for each file that has
// its open squares, so that squares may be blocked, diagonals excluded and queens given. It fills
// the files in order and tries the lowest free rank first, and stops at the first solution.
//
// It has no heuristic, so its number of nodes can be compared exactly: on each published instance
// of excluded diagonals its answer and its nodes equal those that the authors published. Their
// program searches the transpose of the board in their files; because rows are ranks in this
// module, that is file by file. A node is a call, including those for the empty board and for the
// solution. Files with a given queen are skipped and not counted; this is an assumption, because no
// single run with given queens was published.
func BitSolver() *Method {
	const name = "bit-solver"
	return &Method{
		Description: nqueens.Description{
			Name: name, About: "the authors' search for n-queens completion, file by file without a heuristic",
			Version: "1", Engine: name, Tasks: []nqueens.Task{nqueens.FindFirst, nqueens.CountAll}, Unreduced: true,
		},
		refuse: func(p nqueens.Problem) error {
			switch {
			case !p.PlacesQueens():
				return fmt.Errorf("%s places only queens: queens(%d), not %v", name, p.N, p)
			case p.Symmetric != nqueens.Identity:
				return errors.New(name + " does not search for symmetric solutions")
			case p.N > 128:
				return fmt.Errorf("%s stores a file in two 64-bit words: boards of up to 128 squares a side, not %d", name, p.N)
			}
			return nil
		},
		answer: func(ctx context.Context, r nqueens.Request, visit func(nqueens.Solution) bool) nqueens.Outcome {
			return searched(ctx, r, visit, func(s *search) { newFiles(s, r.Problem).run() })
		},
	}
}

// pair is a set of squares of a file: one bit for each rank.
type pair struct{ low, high uint64 }

func (p pair) empty() bool      { return p.low|p.high == 0 }
func (p pair) or(q pair) pair   { return pair{p.low | q.low, p.high | q.high} }
func (p pair) less(q pair) pair { return pair{p.low &^ q.low, p.high &^ q.high} }

// up moves the squares one rank up, down moves them down.
func (p pair) up() pair   { return pair{p.low << 1, p.high<<1 | p.low>>63} }
func (p pair) down() pair { return pair{p.low>>1 | p.high<<63, p.high >> 1} }

// lowest returns the lowest square of the set and its rank. The set must not be empty.
func (p pair) lowest() (square pair, rank uint8) {
	if p.low != 0 {
		return pair{p.low & -p.low, 0}, uint8(bits.TrailingZeros64(p.low))
	}
	return pair{0, p.high & -p.high}, uint8(64 + bits.TrailingZeros64(p.high))
}

// files is a search file by file.
type files struct {
	*search
	x    squares // the rank of the queen of each file
	open []pair  // the open squares of each file
}

// newFiles returns the search file by file. It closes the squares that are blocked, on an excluded diagonal or
// attacked by a given queen, and the other squares in the file of a given queen.
func newFiles(s *search, p nqueens.Problem) *files {
	f := &files{search: s, open: make([]pair, p.N)}
	barred := p.Barred()
	for file := range p.N {
		square := pair{low: 1}
		for rank := range p.N {
			if !barred[rank*p.N+file] {
				f.open[file] = f.open[file].or(square)
			}
			square = square.up()
		}
	}
	return f
}

func (f *files) run() { f.place(0, pair{}, pair{}, pair{}) }

// place searches all ways to put a queen on the given file and on each file after it. ranks, up and
// down are the squares of this file that earlier queens attack: along ranks and along the diagonals
// of each direction. place returns false if the search must stop.
func (f *files) place(file int, ranks, up, down pair) bool {
	f.nodes++
	if file == len(f.open) {
		return f.solved(&f.x)
	}
	if f.stop.Load() {
		return false
	}
	for free := f.open[file].less(ranks.or(up).or(down)); !free.empty(); {
		square, rank := free.lowest()
		free = free.less(square)
		f.x[uint8(file)] = rank
		if !f.place(file+1, ranks.or(square), up.or(square).up(), down.or(square).down()) {
			return false
		}
	}
	return true
}
