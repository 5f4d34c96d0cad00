package family

import (
	"fmt"
	"strings"

	"nqueens"
)

// latinDigits are the digits on a board of Latin queens. Each is the letter of its kind, so there
// are no more than these.
const latinDigits = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"

// LatinQueens requires a digit from 1 to n on each square, none twice in a rank, a file or a
// diagonal of any length. This is the same as n solutions of n queens that fill the board, or a
// colouring of the queens' graph with n colours. The digits above 9 are A, B, … to Z, so n is at
// most 35. With Problem.Pieces only that many squares have a digit.
//
// Solutions that differ by an exchange of two digits are counted separately. There is a solution if
// neither 2 nor 3 divides n. There are some for other n, the smallest of which is 12 (M. Vasquez,
// "On the queen graph coloring problem", 2006). With more digits than n, set by the parameter
// extra, a solution is a colouring of the queens' graph, whose smallest number of colours is OEIS
// A088202.
var LatinQueens = &nqueens.Family{
	Name:       "latin-queens",
	About:      "a digit from 1 to n on each square, none twice on a line",
	Piece:      latinDigits[0],
	Kinds:      latinKinds(),
	Build:      latinModel,
	Parameters: []nqueens.Parameter{{Name: "extra", About: "digits beyond n: with enough of them every board has a colouring", Max: 9}},
	Pieces:     func(p nqueens.Problem) int { return p.N * p.N },
	Validate:   latinValidate,
	Check:      latinCheck,
	Construct:  linearLatin,
	Known: []nqueens.Sequence{
		{OEIS: "A088202", Published: "0 with fewer digits than the chromatic number; n = 1..14 here", Term: func(p nqueens.Problem) *nqueens.Count {
			chromatic := []int{1, 4, 5, 5, 5, 7, 7, 9, 10, 11, 11, 12, 13, 14}
			plain := nqueens.Problem{Family: p.Family, N: p.N, Parameters: p.Parameters}
			if p.N > len(chromatic) || latinSymbols(p) >= chromatic[p.N-1] || p.String() != plain.String() {
				return nil
			}
			return nqueens.NewCount(0)
		}},
		{Unpublished: true, Published: "colourings with as many digits as it takes, n = 2..4", Term: func(p nqueens.Problem) *nqueens.Count {
			counts := map[[2]int]uint64{{2, 2}: 24, {3, 2}: 240, {4, 1}: 240}
			plain := nqueens.Problem{Family: p.Family, N: p.N, Parameters: p.Parameters}
			if n, known := counts[[2]int{p.N, p.Parameter("extra")}]; known && p.String() == plain.String() {
				return nqueens.NewCount(n)
			}
			return nil
		}},
		{Unpublished: true, Source: "n! times the exact covers of the board by queens' solutions", Published: "n!·1, 2, 4, 8, computed here for n = 1, 5, 7, 11", Term: bare(latinTerm)},
	},
}

// linearLatin has the digit 2·file + rank, modulo n. Along a file, a rank and a diagonal the digits
// change by 1, 2, and 1 or 3, which have no factor in common with n (M. Gardner, The Unexpected
// Hanging, 1969).
func linearLatin(p nqueens.Problem) (s nqueens.Solution, err error) {
	n := p.N
	if !p.Bare() {
		return nil, fmt.Errorf("the formula is for whole boards, not for %v", p.Short())
	}
	if n%2 == 0 || n%3 == 0 {
		return nil, fmt.Errorf("the formula is for boards where neither 2 nor 3 divides the side, not for %d", n)
	}
	for file := range n {
		for rank := range n {
			at := nqueens.On(file, rank)
			at.Kind = latinKind((2*file + rank) % n)
			s = append(s, at)
		}
	}
	return s, nil
}

// latinTerm returns the number of ways to split the board into n solutions, found by exact cover,
// times the number of orders of the digits.
func latinTerm(n int) *nqueens.Count {
	partitions, computed := map[int]uint64{1: 1, 5: 2, 7: 4, 11: 8}[n]
	if !computed {
		return nil
	}
	return factorial(n).Times(partitions)
}

func latinKinds() (kinds []nqueens.Kind) {
	for _, c := range []byte(latinDigits[1:]) {
		kinds = append(kinds, nqueens.Kind{Name: string(c), Letter: c})
	}
	return kinds
}

// latinSymbols returns the number of digits.
func latinSymbols(p nqueens.Problem) int { return p.N + p.Parameter("extra") }

func latinValidate(p nqueens.Problem) error {
	if latinSymbols(p) > len(latinDigits) {
		return fmt.Errorf("%s(%d) needs %[2]d digits, but there are only %d: 1 to 9 and A to Z", p.Family.Name, latinSymbols(p), len(latinDigits))
	}
	return givenDigits(p, latinSymbols(p))
}

// givenDigits returns an error for given digits that the board does not have.
func givenDigits(p nqueens.Problem, symbols int) error {
	for _, at := range p.Others {
		if strings.IndexByte(latinDigits, at.Kind) >= symbols {
			return fmt.Errorf("given %v: the digits of a board of %d are 1 to %c", at, p.N, latinDigits[symbols-1])
		}
	}
	return nil
}

// latinModel returns a model with a placement for each square and digit, square by square.
func latinModel(p nqueens.Problem) *nqueens.Model {
	m, board, least, symbols := &nqueens.Model{}, p.Board(), 1, latinSymbols(p)
	if p.Pieces != nil {
		least = 0
	}
	each := least // minimum number of each digit on each rank and file
	if symbols > p.N {
		each = 0
	}
	for _, s := range board.Squares() {
		cell := nqueens.Line{Name: "square " + s.String(), Min: least, Max: 1}
		for digit := range symbols {
			cell.Placements = append(cell.Placements, len(m.Placements))
			m.Placements = append(m.Placements, nqueens.Placement{Square: s, Kind: latinKind(digit)})
		}
		m.Lines = append(m.Lines, cell)
	}
	lines := nqueens.QueenRule().Model(board).Lines
	for digit := range symbols {
		for _, line := range lines {
			of := nqueens.Line{Name: fmt.Sprintf("%c on %s", latinDigits[digit], line.Name), Min: min(line.Min, each), Max: line.Max}
			for _, square := range line.Placements {
				of.Placements = append(of.Placements, square*symbols+digit)
			}
			m.Lines = append(m.Lines, of)
		}
	}
	return m
}

// latinKind returns the kind of a digit, counted from 0.
func latinKind(digit int) byte {
	if digit == 0 {
		return 0
	}
	return latinDigits[digit]
}

func latinCheck(p nqueens.Problem, s nqueens.Solution) error {
	last := latinDigits[latinSymbols(p)-1]
	for i, a := range s {
		if a.Kind > last && a.Kind != 0 {
			return nqueens.Violated([]nqueens.Placement{a}, "%v: the digits of a board of %v squares are 1 to %c", a, p.Board(), last)
		}
		for _, b := range s[:i] {
			if a.Kind == b.Kind && queenAttacks(p.Board(), b.Square, a.Square) {
				return nqueens.Violated([]nqueens.Placement{b, a}, "%v and %v are the same digit on one line", b, a)
			}
		}
	}
	return nil
}

// DisjointQueens requires as many solutions of n queens as possible with no two queens on one
// square (OEIS A171760). The digit of all queens of a solution is the rank of its queen on file a,
// so that the solutions are not ordered. Problem.Pieces is the number of solutions.
var DisjointQueens = &nqueens.Family{
	Name:      "disjoint-queens",
	About:     "as many solutions of n queens as fit on one board, each with a digit of its own",
	Piece:     latinDigits[0],
	Kinds:     latinKinds(),
	Build:     disjointModel,
	Validate:  latinValidate,
	Objective: nqueens.Most,
	Counts:    func(p nqueens.Placement) bool { return p.Square.File == 0 },
	Group:     func(nqueens.Problem) []nqueens.Symmetry { return []nqueens.Symmetry{nqueens.Identity} }, // others change the digits
	Check: func(p nqueens.Problem, s nqueens.Solution) error {
		of := map[byte]nqueens.Solution{}
		for _, at := range s {
			of[at.Kind] = append(of[at.Kind], at)
		}
		for kind, solution := range of {
			if err := latinCheck(p, solution); err != nil {
				return err
			}
			first := solution[0]
			for _, at := range solution {
				if at.Square.File == 0 {
					first = at
				}
			}
			if len(solution) != p.N || first.Square.File != 0 || first.Square.Rank >= p.N || latinKind(first.Square.Rank) != kind {
				return nqueens.Violated(solution, "%v is no solution of %d queens with the rank of its first for its digit", solution, p.N)
			}
		}
		return nil
	},
	Known: []nqueens.Sequence{
		{OEIS: "A171760", Optimum: true, Published: "n = 1..17", Term: terms(1, 0, 0, 2, 5, 4, 7, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17)},
		{Unpublished: true, Source: "exact covers of the board by queens' solutions", Published: "1, 2, 4, 8, computed here for n = 1, 5, 7, 11", Term: bare(func(n int) *nqueens.Count {
			if partitions, computed := map[int]uint64{1: 1, 5: 2, 7: 4, 11: 8}[n]; computed {
				return nqueens.NewCount(partitions)
			}
			return nil
		})},
	},
}

// disjointModel returns the model of disjoint solutions. Its clauses require that a digit on one
// file is also on the next file, and a digit on the last file also on the first. So each digit is
// on all files or on none.
func disjointModel(p nqueens.Problem) *nqueens.Model {
	n, m, board := p.N, &nqueens.Model{}, p.Board()
	at := func(s nqueens.Square, digit int) int { return board.Index(s)*n + digit }
	for _, s := range board.Squares() {
		cell := nqueens.Line{Name: "square " + s.String(), Max: 1}
		for digit := range n {
			cell.Placements = append(cell.Placements, len(m.Placements))
			m.Placements = append(m.Placements, nqueens.Placement{Square: s, Kind: latinKind(digit)})
			if s.File == 0 && s.Rank != digit {
				m.Clauses = append(m.Clauses, nqueens.Clause{Name: fmt.Sprintf("first %v", m.Placements[at(s, digit)]), Literals: []nqueens.Literal{nqueens.NotChosen(at(s, digit))}})
			}
		}
		m.Lines = append(m.Lines, cell)
	}
	for _, line := range nqueens.QueenRule().Model(board).Lines {
		for digit := range n {
			of := nqueens.Line{Name: fmt.Sprintf("%c on %s", latinDigits[digit], line.Name), Max: 1}
			for _, square := range line.Placements {
				of.Placements = append(of.Placements, square*n+digit)
			}
			m.Lines = append(m.Lines, of)
		}
	}
	for i, s := range board.Squares() {
		for digit := range n {
			next := nqueens.Clause{Name: fmt.Sprintf("after %v", m.Placements[i*n+digit]), Literals: []nqueens.Literal{nqueens.NotChosen(i*n + digit)}}
			for rank := range n {
				if to := at(nqueens.Square{File: (s.File + 1) % n, Rank: rank}, digit); n > 1 {
					next.Literals = append(next.Literals, nqueens.Chosen(to))
				}
			}
			if n > 1 {
				m.Clauses = append(m.Clauses, next)
			}
		}
	}
	return m
}
