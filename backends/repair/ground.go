package repair

import "nqueens"

// ground is the board before a search: what is laid down on it. Squares and
// diagonals that are closed take no more room than the problem's text, but for
// a few bits a file.
type ground struct {
	n     int
	given []nqueens.Square // one a file
	files []int32          // those without a given queen; nil if these are all, or not listed yet

	blocked map[int]map[int]bool // the ranks of the blocked squares, by file
	// The excluded diagonals: file + rank, and file − rank + n − 1.
	sums, diffs bitSet
	excluded    int
}

// newGround takes a problem whose givens do not attack each other. It takes hardly
// longer on a larger board, so that Supports is cheap; a search needs listFiles
// too.
func newGround(p nqueens.Problem) *ground {
	g := &ground{n: p.N, blocked: map[int]map[int]bool{}}
	taken := map[int]bool{}
	for _, s := range p.Given {
		if !taken[s.File] {
			taken[s.File] = true
			g.given = append(g.given, s)
		}
	}
	for _, s := range p.Blocked {
		if g.blocked[s.File] == nil {
			g.blocked[s.File] = map[int]bool{}
		}
		g.blocked[s.File][s.Rank] = true
	}
	if g.excluded = len(p.Excluded); g.excluded > 0 {
		g.sums, g.diffs = newBitSet(2*p.N-1), newBitSet(2*p.N-1)
	}
	for _, d := range p.Excluded {
		if d.Sum {
			g.sums.add(d.Value)
		} else {
			g.diffs.add(d.Value + p.N - 1)
		}
	}
	return g
}

// free is the number of files without a given queen, and of such ranks.
func (g *ground) free() int { return g.n - len(g.given) }

// file is the i-th file without a given queen.
func (g *ground) file(i int) int {
	if g.files == nil {
		return i
	}
	return int(g.files[i])
}

// listFiles lists the files without a given queen, or some if it is stopped.
func (g *ground) listFiles(stop *signal) {
	if len(g.given) > 0 {
		g.files = g.others(func(s nqueens.Square) int { return s.File }, stop)
	}
}

// freeRanks lists the ranks without a given queen, or some if it is stopped.
func (g *ground) freeRanks(stop *signal) []int32 {
	return g.others(func(s nqueens.Square) int { return s.Rank }, stop)
}

// others lists the numbers below n that are not the coordinate of a given queen.
func (g *ground) others(coordinate func(nqueens.Square) int, stop *signal) []int32 {
	taken := newBitSet(g.n)
	for _, s := range g.given {
		taken.add(coordinate(s))
	}
	free := make([]int32, 0, g.free())
	for i := range g.n {
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
func (g *ground) closed(file, rank int) bool {
	if g.excluded > 0 && (g.sums.has(file+rank) || g.diffs.has(file-rank+g.n-1)) {
		return true
	}
	return len(g.blocked) > 0 && g.blocked[file][rank]
}

// solution is the given queens and one in each free file on the given ranks. It
// returns false if it is stopped.
func (g *ground) solution(ranks []int32, stop *signal) (s nqueens.Solution, whole bool) {
	s = make(nqueens.Solution, g.n)
	for _, sq := range g.given {
		s[sq.File] = sq
	}
	for i, rank := range ranks {
		if stop.at(i) {
			return nil, false
		}
		file := g.file(i)
		s[file] = nqueens.Square{File: file, Rank: int(rank)}
	}
	return s, true
}
