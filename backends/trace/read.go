package trace

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
)

// maxLine is the number of bytes of the longest line that is read.
const maxLine = 16 << 20

// Read reads a trace. name names it in errors. If the trace was cut off, in the middle of a line or before
// its last event, Read returns the events before that point without an error, and complete is false.
func Read(name string, r io.Reader) (h Header, events []Event, complete bool, err error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 64<<10), maxLine)
	number := 0
	for lines.Scan() {
		number++
		line := bytes.TrimSpace(lines.Bytes())
		if len(line) == 0 {
			continue
		}
		if number == 1 {
			if err := json.Unmarshal(line, &h); err != nil || h.Trace == 0 {
				return h, nil, false, fmt.Errorf("%s:1: not a trace: the first line of one is {\"trace\":%d,…}, as `nqueens solve 8 --trace FILE` writes it", name, Version)
			}
			if h.Trace < 1 || h.Trace > Version {
				return h, nil, false, fmt.Errorf("%s:1: the trace has version %d, and this program reads versions 1 to %d: record the search again", name, h.Trace, Version)
			}
			continue
		}
		var e Event
		if err := strict(line, &e); err != nil {
			if !lines.Scan() { // the last line: cut off by a kill
				return h, events, false, nil
			}
			return h, nil, false, fmt.Errorf("%s:%d: %w", name, number, err)
		}
		if e.Kind == End {
			return h, append(events, e), true, nil
		}
		events = append(events, e)
	}
	if err := lines.Err(); err != nil {
		return h, nil, false, fmt.Errorf("%s:%d: %w", name, number+1, err)
	}
	if number == 0 {
		return h, nil, false, fmt.Errorf("%s: the trace is empty", name)
	}
	return h, events, false, nil
}

func strict(line []byte, e *Event) error {
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(e); err != nil {
		return err
	}
	if !slices.Contains(kinds, e.Kind) {
		return fmt.Errorf("unknown event %q", e.Kind)
	}
	if e.Depth < 0 || e.Depth > 1<<24 {
		return errors.New("a depth below 0 or above 16,777,216")
	}
	return nil
}

// A Replay is the state of a search after some events.
type Replay struct {
	Stack []Event // the decisions and what they forced, oldest first
	Moved map[string]bool
}

// Apply changes the state by an event.
func (r *Replay) Apply(e Event) {
	switch e.Kind {
	case Choose, Force:
		r.Stack = append(r.Stack, e)
	case Back, Restart:
		if e.Kind == Restart {
			r.Moved = nil
		}
		r.Stack = r.Stack[:slices.IndexFunc(append(slices.Clone(r.Stack), e), func(s Event) bool { return s.Depth >= e.Depth })]
	case Move:
		if r.Moved == nil {
			r.Moved = map[string]bool{}
		}
		if e.From != "" {
			delete(r.Moved, e.From)
		}
		r.Moved[e.At] = true
	}
}

// Chosen returns the names of the placements that are part of the current assignment, sorted: those
// that the search chose or that were forced, and those that it moved to.
func (r *Replay) Chosen() (list []string) {
	for _, e := range r.Stack {
		if !e.Out {
			list = append(list, e.At)
		}
	}
	for at := range r.Moved {
		list = append(list, at)
	}
	slices.Sort(list)
	return list
}
