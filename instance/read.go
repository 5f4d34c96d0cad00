package instance

import (
	"archive/tar"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"nqueens"
	"nqueens/encode"
	"nqueens/internal/bounded"
	"nqueens/internal/gunzip"
)

// MaxBytes is the length of the longest text that is read: every square of
// the largest board, blocked.
const MaxBytes = 64 << 20

// Read reads an instance in one of the Formats, gzipped or not, as a problem of
// the family; its content tells which. The name goes before an error.
//
// A text that does not follow its format is refused with the line, the column
// and what would be right: a square off the board or there twice, a number that
// disagrees with the list it counts, a list without its end. Rows become ranks
// and columns files, row 0 or 1 of a file being rank 1.
func Read(family *nqueens.Family, name string, r io.Reader) (nqueens.Problem, error) {
	p, err := read(family, r)
	if err != nil {
		return nqueens.Problem{}, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

func read(family *nqueens.Family, r io.Reader) (nqueens.Problem, error) {
	in, err := unpacked(r)
	if err != nil {
		return nqueens.Problem{}, err
	}
	text, err := io.ReadAll(io.LimitReader(in, MaxBytes+1))
	switch {
	case err != nil:
		return nqueens.Problem{}, damaged(err)
	case len(text) > MaxBytes:
		return nqueens.Problem{}, errTooLong
	}
	text = withoutMark(text)
	switch recognise(text) {
	case "definitions":
		return readDefinitions(family, text)
	case "facts":
		return readFacts(family, text)
	}
	p, err := nqueens.ReadBoard(family, string(text))
	if wrong, ok := errors.AsType[*nqueens.BoardError](err); ok && wrong.Line == 1 {
		err = fmt.Errorf("%w (other instances begin with letting n = 8, n = 8 or num(1).)", err)
	}
	return p, err
}

// withoutMark is the text without the byte order mark that some editors put first.
func withoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\ufeff")) }

// buffered reads ahead.
func buffered(r io.Reader) *bufio.Reader { return bufio.NewReaderSize(bounded.Sticky(r), recognised) }

// unpacked is what a gzipped text holds, or the text.
func unpacked(r io.Reader) (*bufio.Reader, error) {
	in, _, err := gunzip.IfPacked(buffered(r))
	return bufio.NewReaderSize(in, recognised), damaged(err)
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

// Recognise reports whether a text begins as an instance in one of the Formats
// other than a board does. Boards are like nothing else, but a reader of them
// needs to know the piece.
func Recognise(head []byte) bool { return recognise(head) != "" }

// recognise tells by the first two tokens how to read the text: as definitions,
// as facts, or, "", as a board.
func recognise(head []byte) string {
	l := newLexer("", "%$", withoutMark(head))
	first := l.token
	if first.kind != wordToken {
		return ""
	}
	l.next()
	switch {
	case l.token.is("("):
		return "facts"
	case l.token.is("="), l.token.is("be"), first.is("letting"), first.is("language"):
		return "definitions"
	}
	return ""
}

// ReadProblem reads an instance, or else what encode.ReadProblem reads: a board
// of the family, a formula, an exact cover. The path names a formula, and is
// where it can be read again.
func ReadProblem(family *nqueens.Family, path string, r io.Reader) (nqueens.Problem, error) {
	return ReadProblemWithin(family, path, r, 0)
}

// ReadProblemWithin is ReadProblem that takes larger formulas where there is more memory,
// as encode.ReadProblemWithin does.
func ReadProblemWithin(family *nqueens.Family, path string, r io.Reader, memory int64) (nqueens.Problem, error) {
	in, err := unpacked(r)
	if err != nil {
		return nqueens.Problem{}, err
	}
	head, _ := in.Peek(recognised) // an error shows in the first read
	if Recognise(head) {
		return read(family, in)
	}
	return encode.ReadProblemWithin(family, path, in, memory)
}

// ErrMany is the error for a folder or an archive where one problem is asked for: Each
// reads those.
var ErrMany = errors.New("holds any number of instances, and one is asked for")

// ReadProblemFile is ReadProblem from a file, whose path goes before an error. It is
// opened once.
func ReadProblemFile(family *nqueens.Family, path string) (p nqueens.Problem, err error) {
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
		p, err = ReadProblem(family, path, in)
	}
	if err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return p, err
}

// recognised is how much of a text is looked at to tell what it is.
const recognised = 1 << 16
