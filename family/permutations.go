package family

import (
	"fmt"

	"nqueens"
)

// NoThreeInLine requires n-queens solutions without three queens on one straight line of any slope,
// after the sixteen pawns of H. E. Dudeney (Amusements in Mathematics, 1917, no. 317).
var NoThreeInLine = &nqueens.Family{
	Name:    "no-three-in-line",
	About:   "n queens, no two on a rank, file or diagonal, no three on a line of any slope",
	Piece:   'Q',
	Build:   noThreeInLineModel,
	MaxSide: 64,
	Attacks: queenAttacks,
	Check: func(_ nqueens.Problem, s nqueens.Solution) error {
		if three, found := s.ThreeInLine(); found {
			return nqueens.Violated(nqueens.Placed(three[:]), "%v, %v and %v are on one straight line", three[0], three[1], three[2])
		}
		return nil
	},
	Pieces: aLine,
	Known: []nqueens.Sequence{
		{OEIS: "A365437", Published: "n = 1..26; 1..21 listed", Term: terms(
			1, 0, 0, 2, 0, 0, 0, 8, 32, 40, 96, 410, 1392, 4416, 18752, 71486, 235056, 1001972,
			4285920, 21887710, 94619480)},
	},
}

// noThreeInLineModel returns the model of queens with further lines of at most two pieces, one for
// each line of three or more squares in a direction in which no queen moves.
func noThreeInLineModel(p nqueens.Problem) *nqueens.Model {
	m, board := p.RuledAs(Queens), p.Board()
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

// parallels returns the lines with the given step of files and ranks that have more than two
// squares, each with at most two pieces.
func parallels(board nqueens.Board, files, ranks int) (lines []nqueens.Line) {
	for _, s := range board.Squares() {
		if board.Contains(nqueens.Square{File: s.File - files, Rank: s.Rank - ranks}) {
			continue // the line starts before this square
		}
		l := nqueens.Line{Name: fmt.Sprintf("line %v %d:%d", s, files, ranks), Max: 2}
		for ; board.Contains(s); s = (nqueens.Square{File: s.File + files, Rank: s.Rank + ranks}) {
			l.Placements = append(l.Placements, board.Index(s))
		}
		if !l.Trivial() {
			lines = append(lines, l)
		}
	}
	return lines
}

// Costas requires n rooks that do not attack each other, such that the n(n−1)/2 vectors between
// them are all different. These are sonar signals with an ideal ambiguity function (J. P. Costas,
// Proceedings of the IEEE 72, 1984).
var Costas = &nqueens.Family{
	Name:    "costas",
	About:   "Costas arrays: n rooks, the vectors between any two of them all different",
	Piece:   'R',
	Build:   costasModel,
	MaxSide: 16, // with 0.8 million clauses
	Attacks: rookAttacks,
	Check: func(_ nqueens.Problem, s nqueens.Solution) error {
		squares, seen := s.Squares(), map[nqueens.Square][2]nqueens.Square{}
		for i, a := range squares {
			for _, b := range squares[:i] {
				from, to := a, b
				if to.Compare(from) < 0 {
					from, to = to, from
				}
				by := nqueens.Square{File: to.File - from.File, Rank: to.Rank - from.Rank}
				if c, twice := seen[by]; twice {
					return nqueens.Violated(nqueens.Placed([]nqueens.Square{c[0], c[1], from, to}), "from %v to %v is as far as from %v to %v", c[0], c[1], from, to)
				}
				seen[by] = [2]nqueens.Square{from, to}
			}
		}
		return nil
	},
	Pieces: aLine,
	Known: []nqueens.Sequence{
		{OEIS: "A008404", Published: "n = 1..29; 1..13 listed", Term: terms(
			1, 2, 4, 12, 40, 116, 200, 444, 760, 2160, 4368, 7852, 12828)},
	},
}

// costasModel returns the model of rooks with a clause for each parallelogram. If the vector from a
// to b equals the vector from c to d, then the vector from a to c equals the vector from b to d. So
// one clause is enough for both equations; the model has the one over fewer files. If b and c are
// the same square, three rooks stand at equal distances on a line.
func costasModel(p nqueens.Problem) *nqueens.Model {
	m, board := p.RuledAs(Rooks), p.Board()
	squares := board.Squares()
	for _, a := range squares {
		for _, b := range squares {
			if b.File <= a.File || b.Rank == a.Rank {
				continue
			}
			for _, c := range squares {
				d := nqueens.Square{File: c.File + b.File - a.File, Rank: c.Rank + b.Rank - a.Rank}
				switch {
				case !board.Contains(d) || a.Rank == d.Rank || a.Rank == c.Rank:
				case b == c:
					forbid(m, board, "evenly", a, b, d)
				case b.File < c.File && b.Rank != c.Rank:
					forbid(m, board, "parallel", a, b, c, d)
				}
			}
		}
	}
	return m
}

// forbid adds the clause that at least one of the squares has no piece.
func forbid(m *nqueens.Model, board nqueens.Board, why string, squares ...nqueens.Square) {
	c := nqueens.Clause{Name: fmt.Sprint(why, squares)}
	for _, s := range squares {
		c.Literals = append(c.Literals, nqueens.NotChosen(board.Index(s)))
	}
	m.Clauses = append(m.Clauses, c)
}

// gcd returns the greatest common divisor of two numbers above 0.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
