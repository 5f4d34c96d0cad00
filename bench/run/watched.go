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

// progressLine is a line on which a child reports progress before its answer.
type progressLine struct {
	Nonce string   `json:"nonce"` // repeats the nonce of the assignment
	Share *float64 `json:"share"`
}

// progressInterval is the time between two reports of progress.
const progressInterval = 250 * time.Millisecond

// reporting returns a context in which a backend can report its progress. The progress is written to the
// output until finish is called.
func (a assignment) reporting(ctx context.Context, out io.Writer) (_ context.Context, finish func()) {
	ctx, meter := progress.Watched(ctx)
	over, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(progressInterval)
		defer tick.Stop()
		for {
			select {
			case <-over:
				return
			case <-tick.C:
			}
			if share, known := meter.Share(); known {
				json.NewEncoder(out).Encode(progressLine{a.Nonce, &share}) //nolint:errcheck // the report will fail too
			}
		}
	}()
	return ctx, func() { close(over); <-ended }
}

// straggling is the time that the output of an ended child may stay open. It is long, because a busy machine
// can be late to read existing output.
const straggling = 10 * time.Second

// listener reads the output of a child. It passes reports of progress to the meter in the context and keeps
// the rest.
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
			if t := (progressLine{}); json.Unmarshal(line, &t) == nil && t.Nonce == a.Nonce && t.Share != nil {
				if share.Swap(t.Share) == nil {
					progress.Report(ctx, func() float64 { return *share.Load() })
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

// take ends listening after the child has ended, and returns the other output. It does not wait for a process
// that the child left behind with its output open.
func (l *listener) take() ([]byte, error) {
	if err := l.child.Close(); err != nil {
		return nil, err
	}
	select {
	case <-l.ended:
		return l.rest.Bytes(), nil
	case <-time.After(straggling):
		return nil, errors.New("a process that the child started still has its output open")
	}
}
