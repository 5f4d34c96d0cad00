package family

import (
	"errors"
	"fmt"

	"nqueens"
)

// Magic asks for two squares of n × n digits, drawn side by side, A and B: each digit is on
// n queens that do not attack each other on a board whose edges are joined, and each pair
// of a digit of A and one of B is on one square. Then n·A + B, of digits from 0, and 1 is a
// magic square of 1 to n² in which the broken diagonals have the sum of the rows too
// (pandiagonal); and in a magic square made like this the numbers kn + 1 to kn + n, and
// those equal modulo n, stand on queens' squares. So O. Demirörs, N. Rafraf and M. M. Tanik
// turn queens into magic squares and back (Journal of Recreational Mathematics 24, 1992).
//
// There are some exactly where neither 2 nor 3 divides n. Family.Numbers has the magic
// square of a solution, Family.FromNumbers the solution of a square.
var Magic = &nqueens.Family{
	Name:     "magic",
	About:    "two squares of queens' digits, side by side, whose pairs of digits make a magic square",
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

// magicTerm is n!² for each ordered pair of two different splits of the torus into n
// solutions: for n = 5, 7, 11 these are (i + cj mod n), of which any two are orthogonal.
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
		return fmt.Errorf("magic(%d) needs as many digits: 1 to 9 and A to Z are %d", p.N, len(latinDigits))
	}
	if p.Pieces != nil {
		return errors.New("magic squares are full: the number of pieces cannot be chosen")
	}
	return givenDigits(p, p.N)
}

// magicModel has a placement for each square and digit, square by square.
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
				continue // no digit is on both
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

// magicNumbers is the magic square, the highest rank first, or what is wrong with it.
func magicNumbers(p nqueens.Problem, s nqueens.Solution) ([][]int, error) {
	n := p.N
	digits := make([][]int, n) // by rank, of A and then of B
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

// sums says which rank, file or diagonal, broken or not, does not add up to n(n² + 1)/2.
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

// fromMagic reads a magic square, the highest rank first: its numbers less one are two
// digits to the base n.
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

// linearMagic has the digit 2i + j of A and 3i + j of B on file i of rank j, modulo n. Both
// have queens' digits since 1, 2, 3 and 4 have no factor in common with n, and two files and
// ranks with the same pair are the same.
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
