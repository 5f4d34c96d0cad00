package familytest

import (
	"slices"

	"nqueens"
)

// A position is a board with pieces on it.
type position struct {
	board  nqueens.Board
	on     []byte // the kind on each square, file by file, or free
	pieces nqueens.Solution
}

// free is not the letter of any kind.
const free = '.'

func newPosition(board nqueens.Board) *position {
	return &position{board: board, on: slices.Repeat([]byte{free}, board.Size())}
}

// index returns the number of a square, file by file.
func (pos *position) index(s nqueens.Square) int { return s.File*pos.board.Ranks + s.Rank }

func (pos *position) square(i int) nqueens.Square {
	return nqueens.Square{File: i / pos.board.Ranks, Rank: i % pos.board.Ranks}
}

func (pos *position) put(at nqueens.Placement) {
	pos.on[pos.index(at.Square)] = at.Kind
	pos.pieces = append(pos.pieces, at)
}

// back removes the last piece.
func (pos *position) back() {
	last := len(pos.pieces) - 1
	pos.on[pos.index(pos.pieces[last].Square)] = free
	pos.pieces = pos.pieces[:last]
}

// number returns how many pieces of a kind there are.
func (pos *position) number(kind byte) (n int) {
	for _, at := range pos.pieces {
		if at.Kind == kind {
			n++
		}
	}
	return n
}

// A step is a move by a number of files and ranks.
type step struct{ files, ranks int }

var (
	straight = []step{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	diagonal = []step{{1, 1}, {-1, -1}, {1, -1}, {-1, 1}}
	everyWay = slices.Concat(straight, diagonal)
	knights  = []step{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}}
)

// attacks holds for each square the squares that a piece on it attacks. A riding piece repeats each
// step; a leaping piece does not. If round is set, the edges of the board are joined.
type attacks struct {
	board nqueens.Board
	round bool
	list  [][]bool
}

func (pos *position) attacks(round bool) *attacks {
	a := &attacks{board: pos.board, round: round, list: make([][]bool, pos.board.Size())}
	for i := range a.list {
		a.list[i] = make([]bool, pos.board.Size())
	}
	return a
}

func (a *attacks) riding(steps ...step) *attacks  { return a.add(true, steps) }
func (a *attacks) leaping(steps ...step) *attacks { return a.add(false, steps) }

func (a *attacks) add(rides bool, steps []step) *attacks {
	files, ranks := a.board.Files, a.board.Ranks
	for from := range a.list {
		for _, by := range steps {
			for file, rank := from/ranks, from%ranks; ; {
				file, rank = file+by.files, rank+by.ranks
				if a.round {
					file, rank = (file+files*ranks)%files, (rank+files*ranks)%ranks
				}
				if file < 0 || rank < 0 || file >= files || rank >= ranks || file*ranks+rank == from {
					break
				}
				a.list[from][file*ranks+rank] = true
				if !rides {
					break
				}
			}
		}
	}
	return a
}

// meets reports whether a piece on the square attacks one already placed.
func (a *attacks) meets(pos *position, at nqueens.Placement) bool {
	attacked := a.list[pos.index(at.Square)]
	return slices.ContainsFunc(pos.pieces, func(o nqueens.Placement) bool { return attacked[pos.index(o.Square)] })
}

// dominates reports whether each square is attacked, or occupied if that suffices.
func (a *attacks) dominates(pos *position, occupied bool) bool {
	for i := range pos.on {
		safe := !slices.ContainsFunc(pos.pieces, func(at nqueens.Placement) bool { return a.list[pos.index(at.Square)][i] })
		if safe && !(occupied && pos.on[i] != free) {
			return false
		}
	}
	return true
}

// nearest returns the first piece along a step and its distance.
func (pos *position) nearest(from nqueens.Square, by step) (kind byte, away int, found bool) {
	for file, rank := from.File+by.files, from.Rank+by.ranks; file >= 0 && rank >= 0 && file < pos.board.Files && rank < pos.board.Ranks; {
		away++
		if kind = pos.on[file*pos.board.Ranks+rank]; kind != free {
			return kind, away, true
		}
		file, rank = file+by.files, rank+by.ranks
	}
	return 0, 0, false
}

// sees reports whether a piece on the square sees, along one of the steps, a piece for which
// attacked returns true.
func (pos *position) sees(from nqueens.Square, steps []step, attacked func(kind byte, away int) bool) bool {
	return slices.ContainsFunc(steps, func(by step) bool {
		kind, away, found := pos.nearest(from, by)
		return found && attacked(kind, away)
	})
}
