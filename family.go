package nqueens

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Family is a kind of problem of any size: pieces of one sort on an n × n
// board. It is data, made anywhere: a Name and a Rule, or a Name and how to
// Build a Model, are a family. Nothing outside it knows what its piece does.
//
// The commands know the families of Families. What reads a family's name takes
// others beside them: ParseProblem, FamilyNamed, and in package bench what reads
// plans, folders and a child's assignment.
type Family struct {
	Name  string // small letters
	About string // one line for listings
	Piece byte   // the piece's capital letter on printed boards; 0 is X

	// Rule is all that the pieces do. It is nil where only a Model tells.
	Rule *Rule
	// Build makes the family's Model for a bare n × n board; nil makes that of the
	// Rule, and beside a Rule it says the same. Its placements are squares, row by
	// row; auxiliary ones, which are variables, come last.
	Build func(n int) *Model
	// Pieces is the number of pieces in a solution. It is nil where the Rule fixes
	// it, and where solutions differ in it or nobody knows.
	Pieces func(n int) int
	// Group lists the symmetries of the board under which the family's rules read
	// the same; nil is those of the Rule, without one all eight.
	Group []Symmetry

	// Attacks reports whether pieces on two different squares of an n × n
	// board attack each other, by the rules of the piece alone. It is written
	// independently of Rule and Model so that each can catch an error in the
	// other.
	Attacks func(n int, a, b Square) bool
	// Check says what is wrong with a solution where attacks of two pieces and the
	// number of pieces do not tell all. The pieces stand on different squares of
	// the board, none closed. Without Attacks and Check solutions are held against
	// the Model, and nothing would catch an error of that.
	Check func(n int, s Solution) error

	// Known lists published counts of the solutions on bare boards.
	Known []Sequence
}

// FamilyNamed finds a family by its name among more and Families. It refuses a name
// that two of them have.
func FamilyNamed(name string, more ...*Family) (*Family, error) {
	all := append(slices.Clip(more), Families()...)
	found, err := Named("family", name, all, func(f *Family) string { return f.Name })
	if err == nil && slices.ContainsFunc(all, func(f *Family) bool { return f != found && f.Name == name }) {
		return nil, fmt.Errorf("two families are called %q: one of them needs another name", name)
	}
	return found, err
}

// PlacesQueens reports whether the family's rule is that of the queens, which
// some engines and formats are made for, whatever its name.
func (f *Family) PlacesQueens() bool { return f != nil && f.Rule.Equal(QueenRule()) }

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
	case f.Piece != 0 && (f.Piece < 'A' || f.Piece > 'Z'):
		err = fmt.Errorf("its piece is drawn as %q, which is no capital letter", f.Piece)
	case f.Rule == nil && f.Build == nil:
		err = errors.New("it has no Rule and cannot Build a Model")
	case f.Rule != nil:
		err = f.Rule.validate()
	}
	if err != nil {
		return fmt.Errorf("family %q: %w", f.Name, err)
	}
	return nil
}

// Model is that of a bare n × n board.
func (f *Family) Model(n int) *Model {
	if f.Build != nil {
		return f.Build(n)
	}
	pieces, known := f.pieces(n)
	return f.Rule.model(n, pieces, known)
}

func (f *Family) pieces(n int) (number int, known bool) {
	if f.Pieces != nil {
		return f.Pieces(n), true
	} else if f.Rule != nil {
		return f.Rule.pieces(n)
	}
	return 0, false
}

// Pieces is how many pieces each solution has, if that is fixed and known.
func (p Problem) Pieces() (number int, known bool) { return p.Family.pieces(p.N) }

// Sequence is a published list of counts for the bare boards of a family.
type Sequence struct {
	OEIS         string   // its number in the On-Line Encyclopedia of Integer Sequences
	UpToSymmetry bool     // counts fundamental solutions: reflections and rotations are one
	Symmetric    Symmetry // counts the solutions that this symmetry maps to themselves
	Published    string   // how far it is known
	// Term is the count for an n × n board, or nil where none is published.
	Term func(n int) *Count
}

// Known is a published answer and where it comes from.
type Known struct {
	Count  *Count
	Source string // "OEIS A000170"
}

// Known returns the published number of solutions of the problem. Only boards
// with nothing laid down beforehand have one.
func (p Problem) Known() (Known, bool) { return p.known(false) }

// KnownUpToSymmetry returns the published number of fundamental solutions.
func (p Problem) KnownUpToSymmetry() (Known, bool) { return p.known(true) }

func (p Problem) known(upToSymmetry bool) (Known, bool) {
	if !p.SymmetricUnder(Identity).Bare() {
		return Known{}, false
	}
	for _, s := range p.Family.Known {
		if s.UpToSymmetry != upToSymmetry || s.Symmetric != p.Symmetric && s.Symmetric != p.Symmetric.Inverse() {
			continue
		}
		if c := s.Term(p.N); c != nil {
			return Known{Count: c, Source: "OEIS " + s.OEIS}, true
		}
	}
	return Known{}, false
}
