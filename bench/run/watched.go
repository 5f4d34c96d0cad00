package run

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"sync/atomic"
	"time"

	"nqueens/internal/progress"
)

// told is a line with which a child reports its progress before its answer.
type told struct {
	Nonce string   `json:"nonce"` // the assignment's
	Share *float64 `json:"share"`
}

// tells is the time between two such lines.
const tells = 250 * time.Millisecond

// telling returns a context in which a backend can report its progress. The progress is written to the output until
// finish is called.
func (a assignment) telling(ctx context.Context, out io.Writer) (_ context.Context, finish func()) {
	ctx, meter := progress.Watched(ctx)
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(tells)
		defer tick.Stop()
		for {
			select {
			case <-over:
				return
			case <-tick.C:
			}
			if share, known := meter.Share(); known {
				json.NewEncoder(out).Encode(told{a.Nonce, &share}) //nolint:errcheck // the report will fail too
			}
		}
	}()
	return ctx, func() { close(over); <-ended }
}

// straggling is how long an ended child's output may stay open. Long, as a busy machine is
// late to read what is there already.
const straggling = 10 * time.Second

// listener reads the output of a child in the harness. It passes reports of progress to the meter in the context
// and keeps the rest.
type listener struct {
	child *os.File // for the child to write to
	rest  bytes.Buffer
	ended chan struct{}
}

func (a assignment) listen(ctx context.Context) (*listener, error) {
	in, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	l := &listener{child: out, ended: make(chan struct{})}
	go func() {
		defer close(l.ended)
		defer in.Close() //nolint:errcheck // it was only read
		var share atomic.Pointer[float64]
		lines := bufio.NewReader(io.LimitReader(in, mostOutput))
		for {
			line, err := lines.ReadBytes('\n')
			if t := (told{}); json.Unmarshal(line, &t) == nil && t.Nonce == a.Nonce && t.Share != nil {
				if share.Swap(t.Share) == nil {
					progress.Tell(ctx, func() float64 { return *share.Load() })
				}
			} else {
				l.rest.Write(line)
			}
			if err != nil {
				return
			}
		}
	}()
	return l, nil
}

// take ends the listening, once the child has ended, and gives what it wrote beside. A process
// that the child left behind may hold its output open: it is not waited for.
func (l *listener) take() ([]byte, error) {
	if err := l.child.Close(); err != nil {
		return nil, err
	}
	select {
	case <-l.ended:
		return l.rest.Bytes(), nil
	case <-time.After(straggling):
		return nil, errors.New("something that the child started holds its output open")
	}
}
