package proof

import "io"

// nextText reads a step from text. Line ends are white space, as they are for
// drat-trim: a step may go over several lines, and a line may hold several.
func (s *steps) nextText() error {
	b, more := s.skipSpace()
	for more && b == 'c' {
		s.endLine()
		b, more = s.skipSpace()
	}
	if !more {
		s.begin(false)
		if s.failed != io.EOF {
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

// skipSpace moves to the next byte that is no white space and returns it.
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

// garbage names the next byte for a message.
func (s *steps) garbage() string {
	b, more := s.peek()
	if !more {
		return "the end of the proof"
	}
	return quoteByte(b)
}
