package detect

import (
	"strings"

	"nqueens/internal/levels"
)

// fitsRegions matches boards that are divided into regions. A drawing of pieces and an exact cover
// with the same text come first, and so do clauses without a header.
func fitsRegions(t *text) verdict {
	if len(t.lines) == 0 || fitsBoard(t).level == fits || strings.HasPrefix(t.lines[0].text, "%") {
		return verdict{}
	}
	if _, clauses := t.asClauses(); clauses.level > no {
		return verdict{}
	}
	rows, ok, resembles := levels.Begins(string(t.Head), t.Whole)
	// The text is also JSON, which is not read as a problem. The reader of regions reports the fault.
	if fitsJSON(t).level > no && (resembles || t.Regions) {
		return verdict{fits, max(rows, 1), t.lines[0].number}
	}
	switch {
	case !t.Regions && (fitsCover(t).level == fits || fitsHeadless(t).level == fits):
		return verdict{}
	case ok:
		return verdict{fits, rows, t.lines[0].number}
	case t.Regions && rows > 0:
		return verdict{fits, rows, t.lines[0].number}
	case t.Regions || resembles:
		return verdict{begins, rows, t.lines[0].number}
	}
	return verdict{}
}
