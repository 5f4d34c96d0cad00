package family

import (
	"fmt"

	"nqueens"
)

// Queens3D requires as many queens as possible, or the given number, on a board of three or more
// dimensions such that no two attack each other. A queen moves by any number of squares along any
// set of coordinates at once. In three dimensions there are 13 such directions and their opposites.
//
// The board is drawn as its layers side by side: files 1 to n are the first layer, the next n files
// the second. The rank of a square is one of its coordinates. The digits of its file in base n,
// counted from 0, are the other coordinates.
//
// At most n² queens fit on n × n × n squares. This number is reached if gcd(n, 210) = 1, for
// example with queens at (i, j, 3i + 5j mod n) for n = 11 (D. Klarner, Queen squares, Journal of
// Recreational Mathematics 12, 1979). It is not reached for n from 2 to 10.
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

// max3D is the maximum number of squares of a board.
const max3D = 1 << 15

// layers returns the board as it is drawn.
func layers(p nqueens.Problem) nqueens.Board {
	files := 1
	for range p.Parameter("dimensions") - 1 {
		files = min(files*min(p.N, max3D), max3D)
	}
	return nqueens.Board{Files: files, Ranks: p.N}
}

// queen3DAttacks reports whether a queen on a attacks b: each coordinate is either equal on both
// squares or differs by the same number.
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

// queens3DModel returns a model with a line of at most one queen for each line along which a queen
// moves.
func queens3DModel(p nqueens.Problem) *nqueens.Model {
	board, n := p.Board(), p.N
	m := &nqueens.Model{Placements: nqueens.Placed(board.Squares())}
	ways := 1
	for range p.Parameter("dimensions") {
		ways *= 3
	}
	// A direction is written in base 3, with the digit 0, 1 or 2 for a coordinate that decreases,
	// stays or increases. The digits of a square's index in base n are its coordinates.
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
	for way := ways/2 + 1; way < ways; way++ { // the middle number does not move, and the numbers before it are the opposite directions
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
