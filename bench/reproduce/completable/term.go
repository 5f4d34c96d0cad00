package completable

import (
	"context"
	"math/rand/v2"
	"slices"

	"nqueens"
)

// Result is a term of A374013 and its proof.
type Result struct {
	N int
	// K is the term: K or fewer queens can always be completed.
	K int
	// Surveys are the proofs, one for each number of queens from 1 on. If the last has a counterexample, it
	// has K + 1 queens.
	Surveys []Survey
	// Counterexample has K + 1 queens that are in no solution.
	Counterexample nqueens.Solution
}

// exhaustFirst is the number of placements up to which Term examines all of them before it tries to refute:
// seconds of work.
const exhaustFirst = 2e8

// Term computes the term for a board of n squares a side, 4 to 32. It takes seconds up to n = 23. At 24 it
// takes some ten minutes, because one queen more can be completed. From about 29 on it would take years.
//
// If the context ends first, the Result has what was proved so far: K or fewer queens can be completed, and
// nothing is known about more.
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

// Terms computes the terms for the sizes, and calls show for each. terms includes those that the journal
// proves, whatever the sizes. open has the sizes that were not finished when the context ended, with what was
// proved so far.
func Terms(ctx context.Context, sizes []int, o Options, show func(done, total, n int)) (terms, open []Result, err error) {
	ended, end := context.WithCancel(ctx)
	end()
	all := slices.Clone(sizes)
	for _, p := range o.Journal.All() {
		if p.Seed == o.Seed {
			all = append(all, p.N)
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	for i, n := range all {
		within, asked := ended, slices.Contains(sizes, n)
		if asked {
			show(i, len(all), n)
			within = ctx
		}
		switch r, err := Term(within, n, o); {
		case err == nil:
			terms = append(terms, r)
		case within.Err() == nil:
			return nil, nil, err
		case asked:
			open = append(open, r)
		}
	}
	return terms, open, nil
}

// Refute searches k queens that cannot be completed. It tries crowds: most of the queens are in a
// box near the middle, where they attack most squares, and up to two more are anywhere. It returns
// nil if it finds none, which proves nothing. Whether queens can be completed is decided by a
// complete search. Refute takes minutes where Exhaust may take years. It returns an error for a
// size out of range, and the errors of the journal and the context.
func Refute(ctx context.Context, n, k int, o Options) (nqueens.Solution, error) {
	b, err := newBoard(n)
	if err != nil {
		return nil, err
	}
	known := part{partKey: partKey{N: n, Queens: k, Seed: o.Seed, Root: crowded}}
	if p, found := o.Journal.Find(known.partKey); found {
		return p.Counterexample, nil
	}
	c := crowd{search: newSearch(ctx, b), k: k}
	c.random = rand.NewPCG(o.Seed, uint64(k))
	for room := range 3 { // the cheaper attempts first
		for apart := 0; apart <= min(room, k); apart++ {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			c.inside = k - apart
			// c.inside queens need a box of at least as many squares a side.
			if queens := c.anywhere(c.inside + room - apart); queens != nil {
				known.Counterexample = b.squares(queens)
				return known.Counterexample, o.Journal.Add(known)
			}
		}
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return nil, o.Journal.Add(known)
}

// crowded is the root under which the journal stores results of Refute.
const crowded = -1

// crowd searches k queens that cannot be completed, the first of them inside a box.
type crowd struct {
	*search
	k, inside int
	queens    []int
}

// anywhere tries boxes of the given side from the middle to a corner; the other positions are symmetric. It
// returns queens that cannot be completed, or nil.
func (c *crowd) anywhere(side int) []int {
	middle := (c.n - side) / 2
	for x := middle; x >= 0; x-- {
		for y := middle; y >= x; y-- {
			var box []int
			for i := range side * side {
				box = append(box, (y+i/side)*c.n+x+i%side)
			}
			c.queens = c.queens[:0]
			if c.fill(box) {
				return c.queens
			}
			if c.stopped() {
				return nil
			}
		}
	}
	return nil
}

// fill places the remaining queens on the given squares of the box, or on the board after the last queen. It
// reports whether it found queens that cannot be completed.
func (c *crowd) fill(squares []int) bool {
	switch len(c.queens) {
	case c.k:
		return !c.decide(c.queens) && !c.gaveUp
	case c.inside:
		squares = nil
		for s := range c.n * c.n {
			squares = append(squares, s)
		}
	}
	for i, s := range squares {
		if slices.ContainsFunc(c.queens, func(q int) bool { return c.attack(q, s) }) {
			continue
		}
		c.queens = append(c.queens, s)
		if c.fill(squares[i+1:]) {
			return true
		}
		c.queens = c.queens[:len(c.queens)-1]
	}
	return false
}
