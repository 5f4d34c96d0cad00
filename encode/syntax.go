package encode

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strconv"

	"nqueens"
	"nqueens/internal/table"
)

// A Place is a position in a text. Lines and columns count from 1; columns count bytes.
type Place struct{ Line, Column int }

// A SyntaxError describes text that does not follow its format: the position, the defect and the
// expected form.
type SyntaxError struct {
	Format string // "DIMACS" or "OPB"
	Place
	Message string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s, line %d, column %d: %s", e.Format, e.Line, e.Column, e.Message)
}

// A scanner splits text into words and records the position of each. It holds one word at a time,
// so long lines and long files need no more memory.
type scanner struct {
	format string
	kinds  [256]byteKind

	word  []byte // the current word, cut to maxWord bytes
	at    Place  // the position of word, or of the end of the text or line
	first bool   // whether word is the first on its line

	r      *bufio.Reader
	window []byte // the bytes that r has buffered and the scanner has not passed
	held   int    // the length of window when it was taken from r
	here   Place  // the position of window[0]
	blank  bool   // whether the line has had no word so far
	ended  bool   // r has ended or failed and is not read again
	failed error  // the error of r, other than io.EOF
	room   int64  // remaining memory in bytes for what is read; negative for no limit
}

// maxWord is longer than every valid word.
const maxWord = 64

// A byteKind is the class of a byte, by which a scanner divides text into words.
type byteKind uint8

const (
	wordByte     byteKind = iota // a run of these is a word
	operatorByte                 // a run of these is a word of its own
	markByte                     // each is a word of its own
	blankByte                    // part of no word
)

func newScanner(r io.Reader, format, operators, marks string, room int64) *scanner {
	s := &scanner{format: format, room: room, r: bufio.NewReaderSize(r, 1<<16), here: Place{1, 1}, blank: true}
	for kind, bytes := range map[byteKind]string{blankByte: " \t\n\v\f\r", operatorByte: operators, markByte: marks} {
		for _, b := range []byte(bytes) {
			s.kinds[b] = kind
		}
	}
	return s
}

// spend subtracts bytes from the room. When the room is used up, it ends the text with errTooLarge.
func (s *scanner) spend(bytes int64) {
	if s.room < 0 {
		return
	}
	if s.room -= bytes; s.room < 0 {
		s.window, s.ended, s.failed = nil, true, errTooLarge
	}
}

// peek returns the next byte, or false at the end.
func (s *scanner) peek() (byte, bool) {
	if s.ended {
		return 0, false
	}
	if len(s.window) == 0 {
		_, _ = s.r.Discard(s.held) // cannot fail: that much was buffered
		if _, err := s.r.Peek(1); err != nil {
			s.held, s.ended = 0, true
			if err != io.EOF {
				s.failed = err
			}
			return 0, false
		}
		s.held = s.r.Buffered()
		s.window, _ = s.r.Peek(s.held) // cannot fail: the bytes are buffered
	}
	return s.window[0], true
}

// skip moves past the byte that peek returned.
func (s *scanner) skip(b byte) {
	s.window = s.window[1:]
	if b == '\n' {
		s.here = Place{s.here.Line + 1, 1}
		s.blank = true
		return
	}
	s.here.Column++
}

// next moves to the next word. It returns false if there is none.
func (s *scanner) next() bool {
	for {
		if s.nextOnLine() {
			return true
		}
		b, more := s.peek()
		if !more {
			return false
		}
		s.skip(b)
	}
}

// nextOnLine moves to the next word of the line. It returns false at the end of the line.
func (s *scanner) nextOnLine() bool {
	s.word = s.word[:0]
	for {
		s.at = s.here
		b, more := s.peek()
		if !more || b == '\n' {
			return false
		}
		if kind := s.kinds[b]; kind != blankByte {
			s.first, s.blank = s.blank, false
			s.read(kind)
			return true
		}
		s.skip(b)
	}
}

// read reads the word that begins at the next byte, whose kind is given.
func (s *scanner) read(kind byteKind) {
	for {
		// Within the window no peek is needed.
		n := 0
		for n < len(s.window) && s.kinds[s.window[n]] == kind {
			n++
			if kind == markByte {
				break
			}
		}
		s.word = append(s.word, s.window[:min(n, maxWord-len(s.word))]...)
		s.window = s.window[n:]
		s.here.Column += n
		if len(s.window) > 0 || kind == markByte || len(s.word) == maxWord { // no valid word is so long, and the input may be endless
			return
		}
		if b, more := s.peek(); !more || s.kinds[b] != kind {
			return
		}
	}
}

// endLine skips the rest of the line.
func (s *scanner) endLine() {
	for {
		b, more := s.peek()
		if !more || b == '\n' {
			return
		}
		s.skip(b)
	}
}

// is reports whether the current word equals word.
func (s *scanner) is(word string) bool { return string(s.word) == word }

// quoted returns the current word in quotes, for a message.
func (s *scanner) quoted() string {
	switch {
	case len(s.word) == 0:
		return "the end of the line"
	case len(s.word) >= maxWord:
		return fmt.Sprintf("%q…", s.word[:maxWord/2])
	}
	return fmt.Sprintf("%q", s.word)
}

// wrong returns an error at the current word, or the error of the underlying reader if that ended
// the text.
func (s *scanner) wrong(format string, args ...any) error {
	return s.wrongAt(s.at, format, args...)
}

func (s *scanner) wrongAt(at Place, format string, args ...any) error {
	if s.failed != nil {
		return fmt.Errorf("reading %s: %w", s.format, s.failed)
	}
	return &SyntaxError{s.format, at, fmt.Sprintf(format, args...)}
}

// integer parses the current word as digits with an optional minus; it rejects -0.
func (s *scanner) integer() (int64, bool) {
	if len(s.word) == 0 || len(s.word) >= maxWord || s.word[0] == '+' {
		return 0, false
	}
	n, err := strconv.ParseInt(string(s.word), 10, 64)
	return n, err == nil && (n != 0 || s.word[0] != '-')
}

// tooLong reports whether a word is a whole number that 64 bits do not hold.
func tooLong(word []byte) bool {
	digits := bytes.TrimPrefix(word, []byte("-"))
	if len(digits) < 19 || len(bytes.Trim(digits, "0123456789")) > 0 {
		return false
	}
	_, err := strconv.ParseInt(string(word), 10, 64)
	return err != nil
}

// The comment "squares 1 = a1 b1 c1" means that variable 1 is square a1, 2 is b1 and 3 is c1. The
// DIMACS and OPB files of a board problem begin with one such line for each rank, so that a
// solver's answer can be read as squares.

// squareBytes is the memory for a square, in bytes.
const squareBytes = 36

// maxSquaresPerLine is the largest number of squares in a line; longer ranks are split.
const maxSquaresPerLine = 32

// checkSquares returns an error if there are more squares than variables or a square is off every
// board.
func checkSquares(squares []nqueens.Square, variables int) error {
	if len(squares) > variables {
		return fmt.Errorf("%s for %s", table.Plural(len(squares), "square"), table.Plural(variables, "variable"))
	}
	for i, s := range squares {
		if s.File < 0 || s.Rank < 0 {
			return fmt.Errorf("variable %d has file %d, rank %d, which is not a square", i+1, s.File, s.Rank)
		}
	}
	return nil
}

// writeSquares writes the squares of the variables as comments.
func writeSquares(w *bufio.Writer, comment string, squares []nqueens.Square) {
	for start := 0; start < len(squares); {
		fmt.Fprintf(w, "%s squares %d =", comment, start+1)
		end := start
		for end < len(squares) && squares[end].Rank == squares[start].Rank && end-start < maxSquaresPerLine {
			fmt.Fprintf(w, " %v", squares[end])
			end++
		}
		fmt.Fprintln(w)
		start = end
	}
}

// writeChosen writes the pieces that every solution has as comments: "chosen a1 c2".
func writeChosen(w *bufio.Writer, comment string, chosen []nqueens.Placement) {
	for line := range slices.Chunk(chosen, maxSquaresPerLine) {
		fmt.Fprintf(w, "%s chosen", comment)
		for _, p := range line {
			fmt.Fprintf(w, " %v", p)
		}
		fmt.Fprintln(w)
	}
}

// readSquares reads the rest of a comment that begins with the word squares, and appends its
// squares. If no number follows that word, as in "c squares are numbered by rank", the line is
// ordinary text.
func (s *scanner) readSquares(squares []nqueens.Square) ([]nqueens.Square, error) {
	if !s.nextOnLine() {
		return squares, nil
	}
	start, ok := s.integer()
	if !ok {
		return squares, nil
	}
	if start != int64(len(squares))+1 {
		return nil, s.wrong("the squares of variables from %d on: the next should be those from %d on", start, len(squares)+1)
	}
	if !s.nextOnLine() || !s.is("=") {
		return nil, s.wrong(`%s: should be "=" and the squares, as in "squares 1 = a1 b1"`, s.quoted())
	}
	for s.nextOnLine() {
		square, err := nqueens.ParseSquare(string(s.word))
		if err != nil {
			return nil, s.wrong("%v", err)
		}
		squares = append(squares, square)
		s.spend(squareBytes)
	}
	return squares, nil
}
