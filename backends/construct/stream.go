package construct

import (
	"context"
	"fmt"
	"io"

	"nqueens"
)

// Stream answers a request for the first solution by writing it, the rank of
// the queen in each file from 1, one a line, in constant memory. It looks at
// the context before each block of 128 KiB; a writer that blocks is waited for.
func (b Backend) Stream(ctx context.Context, r nqueens.Request, w io.Writer) nqueens.Outcome {
	if err := b.Supports(r); err != nil {
		return nqueens.Fail(nqueens.Unsupported, err.Error())
	}
	f, _ := form(r) // Supports has refused what it cannot serve
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

// blockSize is how many bytes, about, are written at a time.
const blockSize = 128 << 10

// lister writes runs as lines.
type lister struct {
	ctx     context.Context
	w       io.Writer
	block   []byte
	filled  int   // bytes of the block that are to be written
	written int64 // bytes that have been
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
