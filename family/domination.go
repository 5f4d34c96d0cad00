package family

import (
	"fmt"
	"slices"

	"nqueens"
)

// Domination requires as few queens as possible such that every square of the board, including
// closed squares, is attacked or occupied (dominated). Their number is the domination number γ of
// the queens' graph (C. F. de Jaenisch, 1862–63).
//
// A queen attacks along ranks, files and diagonals up to the next piece. The Model and the checker
// need not look for that piece: if several queens share a line with a square, the nearest one
// attacks it. The same holds for every other family in this file.
//
// The OEIS contradicts itself at n = 16: A002564 has 2968 ways and A002563 has 43 up to symmetry,
// but 43 classes contain at most 8 · 43 = 344 solutions. There are at least 357 classes
// (results/relatives/a002563-16.txt); both terms are left out here.
var Domination = dominating(nqueens.Family{
	Name:  "domination",
	About: "as few queens as attack or occupy every square",
	Piece: 'Q',
	Known: []nqueens.Sequence{
		{OEIS: "A075458", Optimum: true, Published: "n = 1..25, certified here to 14", Term: terms(
			1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 6, 7, 8, 9, 9, 9, 9, 10, 11, 11, 12, 12, 13, 13)},
		{OEIS: "A002564", Published: "n = 1..15, 17..19, certified here to 13", Term: func(p nqueens.Problem) *nqueens.Count {
			if p.N == 16 {
				return nil
			}
			return terms(1, 4, 1, 12, 186, 4, 86, 4860, 114, 8, 2, 8, 288, 4632, 205832, 0, 124, 16, 84)(p)
		}},
		{OEIS: "A002563", UpToSymmetry: true, Published: "n = 1..14, verified here to 11", Term: terms(
			1, 1, 1, 3, 37, 1, 13, 638, 21, 1, 1, 1, 41, 588)},
	},
}, nqueens.QueenRule(), queenAttacks, attackedOrOccupied)

// IndependentDomination requires as few queens as possible that dominate the board and do not
// attack each other. With Problem.Pieces of any number (0..) its solutions are the maximal sets of
// queens, to which none can be added.
var IndependentDomination = dominating(nqueens.Family{
	Name:  "independent-domination",
	About: "as few queens as attack or occupy every square, none attacking another",
	Piece: 'Q',
	Known: []nqueens.Sequence{
		{OEIS: "A075324", Optimum: true, Published: "n = 1..25 listed, verified here to 11", Term: terms(
			1, 1, 1, 3, 3, 4, 4, 5, 5, 5, 5, 7, 7, 8, 9, 9, 9, 10, 11, 11, 11, 12, 13, 13, 13)},
		{OEIS: "A002568", Published: "n = 1..30, verified here to 11", Term: terms(
			1, 4, 1, 16, 16, 120, 8, 728, 92, 8, 2, 840, 24, 436, 10188, 128, 12, 224, 8424, 312, 72,
			192, 8784, 368, 56, 224, 14500, 280, 10880, 240)},
		// A set to which no queen can be added, of any size, is independent and dominates the
		// board.
		{OEIS: "A146303", Published: "maximal sets of queens (any number of pieces), n = 1..16; 1..11 listed", Term: ranged(func(int) nqueens.Range { return nqueens.Range{Min: 0, Max: nqueens.Unbounded} },
			1, 4, 9, 18, 58, 348, 1862, 10188, 57600, 376692, 2640422)},
	},
}, nqueens.QueenRule(), queenAttacks, independent)

// TotalDomination requires as few queens as possible that attack every square, including those with
// queens.
var TotalDomination = dominating(nqueens.Family{
	Name:  "total-domination",
	About: "as few queens as attack every square, occupied ones too",
	Piece: 'Q',
	Known: []nqueens.Sequence{
		{OEIS: "A002566", Published: "n = 1..12, verified here", Term: terms(0, 6, 20, 12, 70, 960, 22, 352, 10, 216, 4814, 72)},
	},
}, nqueens.QueenRule(), queenAttacks, attacked)

// TorusDomination requires as few queens as possible that dominate a board whose opposite edges are
// joined.
var TorusDomination = dominating(nqueens.Family{
	Name:  "torus-domination",
	About: "as few queens as attack or occupy every square of a board whose opposite edges are joined",
	Piece: 'Q',
	Known: []nqueens.Sequence{
		{OEIS: "A279402", Optimum: true, Published: "n = 1..22, 1..15 listed, verified here to 11", Term: terms(
			1, 1, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6, 7, 7, 5)},
	},
}, nqueens.TorusRule(), torusAttacks, attackedOrOccupied)

// KingDomination requires as few kings as possible that dominate the board: one in each 3 × 3
// block.
var KingDomination = dominating(nqueens.Family{
	Name:  "king-domination",
	About: "as few kings as attack or occupy every square",
	Piece: 'K',
	Known: []nqueens.Sequence{
		{Optimum: true, Source: "one in each block of 3 × 3", Published: "⌈n/3⌉², every n", Term: bare(func(n int) *nqueens.Count {
			return nqueens.NewCount(uint64((n + 2) / 3 * ((n + 2) / 3)))
		})},
	},
}, &nqueens.Rule{Leaps: Kings.Rule.Leaps}, kingAttacks, attackedOrOccupied)

// RookDomination requires as few rooks as possible that dominate the board. That is n: if a rank or
// a file has no rook, each line that crosses it needs one.
var RookDomination = dominating(nqueens.Family{
	Name:  "rook-domination",
	About: "as few rooks as attack or occupy every square",
	Piece: 'R',
	Known: []nqueens.Sequence{
		{Optimum: true, Source: "Yaglom and Yaglom 1964", Published: "n, every n", Term: bare(func(n int) *nqueens.Count {
			return nqueens.NewCount(uint64(n))
		})},
		{OEIS: "A248744", Published: "2nⁿ − n!, every n; 1..10 listed", Term: terms(1, 6, 48, 488, 6130, 92592, 1642046, 33514112, 774478098, 19996371200)},
	},
}, Rooks.Rule, rookAttacks, attackedOrOccupied)

// BishopDomination requires as few bishops as possible that dominate the board.
var BishopDomination = dominating(nqueens.Family{
	Name:  "bishop-domination",
	About: "as few bishops as attack or occupy every square",
	Piece: 'B',
	Known: []nqueens.Sequence{
		{Optimum: true, Source: "Yaglom and Yaglom 1964", Published: "n, every n", Term: bare(func(n int) *nqueens.Count {
			return nqueens.NewCount(uint64(n))
		})},
	},
}, Bishops.Rule, bishopAttacks, attackedOrOccupied)

// KnightDomination requires as few knights as possible that dominate the board.
var KnightDomination = dominating(nqueens.Family{
	Name:  "knight-domination",
	About: "as few knights as attack or occupy every square",
	Piece: 'N',
	Known: []nqueens.Sequence{
		{OEIS: "A006075", Optimum: true, Published: "n = 1..21, verified here to 8", Term: terms(
			1, 4, 4, 4, 5, 8, 10, 12, 14, 16, 21, 24, 28, 32, 36, 40, 46, 52, 57, 62, 68)},
		{OEIS: "A006076", UpToSymmetry: true, Published: "n = 1..18, 1..8 listed", Term: terms(1, 1, 2, 3, 8, 23, 3, 1)},
	},
}, Knights.Rule, knightAttacks, attackedOrOccupied)

// domination is the condition that pieces must meet on the whole board.
type domination uint8

const (
	attackedOrOccupied domination = iota // every square must be attacked or occupied
	attacked                             // every square must be attacked by a piece on another square
	independent                          // every square must be attacked or occupied, and no two pieces attack each other
)

// maxDomination is the largest side of a board: each square is in as many clauses as there are
// squares that attack it, and no engine can solve a board near this size.
const maxDomination = 128

// dominating adds the functions of a domination problem to the description of a family. The Model
// follows from the rule: pieces attack along its lines and over its leaps. The checker uses attacks
// instead.
func dominating(f nqueens.Family, rule *nqueens.Rule, attacks func(board nqueens.Board, a, b nqueens.Square) bool, wanted domination) *nqueens.Family {
	f.Objective, f.Rectangles = nqueens.Fewest, !rule.Wrap
	f.Validate = func(p nqueens.Problem) error {
		if side := p.Board().Side(); side > maxDomination {
			return fmt.Errorf("%d squares a side: the family %s is for up to %d", side, f.Name, maxDomination)
		}
		return nil
	}
	if rule.Wrap {
		f.Group = func(p nqueens.Problem) []nqueens.Symmetry { return nqueens.WithShifts(rule.Symmetries(), p.Board()) }
	}
	f.Build = func(p nqueens.Problem) *nqueens.Model { return dominationModel(p.Board(), rule, wanted) }
	if wanted == independent {
		f.Attacks = attacks
	}
	f.Check = func(p nqueens.Problem, s nqueens.Solution) error {
		board, pieces := p.Board(), s.Squares()
	squares:
		for _, at := range board.Squares() {
			for _, by := range pieces {
				if by == at && wanted != attacked || by != at && attacks(board, by, at) {
					continue squares
				}
			}
			return nqueens.Violated([]nqueens.Placement{{Square: at}}, "nothing attacks %v", at)
		}
		return nil
	}
	return &f
}

// dominationModel returns a model with a clause for each square: a piece attacks the square or
// stands on it.
func dominationModel(board nqueens.Board, rule *nqueens.Rule, wanted domination) *nqueens.Model {
	squares := board.Squares()
	m := &nqueens.Model{Placements: nqueens.Placed(squares)}
	if wanted == independent {
		atMost := nqueens.Rule{Leaps: rule.Leaps}
		for _, b := range rule.Lines {
			atMost.Lines = append(atMost.Lines, nqueens.Bound{Along: b.Along, Min: 0, Max: 1})
		}
		m = atMost.Model(board)
	}
	for i, by := range rule.Attackers(board) {
		if wanted != attacked {
			by = append(by, i)
		}
		slices.Sort(by)
		c := nqueens.Clause{Name: fmt.Sprintf("attacked %v", squares[i])}
		for _, j := range slices.Compact(by) {
			c.Literals = append(c.Literals, nqueens.Chosen(j))
		}
		m.Clauses = append(m.Clauses, c)
	}
	return m
}
