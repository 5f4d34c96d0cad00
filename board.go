package nqueens

import (
	"fmt"
	"maps"

	"nqueens/internal/suggest"
)

// Board has the numbers of files and ranks of a board. A board of more dimensions is drawn as its
// layers side by side, and its squares are named accordingly: n × n × n as n² files and n ranks.
type Board struct{ Files, Ranks int }

// NByN returns the square board of n files and n ranks.
func NByN(n int) Board { return Board{n, n} }

// String returns "5×8", the files first.
func (b Board) String() string { return fmt.Sprintf("%d×%d", b.Files, b.Ranks) }

// IsSquare reports whether there are as many files as ranks.
func (b Board) IsSquare() bool { return b.Files == b.Ranks }

// Side returns the number of squares on the longer side.
func (b Board) Side() int { return max(b.Files, b.Ranks) }

// Contains reports whether the square is on the board.
func (b Board) Contains(s Square) bool {
	return s.File >= 0 && s.File < b.Files && s.Rank >= 0 && s.Rank < b.Ranks
}

// Last returns the square farthest from a1.
func (b Board) Last() Square { return Square{File: b.Files - 1, Rank: b.Ranks - 1} }

// Size returns the number of squares.
func (b Board) Size() int { return b.Files * b.Ranks }

// Index returns the square's index in Squares.
func (b Board) Index(s Square) int { return s.Rank*b.Files + s.File }

// Squares returns the squares row by row from a1.
func (b Board) Squares() []Square {
	squares := make([]Square, b.Size())
	for i := range squares {
		squares[i] = Square{File: i % b.Files, Rank: i / b.Files}
	}
	return squares
}

// has reports whether the placement is a piece on a square of the board, not a variable.
func (b Board) has(p Placement) bool { return p.Variable == 0 && b.Contains(p.Square) }

// OnBoard returns the family's problem on an empty board; ok is false if it has none of that shape.
func (f *Family) OnBoard(b Board) (p Problem, ok bool) {
	p = Problem{Family: f, N: b.Ranks}
	if f.Board == nil {
		p.Files = b.Files
		return p, b.IsSquare() || f.Rectangles
	}
	if p.Board() == b {
		return p, true
	}
	for _, q := range f.Parameters {
		for v := q.Min; v <= q.Max && v < q.Min+mostShapes; v++ {
			if p.Parameters = map[string]int{q.Name: v}; p.Board() == b {
				return p, true
			}
		}
	}
	return Problem{Family: f, N: b.Ranks}, false
}

// mostShapes is the number of values of a parameter that are tried to get a board's shape.
const mostShapes = 16

// Parameter is a number that a family's problems have in addition to the size of the board, such as
// the number of pawns.
type Parameter struct {
	Name    string // lower-case letters: "pawns"
	About   string // one line for lists
	Default int
	Min     int
	Max     int // 0 for no maximum
}

// Parameter returns the value of one of the family's parameters.
func (p Problem) Parameter(name string) int {
	if value, said := p.Parameters[name]; said {
		return value
	}
	for _, q := range p.Family.Parameters {
		if q.Name == name {
			return q.Default
		}
	}
	return 0
}

// SetParameter sets the value of one of the family's parameters.
func (p *Problem) SetParameter(name string, value int) error {
	if _, err := p.Family.parameter(name); err != nil {
		return err
	}
	p.Parameters = maps.Clone(p.Parameters) // another Problem may share the map
	if p.Parameters == nil {
		p.Parameters = map[string]int{}
	}
	p.Parameters[name] = value
	return nil
}

// validateParameters returns an error for parameters that the family does not have, and for values
// out of range.
func (p Problem) validateParameters() error {
	for name := range p.Parameters {
		if _, err := p.Family.parameter(name); err != nil {
			return err
		}
	}
	for _, q := range p.Family.Parameters {
		switch value := p.Parameter(q.Name); {
		case value < q.Min:
			return fmt.Errorf("%s=%d: the family %s wants at least %d", q.Name, value, p.Family.Name, q.Min)
		case q.Max > 0 && value > q.Max:
			return fmt.Errorf("%s=%d: the family %s wants at most %d", q.Name, value, p.Family.Name, q.Max)
		}
	}
	return nil
}

// parameter returns the family's parameter with the given name.
func (f *Family) parameter(name string) (Parameter, error) {
	if len(f.Parameters) == 0 {
		return Parameter{}, fmt.Errorf("the family %s has no parameter %q, nor any other", f.Name, name)
	}
	return suggest.Named("parameter of the family "+f.Name, name, f.Parameters, func(q Parameter) string { return q.Name })
}

// changed returns the parameters with other values than the default as text: ", pawns=2".
func (p Problem) changed() (text string) {
	for _, q := range p.Family.Parameters {
		if value := p.Parameter(q.Name); value != q.Default {
			text += fmt.Sprintf(", %s=%d", q.Name, value)
		}
	}
	return text
}
