package family

import (
	"fmt"

	"nqueens"
	"nqueens/internal/table"
)

// Peaceable requires two armies of queens, white and black, of equal size and as large as possible,
// such that no queen attacks one of the other army (S. Ainley, Mathematical Puzzles, 1977; R. A.
// Bosch, "Peaceably coexisting armies of queens", Optima 62, 1999). Problem.Pieces sets the size of
// each army instead. Solutions that only differ in colour are counted separately.
//
// This project found and proved the values of Known up to n = 12, both the sizes of the armies and
// the numbers of solutions. It used two independent programs: the backend branch and
// plans/peaceable.c.
var Peaceable = &nqueens.Family{
	Name:       "peaceable",
	About:      "two armies of queens, equal and as large as possible, that do not attack each other",
	Piece:      'W',
	Kinds:      []nqueens.Kind{black},
	Objective:  nqueens.Most,
	Rectangles: true,
	Counts:     ofTheFirstKind,
	Build: func(p nqueens.Problem) *nqueens.Model {
		return equalNumbers(p, enemies(p), black)
	},
	Check: peaceful,
	Known: []nqueens.Sequence{
		{OEIS: "A250000", Optimum: true, Published: "n = 1..15", Term: terms(0, 0, 1, 2, 4, 5, 7, 9, 12, 14, 17, 21, 24, 28, 32)},
		{Unpublished: true, Published: "n = 3..12", Term: from(3, terms(0, 0, 16, 112, 18, 560, 304, 1136, 200, 6056, 11136, 64))},
	},
}

var (
	black = nqueens.Kind{Name: "black queen", Letter: 'B'}
	red   = nqueens.Kind{Name: "red queen", Letter: 'R'}
)

// Peaceable3 is like Peaceable with a third army, red.
var Peaceable3 = &nqueens.Family{
	Name:       "peaceable-3",
	About:      "three armies of queens, equal and as large as possible, that do not attack each other",
	Piece:      'W',
	Kinds:      []nqueens.Kind{black, red},
	Objective:  nqueens.Most,
	Rectangles: true,
	Counts:     ofTheFirstKind,
	Build:      func(p nqueens.Problem) *nqueens.Model { return equalNumbers(p, enemies(p), black, red) },
	Check:      peaceful,
	Known: []nqueens.Sequence{
		{OEIS: "A328283", Optimum: true, Published: "n = 1..14", Term: terms(0, 0, 0, 1, 1, 2, 3, 4, 5, 7, 8, 10, 12, 14)},
	},
}

// enemies returns a function that reports whether queens of two armies attack each other if no
// piece stands between them.
func enemies(p nqueens.Problem) func(a, b nqueens.Placement) bool {
	return func(a, b nqueens.Placement) bool {
		return a.Kind != b.Kind && queenAttacks(p.Board(), a.Square, b.Square)
	}
}

// peaceful returns an error for armies of different sizes and for attacks.
func peaceful(p nqueens.Problem, s nqueens.Solution) error {
	white := number(s, nqueens.Kind{})
	for _, army := range p.Family.Kinds {
		if n := number(s, army); n != white {
			return fmt.Errorf("the board has %s and %s: the armies must be equal", table.Plural(white, "white queen"), table.Plural(n, army.Name))
		}
	}
	return eachSeen(s, p.Board(), func(by, seen nqueens.Placement) bool { return by.Kind != seen.Kind })
}

func ofTheFirstKind(p nqueens.Placement) bool { return p.Kind == 0 }

// equalNumbers returns a model with as many pieces of the first kind as of each other kind. No two
// placements for which meet returns true are both chosen.
func equalNumbers(p nqueens.Problem, meet func(a, b nqueens.Placement) bool, others ...nqueens.Kind) *nqueens.Model {
	board, kinds := p.Board(), []byte{0}
	for _, other := range others {
		kinds = append(kinds, other.Letter)
	}
	m, size := onEachSquare(board, kinds...), board.Size()
	for i, a := range m.Placements {
		for j, b := range m.Placements[:i] {
			if a.Square == b.Square || meet(a, b) {
				m.Clauses = append(m.Clauses, apart(m, j, i))
			}
		}
	}
	for k, other := range others {
		for _, sign := range []func(int) nqueens.Literal{nqueens.Chosen, nqueens.NotChosen} { // at least, and at most
			sum := nqueens.Sum{Name: "equal numbers", Min: int64(size)}
			for i := range size {
				sum.Terms = append(sum.Terms, nqueens.Term{Weight: 1, Literal: sign(i)})
			}
			for i := range size {
				sum.Terms = append(sum.Terms, nqueens.Term{Weight: 1, Literal: -sign((k+1)*size + i)})
			}
			m.Sums = append(m.Sums, sum)
		}
		if r := p.Pieces; r != nil { // redundant, but it states what all kinds need
			line := numbered(m, "others", other.Letter, r.Min)
			line.Max = min(r.Max, size)
			m.Lines = append(m.Lines, line)
		}
	}
	return m
}
