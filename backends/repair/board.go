package repair

import (
	"math/rand/v2"

	"nqueens"
)

// board is the fixed part of a problem: the given queens and the closed squares. Blocked squares
// and excluded diagonals take no more memory than the problem's text, except for a few bits a file.
type board struct {
	n     int
	given []nqueens.Square // one a file
	files []int32          // those without a given queen; nil if these are all, or not listed yet

	blocked map[int]map[int]bool // the ranks of the blocked squares, by file
	// The excluded diagonals: file + rank, and file − rank + n − 1.
	sums, diffs bitSet
	excluded    int

	// report, if not nil, is called with the ranks of the queens in the free files: with start set
	// after all queens were placed, and after each step.
	report func(ranks []int32, start bool)
}

// newBoard returns the board of a problem whose givens do not attack each other. Its time hardly
// depends on the size of the board, so that Supports is cheap; a search also needs listFiles.
func newBoard(p nqueens.Problem) *board {
	b := &board{n: p.N, blocked: map[int]map[int]bool{}}
	taken := map[int]bool{}
	for _, s := range p.Given {
		if !taken[s.File] {
			taken[s.File] = true
			b.given = append(b.given, s)
		}
	}
	for _, s := range p.Blocked {
		if b.blocked[s.File] == nil {
			b.blocked[s.File] = map[int]bool{}
		}
		b.blocked[s.File][s.Rank] = true
	}
	if b.excluded = len(p.Excluded); b.excluded > 0 {
		b.sums, b.diffs = newBitSet(2*p.N-1), newBitSet(2*p.N-1)
	}
	for _, d := range p.Excluded {
		if d.Sum {
			b.sums.add(d.Value)
		} else {
			b.diffs.add(d.Value + p.N - 1)
		}
	}
	return b
}

// free returns the number of files without a given queen, which is also the number of such ranks.
func (b *board) free() int { return b.n - len(b.given) }

// file returns the i-th of the files that have no given queen.
func (b *board) file(i int) int {
	if b.files == nil {
		return i
	}
	return int(b.files[i])
}

// listFiles lists the files without a given queen, or only some if it is stopped.
func (b *board) listFiles(stop *signal) {
	if len(b.given) > 0 {
		b.files = b.others(func(s nqueens.Square) int { return s.File }, stop)
	}
}

// freeRanks returns the ranks without a given queen, or only some if it is stopped.
func (b *board) freeRanks(stop *signal) []int32 {
	return b.others(func(s nqueens.Square) int { return s.Rank }, stop)
}

// others returns the numbers below n that are not the coordinate of a given queen.
func (b *board) others(coordinate func(nqueens.Square) int, stop *signal) []int32 {
	taken := newBitSet(b.n)
	for _, s := range b.given {
		taken.add(coordinate(s))
	}
	free := make([]int32, 0, b.free())
	for i := range b.n {
		if stop.at(i) {
			break
		}
		if !taken.has(i) {
			free = append(free, int32(i))
		}
	}
	return free
}

// closed reports whether no queen may stand on the square.
func (b *board) closed(file, rank int) bool {
	if b.excluded > 0 && (b.sums.has(file+rank) || b.diffs.has(file-rank+b.n-1)) {
		return true
	}
	return len(b.blocked) > 0 && b.blocked[file][rank]
}

// solution returns the given queens and one in each free file on the given ranks. It returns false
// if it is stopped.
func (b *board) solution(ranks []int32, stop *signal) (s nqueens.Solution, whole bool) {
	s = make(nqueens.Solution, b.n)
	for _, sq := range b.given {
		s[sq.File].Square = sq
	}
	for i, rank := range ranks {
		if stop.at(i) {
			return nil, false
		}
		file := b.file(i)
		s[file] = nqueens.On(file, int(rank))
	}
	return s, true
}

// bitSet is a set of small numbers.
type bitSet []uint64

func newBitSet(n int) bitSet { return make(bitSet, (n+63)/64) }

func (b bitSet) add(i int)      { b[i/64] |= 1 << (i % 64) }
func (b bitSet) remove(i int)   { b[i/64] &^= 1 << (i % 64) }
func (b bitSet) has(i int) bool { return b[i/64]>>(i%64)&1 != 0 }

// conflictSet is a set of queens that may be in conflict. A search adds queens for which a move may
// have caused a conflict, and checks later.
type conflictSet struct {
	list   []int32
	listed bitSet
}

func newConflictSet(n int) conflictSet { return conflictSet{listed: newBitSet(n)} }

func (s *conflictSet) add(queen int) {
	if !s.listed.has(queen) {
		s.listed.add(queen)
		s.list = append(s.list, int32(queen))
	}
}

// draw returns a random queen in conflict, each with the same probability, and removes the queens
// that it finds not to be in conflict. It returns false if no queen is left.
func (s *conflictSet) draw(rng *rand.Rand, inConflict func(queen int) bool) (queen int, ok bool) {
	for len(s.list) > 0 {
		i, last := rng.IntN(len(s.list)), len(s.list)-1
		queen := int(s.list[i])
		if inConflict(queen) {
			return queen, true
		}
		s.listed.remove(queen)
		s.list[i] = s.list[last]
		s.list = s.list[:last]
	}
	return 0, false
}

func (s *conflictSet) clear() {
	for _, queen := range s.list {
		s.listed.remove(int(queen))
	}
	s.list = s.list[:0]
}
