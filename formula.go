package nqueens

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Formula is a problem that has nothing to do with a board, read from a file:
// clauses, linear constraints, an exact cover. Its placements are numbered from
// 1, as its text numbers its variables (or options). A solution lists those that
// are chosen.
type Formula struct {
	Name   string // the file's, without its folder
	Digest string // the first 16 hexadecimal digits of the SHA-256 of its text
	Format string // "dimacs", "opb" or "cover"; "" until it has been read
	Path   string // where it can be read again; "" where that is not known
	// Choices are the texts of the placements where they have any beyond their
	// number: the items of an option.
	Choices []string
	// Squares are those that the first variables stand for, where the text says so.
	Squares []Square
	// Warnings are what is wrong with the text, though its meaning is clear.
	Warnings []string
	model   *Model
	solver  *extender // finds values for the auxiliary placements, to check solutions
}

// Formulas is the family of formulas. It has no boards, and is not among
// Families.
var Formulas = &Family{
	Name:  "formula",
	About: "a formula or an exact cover from a file",
	Piece: 'X',
	Board: func(Problem) Board { return Board{} },
	Group: func(Problem) []Symmetry { return []Symmetry{Identity} },
}

// NewFormula makes a problem of a formula, whose model must be made of
// placements that are variables.
func NewFormula(f Formula, m *Model) Problem {
	f.model, f.solver = m, newExtender(m)
	return Problem{Family: Formulas, N: len(m.Placements) - m.Auxiliaries, Formula: &f}
}

// Read reports whether the formula is at hand, not only its name.
func (f *Formula) Read() bool { return f.model != nil }

// Variables lists the numbers of the variables that solutions are about, in
// order. The formula must have been read.
func (f *Formula) Variables() []int {
	var list []int
	for _, p := range f.model.Placements[:len(f.model.Placements)-f.model.Auxiliaries] {
		list = append(list, p.Variable)
	}
	slices.Sort(list)
	return list
}

// Draw draws the board that the formula's squares make, highest rank first: X is a square
// whose variable is chosen in the solution, and what is no square is blank.
func (f *Formula) Draw(s Solution) string {
	files, ranks := 0, 0
	for _, square := range f.Squares {
		files, ranks = max(files, square.File+1), max(ranks, square.Rank+1)
	}
	rows := make([][]byte, ranks)
	for i := range rows {
		rows[i] = bytes.Repeat([]byte{' '}, 2*files-1)
	}
	mark := func(variable int, letter byte) {
		if at := variable - 1; at >= 0 && at < len(f.Squares) {
			rows[ranks-1-f.Squares[at].Rank][2*f.Squares[at].File] = letter
		}
	}
	for variable := range f.Squares {
		mark(variable+1, '.')
	}
	for _, chosen := range s {
		mark(chosen.Variable, byte(Formulas.Piece))
	}
	var b strings.Builder
	for _, row := range rows {
		b.Write(bytes.TrimRight(row, " "))
		b.WriteByte('\n')
	}
	return b.String()
}

// Drawable reports whether the formula says which squares its variables stand for, on a
// board that is not too large to draw.
func (f *Formula) Drawable() bool {
	return len(f.Squares) > 0 && !slices.ContainsFunc(f.Squares, func(s Square) bool { return max(s.File, s.Rank) >= MaxModelSize })
}

// text is the formula's part of a problem's name.
func (f *Formula) text(n int) string {
	return fmt.Sprintf("%s(%s, variables=%d, digest=%s)", Formulas.Name, f.plainName(), n, f.Digest)
}

// plainName is the file's name without what a problem's name is made of.
func (f *Formula) plainName() string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(",()=+ \t\r\n", r) {
			return '_'
		}
		return r
	}, f.Name)
}

// parseFormula reads what text wrote, less the family and the brackets. What
// it returns has a name and no model.
func parseFormula(inside string) (Problem, error) {
	parts := strings.Split(inside, ",")
	if len(parts) == 3 {
		variables, okV := strings.CutPrefix(strings.TrimSpace(parts[1]), "variables=")
		digest, okD := strings.CutPrefix(strings.TrimSpace(parts[2]), "digest=")
		if n, err := strconv.Atoi(variables); okV && okD && err == nil && n >= 0 {
			return Problem{Family: Formulas, N: n, Formula: &Formula{Name: strings.TrimSpace(parts[0]), Digest: digest}}, nil
		}
	}
	return Problem{}, errors.New("a formula is named by its file, variables=NUMBER and digest=DIGITS")
}

// validateFormula refuses what cannot be said of a formula.
func (p Problem) validateFormula() error {
	switch {
	case p.laidDown() > 0:
		return errors.New("a formula has no squares: nothing can be given, blocked or excluded")
	case p.Symmetric != Identity:
		return errors.New("a formula has no board whose symmetry could be asked for")
	case p.Family != Formulas:
		return fmt.Errorf("a formula is not of the family %s", p.Family.Name)
	}
	return nil
}

// errUnread is what a formula of which only the name is known says.
func (f *Formula) errUnread() error {
	return fmt.Errorf("the formula %s has not been read", f.Name)
}

// check decides whether the variables are those chosen in a solution.
func (f *Formula) check(s Solution) error {
	if !f.Read() {
		return f.errUnread()
	}
	return f.solver.check(s)
}
