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

// format is a language in which a problem is written for a solver: one of package
// encode whose answers can be read, or a drawn board.
type format struct{ encode.Format }

const (
	dimacs   = "dimacs"
	asp      = "asp"
	aspif    = "aspif"
	minizinc = "minizinc"
	board    = "board"
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

// called is the one of the list that has the name.
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

// defaultEncoding is that of our own SAT backends, so that all search the same
// formula unless told otherwise.
const defaultEncoding = "mixed"

// defaultEncodings are a format's encodings where the description names none.
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

// maxClauses bounds the formulas that are written, so that they fit in a few
// GiB of memory and of disk.
const maxClauses = 20_000_000

// takes says why the problem cannot be written in the format, or nil.
func (f format) takes(r nqueens.Request, encoding string) error {
	p := r.Problem
	if f.Name == board {
		if err := draws(p); err != nil {
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
	if o.Auxiliaries > 0 && r.Task != nqueens.FindFirst && !f.Projects {
		return fmt.Errorf("counts every variable, and %d of the formula's are no part of its solutions", o.Auxiliaries)
	}
	if o.Auxiliaries > 0 && o.Placements == o.Auxiliaries && r.Task != nqueens.FindFirst {
		return errors.New("cannot count solutions that are about no variable") // clasp and clingo would count all
	}
	if f.Check != nil {
		if err := f.Check(o); err != nil {
			return err
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
		return fmt.Errorf("would count the auxiliary variables of %s too, since it reads no comments that say what is counted: take pairwise", encoding)
	}
	if clauses := answer.Size(r, o, func(o nqueens.Outline) int { return e.SizeOf(o).Clauses }, maxClauses); clauses > maxClauses {
		return fmt.Errorf("would be given %d million clauses, and more than %d million are not written", clauses/1_000_000, maxClauses/1_000_000)
	}
	return nil
}

// draws says why a drawn board cannot tell the problem, or nil.
func draws(p nqueens.Problem) error {
	if !p.HasBoard() || p.Symmetric != nqueens.Identity {
		return errors.New("takes boards only, without a symmetry")
	}
	if !p.Empty().Bare() {
		return errors.New("takes boards that the family and their size tell")
	}
	closed := p.Closed()
	for _, s := range p.Laid().Squares() {
		if closed[s.Rank*p.N+s.File] {
			return fmt.Errorf("takes drawn boards, which cannot show that %v is both given and closed", s)
		}
	}
	return nil
}

// stateBoard draws the board, with # where no piece may stand.
func stateBoard(p nqueens.Problem, _ encode.Encoding, _ bool) (encode.Statement, error) {
	return encode.Statement{Write: func(w io.Writer) error {
		_, err := io.WriteString(w, p.Draw(p.Laid()))
		return err
	}}, nil
}
