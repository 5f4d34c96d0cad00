package proof

import (
	"fmt"

	"nqueens"
	"nqueens/encode"
)

// blocked is a board problem's formula with a clause more for each solution,
// which says that not all its pieces stand there. Every other solution has as
// many pieces and so keeps to it.
type blocked struct {
	f         *encode.CNF
	number    map[nqueens.Square]int32
	solutions int64
	clause    []int32
}

// newBlocked copies a formula that has Squares.
func newBlocked(f *encode.CNF) (*blocked, error) {
	b := &blocked{f: encode.NewCNF(f.Variables), number: make(map[nqueens.Square]int32, len(f.Squares))}
	b.f.Squares = f.Squares
	for clause := range f.Clauses() {
		b.f.Add(clause...)
	}
	for i, s := range f.Squares {
		if _, twice := b.number[s]; twice {
			return nil, fmt.Errorf("two variables stand for the square %v", s)
		}
		b.number[s] = int32(i + 1)
	}
	return b, nil
}

// add blocks a solution.
func (b *blocked) add(s nqueens.Solution) error {
	b.clause = b.clause[:0]
	for _, square := range s {
		v, ok := b.number[square]
		if !ok {
			return fmt.Errorf("the solution %v has a piece on %v, where none may stand", s, square)
		}
		b.clause = append(b.clause, -v)
	}
	b.f.Add(b.clause...)
	b.solutions++
	return nil
}
