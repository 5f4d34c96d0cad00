package proof

import (
	"fmt"
	"strconv"
)

// An Error is a proof that does not prove: where, and why.
type Error struct {
	Format Format
	Step   int64 // the step that fails, from 1
	Line   int64 // where it begins in a text, from 1
	Offset int64 // its first byte, from 0
	Why    string
}

func (e *Error) Error() string {
	if e.Format == Binary {
		return fmt.Sprintf("proof, step %d at byte %d: %s", e.Step, e.Offset, e.Why)
	}
	return fmt.Sprintf("proof, line %d: %s", e.Line, e.Why)
}

// In is the error with the name of the file that holds the proof, as compilers
// write it: "p.drat:12: …".
func (e *Error) In(file string) string {
	if e.Format == Binary {
		return fmt.Sprintf("%s: step %d at byte %d: %s", file, e.Step, e.Offset, e.Why)
	}
	return fmt.Sprintf("%s:%d: %s", file, e.Line, e.Why)
}

func newError(f Format, at place, why string, args ...any) error {
	return &Error{Format: f, Step: at.step, Line: at.line, Offset: at.offset, Why: fmt.Sprintf(why, args...)}
}

// shown is how many literals of a clause a message shows.
const shown = 12

// text writes a clause for a message.
func text(clause []int32) string {
	if len(clause) == 0 {
		return "the empty clause"
	}
	var b []byte
	for i, l := range clause {
		if i == shown {
			return fmt.Sprintf("clause %s… (%d literals)", b, len(clause))
		}
		b = append(strconv.AppendInt(b, int64(l), 10), ' ')
	}
	return fmt.Sprintf("clause %s0", b)
}
