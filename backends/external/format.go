package external

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"nqueens"
	"nqueens/encode"
)

// format is a language in which a problem is written for a solver.
type format struct {
	name      string
	extension string // of a file's name
	encoded   bool   // its encodings are those of package encode
	// projects reports whether counts in it leave out variables that no solution
	// is about.
	projects bool
	plain    bool // it speaks of squares and numbers no variables
	largest  int  // squares a side of the largest board that is written
	write    func(w io.Writer, p nqueens.Problem, encoding string) (written, error)
}

// written is what a solver was given, as far as its answer needs it.
type written struct {
	model     *nqueens.Model // nil where answers are squares
	variables int            // that an answer may name
	occurs    []bool         // variable i+1 does; one that does not may have any value
	sizes     map[string]int64
}

const (
	dimacs   = "dimacs"
	asp      = "asp"
	aspif    = "aspif"
	minizinc = "minizinc"
	board    = "board"
)

func formats() []format {
	return []format{
		{name: dimacs, extension: ".cnf", encoded: true, projects: true, largest: nqueens.MaxModelSize, write: writeDIMACS},
		{name: "opb", extension: ".opb", largest: nqueens.MaxModelSize, write: writeOPB},
		{name: asp, extension: ".lp", projects: true, largest: 512, write: modelWriter(encode.WriteASP)},
		{name: aspif, extension: ".aspif", projects: true, largest: nqueens.MaxModelSize, write: modelWriter(encode.WriteAspif)},
		{name: minizinc, extension: ".mzn", plain: true, largest: nqueens.MaxModelSize, write: problemWriter(encode.WriteMiniZinc)},
		{name: "prolog", extension: ".pl", plain: true, largest: nqueens.MaxModelSize, write: problemWriter(encode.WriteProlog)},
		{name: board, extension: ".txt", plain: true, largest: nqueens.MaxModelSize, write: problemWriter(writeBoard)},
	}
}

func (f format) called() string { return f.name }

func (f *format) UnmarshalText(text []byte) (err error) {
	*f, err = called(string(text), formats())
	return err
}

// called is the one of the list that has the name.
func called[T interface{ called() string }](name string, list []T) (one T, err error) {
	i := slices.IndexFunc(list, func(t T) bool { return t.called() == name })
	if i < 0 {
		return one, fmt.Errorf("unknown value %q %s", name, nqueens.Suggest(name, names(list)))
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
const defaultEncoding = "bimander"

// defaultEncodings are a format's encodings where the description names none.
func (f format) defaultEncodings() []string {
	if !f.encoded {
		return []string{f.name}
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
	if f.name == board {
		if err := draws(p); err != nil {
			return err
		}
	}
	if p.HasBoard() && p.N > f.largest {
		return fmt.Errorf("takes boards of up to %d squares a side, not %d", f.largest, p.N)
	}
	if f.name == board {
		return nil
	}
	o, err := p.Outline()
	if err != nil {
		return err
	}
	if o.Auxiliaries > 0 && r.Task != nqueens.FindFirst && !f.projects {
		return fmt.Errorf("counts every variable, and %d of the formula's are no part of its solutions", o.Auxiliaries)
	}
	if o.Auxiliaries > 0 && o.Placements == o.Auxiliaries && r.Task != nqueens.FindFirst {
		return errors.New("cannot count solutions that are about no variable") // clasp and clingo would count all
	}
	if f.name == asp || f.name == aspif {
		return encode.CheckASP(o)
	}
	if !f.encoded {
		return nil
	}
	e, err := encode.EncodingNamed(encoding)
	if err != nil {
		return err
	}
	if clauses := e.SizeOf(o).Clauses; clauses > maxClauses {
		return fmt.Errorf("would be given %d million clauses, and more than %d million are not written", clauses/1_000_000, maxClauses/1_000_000)
	}
	return nil
}

func writeDIMACS(w io.Writer, p nqueens.Problem, encoding string) (written, error) {
	m, err := p.Model()
	if err != nil {
		return written{}, err
	}
	e, err := encode.EncodingNamed(encoding)
	if err != nil {
		return written{}, err
	}
	f := encode.FromModel(m, e)
	sizes := map[string]int64{"variables": int64(f.Variables), "clauses": int64(f.NumClauses())}
	occurs := make([]bool, f.Variables)
	for clause := range f.Clauses() {
		for _, l := range clause {
			occurs[max(l, -l)-1] = true
		}
	}
	return written{m, f.Variables, occurs, sizes}, f.WriteDIMACS(w)
}

func writeOPB(w io.Writer, p nqueens.Problem, _ string) (written, error) {
	m, err := p.Model()
	if err != nil {
		return written{}, err
	}
	pb := encode.PBFromModel(m)
	sizes := map[string]int64{"variables": int64(pb.Variables), "constraints": int64(len(pb.Constraints()))}
	occurs := make([]bool, pb.Variables)
	for _, c := range pb.Constraints() {
		for _, term := range c.Terms {
			occurs[term.Variable-1] = true
		}
	}
	return written{m, pb.Variables, occurs, sizes}, pb.WriteOPB(w)
}

func modelWriter(write func(io.Writer, *nqueens.Model) error) func(io.Writer, nqueens.Problem, string) (written, error) {
	return func(w io.Writer, p nqueens.Problem, _ string) (written, error) {
		m, err := p.Model()
		if err != nil {
			return written{}, err
		}
		sizes := map[string]int64{"variables": int64(len(m.Placements)), "constraints": int64(len(m.Lines) + len(m.Clauses) + len(m.Sums))}
		return written{model: m, variables: len(m.Placements), sizes: sizes}, write(w, m)
	}
}

func problemWriter(write func(io.Writer, nqueens.Problem) error) func(io.Writer, nqueens.Problem, string) (written, error) {
	return func(w io.Writer, p nqueens.Problem, _ string) (written, error) { return written{}, write(w, p) }
}

// draws says why a drawn board cannot tell the problem, or nil.
func draws(p nqueens.Problem) error {
	if !p.HasBoard() || p.Symmetric != nqueens.Identity {
		return errors.New("takes boards only, without a symmetry")
	}
	closed := p.Closed()
	for _, s := range p.Given {
		if closed[s.Rank*p.N+s.File] {
			return fmt.Errorf("takes drawn boards, which cannot show that %v is both given and closed", s)
		}
	}
	return nil
}

// writeBoard draws the board, with # where no piece may stand.
func writeBoard(w io.Writer, p nqueens.Problem) error {
	_, err := io.WriteString(w, p.Board(nqueens.Solution(p.Given)))
	return err
}
