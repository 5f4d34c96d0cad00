package completable

import (
	"context"

	"nqueens"
)

// Result is a term of A374013 and its proof.
type Result struct {
	N int
	// K is the term: so many queens or fewer can always be completed.
	K int
	// Surveys prove it, one for each number of queens from 1 on. If the last
	// has a counterexample, it is of K + 1 queens.
	Surveys []Survey
	// Counterexample is K + 1 queens that no solution has.
	Counterexample nqueens.Solution
}

// exhaustFirst is up to how many placements are looked at without trying to
// refute first: seconds of work.
const exhaustFirst = 2e8

// Term finds the term for a board of n squares a side, 4 to 32. It takes
// seconds up to n = 23 and, because one queen more can be completed there, some ten
// minutes at 24. From about 29 on it would take years.
//
// If the context ends first, the Result has what was proved until then: K or
// fewer queens can be completed, and of more nothing is known.
func Term(ctx context.Context, n int, o Options) (Result, error) {
	r := Result{N: n}
	if _, err := newBoard(n); err != nil {
		return r, err
	}
	for k := 1; ; k++ {
		if placements(n, k)/8 > exhaustFirst {
			found, err := Refute(ctx, n, k, o)
			if err != nil || found != nil {
				r.Counterexample = found
				return r, err
			}
		}
		survey, err := Exhaust(ctx, n, k, o)
		if err != nil {
			return r, err
		}
		r.Surveys = append(r.Surveys, survey)
		if survey.Counterexample != nil {
			r.Counterexample = survey.Counterexample
			return r, nil
		}
		r.K = k
	}
}

// Complete finds a solution with the given queens, or that there is none, by a
// complete search. An error is a board that is too small or too large, queens
// off it, two that attack each other, or the context's.
func Complete(ctx context.Context, n int, given []nqueens.Square) (solution nqueens.Solution, found bool, err error) {
	b, err := newBoard(n)
	if err != nil {
		return nil, false, err
	}
	numbers, err := b.numbers(given)
	if err != nil {
		return nil, false, err
	}
	s := newSearch(ctx, b)
	if !s.decide(numbers) {
		if s.gaveUp {
			return nil, false, ctx.Err()
		}
		return nil, false, nil
	}
	for _, q := range s.queens[:n] {
		solution = append(solution, b.square(int(q)))
	}
	solution.Sort()
	return solution, true, nil
}
