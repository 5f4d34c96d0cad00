package instance

import (
	"errors"
	"fmt"
	"io"

	"nqueens"
)

// A Conversion holds the options for writing instances.
type Conversion struct {
	To        Kind   // Completion or ExcludedDiagonals translates to that kind; "" does not translate
	Format    string // one of Formats; "" means FormatOf
	Diagonals int    // the number of excluded diagonals to keep, from the first; All keeps all
}

// A Converted is a problem after a conversion, with its format.
type Converted struct {
	Problem nqueens.Problem
	Format  Format
	from    nqueens.Problem // the problem before the translation
	mapped  func(nqueens.Solution) nqueens.Solution
}

// Convert returns the converted problem. It returns an error if the problem cannot be translated or
// the format cannot express it.
func (c Conversion) Convert(p nqueens.Problem) (to Converted, err error) {
	if c.Diagonals != All {
		if p, err = FirstDiagonals(p, c.Diagonals); err != nil {
			return to, err
		}
	}
	to = Converted{Problem: p, from: p}
	var t Translation
	switch c.To {
	case "":
	case Completion:
		t, err = ToCompletion(p)
		to.Problem, to.mapped = t.Completion, t.Completed
	case ExcludedDiagonals:
		t, err = ToDiagonals(p)
		to.Problem, to.mapped = t.Diagonals, t.Reduced
	default:
		err = errors.New("problems can be translated to completion and excluded-diagonals only")
	}
	if err != nil {
		return to, fmt.Errorf("translating to %s: %w", c.To, err)
	}
	to.Format = FormatOf(to.Problem)
	if c.Format != "" {
		if to.Format, err = FormatNamed(c.Format); err != nil {
			return to, err
		}
	}
	return to, to.Format.CanExpress(to.Problem)
}

// Write writes the problem in the format.
func (c Converted) Write(w io.Writer) error { return c.Format.Write(w, c.Problem) }

// Solution maps a solution of the original problem to the converted one. It returns an error if s
// is not a solution.
func (c Converted) Solution(s nqueens.Solution) (nqueens.Solution, error) {
	if err := c.from.Check(s); err != nil || c.mapped == nil {
		return s, err
	}
	return c.mapped(s), nil
}
