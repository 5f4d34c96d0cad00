package nqueens

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nqueens/internal/table"
)

// Problem is a member of a family with a size, given pieces and other constraints. It is a plain
// value; Validate reports whether it makes sense.
type Problem struct {
	Family *Family
	N      int // squares a side, or number of ranks; for a Formula, the number of variables that are part of its solutions
	Files  int // number of files, if it is not that of ranks; 0 means N
	// Parameters are the family's parameters with other values than the default, by name.
	Parameters map[string]int
	// Pieces is the number of pieces; if it is nil, the family determines it. It replaces the
	// family's objective. In a family without an objective it replaces the minimum numbers of
	// pieces on the lines of the board; the maxima remain.
	Pieces   *Range
	Given    []Square    // each must have a piece of the family's first kind
	Others   []Placement // pieces of other kinds that must be in the solution
	Blocked  []Square    // none may have a piece, but they do not block attacks
	Excluded []Diagonal  // none may have a piece
	// Regions divides the board, for families that have regions; "" means the family's own division.
	Regions Regions
	// Symmetric restricts the solutions to those that this symmetry maps to themselves. The
	// identity, its zero value, is no restriction.
	Symmetric Symmetry
	// Formula is the formula of a problem without a board; nil otherwise. Family is then Formulas.
	Formula *Formula
}

// HasBoard reports whether the problem is about pieces on a board instead of a Formula.
func (p Problem) HasBoard() bool { return p.Formula == nil }

// Board returns the problem's board.
func (p Problem) Board() Board {
	switch {
	case p.Family != nil && p.Family.Board != nil:
		return p.Family.Board(p)
	case p.Files > 0:
		return Board{p.Files, p.N}
	}
	return NByN(p.N)
}

// Bare reports whether the family and N alone define the problem: there are no given pieces, other
// constraints or symmetry, and the board's shape, all parameters and the number of pieces have
// their default.
func (p Problem) Bare() bool { return p.free() && p.Symmetric == Identity && p.usual() }

// Reducible reports whether engines search the problem after a reduction that they share. This is
// so for everything except the family and N, and for the best solutions, since the search for them
// sets the number of pieces. Bare boards without an objective, and formulas, are not reduced.
func (p Problem) Reducible() bool { return p.HasBoard() && (!p.Bare() || p.Goal() != NoGoal) }

// Constructed reports whether the family has a formula for a solution of the problem.
func (p Problem) Constructed() bool {
	if p.Family.Construct == nil {
		return false
	}
	_, err := p.Family.Construct(p)
	return err == nil
}

// Empty returns the problem without given pieces, other constraints and symmetry.
func (p Problem) Empty() Problem {
	p.Given, p.Others, p.Blocked, p.Excluded, p.Symmetric = nil, nil, nil, nil, Identity
	return p
}

// Give adds given pieces of any kind.
func (p *Problem) Give(pieces ...Placement) {
	for _, at := range pieces {
		if at.Kind == 0 || at.Kind == p.Family.Letter() {
			p.Given = append(p.Given, at.Square)
		} else {
			p.Others = append(p.Others, at)
		}
	}
}

// Laid returns the given pieces of all kinds, in file order.
func (p Problem) Laid() Solution {
	laid := append(Placed(p.Given), p.Others...)
	laid.Sort()
	return slices.Compact(laid)
}

// laidDown returns the number of given pieces, blocked squares and excluded diagonals.
func (p Problem) laidDown() int {
	return len(p.Given) + len(p.Others) + len(p.Blocked) + len(p.Excluded)
}

// free reports whether the problem has a board without given pieces, blocked squares and excluded
// diagonals.
func (p Problem) free() bool {
	return p.HasBoard() && p.laidDown() == 0
}

// usual reports whether the board's shape, all parameters and the number of pieces have their
// default.
func (p Problem) usual() bool {
	return (p.Files == 0 || p.Files == p.N) && p.changed() == "" && p.Pieces == nil && p.Regions == ""
}

// Rule returns the rule of the pieces, if it defines the problem together with N and the given
// pieces, blocked squares and excluded diagonals. It is nil for boards other than N × N, for
// parameters and numbers of pieces that are not the default, and for families without a Rule or
// with an objective. Engines and languages that use a rule on a square board then refuse the
// problem.
func (p Problem) Rule() *Rule {
	if !p.usual() || p.Family.Objective != NoGoal || p.Board() != NByN(p.N) {
		return nil
	}
	return p.Family.Rule
}

// PlacesQueens reports whether the problem's rule is that of queens, whatever its family's name.
// Some engines and formats only support this rule.
func (p Problem) PlacesQueens() bool { return p.Rule().Equal(QueenRule()) }

// SymmetricUnder returns the problem restricted to the solutions that g maps to themselves.
func (p Problem) SymmetricUnder(g Symmetry) Problem {
	p.Symmetric = g
	return p
}

// Validate returns an error for a missing or incomplete family, a size below 1, a board or
// parameters that the family does not have, squares or diagonals off the board, and a symmetry that
// the board does not have. Given pieces that attack each other or stand on a blocked square are not
// an error: the problem then has no solution.
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
		return fmt.Errorf("the family %s is for square boards, not for %s and %s", f.Name, table.Plural(p.Files, "file"), table.Plural(p.N, "rank"))
	}
	if err := p.validateParameters(); err != nil {
		return err
	}
	if err := p.validatePieces(); err != nil {
		return err
	}
	if err := p.validateRegions(); err != nil {
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
		return fmt.Errorf("the family %[2]s has no symmetry %[1]v on a board of %[3]v squares", g, p.Family.Name, board)
	}
	if p.Symmetric.Transposes() && !board.IsSquare() {
		return fmt.Errorf("the symmetry %v does not map a board of %v squares to itself", p.Symmetric, board)
	}
	if check := p.Family.Validate; check != nil {
		return check(p)
	}
	return nil
}

// off returns the error text for a placement off the board. If its square can be read as the letter
// of a piece and a square of the board, the text states how to write that.
func (p Problem) off(at Placement, written func(Placement) string) string {
	board, name := p.Board(), at.String()
	why := fmt.Sprintf("%v is off the board (a1 to %v)", at, board.Last())
	letter := name[0] &^ 0x20 // the letter of the file as a capital
	if on, err := ParseSquare(name[1:]); err == nil && board.Contains(on) && p.Family.HasLetter(letter) {
		why += fmt.Sprintf("; for %c on %v write %s", letter, on, written(Placement{Square: on, Kind: letter}))
	}
	return why
}

// unknown returns the error text for a placement of a kind that the family does not have.
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

// Closed reports for each square, in the order of Board.Squares, whether no piece may stand there
// because it is blocked or on an excluded diagonal.
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

// Barred reports for each square, as Closed does, whether no piece may stand there in addition to
// the given ones, because it is closed or ruled out by one of them. The square of a given piece is
// only barred if it is closed or ruled out by another. The problem must have a Rule.
func (p Problem) Barred() []bool {
	rule, board, barred := p.Rule(), p.Board(), p.Closed()
	for i, s := range board.Squares() {
		barred[i] = barred[i] || slices.ContainsFunc(p.Given, func(g Square) bool { return g != s && rule.Forbids(board, g, s) })
	}
	return barred
}

// MaxModelSize is the largest side of a board for which a Model is built. A larger board has more
// placements than any solver here could load.
const MaxModelSize = 2048

// Model returns the problem with 0–1 variables: the family's model for the bare board, without the
// placements on closed squares, with a unit clause for each given piece. If a symmetry is required,
// a clause for each placement states that it is only chosen if its image is.
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

// fits returns an error for boards that are too large for a Model.
func (p Problem) fits() error {
	if most := cmp.Or(p.Family.MaxSide, MaxModelSize); p.Board().Side() > most {
		return fmt.Errorf("%v is too large to write as a model (at most %d squares a side)", p.Short(), most)
	}
	return nil
}

// imageClauses states that a placement is only chosen if its image is. The converse follows from
// going through all images.
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

// GivenConflict returns two given pieces that attack each other; found is false if there are none.
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
