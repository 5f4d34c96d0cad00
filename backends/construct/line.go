package construct

import "strconv"

// line is a number in decimal with the line's end. It is counted up as text, so
// that no number has to be divided into its digits.
type line struct {
	text [longest]byte
	end  int
}

// longest is room for the longest line.
const longest = 24

func newLine(number int) line {
	var l line
	l.end = len(append(strconv.AppendInt(l.text[:0], int64(number), 10), '\n'))
	return l
}

// step adds two.
func (l *line) step() {
	last := l.end - 2
	l.text[last] += 2
	if l.text[last] > '9' {
		l.text[last] -= 10
		l.carry(last - 1)
	}
}

// carry adds one to the digit at i.
func (l *line) carry(i int) {
	for ; i >= 0; i-- {
		if l.text[i] < '9' {
			l.text[i]++
			return
		}
		l.text[i] = '0'
	}
	copy(l.text[1:], l.text[:])
	l.text[0] = '1'
	l.end++
}

// startsTen reports whether the number ends in 0 or 1.
func (l *line) startsTen() bool { return l.text[l.end-2] <= '1' }

// ten puts five lines, with all the numbers of a ten, at the beginning of the
// block, and counts on to the next ten. It returns their length.
func (l *line) ten(block []byte) int {
	last, at := l.end-2, 0
	text := l.text
	for digit := text[last]; digit <= '9'; digit += 2 {
		// More than the line is copied, since a fixed size is faster; the next
		// line goes over the rest.
		*(*[longest]byte)(block[at:]) = text
		block[at+last] = digit
		at += l.end
	}
	l.carry(last - 1)
	return at
}
