// Package readertest tests readers with the possible behaviour of files: content in pieces, an end
// together with the last bytes, and errors in the middle.
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

// Check reads a text in several ways. In pieces it must have the same result as at once. If reading
// fails, the error must be returned, unless the text was wrong before, and nothing must be read
// after it.
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

// failing fails once, at a byte of its text, and then continues.
type failing struct {
	text     []byte
	at       int
	withLast bool // the error is returned together with the bytes before it
	failed   bool
	after    int // number of reads after the error
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
