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

// Terms finds the terms for the sizes, and shows which is next; those that the journal
// can prove are among them whatever the sizes. What the context's end leaves out of the
// sizes is open: what was proved of it until then.
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

// Refute looks for k queens that cannot be completed among those that crowd in a
// box near the middle, where they attack most, with up to two more anywhere. It
// returns nil if it finds none, which proves nothing; what it returns is proved
// by a complete search. It takes minutes where Exhaust may take years. An error is a
// size that is out of range, the journal's or the context's.
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
			// So many queens need a box of as many squares a side.
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

// crowded stands in the journal for a root where Refute has looked.
const crowded = -1

// crowd is k queens, so many of them inside a box.
type crowd struct {
	*search
	k, inside int
	queens    []int
}

// anywhere moves a box of the side about the board, from the middle to a corner:
// the symmetries take it to the other places. It returns queens that cannot be
// completed.
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

// fill puts the rest of the queens on the squares, which are those of the box or
// of the board after the last queen. It reports whether they cannot be completed.
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
