package nqueens

import (
	"fmt"
	"slices"
	"strings"
)

// Solution is where the pieces stand. As text it is the squares in file
// order: a2,b4,c6,d8,e3,f1,g7,h5.
type Solution []Square

// Sort puts the squares in file order, by rank within a file.
func (s Solution) Sort() { slices.SortFunc(s, compareSquares) }

// String lists the squares in the order they are in, separated by commas.
func (s Solution) String() string { return string(s.appendText(nil)) }

func (s Solution) appendText(b []byte) []byte {
	for i, sq := range s {
		if i > 0 {
			b = append(b, ',')
		}
		b = sq.append(b)
	}
	return b
}

// MarshalText makes a Solution its text in JSON.
func (s Solution) MarshalText() ([]byte, error) { return s.appendText(nil), nil }

// UnmarshalText reads squares as ParseSquares does.
func (s *Solution) UnmarshalText(text []byte) error {
	squares, err := ParseSquares(string(text))
	*s = squares
	return err
}

// Violation is one reason why a Solution does not solve a Problem.
type Violation struct {
	Why string
	// Squares are those concerned: the two that attack each other, the one
	// that is blocked.
	Squares []Square
}

func (v *Violation) Error() string { return v.Why }

func violation(squares []Square, format string, args ...any) error {
	return &Violation{Why: fmt.Sprintf(format, args...), Squares: squares}
}

// Check decides whether s solves the problem, from the rules of the piece and
// without the problem's Model, so that a wrong Model is caught. It returns
// nil or a *Violation, and takes time quadratic in the number of pieces.
func (p Problem) Check(s Solution) error {
	for i, a := range s {
		if !a.on(p.N) {
			return violation([]Square{a}, "%v is off the board (a1 to %v)", a, Square{File: p.N - 1, Rank: p.N - 1})
		}
		if slices.Contains(p.Blocked, a) {
			return violation([]Square{a}, "%v is blocked", a)
		}
		for _, d := range p.Excluded {
			if d.Contains(a) {
				return violation([]Square{a}, "%v is on the excluded diagonal %v", a, d)
			}
		}
		for _, b := range s[:i] {
			if a == b {
				return violation([]Square{a}, "%v is named twice", a)
			}
			if p.Family.Attacks(p.N, b, a) {
				return violation([]Square{b, a}, "%v and %v attack each other", b, a)
			}
		}
	}
	for _, g := range p.Given {
		if !slices.Contains(s, g) {
			return violation([]Square{g}, "no piece stands on the given square %v", g)
		}
	}
	if want := p.Family.Pieces(p.N); len(s) != want {
		return violation(nil, "%d pieces stand on the board, not %d", len(s), want)
	}
	return nil
}

// Solution returns the squares of the chosen placements, in file order.
func (m *Model) Solution(chosen []int) Solution {
	s := make(Solution, len(chosen))
	for i, p := range chosen {
		s[i] = m.Placements[p]
	}
	s.Sort()
	return s
}

// Board draws the problem with the given pieces as text, the highest rank
// first: the piece's letter, '#' for a square where no piece may stand, '.'
// for a free one.
func (p Problem) Board(s Solution) string {
	closed := p.Closed()
	rows := make([][]byte, p.N)
	for rank := range rows {
		row := make([]byte, p.N)
		for file := range row {
			row[file] = '.'
			if closed[rank*p.N+file] {
				row[file] = '#'
			}
		}
		rows[rank] = row
	}
	for _, sq := range s {
		rows[sq.Rank][sq.File] = p.Family.Piece
	}
	var b strings.Builder
	for _, row := range slices.Backward(rows) {
		for file, c := range row {
			if file > 0 {
				b.WriteByte(' ')
			}
			b.WriteByte(c)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// ReadBoard reads what Board draws as a problem of the family whose pieces are
// givens and whose '#' squares are blocked. Spaces within a row and empty
// lines do not matter.
func ReadBoard(family *Family, text string) (Problem, error) {
	p := Problem{Family: family}
	type row struct {
		number int // line of the text, from 1
		cells  []rune
	}
	var rows []row
	for i, line := range strings.Split(text, "\n") {
		cells := slices.DeleteFunc([]rune(line), func(c rune) bool { return c == ' ' || c == '\t' || c == '\r' })
		if len(cells) > 0 {
			rows = append(rows, row{i + 1, cells})
		}
	}
	if len(rows) == 0 {
		return p, fmt.Errorf("board: no rows (write one line for each rank, %c for a piece, . free, # blocked)", family.Piece)
	}
	p.N = len(rows)
	for i, row := range rows {
		if len(row.cells) != p.N {
			return p, fmt.Errorf("board line %d: %d squares in a board of %d rows", row.number, len(row.cells), p.N)
		}
		for file, c := range row.cells {
			sq := Square{File: file, Rank: p.N - 1 - i}
			switch c {
			case rune(family.Piece):
				p.Given = append(p.Given, sq)
			case '#':
				p.Blocked = append(p.Blocked, sq)
			case '.':
			default:
				return p, fmt.Errorf("board line %d: %q at square %v (%c a piece, . free, # blocked)", row.number, c, sq, family.Piece)
			}
		}
	}
	return p, nil
}
