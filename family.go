package nqueens

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Family is a kind of problem of any size: pieces on a board. It is data, so any package can make
// one: a Name and a Rule, or a Name and a Build function, are enough. Code outside a Family does
// not depend on what its piece does. Package family has the families of the commands. Functions
// that parse a family's name take a Catalogue, to which a program can add its own.
type Family struct {
	Name  string // lower-case letters
	About string // one line for lists
	Also  string // another name by which it can be found; "" for none
	Piece byte   // the piece's capital letter on printed boards; 0 means X
	// Kinds are the kinds of pieces other than the first, which Piece draws: the pawns of queens
	// and pawns, the digits from 2 of Latin queens. Check must then apply the rules for all kinds;
	// Attacks is called for pieces of any two kinds.
	Kinds []Kind

	// Rule states everything about the pieces. It is nil where only a Model does.
	Rule *Rule
	// Blocking returns what the first kind of pieces does if pieces of another kind block its
	// lines, with the numbers of both. It may be nil.
	Blocking func(p Problem) *Blocking
	// Divide returns what the regions of the board have, for families whose problems have Regions.
	// It is nil for all others.
	Divide func(p Problem) *Division
	// Build makes the family's Model for the problem's board and parameters, without given pieces
	// or other constraints. If it is nil, the Model is made from the Rule; if both exist, they must
	// state the same. Its placements are the squares, row by row (Board.Squares), followed by
	// auxiliary ones, which are variables.
	Build func(p Problem) *Model
	// MaxSide is the largest side of a board for which the Model is built; 0 means MaxModelSize.
	MaxSide int
	// Parameters are the numbers that its problems have in addition to the size of the board.
	Parameters []Parameter
	// Board returns the board of a problem, if that is not N files, or Files, and N ranks.
	Board func(p Problem) Board
	// Rectangles is set if a board may have different numbers of files and ranks, unless the Rule
	// joins its edges. Each line of the shorter direction then has the number of pieces in the
	// Rule; see Bound.
	Rectangles bool
	// Validate returns an error for problems that make no sense although each of the parameters
	// does. If it is nil, there are none.
	Validate func(p Problem) error
	// Objective states what the best solutions have: as many pieces as possible, or as few as
	// possible.
	Objective Goal
	// Counts reports whether a placement is counted for the Objective and for Problem.Pieces; nil
	// counts all.
	Counts func(Placement) bool
	// Pieces returns the number of pieces in a solution. It is nil if the Rule determines the
	// number, and if solutions differ in it or it is not known.
	Pieces func(p Problem) int
	// Group returns the symmetries of the problem's board that keep the family's rules. If it is
	// nil, they are those of the Rule, with all shifts if it joins the edges; without a Rule, they
	// are all eight of the square, or four of any other rectangle.
	Group func(p Problem) []Symmetry

	// Attacks reports whether pieces on two different squares of a board attack each other, by the
	// rules of the piece alone. It is independent of Rule and Model so that each can reveal an
	// error in the other.
	Attacks func(board Board, a, b Square) bool
	// Check returns what is wrong with a solution, if attacks between two pieces and the number of
	// pieces are not sufficient. The pieces stand on different squares of the board, none of them
	// closed. Without Attacks and Check, solutions are checked with the Model, and an error in the
	// Model would not be found.
	Check func(p Problem, s Solution) error

	// Construct returns a solution made by a formula, in file order, or an error that states why
	// there is none. It is nil if no formula is known. (The backend construct has its own formulas
	// for solutions with one piece in each file.)
	Construct func(p Problem) (Solution, error)
	// Numbers returns a solution as rows of numbers, the highest rank first, and FromNumbers
	// converts such rows, with as many ranks, to a solution. They are for families whose solutions
	// are known in this form, such as magic squares.
	Numbers     func(p Problem, s Solution) [][]int
	FromNumbers func(rows [][]int) (Solution, error)

	// Known has published counts of solutions without given pieces or other constraints.
	Known []Sequence
}

// Blocking states that the given number of pieces obeys the Rule's maxima, but not its minima, on
// each segment of a line between blockers. There are Blockers blockers of the kind with the letter
// Blocker, which attack nothing and are not attacked.
type Blocking struct {
	Rule     *Rule
	Pieces   int
	Blocker  byte
	Blockers int
}

// Blocking returns the family's Blocking for the problem. It is nil for a number of pieces that is
// not the default.
func (p Problem) Blocking() *Blocking {
	if p.Family.Blocking == nil || p.Pieces != nil {
		return nil
	}
	return p.Family.Blocking(p)
}

// Kind is a kind of piece.
type Kind struct {
	Name   string // "pawn"
	Letter byte   // a capital letter or a digit, used in Placement.Kind and on boards
}

// isLetter reports whether the character can be the Letter of a Kind of pieces: a capital or a digit.
func isLetter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' }

// hasKind reports whether the letter is that of a kind other than the first.
func (f *Family) hasKind(letter byte) bool {
	return slices.ContainsFunc(f.Kinds, func(k Kind) bool { return k.Letter == letter })
}

// HasLetter reports whether the letter is that of any kind.
func (f *Family) HasLetter(letter byte) bool { return letter == f.Letter() || f.hasKind(letter) }

// letterOf returns the letter of a placement on printed boards.
func (f *Family) letterOf(p Placement) byte { return cmp.Or(p.Kind, f.Letter()) }

// Letter returns the letter of the first kind on printed boards.
func (f *Family) Letter() byte {
	if f.Piece == 0 {
		return 'X'
	}
	return f.Piece
}

// validate returns an error for a family that cannot be named, drawn or modelled.
func (f *Family) validate() error {
	var err error
	switch {
	case f.Name == "" || f.Name == Formulas.Name || strings.ContainsAny(f.Name, "(),=+ \t\r\n"):
		err = errors.New("it needs another name: letters and digits in one word")
	case f.Piece != 0 && !isLetter(f.Piece):
		err = fmt.Errorf("its piece is drawn as %q, which is no capital letter", f.Piece)
	case f.Rule == nil && f.Build == nil:
		err = errors.New("it has no Rule and cannot Build a Model")
	case f.Rule != nil:
		err = f.Rule.validate()
	}
	for i, k := range f.Kinds {
		same := func(o Kind) bool { return o.Letter == k.Letter }
		if !isLetter(k.Letter) || k.Letter == f.Letter() || slices.ContainsFunc(f.Kinds[:i], same) {
			err = fmt.Errorf("its kind %q is drawn as %q, which is no capital letter or digit of its own", k.Name, k.Letter)
		}
	}
	for i, q := range f.Parameters {
		named := func(o Parameter) bool { return o.Name == q.Name }
		if q.Name == "" || strings.ContainsAny(q.Name, "(),=+ \t\r\n") || slices.Contains(reserved, q.Name) || slices.ContainsFunc(f.Parameters[:i], named) {
			err = fmt.Errorf("its parameter %q needs another name", q.Name)
		}
	}
	if err != nil {
		return fmt.Errorf("family %q: %w", f.Name, err)
	}
	return nil
}

// reserved are the parts of problem names that cannot be the name of a parameter.
var reserved = []string{"files", "pieces", "given", "blocked", "excluded", "symmetric", "map"}

// Model returns the model of a bare board of n files and ranks.
func (f *Family) Model(n int) *Model { return Problem{Family: f, N: n}.bareModel() }

// bareModel returns the model without given pieces or other constraints.
func (p Problem) bareModel() *Model {
	var m *Model
	if p.Family.Build != nil {
		m = p.Family.Build(p)
	} else {
		pieces, known := p.familyPieces()
		m = p.shapedRule().model(p.Board(), pieces, known)
	}
	p.count(m)
	return m
}

// NumberOfPieces returns the number of pieces of each solution; known is false if it is not fixed
// or not known.
func (p Problem) NumberOfPieces() (number int, known bool) {
	if p.Pieces != nil {
		return p.Pieces.Min, p.Pieces.Min == p.Pieces.Max && p.Family.Counts == nil
	}
	return p.familyPieces()
}

// familyPieces returns the number of pieces by the family's rules; known is false if the problem
// states the number.
func (p Problem) familyPieces() (number int, known bool) {
	switch {
	case p.Pieces != nil:
	case p.Family.Pieces != nil:
		return p.Family.Pieces(p), true
	case p.Family.Rule != nil:
		return p.Family.Rule.pieces(p.Board())
	}
	return 0, false
}

// Sequence is a published list of counts for a family's boards.
type Sequence struct {
	OEIS         string   // its number in the On-Line Encyclopedia of Integer Sequences
	UpToSymmetry bool     // counts fundamental solutions, where solutions that Problem.Group maps to each other are one
	Symmetric    Symmetry // counts the solutions that this symmetry maps to themselves
	Optimum      bool     // is not a count but the number of pieces in a solution, for a family with an objective
	Source       string   // where the list is from, if not from the OEIS
	Unpublished  bool     // counted for this project; we know of no publication
	Published    string   // the known range
	// Term returns the count for a problem without given pieces, other constraints or a symmetry,
	// or nil if none is published.
	Term func(p Problem) *Count
}

// From returns the source of the list: "OEIS A000170".
func (s Sequence) From() string {
	if s.OEIS != "" && s.Source == "" {
		return "OEIS " + s.OEIS
	}
	return cmp.Or(s.Source, "counted for this project")
}

// Known is a published answer and its source.
type Known struct {
	Count  *Count
	Source string // "OEIS A000170"
}

// Known returns the published number of solutions of the problem. Only boards without given pieces
// or other constraints have one.
func (p Problem) Known() (Known, bool) { return p.known(false, false) }

// KnownOptimum returns the published number of pieces in the solutions of a problem with an
// objective.
func (p Problem) KnownOptimum() (Known, bool) { return p.known(false, true) }

// KnownUpToSymmetry returns the published number of fundamental solutions.
func (p Problem) KnownUpToSymmetry() (Known, bool) { return p.known(true, false) }

func (p Problem) known(upToSymmetry, optimum bool) (Known, bool) {
	if !p.free() {
		return Known{}, false
	}
	for _, s := range p.Family.Known {
		if s.UpToSymmetry != upToSymmetry || s.Optimum != optimum || s.Symmetric != p.Symmetric && s.Symmetric != p.Symmetric.Inverse() {
			continue
		}
		if c := s.Term(p.SymmetricUnder(Identity)); c != nil {
			return Known{Count: c, Source: s.From()}, true
		}
	}
	return Known{}, false
}
