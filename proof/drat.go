package proof

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
)

// Format is the format of a proof.
type Format string

// The two formats of DRAT.
const (
	Text   Format = "text"   // one step a line: literals and a 0, after a d for a deletion
	Binary Format = "binary" // a or d, literals of seven bits a byte, a zero byte
)

const (
	bufferSize = 1 << 18 // the number of bytes of a proof in memory at a time
	recognised = 1 << 10 // the number of bytes from which the format is recognised
	// mostLiterals is the largest number of different literals of a step. It is far above any
	// useful clause, and limits the memory for a step that never ends.
	mostLiterals = 1 << 21
)

// steps reads a proof step by step.
type steps struct {
	format Format

	// The step that next read last.
	deletes  bool
	literals []int32
	at       place // where it begins

	r      io.Reader
	buffer []byte
	from   int   // of the next byte in buffer
	passed int64 // bytes before buffer
	failed error // the error of r, including io.EOF
	line   int64 // of the next byte
}

// A place is the start of a step: its number and line, counted from 1, and its byte, counted from
// 0.
type place struct{ step, line, offset int64 }

func newSteps(r io.Reader) (*steps, error) {
	s := &steps{r: r, buffer: make([]byte, 0, bufferSize), line: 1}
	for len(s.buffer) < recognised && s.failed == nil {
		s.fill()
	}
	if s.failed != nil && !errors.Is(s.failed, io.EOF) {
		return s, s.failed
	}
	s.format = recognise(s.buffer)
	return s, nil
}

// fill reads more bytes into the buffer.
func (s *steps) fill() {
	end := len(s.buffer)
	for range 100 {
		n, err := s.r.Read(s.buffer[end:cap(s.buffer)])
		s.buffer, s.failed = s.buffer[:end+n], err
		if n > 0 || err != nil {
			return
		}
	}
	s.failed = io.ErrNoProgress
}

// offset returns the offset of the next byte.
func (s *steps) offset() int64 { return s.passed + int64(s.from) }

// peek returns the next byte, or false at the end.
func (s *steps) peek() (byte, bool) {
	if s.from < len(s.buffer) {
		return s.buffer[s.from], true
	}
	s.passed += int64(s.from)
	s.buffer, s.from = s.buffer[:0], 0
	if s.failed == nil {
		s.fill()
	}
	if len(s.buffer) == 0 {
		return 0, false
	}
	return s.buffer[0], true
}

// next reads a step. At the end of the proof it returns io.EOF.
func (s *steps) next() error {
	switch s.format {
	case Text:
		return s.nextText()
	case Binary:
		return s.nextBinary()
	}
	s.begin(false)
	return s.wrong("it is no DRAT proof: neither digits and white space nor, in binary, steps that begin with a or d; it begins with %s", s.garbage())
}

// begin starts a new step at the next byte.
func (s *steps) begin(deletes bool) {
	s.at = place{s.at.step + 1, s.line, s.offset()}
	s.deletes = deletes
	s.literals = s.literals[:0]
}

// literal adds a literal to the step. From time to time it removes repeated literals.
func (s *steps) literal(l int32) error {
	s.literals = append(s.literals, l)
	if len(s.literals) < 2*mostLiterals {
		return nil
	}
	rest := s.literals[1:] // the first literal stays first, because it is the one for RAT
	slices.Sort(rest)
	s.literals = s.literals[:1+len(slices.Compact(rest))]
	if len(s.literals) > mostLiterals {
		return s.wrong("a step of more than %d different literals", mostLiterals)
	}
	return nil
}

// wrong returns an error for the current step, or the error of the reader if that ended the proof.
func (s *steps) wrong(why string, args ...any) error {
	if s.failed != nil && !errors.Is(s.failed, io.EOF) {
		return s.failed
	}
	return newError(s.format, s.at, why, args...)
}

// recognise returns the format of a proof from its beginning, or "" if it has neither. Text
// contains only digits, signs, white space, the letter d, and comments after a c at the start of a
// line. A binary proof begins with a or d, and a zero byte ends its first step.
func recognise(head []byte) Format {
	if len(head) == 0 || head[0] != 'a' && head[0] != 'd' {
		control := func(r rune) bool { return r < ' ' && !isSpace(byte(r)) }
		if bytes.HasPrefix(head, []byte("c")) || !bytes.ContainsFunc(head, control) {
			return Text
		}
		return ""
	}
	for i, b := range head {
		switch {
		case b == 'd', b == '-', b >= '0' && b <= '9', isSpace(b):
		case b == 'c' && i > 0 && head[i-1] == '\n':
			return Text
		default:
			return Binary
		}
	}
	return Text
}

func isSpace(b byte) bool { return b == ' ' || b >= '\t' && b <= '\r' }

// maxVariable is the highest variable of an int32 literal.
const maxVariable = math.MaxInt32

// nextText reads a step from text. Line ends are white space, as in drat-trim: a step may span
// several lines, and a line may contain several steps.
func (s *steps) nextText() error {
	b, more := s.skipSpace()
	for more && b == 'c' {
		s.endLine()
		b, more = s.skipSpace()
	}
	if !more {
		s.begin(false)
		if !errors.Is(s.failed, io.EOF) {
			return s.failed
		}
		return io.EOF
	}
	s.begin(b == 'd')
	if s.deletes {
		s.from++
		if b, more = s.peek(); more && !isSpace(b) {
			return s.wrong("%s after the d of a deletion; a space should follow", s.garbage())
		}
	}
	for {
		if _, more = s.skipSpace(); !more {
			return s.wrong("the proof is cut off in the middle of a step, which should end with 0")
		}
		l, err := s.integer()
		if err != nil {
			return err
		}
		if l == 0 {
			return nil
		}
		if err := s.literal(l); err != nil {
			return err
		}
	}
}

// skipSpace moves to the next byte that is not white space and returns it.
func (s *steps) skipSpace() (byte, bool) {
	for {
		b, more := s.peek()
		if !more || !isSpace(b) {
			return b, more
		}
		if b == '\n' {
			s.line++
		}
		s.from++
	}
}

func (s *steps) endLine() {
	for {
		b, more := s.peek()
		if !more || b == '\n' {
			return
		}
		s.from++
	}
}

// integer reads a literal or a 0.
func (s *steps) integer() (int32, error) {
	b, more := s.peek()
	negative := b == '-'
	if negative {
		s.from++
		b, more = s.peek()
	}
	value, digits := int64(0), 0
	for more && b >= '0' && b <= '9' {
		digits++
		if value = value*10 + int64(b-'0'); value > maxVariable {
			return 0, s.wrong("a literal of a variable above %d, the highest that there can be", maxVariable)
		}
		s.from++
		b, more = s.peek()
	}
	if digits == 0 || more && !isSpace(b) || negative && value == 0 {
		return 0, s.wrong("%s is no literal: a step is literals and a 0, after a d if it deletes", s.garbage())
	}
	if negative {
		value = -value
	}
	return int32(value), nil
}

// garbage returns the next byte as text for a message.
func (s *steps) garbage() string {
	b, more := s.peek()
	if !more {
		return "the end of the proof"
	}
	return quoteByte(b)
}

// nextBinary reads a step of the binary format: a or d, the literals, and a zero byte. A literal is
// twice its variable, plus one if it is negated, in groups of seven bits from the lowest; the
// highest bit is set in all bytes except the last.
func (s *steps) nextBinary() error {
	b, more := s.peek()
	s.begin(b == 'd')
	switch {
	case !more && errors.Is(s.failed, io.EOF):
		return io.EOF
	case !more:
		return s.failed
	case b != 'a' && b != 'd':
		return s.wrong("a step begins with the byte %s; it should be a or d", quoteByte(b))
	}
	s.from++
	for {
		code, shift := uint64(0), 0
		for {
			if b, more = s.peek(); !more {
				return s.wrong("the proof is cut off in the middle of a step, which should end with a zero byte")
			}
			s.from++
			code |= uint64(b&0x7f) << shift
			if b < 0x80 {
				break
			}
			if shift += 7; shift > 28 {
				return s.wrong("a literal of more than five bytes")
			}
		}
		switch {
		case code == 0 && shift == 0:
			return nil
		case code < 2:
			return s.wrong("a literal of variable 0; variables are numbered from 1")
		case code>>1 > maxVariable:
			return s.wrong("a literal of a variable above %d, the highest that there can be", maxVariable)
		}
		l := int32(code >> 1)
		if code&1 == 1 {
			l = -l
		}
		if err := s.literal(l); err != nil {
			return err
		}
	}
}

// quoteByte returns a byte as text for a message: 'x' or '\xff'.
func quoteByte(b byte) string {
	if b < 0x80 {
		return strconv.QuoteRune(rune(b))
	}
	return `'\x` + strconv.FormatUint(uint64(b), 16) + `'`
}
