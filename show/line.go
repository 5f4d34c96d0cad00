package show

import (
	"slices"
	"strings"

	"nqueens"
	"nqueens/backends/trace"
)

// Plain returns the events with names of lines for a person: the item "sum-5" of an exact cover is
// "diagonal a6–f1".
func Plain(p nqueens.Problem, events []trace.Event) []trace.Event {
	events = slices.Clone(events)
	for i := range events {
		events[i].Line = p.LineName(spaced(events[i].Line))
	}
	return events
}

// spaced returns the name of a line in a Model for the name of an item of an exact cover, which has hyphens
// in place of spaces. It returns other names unchanged.
func spaced(name string) string {
	_, line, of := strings.Cut(name, "-on-")
	if !of {
		line = name
	}
	kind, _, _ := strings.Cut(line, "-")
	if !slices.Contains([]string{"rank", "file", "region", "sum", "diff"}, kind) {
		return name
	}
	return strings.ReplaceAll(strings.ReplaceAll(name, "-", " "), "  ", " -")
}
