package nqueens

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Family is a kind of problem of any size: pieces of one sort on a board. It is data, made anywhere: a Name and a Rule, or a Name and how to
// Build a Model, are a family. Nothing outside it knows what its piece does.
//
// Package family has those that the commands know. What reads a family's name takes a
// Catalogue, to which a program adds its own.
type Family struct {
	Name  string // small letters
	About string // one line for listings
	Also  string // another name that it is found by; empty for none
	Piece byte   // the piece's capital letter on printed boards; 0 is X
	// Kinds are the pieces beside the first, which Piece draws: the pawns of queens and pawns, the digits from 2 of Latin queens. Check must
	// then tell what pieces of all kinds may do; Attacks is asked of any two.
	Kinds []Kind

	// Rule is all that the pieces do. It is nil where only a Model tells.
	Rule *Rule
	// Blocking is what the first pieces do where those of another kind block their lines,
	// with the numbers of both, or nil.
	Blocking func(p Problem) *Blocking
	// Build makes the family's Model for the problem's board and parameters, without
	// what is laid down beforehand; nil makes that of the Rule, and beside a Rule it
	// says the same. Its placements are squares, row by row (Board.Squares); auxiliary
	// ones, which are variables, come last.
	Build func(p Problem) *Model
	// MaxSide is the largest board side for which its Model is built; 0 is MaxModelSize.
	MaxSide int
	// Parameters are what its problems have beside the size of their board.
	Parameters []Parameter
	// Board is the board for a problem, where that is not N files, or Files, and N
	// ranks.
	Board func(p Problem) Board
	// Rectangles says that a board may have other than as many files as ranks, unless the
	// Rule joins its edges. Each line of the shorter direction has what the Rule wants on
	// it; see Bound.
	Rectangles bool
	// Validate refuses problems that make no sense though each of the parameters
	// does; nil refuses none.
	Validate func(p Problem) error
	// Objective is what solutions are best at: as many pieces as fit, or as few as it
	// takes.
	Objective Goal
	// Counts tells which placements are counted where their number matters, for the
	// Objective and for Problem.Pieces; nil counts all.
	Counts func(Placement) bool
	// Pieces is the number of pieces in a solution. It is nil where the Rule fixes
	// it, and where solutions differ in it or nobody knows.
	Pieces func(p Problem) int
	// Group lists the symmetries of the problem's board under which the family's rules
	// read the same. Nil is those of the Rule, with all shifts if it joins the edges;
	// without one, all eight of the square, or four of another rectangle.
	Group func(p Problem) []Symmetry

	// Attacks reports whether pieces on two different squares of a board attack each
	// other, by the rules of the piece alone. It is written independently of Rule and
	// Model so that each can catch an error in the other.
	Attacks func(board Board, a, b Square) bool
	// Check says what is wrong with a solution where attacks of two pieces and the
	// number of pieces do not tell all. The pieces stand on different squares of
	// the board, none closed. Without Attacks and Check solutions are held against
	// the Model, and nothing would catch an error of that.
	Check func(p Problem, s Solution) error

	// Construct writes down a solution by a formula, in file order, or says why it has
	// none; nil where no formula is known. (Those with one piece in each file are the
	// backend construct's own.)
	Construct func(p Problem) (Solution, error)
	// Numbers writes a solution as rows of numbers, the highest rank first, and FromNumbers
	// reads them, of a board with as many ranks, where that is how it is known: as a magic
	// square.
	Numbers     func(p Problem, s Solution) [][]int
	FromNumbers func(rows [][]int) (Solution, error)

	// Known lists published counts of the solutions where nothing is laid down
	// beforehand.
	Known []Sequence
}

// Blocking says that so many pieces keep to the Rule's maxima, not to its minima, on each
// segment of a line between blockers: pieces of the kind of that letter, so many, which
// attack nobody and are attacked by nobody.
type Blocking struct {
	Rule     *Rule
	Pieces   int
	Blocker  byte
	Blockers int
}

// Blocking is the family's for the problem. It is nil for numbers of pieces that are not
// as by default.
func (p Problem) Blocking() *Blocking {
	if p.Family.Blocking == nil || p.Pieces != nil {
		return nil
	}
	return p.Family.Blocking(p)
}

// Kind is a kind of piece.
type Kind struct {
	Name   string // "pawn"
	Letter byte   // a capital letter or a digit: what Placement.Kind has, and boards show
}

// isLetter reports whether a kind can have the letter.
func isLetter(c byte) bool { return c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' }

// hasKind reports whether the letter is that of a piece beside the first.
func (f *Family) hasKind(letter byte) bool {
	return slices.ContainsFunc(f.Kinds, func(k Kind) bool { return k.Letter == letter })
}

// HasLetter reports whether the letter is that of a piece of any kind.
func (f *Family) HasLetter(letter byte) bool { return letter == f.Letter() || f.hasKind(letter) }

// letterOf is the piece's on printed boards.
func (f *Family) letterOf(p Placement) byte { return cmp.Or(p.Kind, f.Letter()) }

// Letter is the piece's on printed boards.
func (f *Family) Letter() byte {
	if f.Piece == 0 {
		return 'X'
	}
	return f.Piece
}

// validate refuses a family that cannot be named, drawn or modelled.
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

// reserved are the parts of every problem's name, which no parameter can be called.
var reserved = []string{"files", "pieces", "given", "blocked", "excluded", "symmetric"}

// Model is that of a bare board of n files and ranks.
func (f *Family) Model(n int) *Model { return Problem{Family: f, N: n}.bareModel() }

// bareModel is the Model before anything is laid down.
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

// NumberOfPieces is how many pieces each solution has, if that is fixed and known.
func (p Problem) NumberOfPieces() (number int, known bool) {
	if p.Pieces != nil {
		return p.Pieces.Min, p.Pieces.Min == p.Pieces.Max && p.Family.Counts == nil
	}
	return p.familyPieces()
}

// familyPieces is how many pieces the family wants, unless the problem says how many
// there are.
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
	UpToSymmetry bool     // counts fundamental solutions: what Problem.Group maps to each other is one
	Symmetric    Symmetry // counts the solutions that this symmetry maps to themselves
	Optimum      bool     // is no count: the number of pieces in a solution, of a family with an objective
	Source       string   // where it is from, if not from the OEIS
	Unpublished  bool     // counted for this project: no publication is known to us
	Published    string   // how far it is known
	// Term is the count for a problem with nothing laid down and no symmetry, or nil
	// where none is published.
	Term func(p Problem) *Count
}

// From is where the list is from: "OEIS A000170".
func (s Sequence) From() string {
	if s.OEIS != "" && s.Source == "" {
		return "OEIS " + s.OEIS
	}
	return cmp.Or(s.Source, "counted for this project")
}

// Known is a published answer and where it comes from.
type Known struct {
	Count  *Count
	Source string // "OEIS A000170"
}

// Known returns the published number of solutions of the problem. Only boards
// with nothing laid down beforehand have one.
func (p Problem) Known() (Known, bool) { return p.known(false, false) }

// KnownOptimum returns the published number of pieces in the solutions of a problem
// with an objective.
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
