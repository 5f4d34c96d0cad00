package family

import (
	"math/big"

	"nqueens"
)

// terms is a Sequence's Term for bare boards, as a list that starts at N = 1.
func terms(values ...uint64) func(p nqueens.Problem) *nqueens.Count {
	return termsWith(nil, values...)
}

// termsWith is terms for boards with these parameters, which are not as by default.
func termsWith(parameters map[string]int, values ...uint64) func(p nqueens.Problem) *nqueens.Count {
	return func(p nqueens.Problem) *nqueens.Count {
		if bare := (nqueens.Problem{Family: p.Family, N: p.N, Parameters: parameters}); p.N > len(values) || p.String() != bare.String() {
			return nil
		}
		return nqueens.NewCount(values[p.N-1])
	}
}

// factorial is n!, OEIS A000142, for numbers that take no time to multiply.
func factorial(n int) *nqueens.Count {
	if n > 10_000 {
		return nil
	}
	return nqueens.CountOf(new(big.Int).MulRange(1, int64(n)))
}

// bare is a Sequence's Term for bare boards.
func bare(term func(n int) *nqueens.Count) func(p nqueens.Problem) *nqueens.Count {
	return func(p nqueens.Problem) *nqueens.Count {
		if !p.Bare() {
			return nil
		}
		return term(p.N)
	}
}

// asManyAsRanks is a Sequence's Term for n pieces on n × n squares.
func asManyAsRanks(values ...uint64) func(p nqueens.Problem) *nqueens.Count {
	return ranged(func(n int) nqueens.Range { return *nqueens.Exactly(n) }, values...)
}

// ranged is a Sequence's Term for so many pieces on n × n squares.
func ranged(pieces func(n int) nqueens.Range, values ...uint64) func(p nqueens.Problem) *nqueens.Count {
	return func(p nqueens.Problem) *nqueens.Count {
		if p.Pieces == nil || *p.Pieces != pieces(p.N) {
			return nil
		}
		p.Pieces = nil
		return terms(values...)(p)
	}
}

// from is a Sequence's Term without the boards below a size.
func from(least int, term func(p nqueens.Problem) *nqueens.Count) func(p nqueens.Problem) *nqueens.Count {
	return func(p nqueens.Problem) *nqueens.Count {
		if p.N < least {
			return nil
		}
		return term(p)
	}
}

// triangle has counts in rows from 1, each longer by one than the one before.
type triangle [][]uint64

// term is the count at an index, from 0, of a row; nil beyond.
func (t triangle) term(row, at int) *nqueens.Count {
	if row > len(t) || at >= len(t[row-1]) {
		return nil
	}
	return nqueens.NewCount(t[row-1][at])
}
