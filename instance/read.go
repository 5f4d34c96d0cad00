package instance

import (
	"archive/tar"
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/bounded"
	"nqueens/internal/detect"
	"nqueens/internal/unpack"
)

// MaxBytes is the limit of the length of a text: every square of the largest board, blocked.
const MaxBytes = 64 << 20

// Read reads an instance in one of the Formats, packed or not, as a problem of the family. The
// format is detected by the content. Errors start with the name.
//
// If the text does not follow its format, the error gives the line, the column and the expected
// form: for a square that is off the board or repeated, a number that does not match its list, or a
// list without an end. Rows become ranks and columns files; the first row of a file, 0 or 1, is
// rank 1.
func Read(family *nqueens.Family, name string, r io.Reader) (nqueens.Problem, error) {
	s, err := encode.Reading{}.Open(family, name, r)
	var p nqueens.Problem
	if err == nil {
		p, err = read(family, s)
	}
	err = damaged(err)
	if err == nil && !p.HasBoard() {
		err = fmt.Errorf("is in the format %s, which has no board", s.Format.Name)
	}
	if err != nil {
		return nqueens.Problem{}, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

// read reads the content of the source: an instance or a formula.
func read(family *nqueens.Family, s *encode.Source) (p nqueens.Problem, err error) {
	switch s.Format.Name {
	case detect.Parameters, detect.Facts:
	case detect.Regions:
		p, err = oneLevel(family, s.Text)
		return p, s.Guessed(err)
	default:
		return s.Problem()
	}
	text, err := io.ReadAll(io.LimitReader(s.Text, MaxBytes+1))
	switch {
	case err != nil:
		return p, err
	case len(text) > MaxBytes:
		return p, errTooLong
	case s.Format.Name == detect.Parameters:
		p, err = readDefinitions(family, text)
	default:
		p, err = readFacts(family, text)
	}
	return p, s.Guessed(err)
}

// buffered returns a reader with a buffer large enough to detect the format.
func buffered(r io.Reader) *bufio.Reader {
	return bufio.NewReaderSize(bounded.Sticky(r), detect.Window)
}

// unpacked returns the content of a packed text, or the text itself.
func unpacked(r io.Reader) (*bufio.Reader, error) {
	in, _, err := unpack.IfPacked(buffered(r))
	return bufio.NewReaderSize(in, detect.Window), damaged(err)
}

var errTooLong = fmt.Errorf("longer than any board: at most %d MiB are read", MaxBytes>>20)

// damaged replaces an error of a compressed text or an archive by an error that says how the text
// is damaged.
func damaged(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("cut off: it should go on; fetch or write it again")
	case errors.Is(err, tar.ErrHeader):
		return fmt.Errorf("damaged (%w); fetch or write it again", err)
	}
	return err
}

// ReadProblem reads an instance, a board of the family, a formula or an exact cover. The path names
// a formula and is recorded as the place to read it again.
func ReadProblem(family *nqueens.Family, path string, r io.Reader) (nqueens.Problem, error) {
	return ReadProblemAs(encode.Reading{}, family, path, r)
}

// ReadProblemAs reads a problem, as ReadProblem does, with the options of how.
func ReadProblemAs(how encode.Reading, family *nqueens.Family, path string, r io.Reader) (nqueens.Problem, error) {
	s, err := how.Open(family, path, r)
	if err != nil {
		return nqueens.Problem{}, damaged(err)
	}
	p, err := read(family, s)
	return p, damaged(err)
}

// ErrMany is the error for a folder or an archive where a single problem is needed. Each reads
// folders and archives.
var ErrMany = errors.New("may hold several instances; a single problem is needed")

// ReadProblemFile reads a problem from a file, as ReadProblemAs does. Errors start with the path.
// The file is opened only once.
func ReadProblemFile(how encode.Reading, family *nqueens.Family, path string) (p nqueens.Problem, err error) {
	f, err := os.Open(path)
	if err != nil {
		return p, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return p, fmt.Errorf("%s %w", path, ErrMany)
	}
	in, err := unpacked(f)
	if err == nil && isArchive(path, in) {
		return p, fmt.Errorf("%s %w", path, ErrMany)
	}
	if err == nil {
		p, err = ReadProblemAs(how, family, path, in)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return p, err
}
