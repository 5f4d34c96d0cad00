package instance

import (
	"fmt"
	"slices"

	"nqueens"
)

// Translation is a problem with excluded diagonals and a completion problem
// that say the same: solutions of one are those of the other, one for one. The
// queens that complete the larger board stand on a part of it as they stand on
// the smaller.
type Translation struct {
	Diagonals  nqueens.Problem
	Completion nqueens.Problem
	// Corner is the square of the larger board that is a1 of the smaller.
	Corner nqueens.Square
}

// ToCompletion places queens on a much larger board so that only an n × n part
// of it has rows and columns without one, and through this part go the diagonals
// of queens that are excluded, and no others. A board of 10 squares a side with
// 13 excluded diagonals becomes one of 2550.
//
// It is the construction by which I. P. Gent, C. Jefferson and P. Nightingale
// prove that completion is NP-complete (Complexity of n-Queens Completion, JAIR
// 59, 2017), and gives the queens in the order in which their program prints
// them.
func ToCompletion(p nqueens.Problem) (Translation, error) {
	var none Translation
	if err := p.Validate(); err != nil {
		return none, err
	}
	if p.Formula != nil || p.Family != nqueens.Queens || len(p.Given)+len(p.Blocked) > 0 || p.Symmetric != nqueens.Identity {
		return none, fmt.Errorf("only queens with excluded diagonals and nothing else can be translated to completion")
	}
	m := middleBoard(p.N, distinct(p.Excluded))
	big := m.fill()
	if big.N > MaxSize {
		return none, fmt.Errorf("the translation has %d squares a side, and at most %d are allowed", big.N, MaxSize)
	}
	return Translation{Diagonals: p, Completion: big, Corner: m.corner}, nil
}

// ToDiagonals is the way back, from every board whose rows without a queen are
// neighbours, and whose columns without one are too. Excluded are the diagonals
// of queens that go through where these rows and columns meet.
func ToDiagonals(p nqueens.Problem) (Translation, error) {
	var none Translation
	if err := p.Validate(); err != nil {
		return none, err
	}
	if p.Formula != nil || p.Family != nqueens.Queens || len(p.Excluded)+len(p.Blocked) > 0 || p.Symmetric != nqueens.Identity {
		return none, fmt.Errorf("only queens with placed queens and nothing else can be translated to excluded diagonals")
	}
	if a, b, found := p.GivenConflict(); found {
		return none, fmt.Errorf("%v and %v attack each other: there is no solution", a, b)
	}
	rows, columns := make([]bool, p.N), make([]bool, p.N)
	for _, s := range p.Given {
		rows[s.Rank], columns[s.File] = true, true
	}
	row, height, whole := gap(rows)
	column, width, wholeToo := gap(columns)
	switch {
	case !whole || !wholeToo:
		return none, fmt.Errorf("the rows without a queen, and the columns, must be neighbours of each other to be a board")
	case height == 0:
		return none, fmt.Errorf("a queen stands in every row: there is nothing left to be a board")
	}
	t := Translation{
		Diagonals:  nqueens.Problem{Family: nqueens.Queens, N: width},
		Completion: p,
		Corner:     square(row, column),
	}
	for _, s := range distinct(p.Given) {
		sum := nqueens.Diagonal{Sum: true, Value: s.File + s.Rank - row - column}
		difference := nqueens.Diagonal{Value: s.File - s.Rank + row - column}
		if sum.Value >= 0 && sum.Value <= 2*width-2 {
			t.Diagonals.Excluded = append(t.Diagonals.Excluded, sum)
		}
		if difference.Value > -width && difference.Value < width {
			t.Diagonals.Excluded = append(t.Diagonals.Excluded, difference)
		}
	}
	return t, nil
}

// gap is where the lines that are not taken begin, how many they are, and
// whether they are neighbours.
func gap(taken []bool) (first, length int, whole bool) {
	first = max(0, slices.Index(taken, false))
	for first+length < len(taken) && !taken[first+length] {
		length++
	}
	return first, length, !slices.Contains(taken[first+length:], false)
}

// Completed is the solution of the completion problem that is this one of the
// problem with diagonals.
func (t Translation) Completed(s nqueens.Solution) nqueens.Solution {
	completed := nqueens.Solution(distinct(t.Completion.Given))
	for _, sq := range s {
		completed = append(completed, nqueens.Square{File: sq.File + t.Corner.File, Rank: sq.Rank + t.Corner.Rank})
	}
	completed.Sort()
	return completed
}

// Reduced is the solution of the problem with diagonals that is this one of the
// completion problem.
func (t Translation) Reduced(s nqueens.Solution) nqueens.Solution {
	n := t.Diagonals.N
	var reduced nqueens.Solution
	for _, sq := range s {
		sq = nqueens.Square{File: sq.File - t.Corner.File, Rank: sq.Rank - t.Corner.Rank}
		if sq.File >= 0 && sq.File < n && sq.Rank >= 0 && sq.Rank < n {
			reduced = append(reduced, sq)
		}
	}
	reduced.Sort()
	return reduced
}
