package trace

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
)

// DefaultLimit is the number of events that a Recorder writes by default: some ten megabytes.
const DefaultLimit = 100_000

// ErrFull is the error of a search that ends because its trace has as many events as allowed.
var ErrFull = errors.New("the trace is full")

// A Recorder writes the events of one search. Its methods are called by one goroutine.
type Recorder struct {
	out    *bufio.Writer
	limit  int
	n      int
	top    int // the largest depth on the stack, −1 if it is empty
	cut    bool
	err    error
	header Header
	begun  bool
}

// NewRecorder returns a Recorder that writes at most the given number of events; 0 means
// DefaultLimit.
func NewRecorder(w io.Writer, limit int) *Recorder {
	if limit <= 0 {
		limit = DefaultLimit
	}
	return &Recorder{out: bufio.NewWriter(w), limit: limit, top: -1}
}

// Len returns the number of events written.
func (r *Recorder) Len() int { return min(r.n, r.limit) }

// Begin sets the header. It is written with the first event, so that an engine can complete it by
// Cover.
func (r *Recorder) Begin(h Header) {
	h.Trace = Version
	r.header = h
}

// Cover adds the exact cover that the engine searches to the header.
func (r *Recorder) Cover(items []string, primary int, options []Option) {
	r.header.Items, r.header.Primary, r.header.Options = items, primary, options
}

// Full reports whether the limit was reached or writing failed, so that the engine may stop
// reporting.
func (r *Recorder) Full() bool { return r.cut || r.err != nil }

// Err returns the error with which a search ends when the recorder is full: ErrFull, or the first
// error of writing.
func (r *Recorder) Err() error {
	if r.err == nil && r.cut {
		return ErrFull
	}
	return r.err
}

// Add writes an event. A Choose at a depth that is on the stack, and a Force below it, get a Back
// before them, so that engines without explicit backtracking need not report it.
func (r *Recorder) Add(e Event) {
	if r.Full() {
		return
	}
	switch e.Kind {
	case Choose:
		if r.top >= e.Depth {
			r.write(Event{Kind: Back, Depth: e.Depth})
		}
		r.top = e.Depth
	case Force, Branch, Conflict:
		if r.top > e.Depth {
			r.write(Event{Kind: Back, Depth: e.Depth + 1})
		}
		r.top = e.Depth
	case Back:
		if r.top < e.Depth {
			return
		}
		r.top = e.Depth - 1
	case Restart:
		r.top = e.Depth - 1
	}
	r.write(e)
}

func (r *Recorder) write(e Event) {
	if r.n++; r.n > r.limit {
		r.cut = true
		return
	}
	r.line(e)
}

func (r *Recorder) line(v any) {
	if !r.begun {
		r.begun = true
		r.line(r.header)
	}
	text, err := json.Marshal(v)
	if err == nil {
		_, err = r.out.Write(append(text, '\n'))
	}
	if r.err == nil {
		r.err = err
	}
}

// End writes the last event, and returns the first error of writing.
func (r *Recorder) End(status string) error {
	r.line(Event{Kind: End, Status: status, Cut: r.cut})
	if err := r.out.Flush(); r.err == nil {
		r.err = err
	}
	return r.err
}
