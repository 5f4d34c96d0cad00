package external

import (
	"fmt"

	"nqueens"
	"nqueens/internal/lazyregexp"
)

// escape matches an escape sequence of a terminal where a line states a status or values.
var escape = lazyregexp.New(`(?m)^([sv] )?\x1b\[`)

// unclear returns the error for output that does not state what it should, with the likely cause: escape
// sequences of a terminal, or an answer in another format than the description says.
func (x *run) unclear(p printed, what string) error {
	line := complaint(nil, p.stdout)
	if escape.Get().Match(p.stdout) {
		return fmt.Errorf("%s: its output has escape sequences of a terminal, such as colours, which an option has to turn off: %s", what, line)
	}
	for _, d := range dialects() {
		if d.file || x.input.Answer == nil || d.name == x.input.Answer.name || d.name == tableOfValues || d.name == "squares" {
			continue
		}
		t := x.transcript(p)
		t.text, t.best = p.stdout, false
		if says, _ := d.read(t, func(nqueens.Solution) bool { return true }); says.status != "" {
			return fmt.Errorf("%s: its output looks like the answer %s, and its description says %s: %s", what, d.name, x.input.Answer.name, line)
		}
	}
	return fmt.Errorf("%s: %s", what, line)
}
