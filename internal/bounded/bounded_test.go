package bounded

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"
	"time"
)

var errTooLong = errors.New("too long")

// TestBytes checks that the allowed number of bytes is read, and that one more is a permanent
// error.
func TestBytes(t *testing.T) {
	for most := range int64(20) {
		text := "ten bytes."
		r := Bytes(iotest.HalfReader(strings.NewReader(text)), most, errTooLong)
		got, err := io.ReadAll(r)
		want, wrong := text, error(nil)
		if most < 10 {
			want, wrong = text[:most], errTooLong
		}
		if string(got) != want || err != wrong {
			t.Errorf("at most %d: %q, %v", most, got, err)
		}
		if n, err := r.Read(make([]byte, 9)); n != 0 || err == nil || wrong != nil && err != wrong {
			t.Errorf("at most %d, after the error: %d, %v", most, n, err)
		}
	}
}

// TestErrorsStay checks that a reader that failed once is not read again.
func TestErrorsStay(t *testing.T) {
	for name, bound := range map[string]func(io.Reader) io.Reader{
		"bytes":   func(r io.Reader) io.Reader { return Bytes(r, 100, errTooLong) },
		"waiting": func(r io.Reader) io.Reader { return Reader(t.Context(), r) },
	} {
		r := bound(iotest.TimeoutReader(iotest.OneByteReader(strings.NewReader("abc"))))
		got, err := io.ReadAll(r)
		if string(got) != "a" || err != iotest.ErrTimeout {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if n, err := r.Read(make([]byte, 9)); n != 0 || err != iotest.ErrTimeout {
			t.Errorf("%s, after the error: %d, %v", name, n, err)
		}
	}
}

// TestOpen checks existing and missing files, and that opening that blocks ends with the context.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "text")
	if err := os.WriteFile(name, []byte("text"), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := Open(t.Context(), name)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(f); string(text) != "text" || f.Close() != nil {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := Open(t.Context(), filepath.Join(dir, "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Error(err)
	}
	pipe := filepath.Join(dir, "pipe")
	if err := exec.Command("mkfifo", pipe).Run(); err != nil {
		t.Skip(err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(time.Millisecond, func() { cancel(errTooLong) })
	if _, err := Open(ctx, pipe); err != errTooLong {
		t.Error(err)
	}
}

// TestReader checks that all bytes are returned, in reads of any size, until the context ends.
func TestReader(t *testing.T) {
	if err := iotest.TestReader(Reader(t.Context(), strings.NewReader("what is read")), []byte("what is read")); err != nil {
		t.Error(err)
	}
	text := bytes.Repeat([]byte("0123456789"), 50_000)
	for _, reads := range []func(io.Reader) io.Reader{iotest.HalfReader, iotest.DataErrReader, iotest.OneByteReader} {
		if got, err := io.ReadAll(Reader(t.Context(), reads(bytes.NewReader(text)))); !bytes.Equal(got, text) || err != nil {
			t.Errorf("%d of %d bytes, %v", len(got), len(text), err)
		}
	}
	ctx, end := context.WithCancelCause(t.Context())
	silent, _ := io.Pipe()
	time.AfterFunc(10*time.Millisecond, func() { end(errTooLong) })
	r := Reader(ctx, silent)
	for range 2 {
		if n, err := r.Read(make([]byte, 9)); n != 0 || err != errTooLong {
			t.Errorf("after the end: %d, %v", n, err)
		}
	}
}

// TestMemory checks that the context ends only when more memory is held than allowed.
func TestMemory(t *testing.T) {
	ctx, stop := Memory(t.Context(), held()+64<<20, errTooLong)
	if err := ctx.Err(); err != nil {
		t.Error(err)
	}
	much := make([]byte, 256<<20)
	<-ctx.Done()
	if context.Cause(ctx) != errTooLong {
		t.Error(context.Cause(ctx))
	}
	stop()
	much[0] = 1
}
