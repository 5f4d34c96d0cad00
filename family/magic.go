package family

import (
	"errors"
	"fmt"

	"nqueens"
)

// Magic requires two squares of n × n digits, A and B, drawn side by side. Each digit is on n
// queens that do not attack each other on a board whose edges are joined, and each pair of a digit
// of A and one of B occurs on exactly one square. With digits from 0, n·A + B + 1 is then a magic
// square of 1 to n² in which the broken diagonals have the same sum as the rows (a pandiagonal
// square). In a magic square made in this way, the numbers kn + 1 to kn + n, and those equal modulo
// n, stand on the squares of queens. O. Demirörs, N. Rafraf and M. M. Tanik thus convert between
// queens and magic squares (Journal of Recreational Mathematics 24, 1992).
//
// There are solutions exactly if neither 2 nor 3 divides n. Family.Numbers returns the magic square
// of a solution, and Family.FromNumbers returns the solution of a square.
var Magic = &nqueens.Family{
	Name:     "magic",
	About:    "magic squares made of queens: the digits of each number in base n are queens of the torus; Dürer's is none of them",
	Piece:    latinDigits[0],
	Kinds:    latinKinds(),
	Board:    func(p nqueens.Problem) nqueens.Board { return nqueens.Board{Files: 2 * p.N, Ranks: p.N} },
	Build:    magicModel,
	MaxSide:  26, // with 1.7 million clauses
	Pieces:   func(p nqueens.Problem) int { return 2 * p.N * p.N },
	Validate: magicValidate,
	Check: func(p nqueens.Problem, s nqueens.Solution) error {
		_, err := magicNumbers(p, s)
		return err
	},
	Construct: linearMagic,
	Numbers: func(p nqueens.Problem, s nqueens.Solution) [][]int {
		rows, _ := magicNumbers(p, s)
		return rows
	},
	FromNumbers: fromMagic,
	Known: []nqueens.Sequence{
		{Source: "pairs of orthogonal pandiagonal Latin squares", Published: "0 where 2 or 3 divides n; 28800 for n = 5, all pandiagonal magic squares of that order; n!² pairs of 1, 4 and 8 splits of the torus into queens' solutions for n = 1, 7, 11", Term: bare(magicTerm)},
	},
}

// magicTerm returns n!² for each ordered pair of two different splits of the torus into n
// solutions. For n = 5, 7, 11 the splits are (i + cj mod n), any two of which are orthogonal.
func magicTerm(n int) *nqueens.Count {
	splits, known := map[int]uint64{5: 2, 7: 4, 11: 8}[n]
	switch {
	case n == 1:
		return nqueens.NewCount(1)
	case n%2 == 0 || n%3 == 0:
		return nqueens.NewCount(0)
	case !known:
		return nil
	}
	orders := factorial(n).Big()
	return nqueens.CountOf(orders.Mul(orders, orders)).Times(splits * (splits - 1))
}

func magicValidate(p nqueens.Problem) error {
	if p.N > len(latinDigits) {
		return fmt.Errorf("magic(%d) needs %[1]d digits, but there are only %d: 1 to 9 and A to Z", p.N, len(latinDigits))
	}
	if p.Pieces != nil {
		return errors.New("magic squares are full: the number of pieces cannot be chosen")
	}
	return givenDigits(p, p.N)
}

// magicModel returns a model with a placement for each square and digit, square by square.
func magicModel(p nqueens.Problem) *nqueens.Model {
	n := p.N
	half := nqueens.NByN(n)
	m := &nqueens.Model{}
	for _, s := range p.Board().Squares() {
		cell := nqueens.Line{Name: "square " + s.String(), Min: 1, Max: 1}
		for digit := range n {
			cell.Placements = append(cell.Placements, len(m.Placements))
			m.Placements = append(m.Placements, nqueens.Placement{Square: s, Kind: latinKind(digit)})
		}
		m.Lines = append(m.Lines, cell)
	}
	at := func(right bool, square, digit int) int {
		s := nqueens.Square{File: square % n, Rank: square / n}
		if right {
			s.File += n
		}
		return p.Board().Index(s)*n + digit
	}
	for _, right := range []bool{false, true} {
		for _, line := range nqueens.TorusRule().Model(half).Lines {
			for digit := range n {
				of := nqueens.Line{Name: fmt.Sprintf("%c on %s of %t", latinDigits[digit], line.Name, right), Min: 1, Max: 1}
				for _, square := range line.Placements {
					of.Placements = append(of.Placements, at(right, square, digit))
				}
				m.Lines = append(m.Lines, of)
			}
		}
	}
	for i, s := range half.Squares() {
		for j, t := range half.Squares()[:i] {
			if torusAttacks(half, s, t) {
				continue // no digit is on both squares
			}
			for pair := range n * n {
				a, b := pair/n, pair%n
				m.Clauses = append(m.Clauses, nqueens.Clause{Name: fmt.Sprintf("pair %c%c %v %v", latinDigits[a], latinDigits[b], t, s), Literals: []nqueens.Literal{
					nqueens.NotChosen(at(false, j, a)), nqueens.NotChosen(at(true, j, b)), nqueens.NotChosen(at(false, i, a)), nqueens.NotChosen(at(true, i, b))}})
			}
		}
	}
	return m
}

// magicNumbers returns the magic square, the highest rank first, or an error if it is none.
func magicNumbers(p nqueens.Problem, s nqueens.Solution) ([][]int, error) {
	n := p.N
	digits := make([][]int, n) // by rank, first of A and then of B
	for rank := range digits {
		digits[rank] = make([]int, 2*n)
	}
	for i, at := range s {
		digit := 0
		for digit < n && latinKind(digit) != at.Kind {
			digit++
		}
		if digit == n {
			return nil, nqueens.Violated([]nqueens.Placement{at}, "%v: the digits of squares of %d are 1 to %c", at, n, latinDigits[n-1])
		}
		digits[at.Square.Rank][at.Square.File] = digit
		for _, o := range s[:i] {
			a, b := at.Square, o.Square
			if o.Kind == at.Kind && a.File/n == b.File/n && torusAttacks(nqueens.NByN(n), a, b) {
				return nil, nqueens.Violated([]nqueens.Placement{o, at}, "%v and %v are the same digit on one line", o, at)
			}
		}
	}
	rows, seen := make([][]int, n), map[int]bool{}
	for rank, row := range digits {
		numbers := make([]int, n)
		for file := range numbers {
			numbers[file] = n*row[file] + row[n+file] + 1
			if seen[numbers[file]] {
				return nil, fmt.Errorf("%d is in the magic square twice", numbers[file])
			}
			seen[numbers[file]] = true
		}
		rows[n-1-rank] = numbers
	}
	return rows, sums(rows)
}

// sums returns an error that names a rank, file or diagonal, broken or not, whose sum is not n(n² +
// 1)/2.
func sums(rows [][]int) error {
	n := len(rows)
	for k := range n {
		row, column, sum, diff := 0, 0, 0, 0
		for i := range n {
			row, column = row+rows[k][i], column+rows[i][k]
			sum, diff = sum+rows[i][(k+n-i)%n], diff+rows[i][(k+i)%n]
		}
		for what, got := range map[string]int{"row": row, "column": column, "falling diagonal": diff, "rising diagonal": sum} {
			if want := n * (n*n + 1) / 2; got != want {
				return fmt.Errorf("%s %d adds up to %d, not %d", what, k+1, got, want)
			}
		}
	}
	return nil
}

// fromMagic converts a magic square, the highest rank first, to a solution: each number less one
// has two digits in base n.
func fromMagic(rows [][]int) (s nqueens.Solution, err error) {
	n := len(rows)
	for i, row := range rows {
		if len(row) != n {
			return nil, fmt.Errorf("row %d has %d numbers, and there are %d rows", i+1, len(row), n)
		}
		for file, number := range row {
			if number < 1 || number > n*n {
				return nil, fmt.Errorf("row %d: %d in a square of 1 to %d", i+1, number, n*n)
			}
			at := nqueens.On(file, n-1-i)
			at.Kind = latinKind((number - 1) / n)
			pair := nqueens.On(n+file, n-1-i)
			pair.Kind = latinKind((number - 1) % n)
			s = append(s, at, pair)
		}
	}
	s.Sort()
	return s, nil
}

// linearMagic has the digit 2i + j of A and 3i + j of B on file i of rank j, modulo n. In both
// squares the digits stand on queens, since 1, 2, 3 and 4 have no factor in common with n, and two
// squares with the same pair of digits have the same file and rank.
func linearMagic(p nqueens.Problem) (nqueens.Solution, error) {
	n := p.N
	if !p.Bare() {
		return nil, fmt.Errorf("the formula is for whole squares, not for %v", p.Short())
	}
	if n%2 == 0 || n%3 == 0 {
		return nil, fmt.Errorf("2 or 3 divides %d, and no such square is magic", n)
	}
	var s nqueens.Solution
	for file := range 2 * n {
		for rank := range n {
			at := nqueens.On(file, rank)
			at.Kind = latinKind(((2+file/n)*(file%n) + rank) % n)
			s = append(s, at)
		}
	}
	return s, nil
}
