package nqueens

import "fmt"

// onEachSquare is a model without constraints that has on each square a piece of each of
// these kinds, all of one kind before those of the next.
func onEachSquare(board Board, kinds ...byte) *Model {
	m := &Model{}
	for _, kind := range kinds {
		for _, s := range board.Squares() {
			m.Placements = append(m.Placements, Placement{Square: s, Kind: kind})
		}
	}
	return m
}

// numbered is the line that there are so many pieces of a kind.
func (m *Model) numbered(name string, kind byte, number int) Line {
	line := Line{Name: name, Min: number, Max: number}
	for i, at := range m.Placements {
		if at.Kind == kind {
			line.Placements = append(line.Placements, i)
		}
	}
	return line
}

// apart is the clause that of two placements one is not chosen.
func (m *Model) apart(i, j int) Clause {
	return Clause{Name: fmt.Sprintf("%v %v", m.Placements[i], m.Placements[j]), Literals: []Literal{NotChosen(i), NotChosen(j)}}
}

// plus is the square that a step leads to, maybe off the board.
func (s Square) plus(step Square) Square { return Square{s.File + step.File, s.Rank + step.Rank} }

// number is how many pieces of a kind there are.
func (s Solution) number(kind Kind) (n int) {
	for _, at := range s {
		if at.Kind == kind.Letter {
			n++
		}
	}
	return n
}

// eachSeen goes from every piece along its rank, its file and its diagonals, square by
// square, as far as the next piece. It refuses the first pair of which attacks says so.
func (s Solution) eachSeen(board Board, attacks func(by, seen Placement) bool) error {
	on := map[Square]Placement{}
	for _, at := range s {
		on[at.Square] = at
	}
	for _, by := range s {
		for way := range 9 {
			step := Square{way%3 - 1, way/3 - 1}
			for t := by.Square.plus(step); step != (Square{}) && board.Contains(t); t = t.plus(step) {
				seen, stands := on[t]
				if stands && attacks(by, seen) {
					return violation([]Placement{by, seen}, "%v attacks %v", by, seen)
				}
				if stands {
					break
				}
			}
		}
	}
	return nil
}
