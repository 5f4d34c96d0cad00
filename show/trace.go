package show

import (
	"fmt"
	"io"
	"strings"

	"nqueens"
	"nqueens/backends/trace"
)

// A Trace is a trace of a search on a board, ready to be drawn.
type Trace struct {
	Name    string // of the file
	Header  trace.Header
	Problem nqueens.Problem
	Events  []trace.Event
	// Complete is set if the file ends with the end of the search; otherwise it was cut off.
	Complete bool
}

// New returns a trace of a problem. It returns an error for a problem without a board, and for an
// event about a square that is not on it.
func New(name string, h trace.Header, p nqueens.Problem, events []trace.Event, complete bool) (*Trace, error) {
	if !p.HasBoard() {
		return nil, fmt.Errorf("%s: the trace is of a formula, which has no board to draw; write it as text, as in -o t.txt", name)
	}
	board := p.Board()
	for i, e := range events {
		for _, text := range []string{e.At, e.From} {
			at, err := placement(text)
			if err != nil || at != nil && !board.Contains(at.Square) {
				return nil, fmt.Errorf("%s: event %d: %q is not a square of %v", name, i+1, text, p)
			}
		}
	}
	return &Trace{Name: name, Header: h, Problem: p, Events: events, Complete: complete}, nil
}

// placement parses the placement of an event. It returns nil for an empty text and for an auxiliary
// variable of an encoding, such as s1.
func placement(text string) (*nqueens.Placement, error) {
	if text == "" || strings.HasPrefix(text, "s") && !strings.Contains(text, "@") && len(text) > 1 && text[1] >= '0' && text[1] <= '9' {
		return nil, nil
	}
	s, err := nqueens.ParseSolution(text)
	if err != nil || len(s) != 1 {
		return nil, fmt.Errorf("%q is not a placement", text)
	}
	return &s[0], nil
}

// sentence returns a description of an event.
func sentence(e trace.Event) string {
	at := e.At
	if e.Out {
		at = "no piece on " + at
	}
	because := ""
	switch {
	case e.Clause != nil:
		because = ": " + strings.Join(e.Clause, " or ")
	case e.Line != "":
		because = ": " + e.Line
	}
	switch e.Kind {
	case trace.Branch:
		return fmt.Sprintf("branch on %s, which has %d options left", e.Line, e.Options)
	case trace.Choose:
		return "try " + at
	case trace.Force:
		return "forced: " + at + because
	case trace.Conflict:
		return "conflict" + because
	case trace.Back:
		return "back"
	case trace.Learn:
		return "learn" + because
	case trace.Restart:
		return "restart" + because
	case trace.Found:
		return "solution"
	case trace.Bound:
		return fmt.Sprintf("the linear relaxation has the value %g", e.Value)
	case trace.Move:
		if e.From == "" {
			return "place " + e.At
		}
		return fmt.Sprintf("move %s to %s: %d pieces under attack", e.From, e.At, e.Options)
	case trace.End:
		if e.Cut {
			return "end: " + e.Status + ", and steps are missing because the trace was full"
		}
		return "end: " + e.Status
	}
	return string(e.Kind)
}

// WriteText writes a trace as text, a step a line, indented by its depth. It needs no board.
func WriteText(w io.Writer, h trace.Header, events []trace.Event) error {
	if _, err := fmt.Fprintf(w, "%s, %s, by %s\n", h.Problem, h.Task, h.Backend); err != nil {
		return err
	}
	for i, e := range events {
		if _, err := fmt.Fprintf(w, "%6d %s%s\n", i+1, strings.Repeat("  ", min(e.Depth, 40)), sentence(e)); err != nil {
			return err
		}
	}
	return nil
}
