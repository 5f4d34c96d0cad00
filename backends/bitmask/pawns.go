package bitmask

import (
	"math/bits"
	"slices"

	"golang.org/x/sync/errgroup"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/backends/internal/turns"
)

// pawnSearch fills each segment of a rank between pawns with a piece.
type pawnSearch struct {
	board pawnBoard
	stop  *turns.Flag
	visit func(nqueens.Solution) bool // nil to only count

	pawns  []nqueens.Square
	steps  []segment
	pieces []uint32 // by step, the bit of the piece's file

	tally
}

// segment is a segment of a rank to fill. Bits are files.
type segment struct {
	squares uint32
	ends    bool   // it is the last segment of its rank
	pawns   uint32 // the files of the rank that have a pawn
	held    uint32 // the files whose segment ends at this rank, at a pawn or the edge, and must have its piece by then
	rank    int
}

// lay computes the steps of the search for a given set of squares with pawns.
func (s *pawnSearch) lay(pawns []nqueens.Square) {
	s.pawns, s.steps = pawns, s.steps[:0]
	whole := uint32(1<<s.board.Files - 1)
	tight := s.board.segments(pawns) == s.board.pieces // each segment of a file has a piece
	on := func(rank int) (files uint32) {
		for _, pawn := range pawns {
			if pawn.Rank == rank {
				files |= 1 << pawn.File
			}
		}
		return files
	}
	for rank := range s.board.Ranks {
		at, ending := on(rank), whole
		if rank < s.board.Ranks-1 {
			ending = on(rank + 1)
		}
		held := uint32(0)
		if tight {
			held = ending &^ at // a pawn's own square ends no segment
		}
		rest := whole
		for p := at; p != 0; p &= p - 1 {
			before := p&-p - 1
			s.steps = append(s.steps, segment{squares: rest & before, rank: rank})
			rest &^= before | p&-p
		}
		s.steps = append(s.steps, segment{rest, true, at, held, rank})
	}
	s.pieces = slices.Grow(s.pieces[:0], len(s.steps))[:len(s.steps)]
}

// fill searches with a set of pawns that represents weight sets, those to which symmetries map it.
// It returns false if it was stopped.
func (s *pawnSearch) fill(pawns []nqueens.Square, weight uint64) bool {
	if s.stopped = s.stopped || s.stop.Load(); s.stopped {
		return false
	}
	s.lay(pawns)
	before := s.found
	s.place(0, 0, 0, 0)
	s.found = before + weight*(s.found-before)
	return !s.stopped
}

// checkEvery is the number of nodes between two checks of the flag.
const checkEvery = 1 << 14

// place fills the segments from step i on. On its rank, files are attacked along files, higher and
// lower along diagonals that run to higher and to lower files.
func (s *pawnSearch) place(i int, files, higher, lower uint32) {
	at := &s.steps[i]
	for free := at.squares &^ (files | higher | lower); free != 0; free &= free - 1 {
		if s.nodes++; s.nodes%checkEvery == 0 && s.stop.Load() {
			s.stopped = true
		}
		if s.stopped {
			return
		}
		piece := free & -free
		if at.held&^(files|piece) != 0 {
			continue
		}
		s.pieces[i] = piece
		if i == len(s.steps)-1 {
			s.found++
			s.stopped = s.visit != nil && !s.visit(s.solution())
			continue
		}
		f, h, l := files|piece, higher, lower
		if s.board.differences {
			h |= piece
		}
		if s.board.sums {
			l |= piece
		}
		if at.ends {
			f, h, l = f&^at.pawns, h&^at.pawns<<1, l&^at.pawns>>1
		}
		s.place(i+1, f, h, l)
	}
}

func (s *pawnSearch) solution() nqueens.Solution {
	var all nqueens.Solution
	for i, at := range s.steps {
		all = append(all, nqueens.On(bits.TrailingZeros32(s.pieces[i]), at.rank))
	}
	for _, pawn := range s.pawns {
		all = append(all, nqueens.Placement{Square: pawn, Kind: s.board.pawn})
	}
	return all
}

// answerPawns answers a request with pieces that block the lines of others.
func answerPawns(r nqueens.Request, stop *turns.Flag, solutions *answer.Solutions) tally {
	s := pawnSearch{board: newPawnBoard(r.Problem), stop: stop}
	if r.Task == nqueens.CountAll {
		s.board.group = r.Problem.Symmetries()
		s.count(max(1, r.Threads))
	} else {
		s.visit = solutions.Add
		s.stopped = !s.board.sets(s.stop, s.fill)
	}
	return s.tally
}

// count divides the sets of pawns among the threads.
func (s *pawnSearch) count(threads int) {
	type set struct {
		pawns  []nqueens.Square
		weight uint64
	}
	sets := make(chan set, 4*threads)
	workers := make([]pawnSearch, threads)
	var group errgroup.Group
	for i := range workers {
		group.Go(func() error {
			w := &pawnSearch{board: s.board, stop: s.stop} // allocated apart from the other threads' searches
			for next := range sets {
				w.fill(next.pawns, next.weight)
			}
			workers[i] = *w
			return nil
		})
	}
	all := s.board.sets(s.stop, func(pawns []nqueens.Square, weight uint64) bool {
		sets <- set{s.board.lowest(pawns), weight}
		return true
	})
	close(sets)
	_ = group.Wait() // none returns an error
	s.stopped = !all
	for _, w := range workers {
		s.include(w.tally)
	}
}
