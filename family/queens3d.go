package family

import (
	"fmt"

	"nqueens"
)

// Queens3D asks for as many queens as fit on a board of three dimensions, or of as many
// as said, none attacking another: a queen moves by any number of squares along any
// coordinates at once, in three dimensions in 13 directions and back.
//
// The board is drawn as its layers side by side, files 1 to n of the first, then those of
// the second. So the file, written to the base n, has the coordinates of a square but
// one, which is the rank.
//
// Not more than n² fit on n × n × n squares. So many do where gcd(n, 210) = 1, as at
// (i, j, 3i + 5j mod n) for n = 11 (D. Klarner, Queen squares, Journal of Recreational
// Mathematics 12, 1979), and for no n from 2 to 10.
var Queens3D = &nqueens.Family{
	Name:       "queens-3d",
	About:      "as many queens as fit in three dimensions or more, drawn layer by layer",
	Piece:      'Q',
	Build:      queens3DModel,
	Parameters: []nqueens.Parameter{{Name: "dimensions", About: "those of the board", Default: 3, Min: 2, Max: 6}},
	Board:      layers,
	MaxSide:    max3D,
	Validate: func(p nqueens.Problem) error {
		if b := layers(p); b.Files >= max3D || b.Size() > max3D {
			return fmt.Errorf("queens-3d takes boards of up to %d squares in all: %d in %d dimensions are too many", max3D, p.N, p.Parameter("dimensions"))
		}
		return nil
	},
	Objective: nqueens.Most,
	Attacks:   queen3DAttacks,
	Group:     func(p nqueens.Problem) []nqueens.Symmetry { return nqueens.AllAxes(p.Parameter("dimensions")) },
	Known: []nqueens.Sequence{
		{OEIS: "A068940", Optimum: true, Published: "n = 1..13; 1..5 listed (beyond are the best known)", Term: terms(1, 1, 4, 7, 13)},
		{Unpublished: true, Published: "n = 1..5", Term: terms(1, 8, 16, 1344, 1056)},
		{OEIS: "A068941", Optimum: true, Published: "n = 1..7; 1..3 listed", Term: termsWith(map[string]int{"dimensions": 4}, 1, 1, 6)},
	},
}

// max3D is the number of squares of the largest board.
const max3D = 1 << 15

// layers is the board as it is drawn.
func layers(p nqueens.Problem) nqueens.Board {
	files := 1
	for range p.Parameter("dimensions") - 1 {
		files = min(files*min(p.N, max3D), max3D)
	}
	return nqueens.Board{Files: files, Ranks: p.N}
}

// queen3DAttacks compares the coordinates one by one: from one square to the other each
// stays or changes by the same number.
func queen3DAttacks(board nqueens.Board, a, b nqueens.Square) bool {
	far := max(a.Rank-b.Rank, b.Rank-a.Rank)
	for ; a.File != b.File; a.File, b.File = a.File/board.Ranks, b.File/board.Ranks {
		change := a.File%board.Ranks - b.File%board.Ranks
		change = max(change, -change)
		if far != 0 && change != 0 && change != far {
			return false
		}
		far = max(far, change)
	}
	return true
}

// queens3DModel has a line of at most one queen for each that a queen moves along.
func queens3DModel(p nqueens.Problem) *nqueens.Model {
	board, n := p.Board(), p.N
	m := &nqueens.Model{Placements: nqueens.Placed(board.Squares())}
	ways := 1
	for range p.Parameter("dimensions") {
		ways *= 3
	}
	// A way is written to the base 3, with 0, 1, 2 for a coordinate that falls, stays,
	// rises; a square's index, to the base n, is its coordinates.
	room := func(square, way int) (steps, by int) {
		steps = n - 1
		for unit, left := 1, ways; left > 1; unit, left = unit*n, left/3 {
			switch way % 3 {
			case 0:
				steps, by = min(steps, square%n), by-unit
			case 2:
				steps, by = min(steps, n-1-square%n), by+unit
			}
			square, way = square/n, way/3
		}
		return steps, by
	}
	for way := ways/2 + 1; way < ways; way++ { // beyond the middle, which stays; those before go back
		for i, s := range m.Placements {
			behind, _ := room(i, ways-1-way)
			ahead, by := room(i, way)
			if behind > 0 || ahead == 0 {
				continue
			}
			l := nqueens.Line{Name: fmt.Sprintf("line %v %+d", s, by), Max: 1}
			for k := range ahead + 1 {
				l.Placements = append(l.Placements, i+k*by)
			}
			m.Lines = append(m.Lines, l)
		}
	}
	return m
}
