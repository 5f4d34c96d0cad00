package nqueens

import "fmt"

// NoThreeInLine asks for n-queens solutions without three queens on one straight line of
// any slope, after the sixteen pawns of H. E. Dudeney (Amusements in Mathematics, 1917, no. 317).
var NoThreeInLine = &Family{
	Name:    "no-three-in-line",
	About:   "n queens, no two on a rank, file or diagonal, no three on a line of any slope",
	Piece:   'Q',
	Build:   noThreeInLineModel,
	MaxSide: 64,
	Attacks: queenAttacks,
	Check: func(_ Problem, s Solution) error {
		if three, found := s.ThreeInLine(); found {
			return violation(Placed(three[:]), "%v, %v and %v are on one straight line", three[0], three[1], three[2])
		}
		return nil
	},
	Pieces: aLine,
	Known: []Sequence{
		{OEIS: "A365437", Published: "n = 1..26; 1..21 listed", Term: terms(
			1, 0, 0, 2, 0, 0, 0, 8, 32, 40, 96, 410, 1392, 4416, 18752, 71486, 235056, 1001972,
			4285920, 21887710, 94619480)},
	},
}

// noThreeInLineModel is the queens' with a line of at most two for each that has three
// squares or more, in the directions in which no queen moves.
func noThreeInLineModel(p Problem) *Model {
	m, board := p.ruledAs(Queens), p.Board()
	for ranks := 1; 2*ranks < board.Ranks; ranks++ {
		for files := 1; 2*files < board.Files; files++ {
			if files != ranks && gcd(files, ranks) == 1 {
				m.Lines = append(m.Lines, parallels(board, files, ranks)...)
				m.Lines = append(m.Lines, parallels(board, -files, ranks)...)
			}
		}
	}
	return m
}

// parallels are the lines that go on by so many files and ranks, with at most two pieces
// on each that has more squares.
func parallels(board Board, files, ranks int) (lines []Line) {
	for _, s := range board.Squares() {
		if board.Contains(Square{s.File - files, s.Rank - ranks}) {
			continue // the line begins before
		}
		l := Line{Name: fmt.Sprintf("line %v %d:%d", s, files, ranks), Max: 2}
		for ; board.Contains(s); s = (Square{s.File + files, s.Rank + ranks}) {
			l.Placements = append(l.Placements, board.Index(s))
		}
		if !l.Trivial() {
			lines = append(lines, l)
		}
	}
	return lines
}

// Costas asks for n rooks, none attacking another, such that the n(n−1)/2 vectors between
// them are all different: signals for sonar without echoes in the ambiguity function
// (J. P. Costas, Proceedings of the IEEE 72, 1984).
var Costas = &Family{
	Name:    "costas",
	About:   "Costas arrays: n rooks, the vectors between any two of them all different",
	Piece:   'R',
	Build:   costasModel,
	MaxSide: 16, // with 0.8 million clauses
	Attacks: rookAttacks,
	Check: func(_ Problem, s Solution) error {
		squares, seen := s.Squares(), map[Square][2]Square{}
		for i, a := range squares {
			for _, b := range squares[:i] {
				from, to := a, b
				if compareSquares(to, from) < 0 {
					from, to = to, from
				}
				by := Square{to.File - from.File, to.Rank - from.Rank}
				if c, twice := seen[by]; twice {
					return violation(Placed([]Square{c[0], c[1], from, to}), "from %v to %v is as far as from %v to %v", c[0], c[1], from, to)
				}
				seen[by] = [2]Square{from, to}
			}
		}
		return nil
	},
	Pieces: aLine,
	Known: []Sequence{
		{OEIS: "A008404", Published: "n = 1..29; 1..13 listed", Term: terms(
			1, 2, 4, 12, 40, 116, 200, 444, 760, 2160, 4368, 7852, 12828)},
	},
}

// costasModel is the rooks' with a clause for each parallelogram: the vector from a to b
// is that from c to d, and then that from a to c is that from b to d, so that it is
// enough to look at one of the two, here the one over fewer files. Where b and c are one
// square, three rooks stand evenly apart.
func costasModel(p Problem) *Model {
	m, board := p.ruledAs(Rooks), p.Board()
	squares := board.Squares()
	for _, a := range squares {
		for _, b := range squares {
			if b.File <= a.File || b.Rank == a.Rank {
				continue
			}
			for _, c := range squares {
				d := Square{c.File + b.File - a.File, c.Rank + b.Rank - a.Rank}
				switch {
				case !board.Contains(d) || a.Rank == d.Rank || a.Rank == c.Rank:
				case b == c:
					m.forbid(board, "evenly", a, b, d)
				case b.File < c.File && b.Rank != c.Rank:
					m.forbid(board, "parallel", a, b, c, d)
				}
			}
		}
	}
	return m
}

// forbid says that pieces do not stand on all of these squares.
func (m *Model) forbid(board Board, why string, squares ...Square) {
	c := Clause{Name: fmt.Sprint(why, squares)}
	for _, s := range squares {
		c.Literals = append(c.Literals, NotChosen(board.Index(s)))
	}
	m.Clauses = append(m.Clauses, c)
}

// ruledAs is the problem's Model if its pieces were another family's, to add to.
func (p Problem) ruledAs(f *Family) *Model {
	p.Family = f
	return p.shapedRule().model(p.Board(), 0, false)
}
