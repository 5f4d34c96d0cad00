package external

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"nqueens"
	"nqueens/backends/internal/answer"
	"nqueens/encode"
	"nqueens/internal/suggest"
)

// format is a language in which a problem is written for a solver: a format of package encode whose
// answers can be read, or a drawn board.
type format struct{ encode.Format }

const (
	dimacs   = "dimacs"
	asp      = "asp"
	aspif    = "aspif"
	minizinc = "minizinc"
	board    = "board"

	// tableOfValues is the name of an answer.
	tableOfValues = "values"
)

func formats() (list []format) {
	for _, f := range encode.Formats() {
		if f.Variables || f.Squares {
			list = append(list, format{f})
		}
	}
	return append(list, format{encode.Format{Name: board, Extension: ".txt", Squares: true, Largest: nqueens.MaxModelSize, State: stateBoard}})
}

func (f format) called() string { return f.Name }

func (f *format) UnmarshalText(text []byte) (err error) {
	*f, err = called(string(text), formats())
	return err
}

// called returns the element of the list that has the name.
func called[T interface{ called() string }](name string, list []T) (one T, err error) {
	i := slices.IndexFunc(list, func(t T) bool { return t.called() == name })
	if i < 0 {
		return one, fmt.Errorf("unknown value %q %s", name, suggest.Among(name, names(list)))
	}
	return list[i], nil
}

func names[T interface{ called() string }](list []T) []string {
	var names []string
	for _, t := range list {
		names = append(names, t.called())
	}
	return names
}

// defaultEncoding is the default of this program's SAT backends, so that by default all solvers
// search the same formula.
const defaultEncoding = "mixed"

// defaultEncodings returns a format's encodings if the description names none.
func (f format) defaultEncodings() []string {
	if !f.Encoded {
		return []string{f.Name}
	}
	names := []string{defaultEncoding}
	for _, e := range encode.Encodings() {
		if e.Name != defaultEncoding {
			names = append(names, e.Name)
		}
	}
	return names
}

// maxClauses limits the formulas that are written, so that they fit in a few GiB of memory and of
// disk.
const maxClauses = 20_000_000

// check returns an error that says why the problem cannot be written in the format, or nil.
func (f format) check(r nqueens.Request, encoding string) error {
	p := r.Problem
	if f.Name == board {
		if err := checkDrawn(p); err != nil {
			return err
		}
	}
	if side := p.Board().Side(); side > f.Largest {
		return fmt.Errorf("takes boards of up to %d squares a side, not %d", f.Largest, side)
	}
	if f.Name == board {
		return nil
	}
	o, err := p.Outline()
	if err != nil {
		return err
	}
	if o.Auxiliaries > 0 && !o.Determined && r.Task != nqueens.FindFirst && !f.Projects {
		return fmt.Errorf("counts every variable, but %d variables of the formula are not part of its solutions", o.Auxiliaries)
	}
	if o.Auxiliaries > 0 && o.Placements == o.Auxiliaries && r.Task != nqueens.FindFirst {
		return errors.New("cannot count the solutions of a formula if no variable is part of them") // clasp and clingo would count the assignments of all variables
	}
	if f.Check != nil {
		if err := f.Check(o); err != nil {
			return fmt.Errorf("cannot state the problem: %w", err)
		}
	}
	if !f.Encoded {
		return nil
	}
	e, err := encode.EncodingNamed(encoding)
	if err != nil {
		return err
	}
	if r.Task != nqueens.FindFirst && !f.Projects && e.SizeOf(o).Auxiliaries > 0 {
		return fmt.Errorf("would count the auxiliary variables of %s too, since it reads no comments that mark what is counted: use the encoding pairwise", encoding)
	}
	if clauses := answer.Size(r, o, func(o nqueens.Outline) int { return e.SizeOf(o).Clauses }, maxClauses); clauses > maxClauses {
		return fmt.Errorf("would need %d million clauses; the limit is %d million", clauses/1_000_000, maxClauses/1_000_000)
	}
	return nil
}

// checkDrawn returns an error that says why a drawn board cannot represent the problem, or nil.
func checkDrawn(p nqueens.Problem) error {
	if !p.HasBoard() || p.Symmetric != nqueens.Identity {
		return errors.New("takes boards only, without a symmetry")
	}
	if !p.Empty().Bare() {
		return errors.New("takes only boards without given pieces, blocked squares and other restrictions")
	}
	closed := p.Closed()
	for _, s := range p.Laid().Squares() {
		if closed[s.Rank*p.N+s.File] {
			return fmt.Errorf("takes drawn boards, which cannot show that %v is both given and closed", s)
		}
	}
	return nil
}

// stateBoard writes the board as text, with # where no piece may stand.
func stateBoard(p nqueens.Problem, _ encode.Encoding, _ bool) (encode.Statement, error) {
	return encode.Statement{Write: func(w io.Writer) error {
		_, err := io.WriteString(w, p.Draw(p.Laid()))
		return err
	}}, nil
}
