package proof

import (
	"io"
	"strconv"
)

// nextBinary reads a step of the binary format: a or d, then each literal as
// twice its variable, plus one if it is negated, seven bits a byte from the
// lowest, the highest bit set in all but the last; then a zero byte.
func (s *steps) nextBinary() error {
	b, more := s.peek()
	s.begin(b == 'd')
	switch {
	case !more && s.failed == io.EOF:
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

// quoteByte writes a byte for a message: 'x' or '\xff'.
func quoteByte(b byte) string {
	if b < 0x80 {
		return strconv.QuoteRune(rune(b))
	}
	return `'\x` + strconv.FormatUint(uint64(b), 16) + `'`
}
