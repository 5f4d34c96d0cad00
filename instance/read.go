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

// MaxBytes is the length of the longest text that is read: every square of
// the largest board, blocked.
const MaxBytes = 64 << 20

// Read reads an instance in one of the Formats, packed or not, as a problem of
// the family; its content tells which. The name goes before an error.
//
// A text that does not follow its format is refused with the line, the column
// and what would be right: a square off the board or there twice, a number that
// disagrees with the list it counts, a list without its end. Rows become ranks
// and columns files, row 0 or 1 of a file being rank 1.
func Read(family *nqueens.Family, name string, r io.Reader) (nqueens.Problem, error) {
	s, err := encode.Reading{}.Open(family, name, r)
	var p nqueens.Problem
	if err == nil {
		p, err = read(family, s)
	}
	err = damaged(err)
	if err == nil && !p.HasBoard() {
		err = fmt.Errorf("is in the format %s, of no board", s.Format.Name)
	}
	if err != nil {
		return nqueens.Problem{}, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

// read reads what the source holds: an instance, or a formula.
func read(family *nqueens.Family, s *encode.Source) (p nqueens.Problem, err error) {
	if s.Format.Name != detect.Parameters && s.Format.Name != detect.Facts {
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

// buffered reads ahead.
func buffered(r io.Reader) *bufio.Reader {
	return bufio.NewReaderSize(bounded.Sticky(r), detect.Window)
}

// unpacked is what a packed text holds, or the text.
func unpacked(r io.Reader) (*bufio.Reader, error) {
	in, _, err := unpack.IfPacked(buffered(r))
	return bufio.NewReaderSize(in, detect.Window), damaged(err)
}

var errTooLong = fmt.Errorf("longer than any board: at most %d MiB are read", MaxBytes>>20)

// damaged says of a compressed text or an archive what is wrong with it.
func damaged(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("cut off: it should go on; fetch or write it again")
	case errors.Is(err, tar.ErrHeader):
		return fmt.Errorf("damaged (%w); fetch or write it again", err)
	}
	return err
}

// ReadProblem reads an instance, a board of the family, a formula or an exact
// cover. The path names a formula, and is where it can be read again.
func ReadProblem(family *nqueens.Family, path string, r io.Reader) (nqueens.Problem, error) {
	return ReadProblemAs(encode.Reading{}, family, path, r)
}

// ReadProblemAs is ReadProblem in the way that the Reading says.
func ReadProblemAs(how encode.Reading, family *nqueens.Family, path string, r io.Reader) (nqueens.Problem, error) {
	s, err := how.Open(family, path, r)
	if err != nil {
		return nqueens.Problem{}, damaged(err)
	}
	p, err := read(family, s)
	return p, damaged(err)
}

// ErrMany is the error for a folder or an archive where one problem is asked for: Each
// reads those.
var ErrMany = errors.New("holds any number of instances, and one is asked for")

// ReadProblemFile is ReadProblemAs from a file, whose path goes before an error. It is
// opened once.
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
