package construct

import (
	"fmt"
	"iter"

	"nqueens"
)

// Form is a published formula for one solution on boards of many sizes.
type Form struct {
	Name string
	// About is its rule for a board of m squares a side.
	About string
	// Source is what it is called in full, by whom and when:
	// "form B1 of Hoffman, Loessi and Moore (1969)".
	Source string
	// Family is the board that the solutions are for. One on the torus is one on
	// the bounded board too.
	Family *nqueens.Family

	needs []condition
	runs  func(m int) []Run
}

// Run is a list of every other number: First, First+2 and so on, none above
// Last. It may be empty.
type Run struct{ First, Last int }

// Len is how many numbers the run has.
func (r Run) Len() int { return max(0, (r.Last-r.First+2)/2) }

// Runs are the form's numbers on a board of m squares a side, as runs one after
// another: the k-th number of all is the rank, from 1, of the queen in the k-th
// file. Where Why refuses m they give no solution, and may be too few.
func (f Form) Runs(m int) []Run { return f.runs(m) }

// Numbers are the numbers of Runs one by one.
func (f Form) Numbers(m int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for _, r := range f.runs(m) {
			for k := r.First; k <= r.Last; k += 2 {
				if !yield(k) {
					return
				}
			}
		}
	}
}

// Why says why the form gives no solution on a board of m squares a side, or
// nil if it gives one.
func (f Form) Why(m int) error {
	if p := (nqueens.Problem{Family: f.Family, N: m}); m < 1 {
		return p.Validate()
	} else if m == 2 || m == 3 {
		return noSolution(p)
	}
	for _, c := range f.needs {
		if !c.holds(m) {
			return fmt.Errorf("%s needs m mod %d %s %d, and %d mod %d = %d",
				f.Name, c.modulus, c.relation, c.residue, m, c.modulus, m%c.modulus)
		}
	}
	return nil
}

// condition is what the residue of a size has to be, or not to be.
type condition struct {
	modulus  int
	relation string // "=" or "≠"
	residue  int
}

func (c condition) holds(m int) bool { return (m%c.modulus == c.residue) == (c.relation == "=") }

func noSolution(p nqueens.Problem) error {
	return fmt.Errorf("%v has no solution, so no construction gives one", p)
}
