package fuzz

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"nqueens"
	"nqueens/encode"
	"nqueens/family"
)

// A Form is an instance in a representation whose parts can be removed.
type Form interface {
	// Problem returns the instance as the problem of a request.
	Problem() (nqueens.Problem, error)
	// Extension returns the extension of the instance's file, "" for a board, which has a name.
	Extension() string
	// Text returns the content of the instance's file, or the name of a board.
	Text() []byte
	// Cuts returns the ways to remove parts of the instance.
	Cuts() []Cut
	// Size returns the size in words: "3 variables, 4 clauses".
	Size() string
}

// A Cut is one way to remove parts of an instance.
type Cut struct {
	What  string // "clauses"
	Parts int
	// Without returns the instance without the parts for which gone is set, or nil if the rest is not an
	// instance.
	Without func(gone []bool) Form
}

// read returns the problem that a text states in a format.
func read(format, extension string, text []byte) (nqueens.Problem, error) {
	return encode.Reading{Format: format}.Problem(family.Queens, "input"+extension, bytes.NewReader(text))
}

// kept returns the elements of a list whose index is not gone.
func kept[T any](list []T, gone []bool) []T {
	var left []T
	for i, v := range list {
		if !gone[i] {
			left = append(left, v)
		}
	}
	return left
}

// storedForm is a Form in JSON: one of its fields is set.
type storedForm struct {
	Board   string   `json:"board,omitempty"`
	Clauses *Clauses `json:"clauses,omitempty"`
	Sums    *Sums    `json:"sums,omitempty"`
	Cover   *Cover   `json:"cover,omitempty"`
}

// marshalForm returns a Form as JSON.
func marshalForm(f Form) ([]byte, error) {
	var s storedForm
	switch f := f.(type) {
	case Board:
		s.Board = f.board.String()
	case *Clauses:
		s.Clauses = f
	case *Sums:
		s.Sums = f
	case *Cover:
		s.Cover = f
	default:
		return nil, fmt.Errorf("a %T cannot be stored", f)
	}
	return json.Marshal(s)
}

// unmarshalForm parses the result of marshalForm.
func unmarshalForm(text []byte, catalogue nqueens.Catalogue) (Form, error) {
	var s storedForm
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, err
	}
	switch {
	case s.Clauses != nil:
		return s.Clauses, s.Clauses.check()
	case s.Sums != nil:
		return s.Sums, nil
	case s.Cover != nil:
		return s.Cover, nil
	case s.Board != "":
		p, err := catalogue.Parse(s.Board)
		return Board{p}, err
	}
	return nil, errors.New("the trial has no instance")
}

// ReadForm parses an instance: clauses in the DIMACS format, linear constraints as OPB, or a board.
func ReadForm(name string, r io.Reader) (Form, error) {
	p, err := encode.ReadProblem(family.Queens, name, r)
	if err != nil {
		return nil, err
	}
	if p.HasBoard() {
		return Board{p}, nil
	}
	m, err := p.Model()
	if err != nil {
		return nil, err
	}
	if p.Formula.Format == encode.DIMACS {
		pairwise, err := encode.EncodingNamed("pairwise")
		if err != nil {
			return nil, err
		}
		return clausesOf(encode.FromModel(m, pairwise)), nil
	}
	if m.Auxiliaries > 0 {
		return nil, errors.New("the formula has auxiliary variables, which cannot be removed from linear constraints")
	}
	return sumsOf(encode.PBFromModel(m)), nil
}
