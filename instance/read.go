package instance

import (
	"archive/tar"
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"

	"nqueens"
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
	in, err := unpacked(bufio.NewReader(r))
	if err != nil {
		return nqueens.Problem{}, err
	}
	text, err := readText(in)
	if err != nil {
		return nqueens.Problem{}, err
	}
	return parse(family, withoutMark(text))
}

// withoutMark is the text without the byte order mark that some editors put first.
func withoutMark(text []byte) []byte { return bytes.TrimPrefix(text, []byte("\ufeff")) }

// unpacked is what a gzipped text holds, or the text.
func unpacked(in *bufio.Reader) (*bufio.Reader, error) {
	magic, _ := in.Peek(2) // an error shows in the first read
	if !bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		return in, nil
	}
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, damaged(err)
	}
	return bufio.NewReader(z), nil
}

func readText(r io.Reader) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(r, MaxBytes+1))
	if err != nil {
		return nil, damaged(err)
	}
	if len(text) > MaxBytes {
		return nil, tooLong()
	}
	return text, nil
}

func tooLong() error {
	return fmt.Errorf("longer than any board: at most %d MiB are read", MaxBytes>>20)
}

// damaged says of a compressed text or an archive what is wrong with it.
func damaged(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("cut off: it should go on; fetch or write it again")
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.Is(err, tar.ErrHeader), errors.As(err, new(flate.CorruptInputError)):
		return fmt.Errorf("damaged (%w); fetch or write it again", err)
	}
	return err
}

func parse(family *nqueens.Family, text []byte) (nqueens.Problem, error) {
	switch recognise(text) {
	case "definitions":
		return readDefinitions(family, text)
	case "facts":
		return readFacts(family, text)
	}
	return readBoard(family, text)
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
