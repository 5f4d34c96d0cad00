package show

import (
	"fmt"
	"io"
	"strings"

	"nqueens"
	"nqueens/backends/trace"
	"nqueens/internal/table"
)

// A Trace is a trace of a search on a board, ready to be drawn.
type Trace struct {
	Name    string // of the file
	Header  trace.Header
	Problem nqueens.Problem
	Events  []trace.Event // without the end of the search
	// End is the end of the search; its Kind is "" if the trace was cut off before.
	End trace.Event
}

// New returns a trace of a problem. It returns an error for a problem without a board, for a trace
// without steps, and for an event about a square that is not on the board.
func New(name string, h trace.Header, p nqueens.Problem, events []trace.Event) (*Trace, error) {
	if !p.HasBoard() {
		return nil, fmt.Errorf("%s: the trace is of a formula, which has no board to draw; write it as text, as in -o t.txt", name)
	}
	t := &Trace{Name: name, Header: h, Problem: p}
	t.Events, t.End = ended(Plain(p, events))
	if len(t.Events) == 0 {
		return nil, fmt.Errorf("%s: the trace has no steps to draw", name)
	}
	board := p.Board()
	for i, e := range t.Events {
		for _, text := range []string{e.At, e.From} {
			at, err := placement(text)
			if err != nil || at != nil && !board.Contains(at.Square) {
				return nil, fmt.Errorf("%s: event %d: %q is not a square of %v", name, i+1, text, p)
			}
		}
	}
	return t, nil
}

// ended returns the steps of a search without its end, and the end, if the trace has one.
func ended(events []trace.Event) (steps []trace.Event, end trace.Event) {
	if last := len(events) - 1; last >= 0 && events[last].Kind == trace.End {
		return events[:last], events[last]
	}
	return events, end
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
		if e.Values == nil {
			return fmt.Sprintf("no solution is better than %g", e.Value)
		}
		return fmt.Sprintf("the linear relaxation has the value %g", e.Value)
	case trace.Move:
		if e.From == "" {
			return "place " + e.At
		}
		return fmt.Sprintf("move %s to %s: %d pieces under attack", e.From, e.At, e.Options)
	case trace.Part:
		return fmt.Sprintf("count the part of %s", table.Plural(len(e.Clause), "square"))
	case trace.Count:
		if e.Cached {
			return fmt.Sprintf("the part has %s, known from an equal part", solutions(e.Count))
		}
		return "counted: " + solutions(e.Count)
	}
	return string(e.Kind)
}

// ending returns a description of the end of a search.
func ending(e trace.Event) string {
	switch {
	case e.Kind == "":
		return "the file was cut off before the end of the search"
	case e.Cut:
		return "end: the trace was full, so the search was stopped"
	}
	return "end: " + e.Status
}

// solutions returns the text of a number of solutions.
func solutions(count string) string {
	if count == "1" {
		return "1 solution"
	}
	return count + " solutions"
}

// WriteText writes a trace as text, a step a line, indented by its depth. It needs no board.
func WriteText(w io.Writer, h trace.Header, events []trace.Event) error {
	if _, err := fmt.Fprintf(w, "%s, %s, by %s\n", h.Problem, h.Task, h.Backend); err != nil {
		return err
	}
	steps, end := ended(events)
	for i, e := range steps {
		if _, err := fmt.Fprintf(w, "%6d %s%s\n", i+1, strings.Repeat("  ", min(e.Depth, 40)), sentence(e)); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintln(w, ending(end))
	return err
}
