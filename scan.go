package nqueens

import (
	"errors"
	"fmt"
	"maps"
	"slices"
)

// Scan checks a solution piece by piece in file order, one piece a file, by
// the rules of the piece. Its time is linear in the number of pieces and its
// memory a few bits for each, so that solutions of a billion queens can be
// checked as they stream by.
type Scan struct {
	problem Problem
	family  scan
	file    int
	given   map[Square]bool // those not met yet
	blocked map[Square]bool
}

// scan is a family's part of a Scan: it is given the rank of the piece in each
// file in turn, on the board, and says on what line the piece meets an earlier
// one, "" if none.
type scan func(file, rank int) (line string)

// MaxScanSize is the largest board side for which a Scan can be started: its
// memory of five bits a piece is then 40 GiB.
const MaxScanSize int64 = 1 << 36

// Scan starts a check of a solution.
func (p Problem) Scan() (*Scan, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if p.Symmetric != Identity {
		return nil, errors.New("whether a solution is symmetric cannot be told piece by piece")
	}
	if int64(p.N) > MaxScanSize {
		return nil, fmt.Errorf("a solution of more than %d pieces is too large to check, and this has %d", MaxScanSize, p.N)
	}
	s := &Scan{problem: p, family: p.Family.Scan(p.N), given: map[Square]bool{}, blocked: map[Square]bool{}}
	for _, sq := range p.Given {
		s.given[sq] = true
	}
	for _, sq := range p.Blocked {
		s.blocked[sq] = true
	}
	return s, nil
}

// Next places a piece in the next file, on a rank counted from 0. It returns
// nil or a *Violation.
func (s *Scan) Next(rank int) error {
	file, n := s.file, s.problem.N
	if uint(rank) >= uint(n) || file >= n {
		return offBoard(n, file, rank)
	}
	if line := s.family(file, rank); line != "" {
		sq := Square{File: file, Rank: rank}
		return violation([]Square{sq}, "%v is attacked by an earlier piece on %s", sq, line)
	}
	s.file++
	if len(s.given)+len(s.blocked)+len(s.problem.Excluded) == 0 {
		return nil
	}
	return s.laidDown(Square{File: file, Rank: rank})
}

// offBoard says why the piece of a file cannot stand on a rank, both from 0.
func offBoard(n, file, rank int) error {
	if file >= n {
		return violation(nil, "more than %d pieces stand on the board", n)
	}
	return violation(nil, "rank %d in file %d is off the board (1 to %d)", rank+1, file+1, n)
}

// laidDown compares a piece with what was laid down beforehand.
func (s *Scan) laidDown(sq Square) error {
	delete(s.given, sq)
	if s.blocked[sq] {
		return violation([]Square{sq}, "%v is blocked", sq)
	}
	for _, d := range s.problem.Excluded {
		if d.Contains(sq) {
			return violation([]Square{sq}, "%v is on the excluded diagonal %v", sq, d)
		}
	}
	return nil
}

// End says that no piece follows.
func (s *Scan) End() error {
	if s.file != s.problem.N {
		return violation(nil, "%d pieces stand on the board, not %d", s.file, s.problem.N)
	}
	if len(s.given) > 0 {
		g := slices.MinFunc(slices.Collect(maps.Keys(s.given)), compareSquares)
		return violation([]Square{g}, "no piece stands on the given square %v", g)
	}
	return nil
}

// bitSet is a set of small numbers.
type bitSet []uint64

func newBitSet(n int) bitSet { return make(bitSet, (n+63)/64) }

// meets adds i and reports whether it was there before.
func (b bitSet) meets(i int) bool {
	word, bit := &b[uint(i)/64], uint64(1)<<(uint(i)%64)
	was := *word & bit
	*word |= bit
	return was != 0
}

// lineMet names the line of a queen on which an earlier one stands.
func lineMet(onRank, onSum bool, file, rank int) string {
	switch {
	case onRank:
		return fmt.Sprintf("rank %d", rank+1)
	case onSum:
		return fmt.Sprintf("the diagonal %v", Diagonal{Sum: true, Value: file + rank})
	}
	return fmt.Sprintf("the diagonal %v", Diagonal{Value: file - rank})
}
