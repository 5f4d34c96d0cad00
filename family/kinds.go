package family

import (
	"fmt"

	"nqueens"
	"nqueens/internal/table"
)

// onEachSquare returns a model without constraints that has a placement on each square for each of
// the given kinds, all of one kind before those of the next.
func onEachSquare(board nqueens.Board, kinds ...byte) *nqueens.Model {
	m := &nqueens.Model{}
	for _, kind := range kinds {
		for _, s := range board.Squares() {
			m.Placements = append(m.Placements, nqueens.Placement{Square: s, Kind: kind})
		}
	}
	return m
}

// numbered returns the line that requires exactly the given number of pieces of a kind.
func numbered(m *nqueens.Model, name string, kind byte, number int) nqueens.Line {
	line := nqueens.Line{Name: name, Min: number, Max: number}
	for i, at := range m.Placements {
		if at.Kind == kind {
			line.Placements = append(line.Placements, i)
		}
	}
	return line
}

// apart returns the clause that at most one of two placements is chosen.
func apart(m *nqueens.Model, i, j int) nqueens.Clause {
	return nqueens.Clause{Name: fmt.Sprintf("%v %v", m.Placements[i], m.Placements[j]), Literals: []nqueens.Literal{nqueens.NotChosen(i), nqueens.NotChosen(j)}}
}

// plus returns the square after a step, which may be off the board.
func plus(s, step nqueens.Square) nqueens.Square {
	return nqueens.Square{File: s.File + step.File, Rank: s.Rank + step.Rank}
}

// number returns the number of pieces of a kind.
func number(s nqueens.Solution, kind nqueens.Kind) (n int) {
	for _, at := range s {
		if at.Kind == kind.Letter {
			n++
		}
	}
	return n
}

// eachSeen follows the rank, file and diagonals of every piece, square by square, up to the next
// piece. It returns an error for the first pair for which attacks returns true.
func eachSeen(s nqueens.Solution, board nqueens.Board, attacks func(by, seen nqueens.Placement) bool) error {
	on := map[nqueens.Square]nqueens.Placement{}
	for _, at := range s {
		on[at.Square] = at
	}
	for _, by := range s {
		for way := range 9 {
			step := nqueens.Square{File: way%3 - 1, Rank: way/3 - 1}
			for t := plus(by.Square, step); step != (nqueens.Square{}) && board.Contains(t); t = plus(t, step) {
				seen, stands := on[t]
				if stands && attacks(by, seen) {
					return nqueens.Violated([]nqueens.Placement{by, seen}, "%v attacks %v", by, seen)
				}
				if stands {
					break
				}
			}
		}
	}
	return nil
}

// onBoard returns the number of pieces as text: "1 piece stands on the board".
func onBoard(n int, name string) string {
	if n == 1 {
		return "1 " + name + " stands on the board"
	}
	return table.Plural(n, name) + " stand on the board"
}
