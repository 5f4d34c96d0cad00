package explain

import (
	"fmt"
	"strings"

	"nqueens"
)

// A Kind is a kind of statement.
type Kind int

const (
	Given   Kind = iota // a piece stands on a square
	Closed              // no piece stands on a blocked square or an excluded diagonal
	AtLeast             // the least number of pieces of a line
	AtMost              // the largest number of pieces of a line
	Rule                // any other constraint
)

// A Statement is a constraint of a problem that an explanation can name, such as the bound of a line or a
// given piece.
type Statement struct {
	Kind    Kind
	Name    string           // "rank 5", "given a1", "clause 17"
	Squares []nqueens.Square // the squares that it is about, if it is about a board

	title   string // the name of a line for a person: "diagonal a6–f1"
	line    *nqueens.Line
	clauses []nqueens.Clause
	sum     *nqueens.Sum
}

// A System is a problem, divided into statements about the placements of a model.
type System struct {
	Problem    nqueens.Problem
	Statements []Statement
	model      *nqueens.Model
}

// NewSystem divides a problem into statements.
func NewSystem(p nqueens.Problem) (*System, error) {
	bare := p
	if p.HasBoard() {
		bare = p.Empty().SymmetricUnder(p.Symmetric)
	}
	if p.Goal() != nqueens.NoGoal {
		return nil, fmt.Errorf("%v has an objective, so that it has a best solution: add --pieces and a number to learn why so many pieces are impossible", p.Short())
	}
	m, err := bare.Model()
	if err != nil {
		return nil, err
	}
	s := &System{Problem: p, model: m}
	if p.HasBoard() {
		s.laid()
	}
	for _, l := range m.Lines {
		squares := s.squares(l.Placements)
		title := s.title(l.Name, squares)
		if l.Min > 0 {
			least := l
			least.Max = len(l.Placements)
			s.Statements = append(s.Statements, Statement{Kind: AtLeast, Name: l.Name, Squares: squares, title: title, line: &least})
		}
		if l.Max < len(l.Placements) {
			most := l
			most.Min = 0
			s.Statements = append(s.Statements, Statement{Kind: AtMost, Name: l.Name, Squares: squares, title: title, line: &most})
		}
	}
	for _, c := range m.Clauses {
		var on []int
		for _, l := range c.Literals {
			on = append(on, l.Placement())
		}
		s.Statements = append(s.Statements, Statement{Kind: Rule, Name: c.Name, Squares: s.squares(on), clauses: []nqueens.Clause{c}})
	}
	for _, sum := range m.Sums {
		s.Statements = append(s.Statements, Statement{Kind: Rule, Name: sum.Name, sum: &sum})
	}
	return s, nil
}

// title returns the name of a line for a person. Lines in three dimensions or more are named by their ends.
func (s *System) title(name string, squares []nqueens.Square) string {
	switch rest := strings.TrimPrefix(name, "block "); {
	case rest != name:
		return "the squares " + rest
	case direction(name) == "line" && len(squares) > 1:
		return fmt.Sprintf("line %v–%v", squares[0], squares[len(squares)-1])
	}
	return s.Problem.LineName(name)
}

// laid adds the statements about given pieces and closed squares.
func (s *System) laid() {
	p, board := s.Problem, s.Problem.Board()
	at := map[nqueens.Placement]int{}
	on := map[nqueens.Square][]int{}
	for i, placement := range s.model.Placements {
		if placement.Variable == 0 && board.Contains(placement.Square) {
			at[placement] = i
			on[placement.Square] = append(on[placement.Square], i)
		}
	}
	for _, piece := range p.Laid() {
		c := nqueens.Clause{Name: "given " + piece.String()}
		if i, known := at[piece]; known {
			c.Literals = []nqueens.Literal{nqueens.Chosen(i)}
		}
		s.Statements = append(s.Statements, Statement{Kind: Given, Name: piece.String(), Squares: []nqueens.Square{piece.Square}, clauses: []nqueens.Clause{c}})
	}
	closed := func(name string, squares ...nqueens.Square) {
		var clauses []nqueens.Clause
		for _, sq := range squares {
			for _, i := range on[sq] {
				clauses = append(clauses, nqueens.Clause{Name: name, Literals: []nqueens.Literal{nqueens.NotChosen(i)}})
			}
		}
		if len(clauses) > 0 {
			s.Statements = append(s.Statements, Statement{Kind: Closed, Name: name, Squares: squares, clauses: clauses})
		}
	}
	seen := map[nqueens.Square]bool{}
	for _, sq := range p.Blocked {
		if !seen[sq] {
			seen[sq] = true
			closed(sq.String(), sq)
		}
	}
	for _, d := range p.Excluded {
		var squares []nqueens.Square
		for _, sq := range board.Squares() {
			if d.Contains(sq) {
				squares = append(squares, sq)
			}
		}
		closed(d.Name(board), squares...)
	}
}

// squares returns the squares of placements.
func (s *System) squares(placements []int) (list []nqueens.Square) {
	if !s.Problem.HasBoard() {
		return nil
	}
	seen := map[nqueens.Square]bool{}
	for _, i := range placements {
		if at := s.model.Placements[i]; at.Variable == 0 && !seen[at.Square] {
			seen[at.Square] = true
			list = append(list, at.Square)
		}
	}
	return list
}

// Sub returns a formula of the given statements alone, for any engine.
func (s *System) Sub(statements []int) nqueens.Problem {
	m := &nqueens.Model{Auxiliaries: s.model.Auxiliaries, Determined: false}
	for i := range s.model.Placements {
		m.Placements = append(m.Placements, nqueens.Placement{Variable: i + 1})
	}
	for _, k := range statements {
		switch st := s.Statements[k]; {
		case st.line != nil:
			m.Lines = append(m.Lines, *st.line)
		case st.sum != nil:
			m.Sums = append(m.Sums, *st.sum)
		default:
			m.Clauses = append(m.Clauses, st.clauses...)
		}
	}
	return nqueens.NewFormula(nqueens.Formula{Name: "explanation", Format: "opb"}, m)
}
