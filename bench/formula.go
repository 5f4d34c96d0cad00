package bench

import (
	"fmt"

	"nqueens"
	"nqueens/encode"
)

// formulaPath is where a child finds the problem, if it is a formula.
func formulaPath(p nqueens.Problem) string {
	if p.Formula == nil {
		return ""
	}
	return p.Formula.Path
}

// problem is what the assignment is about. A formula is read again, and must
// still be the one that it was.
func (a assignment) problem() (nqueens.Problem, error) {
	p, err := nqueens.ParseProblem(a.Problem)
	if err != nil || p.Formula == nil {
		return p, err
	}
	read, err := encode.ReadProblemFile(nqueens.Queens, a.Formula)
	switch {
	case err != nil:
		return p, err
	case read.Formula == nil || read.Formula.Digest != p.Formula.Digest:
		return p, fmt.Errorf("%s has changed: it no longer holds %v", a.Formula, p)
	}
	read.Formula.Name = p.Formula.Name
	return read, nil
}
