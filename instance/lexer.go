package instance

import (
	"fmt"
	"strconv"
	"strings"

	"nqueens"
	"nqueens/encode"
)

// A tokenKind is the kind of a token.
type tokenKind uint8

const (
	endToken tokenKind = iota
	wordToken
	numberToken
	signToken // one of the marks of the formats, or any other character
)

type token struct {
	kind tokenKind
	text []byte
	at   encode.Place
}

func (t token) is(text string) bool { return t.kind != endToken && string(t.text) == text }

// String returns the token as text for a message.
func (t token) String() string {
	switch {
	case t.kind == endToken:
		return "the end of the text"
	case len(t.text) > 32:
		return fmt.Sprintf("%q…", t.text[:32])
	}
	return fmt.Sprintf("%q", t.text)
}

// maxDigits ensures that numbers fit in an int32.
const maxDigits = 9

// A lexer splits a text into tokens and records the place of each. A comment starts with a comment
// mark and ends with the line.
type lexer struct {
	format  string
	comment string // the bytes that start a comment
	text    []byte
	at      int // index of the next byte
	here    encode.Place
	token   token // the current token
}

func newLexer(format, comment string, text []byte) *lexer {
	l := &lexer{format: format, comment: comment, text: text, here: encode.Place{Line: 1, Column: 1}}
	l.next()
	return l
}

func (l *lexer) skip(n int) {
	for _, c := range l.text[l.at : l.at+n] {
		l.here.Column++
		if c == '\n' {
			l.here = encode.Place{Line: l.here.Line + 1, Column: 1}
		}
	}
	l.at += n
}

// run returns first plus the number of following bytes of a kind.
func (l *lexer) run(first int, kind func(c byte) bool) int {
	n := first
	for l.at+n < len(l.text) && kind(l.text[l.at+n]) {
		n++
	}
	return n
}

// next moves to the next token.
func (l *lexer) next() {
	for {
		l.skip(l.run(0, isBlank))
		if l.at == len(l.text) || strings.IndexByte(l.comment, l.text[l.at]) < 0 {
			break
		}
		l.skip(l.run(1, func(c byte) bool { return c != '\n' }))
	}
	l.token = token{at: l.here}
	if l.at == len(l.text) {
		return
	}
	n := 1
	switch c := l.text[l.at]; {
	case isLetter(c):
		l.token.kind = wordToken
		n = l.run(1, func(c byte) bool { return isLetter(c) || isDigit(c) })
	case isDigit(c) || c == '-':
		l.token.kind = numberToken
		n = l.run(1, isDigit)
	case c == '.' && l.at+1 < len(l.text) && l.text[l.at+1] == '.':
		l.token.kind, n = signToken, 2
	default:
		l.token.kind = signToken
		// Keep the bytes of a letter outside ASCII together.
		n = l.run(1, func(next byte) bool { return c >= 0x80 && next >= 0x80 && next < 0xc0 })
	}
	l.token.text = l.text[l.at : l.at+n]
	l.skip(n)
}

func isBlank(c byte) bool  { return c == ' ' || '\t' <= c && c <= '\r' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c == '\'' }

// wrong returns an error at the current token.
func (l *lexer) wrong(format string, args ...any) error {
	return l.wrongAt(l.token.at, format, args...)
}

func (l *lexer) wrongAt(at encode.Place, format string, args ...any) error {
	return &encode.SyntaxError{Format: l.format, Place: at, Message: fmt.Sprintf(format, args...)}
}

// expect moves past a sign, or returns an error if the current token differs.
func (l *lexer) expect(sign, where string) error {
	if !l.token.is(sign) {
		return l.wrong("%v where %q should %s", l.token, sign, where)
	}
	l.next()
	return nil
}

// integer parses the current token as a whole number and moves past it.
func (l *lexer) integer(what string) (int32, error) {
	t := l.token
	if t.kind != numberToken || len(t.text) == 1 && t.text[0] == '-' {
		return 0, l.wrong("%v where %s should be, a whole number", t, what)
	}
	if len(t.text) > maxDigits {
		return 0, l.wrong("%v is larger than any board", t)
	}
	n, _ := strconv.Atoi(string(t.text)) // cannot fail: at most maxDigits digits
	l.next()
	return int32(n), nil
}

// A checker builds a problem, and returns errors for items that do not fit on its board.
type checker struct {
	*lexer
	p nqueens.Problem
}

func (c *checker) size(n int32, at encode.Place) error {
	if n < 1 || n > MaxSize {
		return c.wrongAt(at, "n is %d; a board has 1 to %d squares a side", n, MaxSize)
	}
	c.p.N = int(n)
	return nil
}

// small returns an error if the board is too large for anything but placed queens.
func (c *checker) small(items []item) error {
	if len(items) > 0 && c.p.N > nqueens.MaxModelSize {
		return c.wrongAt(items[0].at, "the board has %d squares a side; one with blocked squares has at most %d", c.p.N, nqueens.MaxModelSize)
	}
	return nil
}

// room returns an error if there are more placed queens than files.
func (c *checker) room(items []item) error {
	if len(items) > c.p.N {
		return c.wrongAt(items[c.p.N].at, "%d queens are placed, and there is room for %d", len(items), c.p.N)
	}
	return nil
}

// squares converts pairs of row and column, counted from from, to squares. Repeated pairs are
// errors.
func (c *checker) squares(items []item, from int32) ([]nqueens.Square, error) {
	if from == 1 { // in every format, blocked squares count from 1
		if err := c.small(items); err != nil {
			return nil, err
		}
	}
	squares := make([]nqueens.Square, 0, len(items))
	seen := make(map[nqueens.Square]int, len(items))
	last := from + int32(c.p.N) - 1
	for i, it := range items {
		if it.a < from || it.a > last || it.b < from || it.b > last {
			return nil, c.wrongAt(it.at, "the square at row %d and column %d is off the board, which has rows and columns %d to %d", it.a, it.b, from, last)
		}
		s := square(int(it.a-from), int(it.b-from))
		if first, twice := seen[s]; twice {
			return nil, c.wrongAt(it.at, "the square at row %d and column %d is there twice, first in line %d, column %d; once is right",
				it.a, it.b, items[first].at.Line, items[first].at.Column)
		}
		seen[s] = i
		squares = append(squares, s)
	}
	return squares, nil
}

// diagonals adds excluded diagonals, given as pairs of a number and a kind.
func (c *checker) diagonals(items []item) error {
	if err := c.small(items); err != nil {
		return err
	}
	seen := make(map[item]encode.Place, len(items))
	last := int32(2*c.p.N - 2)
	for _, it := range items {
		if it.b != 0 && it.b != 1 {
			return c.wrongAt(it.at, "diagonal [%d, %d]: the second number is 1 for a sum or 0 for a difference", it.a, it.b)
		}
		if it.a < 0 || it.a > last {
			return c.wrongAt(it.at, "diagonal [%d, %d] is off the board, which has diagonals 0 to %d", it.a, it.b, last)
		}
		if first, twice := seen[item{a: it.a, b: it.b}]; twice {
			return c.wrongAt(it.at, "diagonal [%d, %d] is there twice, first in line %d, column %d; once is right", it.a, it.b, first.Line, first.Column)
		}
		seen[item{a: it.a, b: it.b}] = it.at
		c.p.Excluded = append(c.p.Excluded, diagonal(int(it.a), it.b == 1, c.p.N))
	}
	return nil
}
