package proof

import (
	"context"
	"fmt"
	"slices"

	"nqueens"
	"nqueens/encode"
)

// maxBoard is the side of the largest board that is written as clauses here.
const maxBoard = 128

// fromRules returns a board problem as clauses made from the rules of its piece alone, without the
// problem's Model. Its variables are the squares where a piece may stand, row by row from a1. Its
// models are the problem's solutions:
//
//   - at most one of two squares that attack each other has a piece;
//   - each rank and each file has a piece. This means n pieces, provided that pieces of one rank,
//     or of one file, attack each other, which is checked.
func fromRules(ctx context.Context, p nqueens.Problem) (*encode.CNF, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	switch {
	case !p.HasBoard():
		return nil, noRules(p)
	case p.Board() != nqueens.NByN(p.N):
		return nil, fmt.Errorf("%v: an answer is certified on square boards only", p.Short())
	case p.N > maxBoard:
		return nil, fmt.Errorf("%v: an answer is certified on boards of up to %d squares a side", p.Short(), maxBoard)
	case p.Family.Attacks == nil:
		return nil, fmt.Errorf("%v: an answer is certified from what its pieces attack, which the family %s does not define", p.Short(), p.Family.Name)
	case p.Family.Check != nil:
		return nil, fmt.Errorf("%v: an answer is certified only if attacks between two pieces define the solutions, which is not so in the family %s", p.Short(), p.Family.Name)
	}
	if number, known := p.NumberOfPieces(); !known {
		return nil, fmt.Errorf("%v: an answer is certified for n pieces on n ranks, not for any number of them", p.Short())
	} else if number != p.N {
		return nil, fmt.Errorf("%v: an answer is certified for n pieces on n ranks, not for %d", p.Short(), number)
	}
	b := board{problem: p, number: map[nqueens.Square]int32{}, f: encode.NewCNF(0)}
	for rank := range p.N {
		for file := range p.N {
			b.open(nqueens.Square{File: file, Rank: rank})
		}
	}
	b.f.Variables = len(b.f.Squares)
	for i, s := range b.f.Squares {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for j, t := range b.f.Squares[:i] {
			if p.Family.Attacks(nqueens.NByN(p.N), s, t) {
				b.f.Add(-int32(j+1), -int32(i+1))
			}
		}
	}
	for k := range p.N {
		if err := b.occupied(func(i int) nqueens.Square { return nqueens.Square{File: i, Rank: k} }); err != nil {
			return nil, err
		}
		if err := b.occupied(func(i int) nqueens.Square { return nqueens.Square{File: k, Rank: i} }); err != nil {
			return nil, err
		}
	}
	for _, s := range p.Given {
		b.holds(s)
	}
	b.symmetric()
	return b.f, nil
}

type board struct {
	problem nqueens.Problem
	number  map[nqueens.Square]int32 // the variable of a square where a piece may stand
	f       *encode.CNF
}

// open numbers a square unless it is blocked or on an excluded diagonal.
func (b *board) open(s nqueens.Square) {
	on := func(d nqueens.Diagonal) bool { return d.Contains(s) }
	if slices.Contains(b.problem.Blocked, s) || slices.ContainsFunc(b.problem.Excluded, on) {
		return
	}
	b.f.Squares = append(b.f.Squares, s)
	b.number[s] = int32(len(b.f.Squares))
}

// occupied adds the clause that one of n squares has a piece. It returns an error if two of them do
// not attack each other.
func (b *board) occupied(square func(int) nqueens.Square) error {
	var clause []int32
	for i := range b.problem.N {
		for j := range i {
			if s, t := square(i), square(j); !b.problem.Family.Attacks(nqueens.NByN(b.problem.N), s, t) {
				return fmt.Errorf("%v: %v and %v do not attack each other, so n pieces need not mean one a rank and file; such counts are not certified", b.problem.Short(), t, s)
			}
		}
		if v, ok := b.number[square(i)]; ok {
			clause = append(clause, v)
		}
	}
	b.f.Add(clause...)
	return nil
}

// holds adds the clause that a square has a piece, or the empty clause if none is allowed there.
func (b *board) holds(s nqueens.Square) {
	if v, ok := b.number[s]; ok {
		b.f.Add(v)
	} else {
		b.f.Add()
	}
}

// symmetric adds clauses by which the problem's symmetry maps pieces to pieces. One direction
// suffices, because repeated application gives the other.
func (b *board) symmetric() {
	if b.problem.Symmetric == nqueens.Identity {
		return
	}
	for i, s := range b.f.Squares {
		image := b.problem.Symmetric.Apply(nqueens.NByN(b.problem.N), s)
		switch v, ok := b.number[image]; {
		case image == s:
		case ok:
			b.f.Add(-int32(i+1), v)
		default:
			b.f.Add(-int32(i + 1))
		}
	}
}

// noRules returns the error for a problem that is a formula, because a certificate needs the rules of a
// board.
func noRules(p nqueens.Problem) error {
	return fmt.Errorf("%v: an answer is certified for boards; a formula from a file has no rules to compare it with", p.Short())
}
