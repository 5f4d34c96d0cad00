package family

import (
	"math/big"

	"nqueens"
)

// terms returns a Sequence's Term for bare boards from a list that starts at N = 1.
func terms(values ...uint64) func(p nqueens.Problem) *nqueens.Count {
	return termsWith(nil, values...)
}

// termsWith is like terms, for boards with the given parameters that are not the default.
func termsWith(parameters map[string]int, values ...uint64) func(p nqueens.Problem) *nqueens.Count {
	return func(p nqueens.Problem) *nqueens.Count {
		if bare := (nqueens.Problem{Family: p.Family, N: p.N, Parameters: parameters}); p.N > len(values) || p.String() != bare.String() {
			return nil
		}
		return nqueens.NewCount(values[p.N-1])
	}
}

// factorial returns n!, OEIS A000142, or nil for a number that takes long to compute.
func factorial(n int) *nqueens.Count {
	if n > 10_000 {
		return nil
	}
	return nqueens.CountOf(new(big.Int).MulRange(1, int64(n)))
}

// bare returns a Sequence's Term for bare boards.
func bare(term func(n int) *nqueens.Count) func(p nqueens.Problem) *nqueens.Count {
	return func(p nqueens.Problem) *nqueens.Count {
		if !p.Bare() {
			return nil
		}
		return term(p.N)
	}
}

// asManyAsRanks returns a Sequence's Term for n pieces on n × n squares.
func asManyAsRanks(values ...uint64) func(p nqueens.Problem) *nqueens.Count {
	return ranged(func(n int) nqueens.Range { return *nqueens.Exactly(n) }, values...)
}

// ranged returns a Sequence's Term for the given range of pieces on n × n squares.
func ranged(pieces func(n int) nqueens.Range, values ...uint64) func(p nqueens.Problem) *nqueens.Count {
	return func(p nqueens.Problem) *nqueens.Count {
		if p.Pieces == nil || *p.Pieces != pieces(p.N) {
			return nil
		}
		p.Pieces = nil
		return terms(values...)(p)
	}
}

// from returns a Sequence's Term without the boards below a size.
func from(least int, term func(p nqueens.Problem) *nqueens.Count) func(p nqueens.Problem) *nqueens.Count {
	return func(p nqueens.Problem) *nqueens.Count {
		if p.N < least {
			return nil
		}
		return term(p)
	}
}

// triangle has counts in rows; row k, from 1, is one longer than the row before it.
type triangle [][]uint64

// term returns the count at an index, from 0, of a row; nil beyond the list.
func (t triangle) term(row, at int) *nqueens.Count {
	if row > len(t) || at >= len(t[row-1]) {
		return nil
	}
	return nqueens.NewCount(t[row-1][at])
}
