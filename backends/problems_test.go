package backends_test

import (
	"math/rand/v2"

	"nqueens"
	"nqueens/family"
	"nqueens/internal/familytest"
)

// everyFamily returns the program's families and those of tests.
func everyFamily() []*nqueens.Family {
	families := append(family.All(), familytest.All()...)
	return append(families, familytest.Shaped()...)
}

// largestSide is the longest side of a random problem. Brute force may require a shorter one.
const largestSide = 9

// A maker generates random problems and finds their solutions by brute force. It gives up after the
// given number of steps or if there are more than most solutions.
type maker struct {
	*rand.Rand
	steps, most int
}

// problem returns a random problem of the family that brute force can solve, and its solutions.
func (m maker) problem(family *nqueens.Family) (p nqueens.Problem, right []nqueens.Solution, found bool) {
	for side := largestSide; side > 0; side-- {
		p = m.shape(family, 1+m.IntN(side))
		if p.Validate() != nil {
			side++ // invalid by chance: try again
			continue
		}
		if m.IntN(4) > 0 {
			p = m.withPieces(p)
		}
		right, err := familytest.SolutionsWithin(p, m.steps, m.most)
		if err == nil {
			return p, right, true
		}
	}
	return p, nil, false
}

// shape returns an empty board with random sides and parameters. Validate may reject it.
func (m maker) shape(family *nqueens.Family, n int) nqueens.Problem {
	p := nqueens.Problem{Family: family, N: n}
	if family.Rectangles && m.IntN(3) == 0 {
		p.Files = 1 + m.IntN(n+2)
	}
	for _, q := range family.Parameters {
		if m.IntN(3) == 0 {
			p.Parameters = map[string]int{q.Name: q.Min + m.IntN(4)}
		}
	}
	if m.IntN(4) == 0 {
		p.Pieces = nqueens.Exactly(m.IntN(n + 2))
		switch m.IntN(4) {
		case 0:
			p.Pieces.Max = nqueens.Unbounded
		case 1:
			p.Pieces.Max += m.IntN(3)
		}
	}
	if m.IntN(5) == 0 {
		group := p.Group()
		p.Symmetric = group[m.IntN(len(group))]
	}
	return p
}

// withPieces returns the problem with random blocked squares, closed diagonals and given pieces,
// usually pieces of a solution.
func (m maker) withPieces(p nqueens.Problem) nqueens.Problem {
	board := p.Board()
	square := func() nqueens.Square { return nqueens.Square{File: m.IntN(board.Files), Rank: m.IntN(board.Ranks)} }
	for m.IntN(2) == 0 {
		p.Blocked = append(p.Blocked, square())
	}
	for m.IntN(4) == 0 {
		d := nqueens.Diagonal{Sum: m.IntN(2) == 0, Value: m.IntN(board.Files + board.Ranks - 1)}
		if !d.Sum {
			d.Value -= board.Ranks - 1
		}
		p.Excluded = append(p.Excluded, d)
	}
	if m.IntN(2) == 0 {
		if found, _ := familytest.SolutionsWithin(p, m.steps, m.most); len(found) > 0 { // some solutions, if there are too many
			s := found[m.IntN(len(found))]
			for _, i := range m.Perm(len(s))[:m.IntN(len(s)+1)] {
				p.Give(s[i])
			}
		}
		return p
	}
	kinds, _ := familytest.Kinds(p)
	for m.IntN(3) == 0 && len(kinds) > 0 {
		p.Give(nqueens.Placement{Square: square(), Kind: kinds[m.IntN(len(kinds))]})
	}
	return p
}
