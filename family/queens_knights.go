package family

import (
	"fmt"

	"nqueens"
	"nqueens/internal/table"
)

// QueensKnights requires as many queens and as many knights as possible, in equal numbers, such
// that no piece attacks any other. Problem.Pieces sets the number of each instead.
//
// We know of no publication: the Known numbers were counted for this project, and those up to n = 6
// a second time by backends here.
var QueensKnights = &nqueens.Family{
	Name:       "queens-knights",
	About:      "queens and knights, equal in number and as many as fit, nobody attacking anybody",
	Piece:      'Q',
	Kinds:      []nqueens.Kind{knight},
	Objective:  nqueens.Most,
	Rectangles: true,
	Counts:     ofTheFirstKind,
	Build: func(p nqueens.Problem) *nqueens.Model {
		attacks := func(board nqueens.Board, a, b nqueens.Placement) bool {
			if a.Kind == knight.Letter {
				return knightAttacks(board, a.Square, b.Square)
			}
			return queenAttacks(board, a.Square, b.Square)
		}
		return equalNumbers(p, func(a, b nqueens.Placement) bool {
			return attacks(p.Board(), a, b) || attacks(p.Board(), b, a)
		}, knight)
	},
	Check: func(p nqueens.Problem, s nqueens.Solution) error {
		if queens, knights := number(s, nqueens.Kind{}), number(s, knight); queens != knights {
			return fmt.Errorf("the board has %s and %s: there must be as many of each", table.Plural(queens, "queen"), table.Plural(knights, "knight"))
		}
		for _, by := range s {
			for _, seen := range s {
				files, ranks := by.Square.File-seen.Square.File, by.Square.Rank-seen.Square.Rank
				if by.Kind != 0 && (files*ranks == 2 || files*ranks == -2) {
					return nqueens.Violated([]nqueens.Placement{by, seen}, "%v attacks %v", by, seen)
				}
			}
		}
		return eachSeen(s, p.Board(), func(by, _ nqueens.Placement) bool { return by.Kind == 0 })
	},
	Known: []nqueens.Sequence{
		{Optimum: true, Unpublished: true, Published: "n = 1..8", Term: terms(0, 0, 0, 1, 2, 3, 4, 5)},
		{Unpublished: true, Published: "n = 4..8", Term: from(4, terms(0, 0, 0, 40, 156, 176, 120, 16))},
		{UpToSymmetry: true, Unpublished: true, Published: "n = 4..8", Term: from(4, terms(0, 0, 0, 5, 20, 22, 15, 2))},
	},
}

var knight = nqueens.Kind{Name: "knight", Letter: 'N'}
