package nqueens

import (
	"fmt"
	"slices"
)

// Domination asks for as few queens as it takes that every square of the board is
// attacked or occupied (dominated), closed squares too: the domination number γ of the
// queens' graph (C. F. de Jaenisch, 1862–63).
//
// A queen attacks along ranks, files and diagonals as far as the next piece. The Model
// and the checker need not look for that piece: of the queens on one line with a square
// the one nearest to it sees it, and so does every other family's here.
//
// The OEIS contradicts itself at n = 16: A002564 has 2968 ways and A002563 has 43 up to
// symmetry, but 43 classes hold no more than 8 · 43 = 344. There are 357 classes or more
// (results/relatives/a002563-16.txt); both terms are left out here.
var Domination = dominating(Family{
	Name:  "domination",
	About: "as few queens as attack or occupy every square",
	Piece: 'Q',
	Known: []Sequence{
		{OEIS: "A075458", Optimum: true, Published: "n = 1..25, certified here to 14", Term: terms(
			1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5, 6, 7, 8, 9, 9, 9, 9, 10, 11, 11, 12, 12, 13, 13)},
		{OEIS: "A002564", Published: "n = 1..15, 17..19, certified here to 13", Term: func(p Problem) *Count {
			if p.N == 16 {
				return nil
			}
			return terms(1, 4, 1, 12, 186, 4, 86, 4860, 114, 8, 2, 8, 288, 4632, 205832, 0, 124, 16, 84)(p)
		}},
		{OEIS: "A002563", UpToSymmetry: true, Published: "n = 1..14, verified here to 11", Term: terms(
			1, 1, 1, 3, 37, 1, 13, 638, 21, 1, 1, 1, 41, 588)},
	},
}, QueenRule(), queenAttacks, attackedOrOccupied)

// IndependentDomination asks for as few queens as dominate the board and do not attack
// each other. With Problem.Pieces of any number (0..) it is in how many ways queens stand to
// whom none can be added: the maximal sets.
var IndependentDomination = dominating(Family{
	Name:  "independent-domination",
	About: "as few queens as attack or occupy every square, none attacking another",
	Piece: 'Q',
	Known: []Sequence{
		{OEIS: "A075324", Optimum: true, Published: "n = 1..25 listed, verified here to 11", Term: terms(
			1, 1, 1, 3, 3, 4, 4, 5, 5, 5, 5, 7, 7, 8, 9, 9, 9, 10, 11, 11, 11, 12, 13, 13, 13)},
		{OEIS: "A002568", Published: "n = 1..30, verified here to 11", Term: terms(
			1, 4, 1, 16, 16, 120, 8, 728, 92, 8, 2, 840, 24, 436, 10188, 128, 12, 224, 8424, 312, 72,
			192, 8784, 368, 56, 224, 14500, 280, 10880, 240)},
		// A set to which no queen can be added, of any size, is independent and dominates.
		{OEIS: "A146303", Published: "maximal sets of queens (any number of pieces), n = 1..16; 1..11 listed", Term: ranged(func(int) Range { return Range{0, Unbounded} },
			1, 4, 9, 18, 58, 348, 1862, 10188, 57600, 376692, 2640422)},
	},
}, QueenRule(), queenAttacks, independent)

// TotalDomination asks for as few queens as attack every square, those with queens too.
var TotalDomination = dominating(Family{
	Name:  "total-domination",
	About: "as few queens as attack every square, occupied ones too",
	Piece: 'Q',
	Known: []Sequence{
		{OEIS: "A002566", Published: "n = 1..12, verified here", Term: terms(0, 6, 20, 12, 70, 960, 22, 352, 10, 216, 4814, 72)},
	},
}, QueenRule(), queenAttacks, attacked)

// TorusDomination asks for as few queens as dominate a board whose opposite edges are
// joined.
var TorusDomination = dominating(Family{
	Name:  "torus-domination",
	About: "as few queens as attack or occupy every square of a board whose opposite edges are joined",
	Piece: 'Q',
	Known: []Sequence{
		{OEIS: "A279402", Optimum: true, Published: "n = 1..22, 1..15 listed, verified here to 11", Term: terms(
			1, 1, 1, 2, 3, 3, 4, 4, 5, 5, 5, 6, 7, 7, 5)},
	},
}, TorusRule(), torusAttacks, attackedOrOccupied)

// KingDomination asks for as few kings as dominate the board: one in each 3 × 3 block.
var KingDomination = dominating(Family{
	Name:  "king-domination",
	About: "as few kings as attack or occupy every square",
	Piece: 'K',
	Known: []Sequence{
		{Optimum: true, Source: "one in each block of 3 × 3", Published: "⌈n/3⌉², every n", Term: bare(func(n int) *Count {
			return NewCount(uint64((n + 2) / 3 * ((n + 2) / 3)))
		})},
	},
}, &Rule{Leaps: Kings.Rule.Leaps}, kingAttacks, attackedOrOccupied)

// RookDomination asks for as few rooks as dominate the board: n, as a rank or a file
// without a rook needs one on each line that crosses it.
var RookDomination = dominating(Family{
	Name:  "rook-domination",
	About: "as few rooks as attack or occupy every square",
	Piece: 'R',
	Known: []Sequence{
		{Optimum: true, Source: "Yaglom and Yaglom 1964", Published: "n, every n", Term: bare(func(n int) *Count {
			return NewCount(uint64(n))
		})},
		{OEIS: "A248744", Published: "2nⁿ − n!, every n; 1..10 listed", Term: terms(1, 6, 48, 488, 6130, 92592, 1642046, 33514112, 774478098, 19996371200)},
	},
}, Rooks.Rule, rookAttacks, attackedOrOccupied)

// BishopDomination asks for as few bishops as dominate the board.
var BishopDomination = dominating(Family{
	Name:  "bishop-domination",
	About: "as few bishops as attack or occupy every square",
	Piece: 'B',
	Known: []Sequence{
		{Optimum: true, Source: "Yaglom and Yaglom 1964", Published: "n, every n", Term: bare(func(n int) *Count {
			return NewCount(uint64(n))
		})},
	},
}, Bishops.Rule, bishopAttacks, attackedOrOccupied)

// KnightDomination asks for as few knights as dominate the board.
var KnightDomination = dominating(Family{
	Name:  "knight-domination",
	About: "as few knights as attack or occupy every square",
	Piece: 'N',
	Known: []Sequence{
		{OEIS: "A006075", Optimum: true, Published: "n = 1..21, verified here to 8", Term: terms(
			1, 4, 4, 4, 5, 8, 10, 12, 14, 16, 21, 24, 28, 32, 36, 40, 46, 52, 57, 62, 68)},
		{OEIS: "A006076", UpToSymmetry: true, Published: "n = 1..18, 1..8 listed", Term: terms(1, 1, 2, 3, 8, 23, 3, 1)},
	},
}, Knights.Rule, knightAttacks, attackedOrOccupied)

// domination is what is asked of pieces that look after the whole board.
type domination uint8

const (
	attackedOrOccupied domination = iota // every square
	attacked                             // every square, by another piece
	independent                          // attackedOrOccupied, and no two pieces attack each other
)

// maxDomination is the side of the largest board: each square is in as many clauses as
// there are squares that it sees, and no engine comes near it.
const maxDomination = 128

// dominating makes a family of what it is called and known for. The Model is made from
// the rule, on whose lines and over whose leaps pieces attack, and the checker from attacks.
func dominating(f Family, rule *Rule, attacks func(board Board, a, b Square) bool, wanted domination) *Family {
	f.Objective, f.Rectangles = Fewest, !rule.Wrap
	f.Validate = func(p Problem) error {
		if side := p.Board().Side(); side > maxDomination {
			return fmt.Errorf("%d squares a side: the family %s is for up to %d", side, f.Name, maxDomination)
		}
		return nil
	}
	if rule.Wrap {
		f.Group = func(p Problem) []Symmetry { return WithShifts(rule.Symmetries(), p.Board()) }
	}
	f.Build = func(p Problem) *Model { return dominationModel(p.Board(), rule, wanted) }
	if wanted == independent {
		f.Attacks = attacks
	}
	f.Check = func(p Problem, s Solution) error {
		board, pieces := p.Board(), s.Squares()
	squares:
		for _, at := range board.Squares() {
			for _, by := range pieces {
				if by == at && wanted != attacked || by != at && attacks(board, by, at) {
					continue squares
				}
			}
			return violation([]Placement{{Square: at}}, "nothing attacks %v", at)
		}
		return nil
	}
	return &f
}

// dominationModel has a clause for each square: a piece stands where it attacks the
// square, or on it.
func dominationModel(board Board, rule *Rule, wanted domination) *Model {
	squares := board.Squares()
	m := &Model{Placements: Placed(squares)}
	if wanted == independent {
		atMost := Rule{Leaps: rule.Leaps}
		for _, b := range rule.Lines {
			atMost.Lines = append(atMost.Lines, Bound{b.Along, 0, 1})
		}
		m = atMost.model(board, 0, false)
	}
	for i, by := range rule.attackers(board) {
		if wanted != attacked {
			by = append(by, i)
		}
		slices.Sort(by)
		c := Clause{Name: fmt.Sprintf("attacked %v", squares[i])}
		for _, j := range slices.Compact(by) {
			c.Literals = append(c.Literals, Chosen(j))
		}
		m.Clauses = append(m.Clauses, c)
	}
	return m
}

// attackers are, for each square of a board, those of which a piece there attacks it, some
// of them several times.
func (r *Rule) attackers(board Board) [][]int {
	squares := board.Squares()
	by := make([][]int, len(squares))
	for _, b := range r.Lines {
		lines := map[int][]int{}
		for i, s := range squares {
			value := r.line(board, b.Along, s)
			lines[value] = append(lines[value], i)
		}
		for i, s := range squares {
			for _, j := range lines[r.line(board, b.Along, s)] {
				if i != j {
					by[i] = append(by[i], j)
				}
			}
		}
	}
	for _, offset := range r.Offsets() {
		for i, s := range squares {
			if from, ok := r.add(board, s, offset); ok {
				by[i] = append(by[i], board.Index(from))
			}
		}
	}
	return by
}
