package encode

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"nqueens"
	"nqueens/dlx"
	"nqueens/internal/bounded"
	"nqueens/internal/gunzip"
)

// The formats that problems come in, as Recognise tells them apart.
const (
	DIMACS     = "DIMACS"
	OPB        = "OPB"
	ExactCover = "exact cover"
	Board      = "board"
)

// ReadProblemFile is ReadProblemWithin from a file.
func ReadProblemFile(family *nqueens.Family, path string, memory int64) (nqueens.Problem, error) {
	f, err := os.Open(path)
	if err != nil {
		return nqueens.Problem{}, err
	}
	defer f.Close()
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nqueens.Problem{}, fmt.Errorf("%s is a folder", path)
	}
	p, err := ReadProblemWithin(family, path, f, memory)
	if err != nil {
		return p, fmt.Errorf("%s: %w", path, err)
	}
	return p, nil
}

// ReadProblem reads a board of the family, or a problem that has nothing to do
// with boards: DIMACS CNF with the projection that its comments ask for, OPB,
// or an exact cover in Knuth's text format; gzipped if it likes. Its text says
// which (see Recognise). The path names a formula, and is where it can be read
// again.
func ReadProblem(family *nqueens.Family, path string, r io.Reader) (nqueens.Problem, error) {
	return ReadProblemWithin(family, path, r, 0)
}

// ReadProblemWithin is ReadProblem that takes larger formulas than those for which 1 GiB is
// enough where there are more bytes of memory.
func ReadProblemWithin(family *nqueens.Family, path string, r io.Reader, memory int64) (nqueens.Problem, error) {
	text, room := sizes(memory)
	in, err := unzip(r, text)
	if err != nil {
		return nqueens.Problem{}, err
	}
	head, err := in.Peek(recognised)
	if err != nil && !errors.Is(err, io.EOF) {
		return nqueens.Problem{}, err
	}
	if err := isText(head); err != nil {
		return nqueens.Problem{}, err
	}
	format := Recognise(head)
	if first := bytes.TrimLeft(head, " \t\r\n"); len(first) > 0 && first[0] >= '0' && first[0] <= '9' && family.HasLetter(first[0]) {
		format = Board // whose pieces are digits: an exact cover may begin like that
	}
	if format == Board {
		return readBoard(family, in)
	}
	p, err := readFormula(nqueens.Formula{Name: filepath.Base(path), Path: path, Format: format}, in, room)
	if errors.Is(err, errTooLarge) {
		err = fmt.Errorf("%w: to solve it would take more than %d MiB", err, room>>20)
	}
	return p, err
}

// isText refuses what is no text, with a guess at what it is.
func isText(head []byte) error {
	switch {
	case bytes.HasPrefix(head, []byte("\xfd7zXZ")), bytes.HasPrefix(head, []byte("BZh")), bytes.HasPrefix(head, []byte("PK")), bytes.HasPrefix(head, []byte("\x28\xb5\x2f\xfd")):
		return errors.New("is packed: only gzip is unpacked here, other formats must be before")
	case bytes.IndexByte(head, 0) >= 0:
		return errors.New("is no text")
	}
	return nil
}

// sizes are how many bytes of text a problem may have, unpacked, and about how many a
// formula may take as clauses and as a model, so that reading it stays within the memory,
// or 1 GiB if that is more.
func sizes(memory int64) (text, formula int64) {
	memory = max(memory, 1<<30)
	return memory / 4, memory / 8 * 5
}

// readBoard reads a text no longer than the largest board that a model is built
// for, with a space between squares and room for line ends.
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

func readFormula(about nqueens.Formula, in io.Reader, room int64) (nqueens.Problem, error) {
	digest := sha256.New()
	text := io.TeeReader(in, digest)
	var m *nqueens.Model
	var err error
	switch about.Format {
	case DIMACS:
		var f *CNF
		if f, err = readDIMACS(text, room); err == nil {
			m, err = modelOfCNF(f)
			about.Squares = f.Squares
		}
	case OPB:
		var p *PB
		if p, err = readOPB(text, room); err == nil {
			m, err = modelOfPB(p)
		}
	case ExactCover:
		var p *dlx.Problem
		if p, err = dlx.Read(&coverText{from: text, room: room}); err == nil {
			m, about.Choices, err = modelOfCover(p)
		}
	}
	if err == nil {
		_, err = io.Copy(digest, in) // what no reader looked at belongs to the text
	}
	if err != nil {
		return nqueens.Problem{}, err
	}
	about.Digest = hex.EncodeToString(digest.Sum(nil))[:16]
	return nqueens.NewFormula(about, m), nil
}

// coverText is the text of an exact cover that is not too large to be read.
type coverText struct {
	from  io.Reader
	room  int64
	blank bool // the last byte was
}

func (c *coverText) Read(p []byte) (int, error) {
	const word, line = 100, 150 // bytes that an item of an option takes, and an option
	n, err := c.from.Read(p)
	for _, b := range p[:n] {
		switch {
		case b > ' ' && c.blank:
			c.room -= word
		case b == '\n':
			c.room -= line
		}
		c.blank = b <= ' '
	}
	if c.room < 0 {
		return 0, errTooLarge
	}
	return n, err
}

var errTooLarge = errors.New("too large")

// unzip reads what r holds, unpacked if it is gzipped: so many bytes of text at most.
func unzip(r io.Reader, maxText int64) (*bufio.Reader, error) {
	errTooLong := fmt.Errorf("longer than %d MiB", maxText>>20)
	in := bufio.NewReaderSize(bounded.Bytes(r, maxText, errTooLong), recognised)
	if mark, _ := in.Peek(3); bytes.Equal(mark, []byte("\ufeff")) {
		_, _ = in.Discard(len(mark)) // what was peeked at is there
	}
	unpacked, _, err := gunzip.IfPacked(in)
	return bufio.NewReaderSize(bounded.Bytes(unpacked, maxText, errTooLong), recognised), err
}

// recognised is how much of a text Recognise looks at.
const recognised = 1 << 16

// Recognise tells from its beginning in which format a text is: a line "p cnf"
// after comments makes it DIMACS, a star at its very beginning or a first line
// with ">=" or a ";" at its end OPB, a first line mostly of squares ('.', '#' and pieces, capital letters one by one) a
// board, and everything else an exact cover, which begins with the names of its
// items.
func Recognise(head []byte) string {
	comments := false
	first := ""
	for line := range strings.Lines(string(head)) {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
			continue
		case (words[0][0] == '*' || strings.Contains(line, ">=") || strings.HasSuffix(strings.TrimSpace(line), ";")) && first == "":
			return OPB
		case words[0] == "p":
			return DIMACS
		case words[0][0] == 'c' && (first == "" || comments):
			comments = true
		case comments:
			return strangerAfterComments(first)
		default:
			return boardOrCover(line)
		}
		if first == "" {
			first = line
		}
	}
	if comments {
		return strangerAfterComments(first)
	}
	return boardOrCover(first)
}

// strangerAfterComments tells DIMACS without its header from an exact cover
// whose first item begins with a c, by the first line: a comment's c stands
// alone.
func strangerAfterComments(first string) string {
	if strings.Fields(first)[0] == "c" {
		return DIMACS
	}
	return ExactCover
}

func boardOrCover(line string) string {
	squares, others := 0, 0
	for _, word := range strings.Fields(line) {
		alone := len(word) == 1
		for _, c := range word {
			if c == '.' || c == '#' || c >= 'A' && c <= 'Z' && (alone || strings.ContainsAny(word, ".#")) {
				squares++
			} else {
				others++
			}
		}
	}
	if squares >= others {
		return Board
	}
	return ExactCover
}
