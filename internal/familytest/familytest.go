// Package familytest has families that this program does not ship, for tests: what
// takes a problem must take these, or refuse them with a line. Solutions of these and of the program's
// own families are found here by brute force, by rules written here once more.
package familytest

import (
	"fmt"
	"slices"

	"nqueens"
	"nqueens/family"
)

// Permuting are the families of the program with one piece in each rank and each
// file: what tests may ask that know nothing else of a family.
func Permuting() []*nqueens.Family {
	return slices.DeleteFunc(family.All(), func(f *nqueens.Family) bool { return !f.Rule.Permutes() })
}

// Bishops asks for n bishops: nothing is said of ranks and files.
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

// Kings asks for any number of kings, none beside another.
var Kings = &nqueens.Family{
	Name: "any-kings", About: "kings that do not touch, as many as you like", Piece: 'K',
	Rule: &nqueens.Rule{Leaps: []nqueens.Leap{{Name: "king", Files: 0, Ranks: 1}, {Name: "king", Files: 1, Ranks: 1}}},
	Attacks: func(_ nqueens.Board, a, b nqueens.Square) bool {
		files, ranks := a.File-b.File, a.Rank-b.Rank
		return files*files <= 1 && ranks*ranks <= 1
	},
}

// Twice has two pieces in each rank and each file, which attacks of pairs do not tell.
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

// Guards has no rule that lines and leaps could say: a rook on each rank or file at
// least, so that every square is attacked or occupied. How many there are differs
// from one solution to the next, and nothing but the Model says what one is.
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

// Superiors is the queens' rule under another name, and nothing else.
var Superiors = &nqueens.Family{Name: "superiors", Rule: nqueens.QueenRule()}

// KingRooks are rooks that move as kings too.
var KingRooks = &nqueens.Family{
	Name: "king-rooks", Piece: 'K',
	Rule: &nqueens.Rule{Lines: family.Rooks.Rule.Lines, Leaps: []nqueens.Leap{{Name: "king", Files: 1, Ranks: 1}}},
	Attacks: func(_ nqueens.Board, a, b nqueens.Square) bool {
		files, ranks := a.File-b.File, a.Rank-b.Rank
		return files == 0 || ranks == 0 || files*files+ranks*ranks <= 2
	},
}

// Semiqueens attack along one of the two diagonals only, on the torus: a mirror
// image of a solution is none.
var Semiqueens = &nqueens.Family{
	Name: "semiqueens", Piece: 'Q',
	Rule: &nqueens.Rule{Wrap: true, Lines: nqueens.QueenRule().Lines[:3]},
	Attacks: func(board nqueens.Board, a, b nqueens.Square) bool {
		return a.File == b.File || a.Rank == b.Rank || (a.File+a.Rank-b.File-b.Rank)%board.Files == 0
	},
}

// Nomads are rooks that move as kings too, on the torus.
var Nomads = &nqueens.Family{
	Name: "nomads", Piece: 'N',
	Rule: &nqueens.Rule{Wrap: true, Lines: KingRooks.Rule.Lines, Leaps: KingRooks.Rule.Leaps},
	Attacks: func(board nqueens.Board, a, b nqueens.Square) bool {
		round := func(d int) int { n := board.Files; d = (d + n) % n; return min(d, n-d) }
		files, ranks := round(a.File-b.File), round(a.Rank-b.Rank)
		return files == 0 || ranks == 0 || files == 1 && ranks == 1
	},
}

// All lists the families.
func All() []*nqueens.Family {
	return []*nqueens.Family{Bishops, Kings, Twice, Guards, Superiors, KingRooks, Semiqueens, Nomads}
}

// Unusual are All and those of the program that are not among Permuting.
func Unusual() []*nqueens.Family {
	return append(All(), slices.DeleteFunc(family.All(), func(f *nqueens.Family) bool { return f.Rule.Permutes() })...)
}
