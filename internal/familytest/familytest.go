// Package familytest provides families outside the catalogue for tests: code that accepts a problem
// must accept these, or reject them with a one-line error. It also finds solutions of these
// families and of the catalogue by brute force, by an independent implementation of the rules.
package familytest

import (
	"fmt"
	"slices"

	"nqueens"
	"nqueens/family"
)

// Permuting returns the families of the catalogue with one piece in each rank and file. Tests can
// use these without knowing more about a family.
func Permuting() []*nqueens.Family {
	return slices.DeleteFunc(family.All(), func(f *nqueens.Family) bool { return !f.Rule.Permutes() })
}

// Bishops is the family of n bishops, without constraints on ranks and files.
var Bishops = &nqueens.Family{
	Name: "n-bishops", About: "n bishops, at most one on a diagonal", Piece: 'B',
	Rule: &nqueens.Rule{Lines: []nqueens.Bound{{Along: nqueens.Sums, Max: 1}, {Along: nqueens.Diffs, Max: 1}}},
	Attacks: func(_ nqueens.Board, a, b nqueens.Square) bool {
		return a.File-b.File == a.Rank-b.Rank || a.File-b.File == b.Rank-a.Rank
	},
	Pieces: func(p nqueens.Problem) int { return p.N },
	Known: []nqueens.Sequence{{OEIS: "A002465", Published: "n = 1..8 here", Term: func(p nqueens.Problem) *nqueens.Count {
		if terms := []uint64{1, 4, 26, 260, 3368, 53744, 1022320, 22522960}; p.Bare() && p.N <= len(terms) {
			return nqueens.NewCount(terms[p.N-1])
		}
		return nil
	}}},
}

// Kings is the family of any number of kings that do not touch.
var Kings = &nqueens.Family{
	Name: "any-kings", About: "kings that do not touch, as many as you like", Piece: 'K',
	Rule: &nqueens.Rule{Leaps: []nqueens.Leap{{Name: "king", Files: 0, Ranks: 1}, {Name: "king", Files: 1, Ranks: 1}}},
	Attacks: func(_ nqueens.Board, a, b nqueens.Square) bool {
		files, ranks := a.File-b.File, a.Rank-b.Rank
		return files*files <= 1 && ranks*ranks <= 1
	},
}

// Twice is the family of two pieces in each rank and file, which attacks between pairs cannot
// express.
var Twice = &nqueens.Family{
	Name: "twice", About: "two pieces in each rank and file", Piece: 'T',
	Rule: &nqueens.Rule{Lines: []nqueens.Bound{{Along: nqueens.Ranks, Min: 2, Max: 2}, {Along: nqueens.Files, Min: 2, Max: 2}}},
	Check: func(p nqueens.Problem, s nqueens.Solution) error {
		n := p.N
		ranks, files := make([]int, n), make([]int, n)
		for _, sq := range s.Squares() {
			ranks[sq.Rank]++
			files[sq.File]++
		}
		for i := range n {
			least := 2
			if p.Pieces != nil {
				least = 0
			}
			if max(ranks[i], files[i]) > 2 || min(ranks[i], files[i]) < least {
				return fmt.Errorf("%d pieces stand in rank %d and %d in file %d, not 2", ranks[i], i+1, files[i], i+1)
			}
		}
		return nil
	},
}

// Guards is a family without a rule of lines and leaps: rooks such that every square is attacked or
// occupied. The number of rooks varies between solutions, and only the Model defines them.
var Guards = &nqueens.Family{
	Name: "guards", About: "rooks that guard the whole board",
	Build: func(p nqueens.Problem) *nqueens.Model {
		m := &nqueens.Model{Placements: nqueens.Placed(p.Board().Squares())}
		for _, guarded := range m.Placements {
			c := nqueens.Clause{Name: fmt.Sprintf("guarded %v", guarded)}
			for i, s := range m.Placements {
				if s.Square.Rank == guarded.Square.Rank || s.Square.File == guarded.Square.File {
					c.Literals = append(c.Literals, nqueens.Chosen(i))
				}
			}
			m.Clauses = append(m.Clauses, c)
		}
		return m
	},
}

// Superiors is the queens' rule under another name.
var Superiors = &nqueens.Family{Name: "superiors", Rule: nqueens.QueenRule()}

// KingRooks is the family of rooks that also move like kings.
var KingRooks = &nqueens.Family{
	Name: "king-rooks", Piece: 'K',
	Rule: &nqueens.Rule{Lines: family.Rooks.Rule.Lines, Leaps: []nqueens.Leap{{Name: "king", Files: 1, Ranks: 1}}},
	Attacks: func(_ nqueens.Board, a, b nqueens.Square) bool {
		files, ranks := a.File-b.File, a.Rank-b.Rank
		return files == 0 || ranks == 0 || files*files+ranks*ranks <= 2
	},
}

// Semiqueens is the family of queens on the torus that attack along one kind of diagonal only. A
// mirror image of a solution is not a solution.
var Semiqueens = &nqueens.Family{
	Name: "semiqueens", Piece: 'Q',
	Rule: &nqueens.Rule{Wrap: true, Lines: nqueens.QueenRule().Lines[:3]},
	Attacks: func(board nqueens.Board, a, b nqueens.Square) bool {
		return a.File == b.File || a.Rank == b.Rank || (a.File+a.Rank-b.File-b.Rank)%board.Files == 0
	},
}

// Nomads is the family of rooks that also move like kings, on the torus.
var Nomads = &nqueens.Family{
	Name: "nomads", Piece: 'N',
	Rule: &nqueens.Rule{Wrap: true, Lines: KingRooks.Rule.Lines, Leaps: KingRooks.Rule.Leaps},
	Attacks: func(board nqueens.Board, a, b nqueens.Square) bool {
		round := func(d int) int { n := board.Files; d = (d + n) % n; return min(d, n-d) }
		files, ranks := round(a.File-b.File), round(a.Rank-b.Rank)
		return files == 0 || ranks == 0 || files == 1 && ranks == 1
	},
}

// All returns the families of this package except the Shaped ones.
func All() []*nqueens.Family {
	return []*nqueens.Family{Bishops, Kings, Twice, Guards, Superiors, KingRooks, Semiqueens, Nomads}
}

// Unusual returns All and the families of the catalogue that are not Permuting.
func Unusual() []*nqueens.Family {
	return append(All(), slices.DeleteFunc(family.All(), func(f *nqueens.Family) bool { return f.Rule.Permutes() })...)
}
