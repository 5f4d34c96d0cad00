package construct

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"nqueens"
)

// Stream answers a request for the first solution by writing it to w, the rank of the queen in each
// file from 1, one a line, in constant memory. It checks the context before each block of 128 KiB;
// it cannot interrupt a writer that blocks.
func (b Backend) Stream(ctx context.Context, r nqueens.Request, w io.Writer) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	f, _ := form(r) // Supports has refused other problems
	n := r.Problem.N
	watch := nqueens.NewStopwatch()
	l := lister{ctx: ctx, w: w, block: make([]byte, blockSize+5*longest)}
	err := l.list(f.Runs(n))
	var o nqueens.Outcome
	switch {
	case err == nil:
		o = solved(f, n)
		o.Stats["bytes"] = l.written
	case ctx.Err() != nil:
		o = nqueens.Stopped(ctx, 0)
	default:
		o = nqueens.Fail(nqueens.Crashed, fmt.Sprintf("writing the list of %d queens, after %d bytes: %v", n, l.written, err))
	}
	o.Phases.Solve = watch.Lap()
	return o
}

// blockSize is the approximate number of bytes that are written at a time.
const blockSize = 128 << 10

// lister writes the numbers of runs, one on each line, in blocks of bytes.
type lister struct {
	ctx     context.Context
	w       io.Writer
	block   []byte
	filled  int   // bytes of the block to be written
	written int64 // bytes written
}

func (l *lister) list(runs []Run) error {
	for _, r := range runs {
		next := newLine(r.First)
		for left := r.Len(); left > 0; {
			if left >= 5 && next.startsTen() {
				l.filled += next.ten(l.block[l.filled:])
				left -= 5
			} else {
				l.filled += copy(l.block[l.filled:], next.text[:next.end])
				next.step()
				left--
			}
			if l.filled >= blockSize {
				if err := l.flush(); err != nil {
					return err
				}
			}
		}
	}
	return l.flush()
}

func (l *lister) flush() error {
	if err := l.ctx.Err(); err != nil {
		return err
	}
	n, err := l.w.Write(l.block[:l.filled])
	l.written += int64(n)
	l.filled = 0
	return err
}

// line is a number in decimal with the line's end. It is incremented as text, so that no number has
// to be divided into its digits.
type line struct {
	text [longest]byte
	end  int
}

// longest is the number of bytes reserved for a line.
const longest = 24

func newLine(number int) line {
	var l line
	l.end = len(append(strconv.AppendInt(l.text[:0], int64(number), 10), '\n'))
	return l
}

// step adds 2 to the number in the line.
func (l *line) step() {
	last := l.end - 2
	l.text[last] += 2
	if l.text[last] > '9' {
		l.text[last] -= 10
		l.carry(last - 1)
	}
}

// carry adds 1 to the digit at index i of the line, and carries to the digits before it.
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

// ten writes five lines, with all the numbers of a ten, to the beginning of the block, and advances
// to the next ten. It returns their length.
func (l *line) ten(block []byte) int {
	last, at := l.end-2, 0
	text := l.text
	for digit := text[last]; digit <= '9'; digit += 2 {
		// More than the line is copied, because a fixed size is faster; the next line overwrites
		// the rest.
		*(*[longest]byte)(block[at:]) = text
		block[at+last] = digit
		at += l.end
	}
	l.carry(last - 1)
	return at
}
