package encode

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"nqueens"
	"nqueens/internal/bounded"
	"nqueens/internal/detect"
	"nqueens/internal/unpack"
)

// The formats of formulas, as in nqueens.Formula.
const (
	DIMACS     = detect.DIMACS
	OPB        = detect.OPB
	ExactCover = detect.Cover
	WCNF       = detect.WCNF // MaxSAT
	WBO        = detect.WBO  // OPB with soft constraints
	CNFPlus    = detect.CNFPlus
	LP         = detect.LP
	MPS        = detect.MPS
)

// A Reading holds the options for reading problems. The zero value detects the format and accepts
// formulas that need at most 1 GiB of memory.
type Reading struct {
	// Format is the name of the format: dimacs, opb, cover, board, parameters, facts or regions. If it is
	// empty, the format is detected from the text and the file's name.
	Format string
	// Strict rejects a text for which a formula would have Warnings.
	Strict bool
	// Skipped, if not nil, is called with the path of each file in a folder or an archive that is not
	// recognised as a problem, such as a README. If it is nil, such a file is an error.
	Skipped func(path string)
	// Memory is the limit for reading, in bytes; values below 1 GiB count as 1 GiB.
	Memory int64
}

// A Source is the unpacked text of a problem and its format.
type Source struct {
	Format detect.Format
	Text   *bufio.Reader

	how    Reading
	path   string
	sure   detect.Certainty
	family *nqueens.Family
}

// Open unpacks a text and detects its format. A board is read as one of the family.
func (r Reading) Open(family *nqueens.Family, path string, in io.Reader) (*Source, error) {
	most, _ := sizes(r.Memory)
	text, err := unpacked(in, most)
	if err != nil {
		return nil, err
	}
	s := &Source{Text: text, how: r, path: path, sure: detect.Sure, family: family}
	if r.Format != "" {
		s.Format, err = detect.Named(r.Format)
		return s, err
	}
	head, err := text.Peek(detect.Window)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	s.Format, s.sure, err = detect.Of(detect.Text{
		File: filepath.Base(path), Head: head, Whole: err != nil,
		Piece: family.HasLetter, OnBoard: !family.Rule.Equal(nqueens.QueenRule()),
		Regions: family.Divide != nil,
	})
	return s, err
}

// Guessed returns the error of reading the text. If the format is not sure, the error names it and
// the flag for another format. If the format is a guess, the error is a *detect.Foreign.
func (s *Source) Guessed(err error) error {
	if err == nil || s.sure == detect.Sure {
		return err
	}
	err = fmt.Errorf("%w (read as %s; --format names another format)", err, s.Format.About)
	if s.sure == detect.Guess {
		err = &detect.Foreign{Err: err}
	}
	return err
}

// Problem reads a board or a formula. The path of a formula is recorded as the place to read it
// again.
func (s *Source) Problem() (p nqueens.Problem, err error) {
	switch s.Format.Name {
	case detect.Board:
		p, err = readBoard(s.family, s.Text)
	case DIMACS, CNFPlus, WCNF, OPB, WBO, LP, MPS, ExactCover:
		_, room := sizes(s.how.Memory)
		p, err = readFormula(nqueens.Formula{Name: filepath.Base(s.path), Path: s.path, Format: s.Format.Name}, s.Text, room)
		if errors.Is(err, errTooLarge) {
			err = fmt.Errorf("%w: solving it would take more than %d MiB", err, room>>20)
		}
		if err == nil && s.how.Strict && len(p.Formula.Warnings) > 0 {
			err = errors.New(p.Formula.Warnings[0])
		}
	default:
		err = fmt.Errorf("is in the format %s, for instances on a board; a formula is needed", s.Format.Name)
	}
	return p, s.Guessed(err)
}

// Problem reads a board of the family or a formula: DIMACS CNF with the projection in its comments,
// OPB, or an exact cover in Knuth's text format. The text may be packed with gzip, xz, bzip2 or
// zstd. The path names a formula and is recorded as the place to read it again.
func (r Reading) Problem(family *nqueens.Family, path string, in io.Reader) (nqueens.Problem, error) {
	s, err := r.Open(family, path, in)
	if err != nil {
		return nqueens.Problem{}, err
	}
	return s.Problem()
}

// File reads a problem from a file, as Problem does.
func (r Reading) File(family *nqueens.Family, path string) (nqueens.Problem, error) {
	f, err := os.Open(path)
	if err != nil {
		return nqueens.Problem{}, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nqueens.Problem{}, fmt.Errorf("%s is a folder", path)
	}
	p, err := r.Problem(family, path, f)
	if err != nil {
		return p, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// ReadProblem reads a problem as the zero Reading does.
func ReadProblem(family *nqueens.Family, path string, r io.Reader) (nqueens.Problem, error) {
	return Reading{}.Problem(family, path, r)
}

// sizes returns the limits in bytes for the unpacked text of a problem and for a formula as clauses
// and as a model. With them reading stays within memory, or 1 GiB if that is more.
func sizes(memory int64) (text, formula int64) {
	memory = max(memory, 1<<30)
	return memory / 4, memory / 8 * 5
}

// unpacked returns the content of r, unpacked if it is packed. Reading it fails after maxText
// bytes.
func unpacked(r io.Reader, maxText int64) (*bufio.Reader, error) {
	errTooLong := fmt.Errorf("longer than %d MiB", maxText>>20)
	in, _, err := unpack.IfPacked(bufio.NewReaderSize(bounded.Bytes(r, maxText, errTooLong), detect.Window))
	if err != nil {
		return nil, err
	}
	text := bufio.NewReaderSize(bounded.Bytes(in, maxText, errTooLong), detect.Window)
	if mark, _ := text.Peek(3); bytes.Equal(mark, []byte("\ufeff")) {
		_, _ = text.Discard(len(mark)) // cannot fail: Peek has buffered the bytes
	}
	return text, nil
}

// readBoard reads a text that may be as long as the largest board with a model, with a space
// between squares and line ends.
func readBoard(family *nqueens.Family, in io.Reader) (nqueens.Problem, error) {
	const most = nqueens.MaxModelSize * (2*nqueens.MaxModelSize + 2)
	text, err := io.ReadAll(io.LimitReader(in, most+1))
	if err == nil && len(text) > most {
		err = fmt.Errorf("longer than any board of %d squares a side", nqueens.MaxModelSize)
	}
	if err != nil {
		return nqueens.Problem{}, err
	}
	return nqueens.ReadBoard(family, string(text))
}
