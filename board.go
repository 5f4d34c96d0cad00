package nqueens

import (
	"fmt"
	"maps"

	"nqueens/internal/suggest"
)

// Board is how many files and ranks a board has. One of more dimensions is drawn, and
// its squares are named, as its layers side by side: n × n × n as n² files and n ranks.
type Board struct{ Files, Ranks int }

// NByN is the square board of n files and n ranks.
func NByN(n int) Board { return Board{n, n} }

// String is "5×8", the files first.
func (b Board) String() string { return fmt.Sprintf("%d×%d", b.Files, b.Ranks) }

// IsSquare reports whether there are as many files as ranks.
func (b Board) IsSquare() bool { return b.Files == b.Ranks }

// Side is the number of squares on its longer side.
func (b Board) Side() int { return max(b.Files, b.Ranks) }

// Contains reports whether the square is on the board.
func (b Board) Contains(s Square) bool {
	return s.File >= 0 && s.File < b.Files && s.Rank >= 0 && s.Rank < b.Ranks
}

// Last is the square farthest from a1.
func (b Board) Last() Square { return Square{File: b.Files - 1, Rank: b.Ranks - 1} }

// Size is the number of squares.
func (b Board) Size() int { return b.Files * b.Ranks }

// Index is the square's place in Squares.
func (b Board) Index(s Square) int { return s.Rank*b.Files + s.File }

// Squares lists the squares row by row from a1.
func (b Board) Squares() []Square {
	squares := make([]Square, b.Size())
	for i := range squares {
		squares[i] = Square{File: i % b.Files, Rank: i / b.Files}
	}
	return squares
}

// has reports whether a piece, and no variable, stands on one of its squares.
func (b Board) has(p Placement) bool { return p.Variable == 0 && b.Contains(p.Square) }

// OnBoard is the family's problem on an empty board, if it has one of that shape.
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

// mostShapes is how many values of a parameter are tried for a board's shape.
const mostShapes = 16

// Parameter is a number beside the size of the board that a family's problems have:
// how many pawns there are.
type Parameter struct {
	Name    string // small letters: "pawns"
	About   string // one line for listings
	Default int
	Min     int
	Max     int // 0 for no bound
}

// Parameter is the value of one of the family's parameters.
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

// SetParameter gives one of the family's parameters a value.
func (p *Problem) SetParameter(name string, value int) error {
	if _, err := p.Family.parameter(name); err != nil {
		return err
	}
	p.Parameters = maps.Clone(p.Parameters) // another Problem may have the same
	if p.Parameters == nil {
		p.Parameters = map[string]int{}
	}
	p.Parameters[name] = value
	return nil
}

// validateParameters refuses those that the family does not have, and values out of
// their bounds.
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

// parameter finds one of the family's by its name.
func (f *Family) parameter(name string) (Parameter, error) {
	if len(f.Parameters) == 0 {
		return Parameter{}, fmt.Errorf("the family %s has no parameter %q, nor any other", f.Name, name)
	}
	return suggest.Named("parameter of the family "+f.Name, name, f.Parameters, func(q Parameter) string { return q.Name })
}

// changed names the parameters that are not as by default: ", pawns=2".
func (p Problem) changed() (text string) {
	for _, q := range p.Family.Parameters {
		if value := p.Parameter(q.Name); value != q.Default {
			text += fmt.Sprintf(", %s=%d", q.Name, value)
		}
	}
	return text
}
