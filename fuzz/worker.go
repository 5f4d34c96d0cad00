package fuzz

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"

	"nqueens"
	"nqueens/backends"
	"nqueens/internal/bounded"
	"nqueens/internal/printable"
)

// Workers is an Asker that runs backends of this program in child processes, each for many requests. An
// engine that crashes, does not stop or needs too much memory then ends only its child. External programs run
// in processes of their own, so this process starts them directly.
type Workers struct {
	// Command starts a process that calls ServeWorker.
	Command []string
	// Memory is the limit of a child in bytes; 0 is none.
	Memory int64
	// Grace is how long a child may take after the limit of an answer; 0 is four seconds.
	Grace time.Duration

	mu   sync.Mutex
	idle []*worker
}

// worker is a child process.
type worker struct {
	process *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
	errs    *bytes.Buffer
}

// assignment is a line that a child reads.
type assignment struct {
	Form     json.RawMessage `json:"form"`
	Backend  string          `json:"backend"`
	Task     nqueens.Task    `json:"task"`
	Encoding string          `json:"encoding,omitempty"`
	Threads  int             `json:"threads,omitempty"`
	Seed     uint64          `json:"seed,omitempty"`
	Raw      bool            `json:"unreduced,omitempty"`
	Memory   int64           `json:"memory,omitempty"`
	Terms
}

// usualGrace is longer than backends.Guarded waits for a backend to stop.
const usualGrace = 4 * time.Second

// Ask implements Asker.
func (w *Workers) Ask(ctx context.Context, b backends.Backend, f Form, r nqueens.Request, t Terms) Answer {
	if _, external := b.(backends.Process); external {
		return Here{}.Ask(ctx, b, f, r, t)
	}
	form, err := marshalForm(f)
	if err != nil {
		return failed(nqueens.Crashed, err.Error())
	}
	line, err := json.Marshal(assignment{form, backends.NameOf(b), r.Task, r.Encoding, r.Threads, r.Seed, r.Unreduced, w.Memory, t})
	if err != nil {
		return failed(nqueens.Crashed, err.Error())
	}
	child, err := w.take()
	if err != nil {
		return failed(nqueens.Unsupported, "starting a child process: "+err.Error())
	}
	type reply struct {
		line []byte
		err  error
	}
	replies := make(chan reply, 1)
	go func() {
		_, err := child.in.Write(append(line, '\n'))
		if err == nil {
			line, err = child.out.ReadBytes('\n')
		}
		replies <- reply{line, err}
	}()
	grace := cmp.Or(w.Grace, usualGrace)
	late := time.NewTimer(t.Limit + grace)
	defer late.Stop()
	var a Answer
	select {
	case got := <-replies:
		if got.err == nil {
			got.err = json.Unmarshal(got.line, &a)
		}
		if got.err != nil {
			return failed(nqueens.Crashed, child.end(got.err))
		}
	case <-late.C:
		child.kill()
		return failed(nqueens.Timeout, fmt.Sprintf("the backend did not stop within %v after its limit", grace))
	case <-ctx.Done():
		child.kill()
		return failed(nqueens.Cancelled, "it was stopped")
	}
	if a.Status.Answered() || a.Status == nqueens.Unsupported {
		w.put(child)
	} else {
		child.kill() // an engine that was stopped may go on
	}
	return a
}

// failed returns an outcome with the status and the reason, without an answer.
func failed(s nqueens.Status, why string) (a Answer) {
	a.Outcome = nqueens.Fail(s, why)
	return a
}

// take returns a child that is idle, or a new one.
func (w *Workers) take() (*worker, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if n := len(w.idle); n > 0 {
		child := w.idle[n-1]
		w.idle = w.idle[:n-1]
		return child, nil
	}
	child := &worker{process: exec.Command(w.Command[0], w.Command[1:]...), errs: &bytes.Buffer{}}
	child.process.Stderr = &head16{to: child.errs}
	child.process.WaitDelay = time.Second // a process that the child has left may hold its standard error
	in, err := child.process.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := child.process.StdoutPipe()
	if err != nil {
		return nil, err
	}
	child.in, child.out = in, bufio.NewReader(out)
	return child, child.process.Start()
}

func (w *Workers) put(child *worker) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.idle = append(w.idle, child)
}

// Close ends the idle children.
func (w *Workers) Close() {
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, child := range w.idle {
		child.kill()
	}
	w.idle = nil
}

// kill ends the child and waits for it.
func (c *worker) kill() {
	c.in.Close()             //nolint:errcheck // it is killed
	c.process.Process.Kill() //nolint:errcheck // it may have ended
	c.process.Wait()         //nolint:errcheck // its status does not matter
}

// end waits for a child that ended without being killed, and returns the reason.
func (c *worker) end(cause error) string {
	c.in.Close() //nolint:errcheck // it has ended
	if !errors.Is(cause, io.EOF) {
		c.process.Process.Kill() //nolint:errcheck // it may have ended
		c.process.Wait()         //nolint:errcheck // its status does not matter
		return "it printed no answer: " + cause.Error()
	}
	kill := time.AfterFunc(usualGrace, func() { c.process.Process.Kill() }) //nolint:errcheck // it may have ended
	defer kill.Stop()
	err := c.process.Wait()
	first, _, _ := strings.Cut(strings.TrimSpace(c.errs.String()), "\n")
	why := "the process ended"
	if err != nil {
		why += ": " + err.Error()
	}
	if first != "" {
		why += ": " + printable.Short(first)
	}
	return why
}

// head16 keeps the first 16 KiB that are written.
type head16 struct{ to *bytes.Buffer }

func (b *head16) Write(p []byte) (int, error) {
	if left := 16<<10 - b.to.Len(); left > 0 {
		b.to.Write(p[:min(left, len(p))])
	}
	return len(p), nil
}

// ServeWorker reads assignments, one a line, and writes their answers until the input ends. If the
// input ends during an answer, it ends the process. It reports an error if a backend needs more
// memory than the limit.
func ServeWorker(ctx context.Context, in io.Reader, out io.Writer, all []backends.Backend, catalogue nqueens.Catalogue) error {
	lines, read := make(chan []byte), bufio.NewReader(in)
	var failure error
	go func() {
		defer close(lines)
		for {
			line, err := read.ReadBytes('\n')
			if err != nil {
				if !errors.Is(err, io.EOF) {
					failure = err
				}
				return
			}
			lines <- line
		}
	}()
	for line := range lines {
		a := make(chan Answer, 1)
		go func() { a <- serve(ctx, line, all, catalogue) }()
		select {
		case answer := <-a:
			if err := json.NewEncoder(out).Encode(answer); err != nil {
				return err
			}
		case _, more := <-lines:
			if !more {
				os.Exit(1) // the parent has gone
			}
			return errors.New("the fuzzer sent a request while the previous one was still running")
		}
	}
	return failure
}

// serve answers one assignment.
func serve(ctx context.Context, line []byte, all []backends.Backend, catalogue nqueens.Catalogue) Answer {
	var a assignment
	if err := json.Unmarshal(line, &a); err != nil {
		return failed(nqueens.Unsupported, err.Error())
	}
	form, err := unmarshalForm(a.Form, catalogue)
	if err != nil {
		return failed(nqueens.Unsupported, err.Error())
	}
	b, err := backends.Named(all, a.Backend)
	if err != nil {
		return failed(nqueens.Unsupported, err.Error())
	}
	p, err := form.Problem()
	if err != nil {
		return failed(nqueens.Unsupported, err.Error())
	}
	if a.Memory > 0 {
		var end context.CancelFunc
		full := fmt.Errorf("the backend used more than %d MiB", a.Memory>>20)
		ctx, end = bounded.Memory(ctx, a.Memory, full)
		defer end()
		answer := Here{}.Ask(ctx, b, form, request(p, a), a.Terms)
		if errors.Is(context.Cause(ctx), full) {
			return failed(nqueens.MemoryLimit, full.Error())
		}
		return answer
	}
	return Here{}.Ask(ctx, b, form, request(p, a), a.Terms)
}

func request(p nqueens.Problem, a assignment) nqueens.Request {
	return nqueens.Request{Problem: p, Task: a.Task, Encoding: a.Encoding, Threads: a.Threads, Seed: a.Seed, Unreduced: a.Raw, Memory: a.Memory}
}
