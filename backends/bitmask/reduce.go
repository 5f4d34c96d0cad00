package bitmask

import (
	"fmt"

	"nqueens"
)

const (
	// maxLines is the maximum number of ranks without a given on a board of more than MaxSize
	// squares a side.
	maxLines = 1024
	// maxSquares is the maximum number of open squares on the ranks and files without a given.
	// Their rows of attacks take 20 MB.
	maxSquares = 1 << 13
)

// reduce returns the region that is left of a board of any size once the givens stand. Time and
// memory are proportional to the length of the problem and to the number of squares where ranks and
// files without a given cross. possible is false if a given stands on a closed square or attacks
// another.
//
// The error says that the remaining region is too large.
func reduce(p nqueens.Problem) (r region, possible bool, err error) {
	if left := p.N - len(p.Given); left > maxLines {
		return r, true, tooMany(left)
	}
	r.side, r.kinds, r.weight = p.N, 2, 1
	if r.piece, err = pieceOf(p); err != nil {
		return r, true, err
	}
	b := newOpenBoard(p, r.piece)
	for _, g := range p.Given {
		switch {
		case b.stands[g]: // it is given twice
		case !b.free(g):
			return r, false, nil
		default:
			b.place(g)
			r.given = append(r.given, nqueens.Placement{Square: g})
		}
	}
	if left := p.N - len(r.given); left > maxLines {
		return r, true, tooMany(left)
	}
	var files []int
	for i := range p.N {
		if !b.files[i] {
			files = append(files, i)
		}
		if j := fromMiddle(p.N, i); !b.ranks[j] {
			r.lines = append(r.lines, line{0, j})
		}
		if j := fromMiddle(p.N, i); !b.files[j] {
			r.lines = append(r.lines, line{1, j})
		}
	}
	onFile := make([]int, p.N)
	for rank := range p.N {
		if b.ranks[rank] {
			continue
		}
		onRank := 0
		for _, file := range files {
			s := nqueens.Square{File: file, Rank: rank}
			if !b.free(s) {
				continue
			}
			onRank++
			onFile[file]++
			r.open = append(r.open, s)
			if max(onRank, onFile[file]) > widestField || len(r.open) > maxSquares {
				return r, true, fmt.Errorf("bitmask takes boards of more than %d squares a side if at most %d squares are open on each line and %d in all; this one has more",
					MaxSize, widestField, maxSquares)
			}
		}
	}
	return r, true, nil
}

func tooMany(left int) error {
	return fmt.Errorf("bitmask takes boards of more than %d squares a side if at most %d ranks have no given; here %d have none", MaxSize, maxLines, left)
}

// openBoard records where on a board a piece may still be placed.
type openBoard struct {
	n     int
	piece piece
	// By line: whether a piece stands on it.
	ranks, files      []bool
	sums, differences []bool
	// By diagonal of the plain board: whether it is excluded.
	noSums, noDifferences []bool
	blocked, stands       map[nqueens.Square]bool
}

func newOpenBoard(p nqueens.Problem, piece piece) *openBoard {
	n := p.N
	g := &openBoard{
		n: n, piece: piece,
		ranks: make([]bool, n), files: make([]bool, n), sums: make([]bool, 2*n), differences: make([]bool, 2*n),
		noSums: make([]bool, 2*n), noDifferences: make([]bool, 2*n),
		blocked: make(map[nqueens.Square]bool, len(p.Blocked)), stands: make(map[nqueens.Square]bool, len(p.Given)),
	}
	for _, s := range p.Blocked {
		g.blocked[s] = true
	}
	for _, d := range p.Excluded {
		if d.Sum {
			g.noSums[d.Value] = true
		} else {
			g.noDifferences[d.Value+n] = true
		}
	}
	return g
}

func (g *openBoard) place(s nqueens.Square) {
	g.stands[s] = true
	g.ranks[s.Rank], g.files[s.File] = true, true
	g.sums[g.piece.sum(g.n, s)], g.differences[g.piece.difference(g.n, s)] = true, true
}

// free reports whether the square is open and no piece attacks it.
func (g *openBoard) free(s nqueens.Square) bool {
	if g.ranks[s.Rank] || g.files[s.File] ||
		g.noSums[s.File+s.Rank] || g.noDifferences[s.File-s.Rank+g.n] || g.blocked[s] {
		return false
	}
	if g.piece.sums && g.sums[g.piece.sum(g.n, s)] || g.piece.differences && g.differences[g.piece.difference(g.n, s)] {
		return false
	}
	for to := range g.piece.leapsFrom(g.n, s) {
		if g.stands[to] {
			return false
		}
	}
	return true
}
