// Package bounded limits the bytes, time and memory of reading and checking.
package bounded

import (
	"context"
	"io"
	"math"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// Bytes returns a reader that returns the error tooLong after most bytes. Its errors are permanent:
// after an error it does not read from r again.
func Bytes(r io.Reader, most int64, tooLong error) io.Reader {
	return &limited{r, most, tooLong, nil}
}

// Sticky returns a reader whose errors are permanent: after an error it does not read from r again,
// so that a look ahead loses no error.
func Sticky(r io.Reader) io.Reader { return Bytes(r, math.MaxInt64, nil) }

type limited struct {
	from    io.Reader
	left    int64
	tooLong error
	failed  error
}

func (b *limited) Read(p []byte) (int, error) {
	if b.failed != nil {
		return 0, b.failed
	}
	n, err := b.from.Read(p)
	if b.left -= int64(n); b.left < 0 {
		n, err = n+int(b.left), b.tooLong
	}
	b.failed = err
	return n, err
}

// Open opens a file for reading. If the context ends while opening blocks, for example on a pipe
// without a writer, it returns the cause.
func Open(ctx context.Context, name string) (*os.File, error) {
	type opened struct {
		file *os.File
		err  error
	}
	open := make(chan opened)
	go func() {
		file, err := os.Open(name)
		select {
		case open <- opened{file, err}:
		case <-ctx.Done():
			file.Close() //nolint:errcheck // the caller has gone
		}
	}()
	select {
	case o := <-open:
		return o.file, o.err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// Do returns the result of f, or the cause if the context ends first. f cannot be interrupted: it
// then continues in the background, and the caller must not use what f changes.
func Do[T any](ctx context.Context, f func() (T, error)) (T, error) {
	type result struct {
		value T
		err   error
	}
	done := make(chan result, 1)
	go func() {
		value, err := f()
		done <- result{value, err}
	}()
	select {
	case r := <-done:
		return r.value, r.err
	case <-ctx.Done():
		var none T
		return none, context.Cause(ctx)
	}
}

// Reader returns a reader that returns the cause when the context ends, even while reading from r
// blocks.
func Reader(ctx context.Context, r io.Reader) io.Reader {
	return &waiting{ctx: ctx, from: r, read: make(chan read, 1)}
}

type waiting struct {
	ctx    context.Context
	from   io.Reader
	read   chan read
	buffer [1 << 16]byte // not the caller's buffer, which may be in other use when the read returns
	rest   []byte        // part of the buffer that was not returned yet
	failed error         // returned after rest
}

type read struct {
	n   int
	err error
}

func (w *waiting) Read(p []byte) (int, error) {
	switch {
	case w.ctx.Err() != nil:
		return 0, context.Cause(w.ctx)
	case len(w.rest) == 0 && w.failed == nil:
		go func() {
			n, err := w.from.Read(w.buffer[:])
			w.read <- read{n, err}
		}()
		select {
		case r := <-w.read:
			w.rest, w.failed = w.buffer[:r.n], r.err
		case <-w.ctx.Done():
			w.failed = context.Cause(w.ctx)
		}
	}
	n := copy(p, w.rest)
	if w.rest = w.rest[n:]; len(w.rest) == 0 {
		return n, w.failed
	}
	return n, nil
}

// Memory returns a context that ends with this cause when the program holds more than most bytes.
// Until the returned function is called, the garbage collector has a lower memory limit.
func Memory(ctx context.Context, most int64, cause error) (context.Context, context.CancelFunc) {
	const pause = 5 * time.Millisecond
	ctx, end := context.WithCancelCause(ctx)
	before := debug.SetMemoryLimit(most / 10 * 8)
	watch := time.NewTicker(pause)
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-watch.C:
				if held() > most {
					end(cause)
				}
			}
		}
	}()
	return ctx, func() {
		watch.Stop()
		debug.SetMemoryLimit(before)
		end(nil)
	}
}

// held returns the memory in bytes that the Go runtime holds from the system.
func held() int64 {
	held := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(held)
	return int64(held[0].Value.Uint64() - held[1].Value.Uint64())
}
