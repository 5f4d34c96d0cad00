package instance

import (
	"errors"
	"fmt"
	"io"

	"nqueens"
)

// Conversion says how instances are to be written.
type Conversion struct {
	To        Kind   // Completion or ExcludedDiagonals translates to that; "" leaves the problem
	Format    string // of Formats; "" is FormatOf
	Diagonals int    // how many excluded diagonals are kept, the first; All keeps them
}

// Converted is a problem as it is to be written.
type Converted struct {
	Problem nqueens.Problem
	Format  Format
	from    nqueens.Problem // of which solutions are mapped; with no function to itself
	mapped  func(nqueens.Solution) nqueens.Solution
}

// Convert refuses what cannot be translated, or not be written in the format.
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
		err = errors.New("only completion and excluded-diagonals are translated to")
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
	return to, to.Format.Says(to.Problem)
}

// Write writes the problem in the format.
func (c Converted) Write(w io.Writer) error { return c.Format.Write(w, c.Problem) }

// Solution is where the squares of a solution of the problem that was converted are
// afterwards. It refuses what is no solution.
func (c Converted) Solution(s nqueens.Solution) (nqueens.Solution, error) {
	if err := c.from.Check(s); err != nil || c.mapped == nil {
		return s, err
	}
	return c.mapped(s), nil
}
