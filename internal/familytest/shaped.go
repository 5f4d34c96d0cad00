package familytest

import (
	"fmt"
	"math/big"

	"nqueens"
)

// Couples is a family with a king and a number of pawns on each rank, each on its own square: two
// kinds of pieces on boards of any shape.
var Couples = &nqueens.Family{
	Name: "couples", About: "a king and pawns on each rank", Piece: 'K',
	Kinds:      []nqueens.Kind{{Name: "pawn", Letter: 'P'}},
	Parameters: []nqueens.Parameter{{Name: "pawns", About: "on each rank", Default: 1, Max: 9}},
	Rectangles: true,
	Group: func(nqueens.Problem) []nqueens.Symmetry { // ranks map to ranks
		return []nqueens.Symmetry{nqueens.Identity, nqueens.MirrorFiles, nqueens.MirrorRanks, nqueens.HalfTurn}
	},
	Build: func(p nqueens.Problem) *nqueens.Model {
		m, board := &nqueens.Model{}, p.Board()
		for _, s := range board.Squares() {
			m.Placements = append(m.Placements, nqueens.Placement{Square: s}, nqueens.Placement{Square: s, Kind: 'P'})
		}
		for rank := range board.Ranks {
			king := nqueens.Line{Name: fmt.Sprintf("king %d", rank+1), Min: 1, Max: 1}
			pawns := nqueens.Line{Name: fmt.Sprintf("pawns %d", rank+1), Min: p.Parameter("pawns"), Max: p.Parameter("pawns")}
			for file := range board.Files {
				i := 2 * board.Index(nqueens.Square{File: file, Rank: rank})
				king.Placements, pawns.Placements = append(king.Placements, i), append(pawns.Placements, i+1)
				m.Lines = append(m.Lines, nqueens.Line{Name: fmt.Sprintf("square %v", m.Placements[i]), Max: 1, Placements: []int{i, i + 1}})
			}
			m.Lines = append(m.Lines, king, pawns)
		}
		return m
	},
	Check: func(p nqueens.Problem, s nqueens.Solution) error {
		kings, pawns := make([]int, p.N), make([]int, p.N)
		for _, at := range s {
			if at.Kind == 'P' {
				pawns[at.Square.Rank]++
			} else {
				kings[at.Square.Rank]++
			}
		}
		for rank := range p.N {
			if kings[rank] != 1 || pawns[rank] != p.Parameter("pawns") {
				return fmt.Errorf("rank %d has %d kings and %d pawns", rank+1, kings[rank], pawns[rank])
			}
		}
		return nil
	},
}

// Outposts is the family of the fewest rooks that guard the whole board, of any shape.
var Outposts = &nqueens.Family{
	Name: "outposts", About: "as few rooks as guard the whole board", Objective: nqueens.Fewest, Rectangles: true,
	Build: Guards.Build,
	Check: func(p nqueens.Problem, s nqueens.Solution) error {
		ranks, files, board := map[int]bool{}, map[int]bool{}, p.Board()
		for _, sq := range s.Squares() {
			ranks[sq.Rank], files[sq.File] = true, true
		}
		if len(ranks) < board.Ranks && len(files) < board.Files {
			return fmt.Errorf("a square is on none of %d ranks and %d files", len(ranks), len(files))
		}
		return nil
	},
}

// Shaped returns both families, which cover features that All do not have.
func Shaped() []*nqueens.Family { return []*nqueens.Family{Couples, Outposts} }

// Number returns the number of solutions of a bare board of a Shaped family, by a formula.
func Number(p nqueens.Problem) int64 {
	board := p.Board()
	power := func(base, exponent int) int64 {
		return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(exponent)), nil).Int64()
	}
	if p.Family == Couples {
		pawns := new(big.Int).Binomial(int64(board.Files-1), int64(p.Parameter("pawns"))).Int64()
		return power(board.Files*int(pawns), board.Ranks)
	}
	if board.IsSquare() {
		return 2*power(p.N, p.N) - new(big.Int).MulRange(1, int64(p.N)).Int64()
	}
	return power(board.Side(), min(board.Files, board.Ranks))
}
