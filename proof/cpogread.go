package proof

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"math"
)

// mostNumbers bounds a line of a CPOG proof.
const mostNumbers = 1 << 26

// read reads a line. A comment and an empty line have no command. The numbers are valid until the next call.
func (c *cpogChecker) read() (w words, err error) {
	c.line++
	var text []byte
	for {
		part, err := c.in.ReadSlice('\n')
		c.models.Bytes += int64(len(part))
		if text == nil && err == nil {
			return c.parse(part)
		}
		text = append(text, part...)
		switch {
		case errors.Is(err, io.EOF) && len(text) == 0:
			c.line--
			return w, io.EOF
		case errors.Is(err, io.EOF):
			return w, c.wrong("the line does not end: the proof is cut off")
		case err == nil:
			return c.parse(text)
		case len(text) > 12*mostNumbers:
			return w, c.wrong("the line is longer than %d numbers", mostNumbers)
		case !errors.Is(err, bufio.ErrBufferFull):
			return w, err
		}
	}
}

// parse splits a line into its words.
func (c *cpogChecker) parse(text []byte) (w words, err error) {
	for first := true; ; first = false {
		text = bytes.TrimLeft(text, " \t\r\n")
		if len(text) == 0 {
			break
		}
		end := bytes.IndexAny(text, " \t\r\n")
		if end < 0 {
			end = len(text)
		}
		word := text[:end]
		text = text[end:]
		n, isNumber := number(word)
		switch {
		case isNumber && w.command != "":
			w.rest = append(w.rest, n)
		case isNumber && first && n > 0:
			w.number = n
		case isNumber || w.command != "":
			return w, c.wrong("%.20q does not belong here", word)
		case first && word[0] == 'c':
			return words{}, nil
		default:
			w.command = string(word[:min(len(word), 20)])
		}
	}
	if w.command == "" && w.number != 0 {
		return w, c.wrong("a step is missing after %d", w.number)
	}
	return w, nil
}

// number reads a number that fits in 32 bits.
func number(word []byte) (int32, bool) {
	digits, n := word, int64(0)
	if digits[0] == '-' {
		digits = digits[1:]
	}
	for _, d := range digits {
		if d < '0' || d > '9' || n > math.MaxInt32 {
			return 0, false
		}
		n = 10*n + int64(d-'0')
	}
	if len(digits) == 0 || n > math.MaxInt32 || word[0] == '-' && n == 0 {
		return 0, false
	}
	if word[0] == '-' {
		n = -n
	}
	return int32(n), true
}
