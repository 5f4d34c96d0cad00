package nqueens

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// CheckNumbers reads a solution as published lists give it, the rank from 1 of
// the piece in each file, and decides whether it solves the problem. Numbers
// are separated by white space: one a line or several. It returns nil, a
// *Violation of a list that is no solution, or another error if the text is no
// list or cannot be read. What concerns one number names its line of the text.
//
// The list is read as it comes and not kept, so that a billion queens need the
// memory of a Scan only. It is read whole where solutions of a certain symmetry
// are asked for, and where a Scan does not tell.
func (p Problem) CheckNumbers(r io.Reader) error {
	if err := p.Validate(); err != nil {
		return err
	}
	if p.Formula != nil {
		return errors.New("a formula has no files whose ranks could be listed")
	}
	if p.Symmetric != Identity || !p.Family.scans() {
		return p.checkNumbersWhole(r)
	}
	scan, err := p.Scan()
	if err != nil {
		return err
	}
	if err := eachNumber(r, func(k int) error { return scan.Next(k - 1) }); err != nil {
		return err
	}
	return scan.End()
}

func (p Problem) checkNumbersWhole(r io.Reader) error {
	var s Solution
	err := eachNumber(r, func(k int) error {
		if len(s) >= p.N || k < 1 || k > p.N {
			return offBoard(p.N, len(s), k-1)
		}
		s = append(s, Square{File: len(s), Rank: k - 1})
		return nil
	})
	if err != nil {
		return err
	}
	return p.Check(s)
}

// numbersBlock is how many bytes are read at a time. No word is longer.
const numbersBlock = 1 << 16

// eachNumber calls place with each number of the text, until it returns an
// error.
func eachNumber(r io.Reader, place func(k int) error) error {
	block := make([]byte, numbersBlock)
	line, kept := 1, 0
	for {
		read, err := r.Read(block[kept:])
		text := block[:kept+read]
		whole := len(text)
		if err != io.EOF { // the last word may go on
			for whole > 0 && !isSpace(text[whole-1]) {
				whole--
			}
		}
		if failed := eachNumberOf(text[:whole], &line, place); failed != nil {
			return failed
		}
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return fmt.Errorf("reading the numbers, line %d: %w", line, err)
		}
		if kept = copy(block, text[whole:]); kept == len(block) {
			return fmt.Errorf("line %d: %q is too long for a number", line, shown(block))
		}
	}
}

// eachNumberOf is eachNumber for text that ends where a word does.
func eachNumberOf(text []byte, line *int, place func(k int) error) error {
	// So many digits fit in an int.
	const digits = 9 + 9*(strconv.IntSize/64)
	for i := 0; i < len(text); {
		if isSpace(text[i]) {
			if text[i] == '\n' {
				*line++
			}
			i++
			continue
		}
		start, k := i, 0
		for i < len(text) && text[i]-'0' <= 9 {
			k = k*10 + int(text[i]-'0')
			i++
		}
		if i == start || i < len(text) && !isSpace(text[i]) {
			return notANumber(*line, text[start:])
		}
		if i-start > digits {
			var err error
			if k, err = strconv.Atoi(string(text[start:i])); err != nil {
				return fmt.Errorf("line %d: %s is too large for the rank of a piece", *line, shown(text[start:i]))
			}
		}
		if err := place(k); err != nil {
			return onLine(*line, err)
		}
	}
	return nil
}

func isSpace(c byte) bool { return c == ' ' || c-'\t' <= '\r'-'\t' }

func notANumber(line int, text []byte) error {
	if end := bytes.IndexFunc(text, func(r rune) bool { return r <= ' ' && isSpace(byte(r)) }); end >= 0 {
		text = text[:end]
	}
	return fmt.Errorf("line %d: %q is not a number (write the rank, from 1, of the piece in each file)", line, shown(text))
}

// shown is a word, or its beginning, for a message.
func shown(word []byte) string {
	const most = 40
	if len(word) > most {
		return string(word[:most]) + "…"
	}
	return string(word)
}

// onLine says on what line of the text a violation is.
func onLine(line int, err error) error {
	if v, ok := errors.AsType[*Violation](err); ok {
		return violation(v.Squares, "line %d: %s", line, v.Why)
	}
	return err
}
