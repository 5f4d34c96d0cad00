package nqueens

import (
	"fmt"
	"math/big"
	"slices"
)

// latinDigits are what stands on a board of Latin queens: each is the letter of its
// kind, so there are no more.
const latinDigits = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// LatinQueens asks for a digit from 1 to n on each square, none twice in a rank, a file
// or a diagonal of any length: n solutions of n queens that fill the board, or a
// colouring of the queens' graph with n colours. Above 9 the digits go on with A, B, …
// to Z, so n is at most 35. With Problem.Pieces so many squares have one.
//
// Solutions that swap two digits are two. There is one wherever neither 2 nor 3 divides
// n, and other n have some, the least of them 12 (M. Vasquez, "On the queen graph
// coloring problem", 2006); the chromatic number, OEIS A088202, is known to n = 26.
var LatinQueens = &Family{
	Name:     "latin-queens",
	About:    "a digit from 1 to n on each square, none twice on a line",
	Piece:    latinDigits[0],
	Kinds:    latinKinds(),
	Build:    latinModel,
	Pieces:   func(p Problem) int { return p.N * p.N },
	Validate: latinValidate,
	Check:    latinCheck,
	Known: []Sequence{
		{OEIS: "A088202", Published: "0 where it is above n: n = 2, 3, 4, 6, 8, 9, 10", Term: bare(func(n int) *Count {
			if !slices.Contains([]int{2, 3, 4, 6, 8, 9, 10}, n) {
				return nil
			}
			return NewCount(0)
		})},
		{Source: "n! times the exact covers of the board by queens' solutions", Published: "n!·1, 2, 4, 8, computed here for n = 1, 5, 7, 11", Term: bare(latinTerm)},
	},
}

// latinTerm is how many ways there are to split the board into n solutions, found by
// exact cover, in each order of the digits.
func latinTerm(n int) *Count {
	partitions, computed := map[int]int64{1: 1, 5: 2, 7: 4, 11: 8}[n]
	if !computed {
		return nil
	}
	c := factorial(n)
	c.n.Mul(&c.n, big.NewInt(partitions))
	return c
}

func latinKinds() (kinds []Kind) {
	for _, c := range []byte(latinDigits[1:]) {
		kinds = append(kinds, Kind{Name: string(c), Letter: c})
	}
	return kinds
}

func latinValidate(p Problem) error {
	if p.N > len(latinDigits) {
		return fmt.Errorf("latin-queens(%d) needs as many digits: 1 to 9 and A to Z are %d", p.N, len(latinDigits))
	}
	return nil
}

// latinModel has a placement for each square and digit, square by square.
func latinModel(p Problem) *Model {
	m, board, least := &Model{}, p.Board(), 1
	if p.Pieces != nil {
		least = 0
	}
	for _, s := range board.Squares() {
		cell := Line{Name: "square " + s.String(), Min: least, Max: 1}
		for digit := range p.N {
			cell.Placements = append(cell.Placements, len(m.Placements))
			m.Placements = append(m.Placements, Placement{Square: s, Kind: latinKind(digit)})
		}
		m.Lines = append(m.Lines, cell)
	}
	lines := QueenRule().model(board, 0, false).Lines
	for digit := range p.N {
		for _, line := range lines {
			of := Line{Name: fmt.Sprintf("%c on %s", latinDigits[digit], line.Name), Min: min(line.Min, least), Max: line.Max}
			for _, square := range line.Placements {
				of.Placements = append(of.Placements, square*p.N+digit)
			}
			m.Lines = append(m.Lines, of)
		}
	}
	return m
}

// latinKind is the kind of a digit, counted from 0.
func latinKind(digit int) byte {
	if digit == 0 {
		return 0
	}
	return latinDigits[digit]
}

func latinCheck(p Problem, s Solution) error {
	last := latinDigits[p.N-1]
	for i, a := range s {
		if a.Kind > last && a.Kind != 0 {
			return violation([]Placement{a}, "%v: the digits of a board of %v squares are 1 to %c", a, p.Board(), last)
		}
		for _, b := range s[:i] {
			if a.Kind == b.Kind && queenAttacks(p.Board(), b.Square, a.Square) {
				return violation([]Placement{b, a}, "%v and %v are the same digit on one line", b, a)
			}
		}
	}
	return nil
}
