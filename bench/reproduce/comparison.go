package reproduce

import (
	"fmt"
	"slices"
	"strings"

	"nqueens/bench/reproduce/page"
	"nqueens/internal/table"
)

// comparison is a table of values that must equal the published ones, with a row and a verdict for each n.
type comparison struct {
	rows  [][]string
	same  []int // values of n with the published value
	wrong []string
	left  []int // values of n left out
}

func newComparison(header ...string) *comparison {
	return &comparison{rows: [][]string{append(header, "verdict")}}
}

func (c *comparison) add(n int, kind page.Kind, row ...string) {
	c.rows = append(c.rows, slices.Concat([]string{fmt.Sprint(n)}, row, []string{string(kind)}))
	switch kind {
	case page.SameValue:
		c.same = append(c.same, n)
	case page.Wrong:
		c.wrong = append(c.wrong, fmt.Sprint(n))
	case page.Untested:
		c.left = append(c.left, n)
	}
}

// exact returns the verdict on all rows.
func (c *comparison) exact(what string) page.Verdict {
	switch {
	case len(c.wrong) > 0:
		return page.Verdict{Kind: page.Wrong, What: what, Why: "not the published value for n = " + strings.Join(c.wrong, ", ")}
	case len(c.same) == 0:
		return page.Verdict{Kind: page.Untested, What: what, Why: "nothing was run"}
	}
	why := "to the last digit for n = " + table.Ranges(c.same, " to ")
	if c.left != nil {
		why += "; left out: n = " + table.Ranges(c.left, " to ")
	}
	return page.Verdict{Kind: page.SameValue, What: what, Why: why}
}

// sameOrWrong returns the verdict on a value that must equal the published one.
func sameOrWrong(same bool) page.Kind {
	if same {
		return page.SameValue
	}
	return page.Wrong
}
