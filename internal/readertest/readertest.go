// Package readertest tests readers of files with what files can do: come in pieces,
// end with their last bytes, fail in mid-text.
package readertest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"testing"
	"testing/iotest"
)

var errBroken = errors.New("the disk is gone")

// Check has a text read in other ways than at once. In pieces it must come to the same
// end. Where reading fails the failure must be the error, unless the text was wrong
// before, and what comes after it is not to be read.
func Check(t testing.TB, text []byte, read func(io.Reader) error) {
	t.Helper()
	whole := read(bytes.NewReader(text))
	for name, pieces := range map[string]func(io.Reader) io.Reader{
		"byte by byte": iotest.OneByteReader, "by halves": iotest.HalfReader, "with the end": iotest.DataErrReader,
	} {
		if err := read(pieces(bytes.NewReader(text))); fmt.Sprint(err) != fmt.Sprint(whole) {
			t.Errorf("read %s: %v, and at once: %v\n%.200q", name, err, whole, text)
		}
	}
	n := len(text)
	for _, at := range []int{0, n / 3, n / 2, n - 1, n} {
		for _, with := range []bool{false, true} {
			f := &failing{text: text, at: max(at, 0), withLast: with}
			switch err := read(f); {
			case f.after > 0:
				t.Errorf("read on %d times after a failure at byte %d: %v\n%.200q", f.after, at, err, text)
			case f.failed && !errors.Is(err, errBroken) && (whole == nil || fmt.Sprint(err) != fmt.Sprint(whole)):
				t.Errorf("a failure at byte %d is passed over: %v\n%.200q", at, err, text)
			}
		}
	}
}

// failing fails once, at a byte of its text, and then goes on.
type failing struct {
	text     []byte
	at       int
	withLast bool // the failure comes with the last bytes before it
	failed   bool
	after    int // reads after it
	next     int
}

func (f *failing) Read(p []byte) (int, error) {
	if f.failed {
		f.after++
		n := copy(p, f.text[f.next:])
		if f.next += n; n == 0 {
			return 0, io.EOF
		}
		return n, nil
	}
	n := copy(p, f.text[f.next:f.at])
	f.next += n
	if f.next == f.at && (n == 0 || f.withLast) {
		f.failed = true
		return n, errBroken
	}
	return n, nil
}
