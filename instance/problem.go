package instance

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"

	"nqueens"
	"nqueens/encode"
)

// ReadProblem reads an instance, or else what encode.ReadProblem reads: a board
// of the family, a formula, an exact cover. The path names a formula, and is
// where it can be read again.
func ReadProblem(family *nqueens.Family, path string, r io.Reader) (nqueens.Problem, error) {
	in := bufio.NewReaderSize(r, recognised)
	head, _ := in.Peek(recognised) // an error shows in the first read
	if Recognise(unpackedHead(head)) {
		return read(family, in)
	}
	return encode.ReadProblem(family, path, in)
}

// ReadProblemFile is ReadProblem from a file, whose path goes before an error.
// A folder or an archive is refused, since Each reads those.
func ReadProblemFile(family *nqueens.Family, path string) (nqueens.Problem, error) {
	var none nqueens.Problem
	switch many, err := Many(path); {
	case err != nil:
		return none, err
	case many:
		return none, fmt.Errorf("%s holds any number of instances, and one is asked for", path)
	}
	f, err := os.Open(path)
	if err != nil {
		return none, err
	}
	defer f.Close()
	p, err := ReadProblem(family, path, f)
	if err != nil {
		return none, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// recognised is how much of a text is looked at to tell what it is.
const recognised = 1 << 16

// unpackedHead is what the beginning of a gzipped text holds, or the text.
func unpackedHead(head []byte) []byte {
	z, err := gzip.NewReader(bytes.NewReader(head))
	if err != nil {
		return head
	}
	unpacked, _ := io.ReadAll(io.LimitReader(z, recognised)) // it is cut off
	return unpacked
}
