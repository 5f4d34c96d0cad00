// Package gunzip unpacks gzipped files, and says in words what is wrong with a
// damaged one.
package gunzip

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// IfPacked reads what is packed in r where that begins as a gzipped file does,
// and otherwise r as it is.
func IfPacked(r *bufio.Reader) (in io.Reader, packed bool, err error) {
	if magic, _ := r.Peek(2); !bytes.Equal(magic, []byte{0x1f, 0x8b}) { // an error shows in the first read
		return r, false, nil
	}
	in, err = Reader(r)
	return in, true, err
}

// Reader reads what is packed in r.
func Reader(r io.Reader) (io.Reader, error) {
	z, err := gzip.NewReader(r)
	if errors.Is(err, io.EOF) { // not even a header
		err = io.ErrUnexpectedEOF
	}
	return unpacked{z}, damaged(err)
}

// unpacked is a reader whose errors say what is wrong with the file.
type unpacked struct{ packed *gzip.Reader }

func (u unpacked) Read(p []byte) (int, error) {
	n, err := u.packed.Read(p)
	return n, damaged(err)
}

func damaged(err error) error {
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF):
		return fmt.Errorf("cut off: the gzipped file should go on (%w)", err)
	case errors.Is(err, gzip.ErrChecksum), errors.Is(err, gzip.ErrHeader), errors.As(err, new(flate.CorruptInputError)):
		return fmt.Errorf("the gzipped file is damaged (%w)", err)
	}
	return err
}
