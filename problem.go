package nqueens

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nqueens/internal/table"
)

// Problem is a member of a family with its size and what is laid down
// beforehand. It is a plain value; Validate says whether it makes sense.
type Problem struct {
	Family *Family
	N      int // squares a side, or ranks; of a Formula, the variables that its solutions are about
	Files  int // where they are not as many as the ranks; 0 is N
	// Parameters are those of the family that are not as by default, by name.
	Parameters map[string]int
	// Pieces is how many pieces there are; nil leaves that to the family. It takes the
	// place of the family's objective, and of the numbers that a family without one wants
	// on the lines of the board: these then hold at most as many.
	Pieces   *Range
	Given    []Square    // a piece of the family's first kind must stand here
	Others   []Placement // pieces of its other kinds that must stand where they say
	Blocked  []Square    // no piece may stand here, though attacks pass over it
	Excluded []Diagonal  // no piece may stand on these
	// Symmetric asks for solutions that this symmetry maps to themselves. The
	// identity, its zero value, asks for nothing.
	Symmetric Symmetry
	// Formula is what the problem is where it has no board; nil otherwise. Its
	// Family is then Formulas.
	Formula *Formula
}

// HasBoard reports whether the problem is about pieces on a board, and no Formula.
func (p Problem) HasBoard() bool { return p.Formula == nil }

// Board is the board that the problem is played on.
func (p Problem) Board() Board {
	switch {
	case p.Family != nil && p.Family.Board != nil:
		return p.Family.Board(p)
	case p.Files > 0:
		return Board{p.Files, p.N}
	}
	return NByN(p.N)
}

// Bare reports whether the family and N alone say the problem: nothing is laid down
// beforehand, no symmetry is asked for, and the board's shape, all parameters and the
// number of pieces are as by default.
func (p Problem) Bare() bool { return p.free() && p.Symmetric == Identity && p.usual() }

// Reducible reports whether engines search what one reduction, which they share, leaves of the
// problem, and not all of it: where anything beside the family and N is asked for, and where
// the best solutions are, since the search for those asks for numbers of pieces. Of bare
// boards without an objective, and of formulas, nothing is taken away.
func (p Problem) Reducible() bool { return p.HasBoard() && (!p.Bare() || p.Goal() != NoGoal) }

// Constructed reports whether the family knows a formula for a solution of the problem.
func (p Problem) Constructed() bool {
	if p.Family.Construct == nil {
		return false
	}
	_, err := p.Family.Construct(p)
	return err == nil
}

// Empty is the problem with nothing laid down beforehand and no symmetry asked for.
func (p Problem) Empty() Problem {
	p.Given, p.Others, p.Blocked, p.Excluded, p.Symmetric = nil, nil, nil, nil, Identity
	return p
}

// Give lays down pieces beforehand, of whatever kind.
func (p *Problem) Give(pieces ...Placement) {
	for _, at := range pieces {
		if at.Kind == 0 || at.Kind == p.Family.Letter() {
			p.Given = append(p.Given, at.Square)
		} else {
			p.Others = append(p.Others, at)
		}
	}
}

// Laid are the pieces of all kinds that are given, in file order.
func (p Problem) Laid() Solution {
	laid := append(Placed(p.Given), p.Others...)
	laid.Sort()
	return slices.Compact(laid)
}

// laidDown is how many pieces, squares and diagonals are laid down beforehand.
func (p Problem) laidDown() int {
	return len(p.Given) + len(p.Others) + len(p.Blocked) + len(p.Excluded)
}

// free reports whether nothing is laid down beforehand on a board.
func (p Problem) free() bool {
	return p.HasBoard() && p.laidDown() == 0
}

// usual reports whether the board's shape, all parameters and the number of pieces are
// as by default.
func (p Problem) usual() bool {
	return (p.Files == 0 || p.Files == p.N) && p.changed() == "" && p.Pieces == nil
}

// Rule is what the pieces do, if that is all there is to know beside N and what is
// laid down beforehand. It is nil for another board than N × N, for parameters and
// numbers of pieces that are not as by default, and for families without a Rule or
// with an objective: engines and languages that
// go by a rule on a square board then refuse the problem.
func (p Problem) Rule() *Rule {
	if !p.usual() || p.Family.Objective != NoGoal || p.Board() != NByN(p.N) {
		return nil
	}
	return p.Family.Rule
}

// PlacesQueens reports whether the problem's rule is that of the queens, which some
// engines and formats are made for, whatever its family's name.
func (p Problem) PlacesQueens() bool { return p.Rule().Equal(QueenRule()) }

// SymmetricUnder is the problem of those solutions that g maps to themselves.
func (p Problem) SymmetricUnder(g Symmetry) Problem {
	p.Symmetric = g
	return p
}

// Validate refuses a family that is missing or says nothing, sizes below 1, a board
// or parameters that the family does not have, squares or diagonals off the board,
// and a symmetry that is none of the board's.
//
// Givens that attack each other or stand on a blocked square are no error:
// the problem has no solution.
func (p Problem) Validate() error {
	if p.Family == nil {
		return errors.New("the problem has no family")
	}
	if !p.HasBoard() {
		return p.validateFormula()
	}
	if err := p.Family.validate(); err != nil {
		return err
	}
	if p.N < 1 {
		return fmt.Errorf("a board has at least one square a side, not %d", p.N)
	}
	switch f := p.Family; {
	case p.Files < 0:
		return fmt.Errorf("a board has at least one file, not %d", p.Files)
	case p.Files != 0 && p.Files != p.N && (!f.Rectangles || f.Rule != nil && f.Rule.wraps()):
		return fmt.Errorf("the family %s is for square boards: %s and %s are none", f.Name, table.Plural(p.Files, "file"), table.Plural(p.N, "rank"))
	}
	if err := p.validateParameters(); err != nil {
		return err
	}
	if err := p.validatePieces(); err != nil {
		return err
	}
	board := p.Board()
	if f := p.Family; f.Rule != nil && f.Pieces != nil && p.Pieces == nil {
		if fixed, ok := f.Rule.pieces(board); ok && fixed != f.Pieces(p) {
			return fmt.Errorf("family %q: its rule puts %s on a board of %v squares, not %d", f.Name, table.Plural(fixed, "piece"), board, f.Pieces(p))
		}
	}
	for _, s := range p.Given {
		if !board.Contains(s) {
			return fmt.Errorf("given square %s", p.off(Placement{Square: s}, Placement.String))
		}
	}
	for _, s := range p.Blocked {
		if !board.Contains(s) {
			return fmt.Errorf("blocked square %s", p.off(Placement{Square: s}, func(at Placement) string { return at.Square.String() }))
		}
	}
	for _, at := range p.Others {
		if !p.Family.hasKind(at.Kind) {
			return fmt.Errorf("given %s", p.unknown(at))
		}
		if !board.Contains(at.Square) {
			return fmt.Errorf("given square %s", p.off(at, Placement.String))
		}
	}
	for _, d := range p.Excluded {
		low, high := 1-board.Ranks, board.Files-1
		if d.Sum {
			low, high = 0, board.Files+board.Ranks-2
		}
		if d.Value < low || d.Value > high {
			return fmt.Errorf("diagonal %v is off the board (%d to %d)", d, low, high)
		}
	}
	if p.Symmetric&0xf8 != 0 {
		return fmt.Errorf("the square has %d symmetries, numbered from 0, and none has the number %d", len(symmetryNames), p.Symmetric)
	}
	if g := p.Symmetric; !g.turns() && !slices.Contains(p.Family.group(p), g) {
		return fmt.Errorf("the symmetry %v is none of the family %s on a board of %v squares", g, p.Family.Name, board)
	}
	if p.Symmetric.Transposes() && !board.IsSquare() {
		return fmt.Errorf("the symmetry %v does not map a board of %v squares to itself", p.Symmetric, board)
	}
	if check := p.Family.Validate; check != nil {
		return check(p)
	}
	return nil
}

// off says of a piece that it is off the board, and where its square is meant as the letter of a piece and a
// square of the board, how that is written.
func (p Problem) off(at Placement, written func(Placement) string) string {
	board, name := p.Board(), at.String()
	why := fmt.Sprintf("%v is off the board (a1 to %v)", at, board.Last())
	letter := name[0] &^ 0x20 // the file's, a capital
	if on, err := ParseSquare(name[1:]); err == nil && board.Contains(on) && p.Family.HasLetter(letter) {
		why += fmt.Sprintf("; for %c on %v write %s", letter, on, written(Placement{Square: on, Kind: letter}))
	}
	return why
}

// unknown says of a placement that the family has no such piece.
func (p Problem) unknown(at Placement) string {
	letters := []string{string(p.Family.Letter())}
	for _, k := range p.Family.Kinds {
		letters = append(letters, string(k.Letter))
	}
	if n := len(letters); n > 9 {
		letters = []string{letters[0], "…", letters[n-1]}
	}
	return fmt.Sprintf("%v: no piece of the family %s is a %c (its pieces are %s)", at, p.Family.Name, at.Kind, strings.Join(letters, ", "))
}

// Closed reports for each square, in the order of Board.Squares, whether no piece may
// stand there: it is blocked or on an excluded diagonal.
func (p Problem) Closed() []bool {
	board := p.Board()
	closed := make([]bool, board.Size())
	for _, s := range p.Blocked {
		closed[board.Index(s)] = true
	}
	if len(p.Excluded) > 0 {
		for i, s := range board.Squares() {
			closed[i] = closed[i] || slices.ContainsFunc(p.Excluded, func(d Diagonal) bool { return d.Contains(s) })
		}
	}
	return closed
}

// Barred reports for each square, as Closed does, whether no piece may stand
// there beside the givens: it is closed, or one of them rules it out. A given's own
// square is barred only if it is closed or another given's. The problem must have a
// Rule.
func (p Problem) Barred() []bool {
	rule, board, barred := p.Rule(), p.Board(), p.Closed()
	for i, s := range board.Squares() {
		barred[i] = barred[i] || slices.ContainsFunc(p.Given, func(g Square) bool { return g != s && rule.Forbids(board, g, s) })
	}
	return barred
}

// MaxModelSize is the largest board side for which a Model is built. A larger
// one has more placements than any solver here could load.
const MaxModelSize = 2048

// Model writes the problem in 0–1 terms: the family's model for the bare
// board, without the placements where no piece may stand, a unit clause for
// each given, and for the symmetry asked for a clause for each placement: it is
// chosen only if its image is.
func (p Problem) Model() (*Model, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	if f := p.Formula; f != nil && f.Read() {
		return f.model, nil
	} else if f != nil {
		return nil, f.errUnread()
	}
	if err := p.fits(); err != nil {
		return nil, err
	}
	m, board := p.bareModel(), p.Board()
	if len(p.Blocked)+len(p.Excluded) > 0 {
		closed := p.Closed()
		m = m.without(func(at Placement) bool { return board.has(at) && closed[board.Index(at.Square)] })
	}
	for _, at := range p.Laid() {
		given := Clause{Name: "given " + at.String()}
		if i := slices.Index(m.Placements, at); i >= 0 {
			given.Literals = []Literal{Chosen(i)}
		}
		m.Clauses = append(m.Clauses, given)
	}
	if p.Symmetric != Identity {
		m.Clauses = append(m.Clauses, m.imageClauses(board, p.Symmetric)...)
	}
	return m, nil
}

// fits refuses boards that are too large for a Model.
func (p Problem) fits() error {
	if most := cmp.Or(p.Family.MaxSide, MaxModelSize); p.Board().Side() > most {
		return fmt.Errorf("%v is too large to write as a model (at most %d squares a side)", p.Short(), most)
	}
	return nil
}

// imageClauses say that a placement is chosen only if its image is. Going round
// the images says the converse.
func (m *Model) imageClauses(board Board, g Symmetry) []Clause {
	index := make(map[Placement]int, len(m.Placements))
	own := m.Placements[:len(m.Placements)-m.Auxiliaries]
	for i, p := range own {
		index[p] = i
	}
	var clauses []Clause
	for i, p := range own {
		to := Placement{Square: g.Apply(board, p.Square), Kind: p.Kind}
		if to == p {
			continue
		}
		c := Clause{Name: fmt.Sprintf("%v %v %v", g, p, to), Literals: []Literal{NotChosen(i)}}
		if j, ok := index[to]; ok {
			c.Literals = append(c.Literals, Chosen(j))
		}
		clauses = append(clauses, c)
	}
	return clauses
}

// GivenConflict returns two givens that attack each other, if any do.
func (p Problem) GivenConflict() (a, b Square, found bool) {
	attacks := func(a, b Square) bool { return false }
	switch f, board := p.Family, p.Board(); {
	case f.Attacks != nil:
		attacks = func(a, b Square) bool { return f.Attacks(board, a, b) }
	case f.Rule != nil:
		attacks = func(a, b Square) bool { return f.Rule.Forbids(board, a, b) }
	}
	given := sortedSquares(p.Given)
	for i, a := range given {
		for _, b := range given[i+1:] {
			if attacks(a, b) {
				return a, b, true
			}
		}
	}
	return a, b, false
}
